/* What the results of a model are to be: the plan of results.h, made from the case file and from what was
 * understood (faces, gauges and sections as snapped). */
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

/* folder NULL: output.folder, else the path of the case with .out. From then on the simulation tracks the
 * maxima that are asked for. Collective; model_plan_free after a failure too. */
spate_status model_plan_make(model *m, const char *folder, results_mode mode, model_plan *out);
void model_plan_free(model_plan *p);

/* ---- parts of it ---- */

/* Fills layers and outputs on rank 0. Collective. */
spate_status plan_layers(model *m, model_plan *p);
/* "data/case.yaml" becomes "data/case.out"; malloc'ed. */
char *plan_folder_of(const char *case_path);

#endif
