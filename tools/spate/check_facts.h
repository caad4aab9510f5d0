/* All that spate check reports of a model, before it is printed as text or as JSON. */
#ifndef SPATE_TOOLS_CHECK_FACTS_H
#define SPATE_TOOLS_CHECK_FACTS_H

#include <stdio.h>

#include "model/facts.h"
#include "model/output/plan.h"
#include "model/water/pools.h"

enum { CHECK_POOLS = 5 };

typedef struct check_facts {
    model *m;
    model_plan plan;
    model_facts model;
    boundary_facts *boundaries;
    double (*gauges)[5]; /* bed, level, depth, u, v */
    pool pools[CHECK_POOLS];
    int64_t pool_count;
    double memory;            /* bytes, of all ranks */
    double output, free_disk; /* bytes, at most; NaN where not known */
    double run_seconds;       /* rough */
    double trial_seconds;     /* how long the trial took */
    double trial_dt;          /* s, the time step of the trial */
} check_facts;

/* The trial comes last because it moves the water. Collective. Call check_facts_free after a
 * failure too. */
spate_status check_facts_gather(model *m, check_facts *out);
void check_facts_free(check_facts *f);

void check_print(const check_facts *f, FILE *out);
void check_print_json(const check_facts *f, FILE *out);

#endif
