/* The end of a run: water balance by item, the cell that set the time step, and where the time of the
 * machine went (`profile`; the JSON report always has it). */
#ifndef SPATE_TOOLS_CASE_REPORT_H
#define SPATE_TOOLS_CASE_REPORT_H

#include <stdio.h>

#include "model/output/plan.h"

typedef struct case_report {
    const model *m;
    const model_plan *plan;
    const char *ended;           /* "done", "stopped", "failed" */
    double wall_seconds, waited; /* of this process */
    int64_t checkpoints;
    double dt; /* last time step that no moment of output cut short */
    int resumed, profile;
    double t_begun; /* where this process started */
    int64_t steps_begun;
    /* Filled by case_report_gather. */
    spate_stats stats;
    spate_boundary_stats *boundaries;
    spate_inflow_stats *inflows;
    int64_t cell[2]; /* that set the time step; negative: none */
    double values[5];
} case_report;

spate_status case_report_gather(case_report *r); /* collective */
void case_report_free(case_report *r);
void case_report_print(const case_report *r, FILE *out);
void case_report_print_json(const case_report *r, FILE *out);

#endif
