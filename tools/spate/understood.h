/* What was understood of a case: a few lines before a run, all of it for spate check. */
#ifndef SPATE_TOOLS_UNDERSTOOD_H
#define SPATE_TOOLS_UNDERSTOOD_H

#include <stdio.h>

#include "model/facts.h"
#include "model/output/plan.h"

/* 6 to 12 lines. facts must be the same on all ranks; called on rank 0. */
void understood_print(const model *m, const model_facts *facts, const model_plan *plan, FILE *out);
/* "1200 x 800 cells of 5 x 5 m, 812 345 active" and the like, shared with check. */
void understood_print_grid(const model *m, const model_facts *facts, FILE *out);
void understood_print_time(const model *m, FILE *out);
/* "rain 45 mm in all, 2 inflows, wind"; "none". */
const char *understood_sources(const model *m, char *out, size_t size);

#endif
