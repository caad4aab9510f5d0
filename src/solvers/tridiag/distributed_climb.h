/* One tape run for one panel, in a part or in the top. */
#ifndef SPATE_SOLVERS_TRIDIAG_DISTRIBUTED_CLIMB_H
#define SPATE_SOLVERS_TRIDIAG_DISTRIBUTED_CLIMB_H

#include "solvers/tridiag/distributed.h"

typedef struct dist_climb {
    const spate_tridiag_distributed *t;
    const dist_tape *tape;
    const dist_lanes *lanes; /* NULL in the top: its rows lie side by side in scratch */
    dist_scratch *s;
    size_t row; /* bytes of a row of lanes */
    int width;  /* lanes */
    char *kept;
    const dist_bundle *b;
    const dist_part *part; /* NULL in the top */
    int64_t panel;
    int judge; /* dominance is looked at */
    dist_findings *found;
} dist_climb;

/* ---- distributed_chunk.c ---- */

void dist_reduce_chunk(const dist_climb *c, const dist_op *op, char *segment);
/* x: rows side by side. */
void dist_expand_chunk(const dist_climb *c, const dist_op *op, const char *before, const char *last,
                       char *x);

#endif
