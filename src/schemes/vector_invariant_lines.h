/* The mass matrix of the vector-invariant schemes, solved line by line: by callbacks on the CPU, in
 * arrays on a device. */
#ifndef SPATE_SCHEMES_VECTOR_INVARIANT_LINES_H
#define SPATE_SCHEMES_VECTOR_INVARIANT_LINES_H

#include "backend/tridiag/cut.h"
#include "schemes/vector_invariant_own.h"
#include "spate/tridiag_distributed.h"

enum { VI_LINE_ARRAYS = 4 }; /* a, b, c and right-hand sides */

typedef struct vi_lines {
    flow *k;
    int y;      /* the axis that is solved */
    int shared; /* one matrix serves all lines */
    spate_tridiag_distributed *lines[2];
    void **rows[2][VI_LINE_ARRAYS]; /* of each part, on a device */
    tri_cut_receiver *receivers;    /* of each part, on a device; of the axis that is solved */
} vi_lines;

/* The solvers, which the next solve makes again. */
void vi_lines_forget(vi_lines *lines);
/* As vi_mass_start and vi_mass_await. */
spate_status vi_lines_start(vi_lines *lines, const halo_field *fields, int count);
spate_status vi_lines_await(vi_lines *lines);

#endif
