/* Lines of the ADI scheme, whole or cut over parts and ranks: one solver for each direction. */
#ifndef SPATE_SCHEMES_ADI_LINES_H
#define SPATE_SCHEMES_ADI_LINES_H

#include "backend/adi/adi.h"
#include "schemes/scheme.h"
#include "spate/tridiag_distributed.h"

/* Names of the methods of a backend, or of any (NULL), ended by NULL. */
const char *const *adi_lines_methods(const spate_backend *backend);
/* Precision of the kernels (backend/adi/adi.h), and whether a backend has those of f32 with lines
 * of f64. */
int adi_precision(const spate_options *options);
int adi_lines_mix(const spate_backend *backend);
/* Whether the method that the options name can solve the lines of this run. */
spate_status adi_lines_check(const scheme_setup *setup);
/* The same when it is known whether the backend sweeps whole lines alone. */
spate_status adi_lines_check_whole(const scheme_setup *setup, int whole);
/* The name of the method that a scheme uses, which `auto` may have chosen. */
const char *adi_lines_in_use(void *self);

enum { ADI_LINE_ARRAYS = 4 }; /* a, b, c and right-hand sides */

typedef struct adi_lines {
    const scheme_setup *setup;
    grid_part *parts;
    spate_tridiag_distributed *solver[2];
    int stage;
    /* On a device: rows of each part in arrays, and where they are solved. */
    void **rows[ADI_LINE_ARRAYS];
    void *stream;
    struct adi_thread *of_thread;
    int threads;
    int64_t solves;
} adi_lines;

/* setup and parts are borrowed. Collective, as is solve. */
spate_status adi_lines_create(adi_lines *l, const scheme_setup *setup, grid_part *parts);
void adi_lines_destroy(adi_lines *l);
/* The new fluxes of a stage, from the rows that the kernels make, and the depths that follow from
 * them. */
spate_status adi_lines_solve(adi_lines *l, int stage);
/* On a device: solves existing rows again, as the last adi_lines_solve did, on its stream and
 * without waiting. */
spate_status adi_lines_queue(adi_lines *l, int stage);
/* When the ghost cells of the new fluxes are valid: computes the remaining depths, and returns the
 * findings of the sweep for all parts of this process. */
adi_found adi_lines_end(adi_lines *l, int stage);

#endif
