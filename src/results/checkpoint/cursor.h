/* The first piece of a checkpoint (the cursor): how far the results were, which case it belongs to
 * and which program wrote it. A checksum protects its bytes; here its numbers are checked before
 * they are used. */
#ifndef SPATE_RESULTS_CURSOR_H
#define SPATE_RESULTS_CURSOR_H

#include <stdint.h>

#include "results/record/json_flat.h"

typedef struct checkpoint_cursor {
    double t;                     /* s */
    int64_t frames;               /* maps written */
    double last_map, last_series; /* s; -1: none yet */
    const char *fingerprint;      /* of the case, borrowed; NULL: an older version wrote none */
    const char *version, *commit; /* of the program */
} checkpoint_cursor;

/* Returns NULL, or what is wrong. File lengths and volumes of sections are checked too. */
const char *cursor_read(const json_flat *flat, checkpoint_cursor *out);

/* A number made of digits only, at most `most`; otherwise -1. */
int64_t cursor_count(const char *text, int64_t most);

#endif
