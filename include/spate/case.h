/* Case files (docs/reference/case-file.md) from a program of one's own:
 *
 *     spate_case_options o;
 *     const char *set[] = {"manning=0.04", "time.end=2 h"};
 *     spate_case_options_default(&o);
 *     o.set = set, o.set_count = 2;
 *     spate_case_open(ctx, "valley.yaml", &o, &c);       // reads and checks everything
 *     spate_sim *sim = spate_case_sim(c);                // fields, statistics, new water or rain
 *     for (double t = 0; t < spate_case_duration(c); t += 60) {
 *         spate_case_advance(c, t + 60);                 // writes what is due on the way
 *         spate_get_array(sim, SPATE_DEPTH, &depth);
 *     }
 *     spate_case_finish(c);                              // maps, maxima, run.json
 *     spate_case_close(c);
 *
 * spate_case_run in place of the loop is what `spate run valley.yaml` does, to the bit. All calls
 * are collective over the ranks of the context, except queries. Times are in s since the start. */
#ifndef SPATE_CASE_H
#define SPATE_CASE_H

#include "spate/spate.h"

SPATE_PUBLIC_BEGIN

typedef struct spate_case spate_case;

typedef enum {
    SPATE_RESULTS_NEW,       /* an existing folder is an error */
    SPATE_RESULTS_OVERWRITE, /* removes the files of an earlier run */
    SPATE_RESULTS_RESUME,    /* goes on from the newest checkpoint in the folder, if there is one */
    SPATE_RESULTS_NONE       /* writes no file at all */
} spate_case_results;

typedef struct spate_case_progress {
    double t, duration; /* s */
    double dt;          /* of the last step that did not have to end at an output time, s */
    int64_t step;
} spate_case_progress;

typedef struct spate_case_options {
    size_t struct_size; /* of this structure; spate_case_options_default sets it */
    /* Changes to keys of the case, applied in order: "manning=0.04", "grid.resolution=10 m",
     * "boundaries[0].slope=0.001". */
    const char *const *set;
    int set_count;
    spate_case_results results;
    const char *folder; /* of the results; NULL: output.folder of the case, or CASE.out */
    int network;        /* 1: the case may name files on the network */
    /* Called some ten times a second while the case advances, on every rank. A result other than 0
     * (on any rank) saves a checkpoint and stops with SPATE_STOPPED. NULL: none. */
    int (*progress)(const spate_case_progress *now, void *user);
    void *user;
} spate_case_options;

void spate_case_options_default_sized(spate_case_options *o, size_t size);
static inline void spate_case_options_default(spate_case_options *o)
{
    spate_case_options_default_sized(o, sizeof *o);
}

/* Reads and checks the case and all its data, and makes the simulation at its start. Writes nothing;
 * for a check alone close it again. Every mistake that was found is in the message, one a line, with
 * file, line and column. On failure *c is NULL. */
spate_status spate_case_open(spate_context *ctx, const char *path, const spate_case_options *o,
                             spate_case **c);
/* The same for a case in memory. Files that it names are relative to the folder of the path `name`,
 * which stands in messages and gives the folder of results its name. */
spate_status spate_case_open_text(spate_context *ctx, const char *name, const char *text,
                                  const spate_case_options *o, spate_case **c);
/* Without spate_case_finish what was written stays as it is, so that SPATE_RESULTS_RESUME goes on
 * from the last checkpoint. */
void spate_case_close(spate_case *c);

/* To time t, at most the end of the case. Maps, series and checkpoints that are due on the way are
 * written; the first call makes the folder of results, or goes on from a checkpoint: *t of
 * spate_case_time may then be beyond t. A time that is not one of output cuts a step short, which
 * rounds otherwise than a run without it. */
spate_status spate_case_advance(spate_case *c, double t);
/* Saves a checkpoint now. */
spate_status spate_case_save(spate_case *c);
/* Completes the results: maps.nc, maxima, state.nc, run.json. At the end of the case only;
 * SPATE_ERROR_ARGUMENT before. Afterwards the fields can still be read. */
spate_status spate_case_finish(spate_case *c);
/* To the end, and finishes. Of a case that finished before (SPATE_RESULTS_RESUME): nothing. */
spate_status spate_case_run(spate_case *c);

/* The simulation of the case, for spate_get_array, spate_get_stats, spate_set_array and so on. It
 * must not be advanced or destroyed on its own. */
spate_sim *spate_case_sim(spate_case *c);

typedef struct spate_case_info {
    int64_t nx, ny;        /* cells */
    double dx, dy, x0, y0; /* m; the south-west corner of the grid */
    double start;          /* s since 1970-01-01T00:00Z */
    double duration;       /* s */
    const char *crs;       /* "EPSG:27700", or WKT; "": none */
    const char *folder;    /* of the results; "": none are written */
    const char *scheme;    /* of the solver */
    int gauges, sections, boundaries, inflows;
} spate_case_info;
/* Strings are valid until spate_case_close. Not collective. */
spate_status spate_case_get_info(const spate_case *c, spate_case_info *info);
/* The time reached. */
double spate_case_time(const spate_case *c);
double spate_case_duration(const spate_case *c);

typedef struct spate_case_gauge {
    const char *name;
    double x, y;          /* as the case gives them */
    int64_t cell[2];      /* for spate_get_cells */
    const char *observed; /* file of measurements, "" where there is none */
} spate_case_gauge;
/* Of gauge n = 0 ... gauges - 1. Strings are valid until spate_case_close. Not collective. */
spate_status spate_case_get_gauge(const spate_case *c, int n, spate_case_gauge *gauge);
/* Names by number, for spate_get_section, spate_get_boundary and spate_get_inflow; NULL beyond. */
const char *spate_case_section_name(const spate_case *c, int n);
const char *spate_case_boundary_name(const spate_case *c, int n);
const char *spate_case_inflow_name(const spate_case *c, int n);

/* The case with all defaults, as YAML that reads back to the same; until spate_case_close. */
const char *spate_case_resolved(spate_case *c);

SPATE_PUBLIC_END
#endif
