/* The plan of the results (results.h), made from the case file and from the model (faces, gauges
 * and sections on the grid). */
#ifndef SPATE_MODEL_PLAN_H
#define SPATE_MODEL_PLAN_H

#include "model/model.h"

typedef struct model_plan {
    results_plan results; /* borrows from the rest and from the model */
    char *folder;
    char *resolved;
    results_gauge *gauges;
    const char **names; /* of sections, boundaries, inflows */
    results_input *inputs;
    vector_layer layers[4]; /* boundaries, gauges, sections, walls; rank 0 */
    vector_output outputs[4];
    float *manning; /* rank 0 */
} model_plan;

/* folder NULL: casefile_folder. From then on the simulation tracks the requested maxima.
 * Collective; call model_plan_free after a failure too. */
spate_status model_plan_make(model *m, const char *folder, results_mode mode, model_plan *out);
void model_plan_free(model_plan *p);

/* Fills layers and outputs on rank 0. Collective. */
spate_status plan_layers(model *m, model_plan *p);

#endif
