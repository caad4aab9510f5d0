/* Output of a run: pictures, the summary file and the report at the end. */
#ifndef SPATE_TOOLS_RUN_OUTPUT_H
#define SPATE_TOOLS_RUN_OUTPUT_H

#include <stdio.h>

#include "cases/case.h"
#include "picture.h"
#include "program/tool.h"

/* Facts about a finished (or interrupted) run. */
typedef struct run_report {
    const char *case_name, *title;
    const spate_options *options;
    int ranks, interrupted, profile;
    double t_end, wall_seconds; /* s simulated; s spent advancing */
    spate_stats stats;
} run_report;

/* With `profile` also the speed and where the time went; the JSON has it always. */
void run_report_print(const run_report *report, FILE *out);
void run_report_print_json(const run_report *report, FILE *out);

enum { RUN_LONGEST_FOLDER = 3000 };

/* Rank 0 makes the folder and its parents and checks that files can be made there. Prints the
 * reason where they cannot. Collective; returns an exit code, 0 on success. */
int run_prepare_folder(const spate_tool *tool, const char *folder);

typedef struct run_pictures {
    const char *folder, *title;
    picture_range range; /* shared by all pictures of the run */
    double *fields;      /* rank 0: depth, bed, active, one after the other */
} run_pictures;

/* Collective. name is "depth" or "depth-0003". Returns an exit code; a build without libpng
 * prints a note and returns 0. */
int run_draw(const spate_tool *tool, run_pictures *pictures, const spate_options *opt,
             spate_sim *sim, const char *name);

/* Rank 0 writes summary.txt or summary.json. Collective; returns an exit code. */
int run_write_summary(const spate_tool *tool, const run_report *report, const char *folder,
                      int as_json);

#endif
