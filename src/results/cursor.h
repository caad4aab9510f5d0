/* The first piece of a checkpoint: where the results stood, whose checkpoint it is and who wrote it. Its checksum
 * says that it is as it was written; here its numbers are checked before anything is done with them. */
#ifndef SPATE_RESULTS_CURSOR_H
#define SPATE_RESULTS_CURSOR_H

#include <stdint.h>

#include "results/record/json_flat.h"

typedef struct checkpoint_cursor {
    double t;                     /* s */
    int64_t frames;               /* maps taken */
    double last_map, last_series; /* s; -1: none yet */
    const char *fingerprint; /* of the case, in the flat list; NULL: an older version wrote none */
    const char *version, *commit; /* of the program */
} checkpoint_cursor;

/* NULL, or what is wrong with it. Lengths of files and volumes of sections are checked too. */
const char *cursor_read(const json_flat *flat, checkpoint_cursor *out);

/* A number of digits alone, at most `most`; -1 otherwise. */
int64_t cursor_count(const char *text, int64_t most);

#endif
