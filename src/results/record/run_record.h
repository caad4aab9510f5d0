/* run.json: what was run, where, how far it got, and which files belong to it. */
#ifndef SPATE_RESULTS_RUN_RECORD_H
#define SPATE_RESULTS_RUN_RECORD_H

#include "base/context.h"
#include "results/record/json_flat.h"
#include "results/record/run_sections.h"
#include "results/results.h"

typedef struct input_hash {
    char sha256[65]; /* "" while unknown */
    uint64_t bytes;
    char before[65]; /* at the start of a resumed run, "" if unknown: detects changed inputs */
} input_hash;

typedef struct run_record {
    const results_plan *plan;
    phases phases;      /* of the process; a copy, because the writer's thread reads it */
    const char *status; /* "running", "stopped", "done", "incomplete" */
    const char *gaps;   /* lists what is missing in the results; NULL: nothing */
    int ranks, restarts;
    spate_stats stats;
    spate_tuning tuning; /* at a stop and at the end; its looks are those of the simulation */
    int64_t frames;
    double started, waited; /* s since 1970; s */
    double waited_in_steps; /* s */
    uint64_t bytes;
    input_hash *hashes;        /* by input */
    const char *const *series; /* files of gauges and sections, relative */
    int series_count;
} run_record;

/* Writes FOLDER/run.json. only_existing: lists the files that exist, not all that may be
 * written. */
spate_status run_record_write(spate_context *ctx, const run_record *r, int only_existing);
/* Fills hashes; warns of inputs that were changed. */
spate_status run_record_hash(spate_context *ctx, run_record *r);
/* Copies restarts and hashes from an earlier run.json. */
void run_record_continue(run_record *r, const json_flat *earlier);

/* Names, relative to the folder, that the run may write; "*" stands for digits. The list ends with
 * NULL; free it and its texts with owned_files_free. */
char **owned_files(const run_record *r);
void owned_files_free(char **list);

#endif
