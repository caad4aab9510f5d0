/* spate ensemble: a case with many settings, one process for each. Shared by the files of this
 * folder:
 *
 *     table.c      the scenarios, from a CSV file
 *     scenarios.c  each of them against the case
 *     finished.c   which of them have their results already
 *     slots.c      how many at once, with which threads and devices
 *     processes.c  starting, watching and stopping
 *     figures.c    what a finished scenario adds to table and maps
 *     summary.c    the table at the end
 *     maps.c       the maps at the end
 *
 * The results of a scenario are those of spate run, in FOLDER/NAME. */
#ifndef SPATE_TOOLS_ENSEMBLE_H
#define SPATE_TOOLS_ENSEMBLE_H

#include <sys/types.h>

#include "field.h"
#include "program/options.h"
#include "run_folder.h"

typedef enum {
    SCENARIO_WAITING,
    SCENARIO_RUNNING,
    SCENARIO_DONE,
    SCENARIO_STOPPED, /* with a checkpoint */
    SCENARIO_FAILED
} scenario_state;

typedef struct scenario {
    char *name, *folder;
    long line;         /* in the table */
    double weight;     /* of its results in the maps */
    char **cells;      /* as written, one for each column of the ensemble; "": as in the case */
    const char **sets; /* "key=value" of the whole ensemble and of this row; ends with NULL */
    int own_sets;      /* where those of this row begin */
    scenario_state state;
    int found; /* finished by an earlier call */
    int code;  /* exit code */
    int slot;
    pid_t process;
    double begun; /* of the process, timers_now */
} scenario;

typedef struct ensemble {
    const spate_tool *tool;
    const char *case_file, *table_file, *folder;
    option_list sets; /* for all scenarios */
    int overwrite, quiet, network;
    double depth; /* m; deeper is flooded */
    int columns;
    char **keys;  /* of the case, one for each column; "manning" */
    char **units; /* of bare numbers in the column; "": none */
    int *column;  /* its number in the table, from 0 */
    int count;
    scenario *list;
} ensemble;

/* Reads the scenarios and checks each of them against the case. SPATE_ERROR_DATA or
 * SPATE_ERROR_ARGUMENT with the line and column of the table. */
spate_status table_of_scenarios(ensemble *e);
spate_status check_scenarios(const ensemble *e);
void ensemble_free(ensemble *e);

/* Marks scenarios whose results are whole. Results of another case under the name of a scenario are
 * SPATE_ERROR_ARGUMENT. */
spate_status find_finished(ensemble *e);

enum { MOST_SLOTS = 1024 };
typedef struct slots {
    int count, threads;             /* processes at once; of each */
    int device_count;               /* 0: all on the CPU, or as the case has it */
    int device[MOST_SLOTS];         /* of a slot: cuda:N */
    char backend[64];               /* for messages */
    int keep_backend, keep_threads; /* the table sets them */
} slots;
/* jobs, threads: 0 where they were not given; backend: NULL. */
spate_status choose_slots(const ensemble *e, int jobs, int threads, const char *backend,
                          slots *out);

/* Runs what is not finished. Returns the signal that stopped it; 0: none. */
int run_processes(ensemble *e, const slots *s);

/* Figures of a scenario for the table at the end; NaN where there is none. */
typedef struct scenario_figures {
    double peak_level, peak_depth; /* m, where it is flooded */
    double largest_volume;         /* m3 */
    double extent;                 /* m2 */
    double *gauges;                /* m, highest level at each */
} scenario_figures;

/* The maps of all finished scenarios, each with its weight. */
typedef struct ensemble_maps {
    int count;                  /* of scenarios in them */
    const scenario *odd;        /* the first one on another grid, which is left out; NULL: none */
    double weight;              /* sum */
    field largest;              /* of the largest depths; values NULL: there are no maps */
    field bed;                  /* of the first scenario; values NULL: none */
    char *crs;                  /* a name or WKT, "" if none */
    double start, end;          /* of the first scenario: s since 1970, s */
    double *mean, *probability; /* sums while they are gathered */
} ensemble_maps;

typedef struct outcome {
    scenario_figures *figures; /* of each scenario */
    name_list gauges;
    ensemble_maps maps;
} outcome;

/* Reads the results of every finished scenario. outcome_free also after a failure. */
spate_status outcome_gather(const ensemble *e, outcome *out);
void outcome_free(const ensemble *e, outcome *o);

/* FOLDER/summary.csv. */
spate_status write_summary(const ensemble *e, const outcome *o);
/* FOLDER/ensemble.nc and rasters. */
spate_status write_maps(const ensemble *e, const outcome *o);

const char *scenario_word(scenario_state state); /* "done" */

#endif
