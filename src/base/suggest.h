/* "Did you mean": the nearest known word to a mistyped one. */
#ifndef SPATE_BASE_SUGGEST_H
#define SPATE_BASE_SUGGEST_H

#include <stddef.h>

/* Collects the best candidate over several calls of suggest_offer. */
typedef struct suggestion {
    const char *typed;
    const char *best; /* NULL: nothing is near enough */
    size_t distance;
} suggestion;

suggestion suggest_begin(const char *typed);
void suggest_offer(suggestion *s, const char *candidate);

/* "; did you mean 'X'?" with prefix before X, or "" where nothing is near. The text lives in
 * buffer. */
const char *suggest_text(const suggestion *s, const char *prefix, char *buffer, size_t size);

#endif
