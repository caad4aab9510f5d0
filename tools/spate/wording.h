/* Numbers for people: counts, volumes, durations, sizes. */
#ifndef SPATE_TOOLS_WORDING_H
#define SPATE_TOOLS_WORDING_H

#include <stddef.h>
#include <stdint.h>

/* Each returns out. */
const char *word_count(int64_t n, char *out, size_t size);         /* "1 234 567" */
const char *word_volume(double m3, char *out, size_t size);        /* "1 234 567.89" */
const char *word_duration(double seconds, char *out, size_t size); /* "2 h 30 min", "12.5 s" */
const char *word_bytes(double bytes, char *out, size_t size);      /* "1.2 GB" */

#endif
