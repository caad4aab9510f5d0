/* Runs a model from where it stands to its end: stops at the moments of the results and of changing rain,
 * saves by the clock and on signals. Knows nothing of what results look like. */
#ifndef SPATE_MODEL_RUNNER_H
#define SPATE_MODEL_RUNNER_H

#include "model/model.h"

typedef struct runner_hooks {
    int resumed; /* the state is a checkpoint: what was due at its time is written already */
    /* After every step, on every rank; must not call anything collective. May be NULL. dt: as below. */
    void (*step)(double t, double dt, int64_t step, void *user);
    /* At some of the moments of the results, with fresh figures: for the mass error. May be NULL. */
    void (*moment)(const spate_stats *stats, void *user);
    void *user;
    int64_t checkpoints; /* out: saved on the way */
    double
        dt; /* out: of the last step, but for one that was cut short to end at a moment of the results */
} runner_hooks;

/* Listens to signals while it runs (stop_signals.h); a program that makes files before or after listens
 * longer. SPATE_OK at the end of the run; SPATE_STOPPED after Ctrl-C, SPATE_STOPPED_SAVED after any other
 * signal that asks to stop, both with a checkpoint; SPATE_ERROR_NUMERICAL with the last sound state saved and the message about the failure.
 * The caller closes the results: done only with SPATE_OK. Collective. */
spate_status runner_run(model *m, results *r, runner_hooks *hooks);

#endif
