/* A case of include/spate/case.h: the model, its results and the state of its run. */
#ifndef SPATE_API_CASE_H
#define SPATE_API_CASE_H

#include "model/output/plan.h"
#include "model/runner.h"
#include "run/loop_threads.h"
#include "spate/case.h"

struct spate_case {
    spate_context *ctx; /* not owned */
    model *m;
    spate_case_options options; /* of the caller, without sets */
    char *folder;               /* owned; NULL: that of the case */
    char *resolved;             /* owned; NULL until asked for */
    model_plan plan;
    results *r; /* NULL before the first advance, after the end, and where nothing is written */
    runner run;
    runner_hooks hooks;
    spate_case_progress now; /* as of the last step */
    int begun, finished;
};

#endif
