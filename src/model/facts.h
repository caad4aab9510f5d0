/* Figures of a model for `spate check` and the first lines of a run. */
#ifndef SPATE_MODEL_FACTS_H
#define SPATE_MODEL_FACTS_H

#include "model/model.h"

typedef struct model_facts {
    int64_t active;                   /* cells */
    double bed_low, bed_high;         /* m, of active cells */
    double manning_low, manning_high; /* of active cells */
    double volume;                    /* m3 of water at the start */
    spate_stats stats;
} model_facts;
spate_status model_facts_gather(model *m, model_facts *out); /* collective */

typedef struct boundary_facts {
    int64_t faces;
    double length;            /* m of faces */
    double bed_low, bed_high; /* m, of the inner cells */
} boundary_facts;
spate_status boundary_facts_gather(model *m, int boundary, boundary_facts *out); /* collective */

#endif
