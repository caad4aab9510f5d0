/* Lines of the ADI scheme, whole or cut over parts and ranks: one solver for each direction. */
#ifndef SPATE_SCHEMES_ADI_LINES_H
#define SPATE_SCHEMES_ADI_LINES_H

#include "backend/adi.h"
#include "schemes/scheme.h"
#include "spate/tridiag_distributed.h"

typedef struct adi_lines {
    const scheme_setup *setup;
    kp_part *parts;
    spate_tridiag_distributed *solver[2];
    int stage;
    struct adi_thread *of_thread;
    int threads;
    int64_t solves;
} adi_lines;

/* setup and parts are borrowed. Collective, as is solve. */
spate_status adi_lines_create(adi_lines *l, const scheme_setup *setup, kp_part *parts);
void adi_lines_destroy(adi_lines *l);
/* The new fluxes of a stage, from the rows that the kernels make, and the depths that follow from them. */
spate_status adi_lines_solve(adi_lines *l, int stage);
/* Once the ghosts of the new fluxes are valid: the depths that waited for them, and what the sweep found in all parts of
 * this process. */
adi_found adi_lines_end(adi_lines *l, int stage);

#endif
