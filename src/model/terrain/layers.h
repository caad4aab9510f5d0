/* Layers of terrain.layers, and the coordinate system of the run, which they define. */
#ifndef SPATE_MODEL_LAYERS_H
#define SPATE_MODEL_LAYERS_H

#include "model/model.h"

typedef struct layer {
    const case_node *node;
    const char *file;
    raster *raster;
    double factor, offset; /* elevation in metres = factor * value + offset */
} layer;

typedef struct layers {
    int count;
    layer *list;
} layers;

/* Opens every layer. Call layers_close after a failure too. */
spate_status layers_open(model *m, layers *out);
void layers_close(layers *l);

/* Sets m->grid.crs: grid.crs, else that of the first layer. Degrees are refused. */
spate_status layers_choose_crs(model *m, const layers *l);
/* Bounds of a layer in the coordinates of the run. */
spate_status layers_bounds(model *m, const layer *l, bounds *out);

/* Elevations in metres on a box of cells or corners; later layers replace earlier ones where they
 * have data. NaN: no layer has data. */
spate_status layers_elevations(model *m, resampling method, box_field *out);

/* Warns of single cells that are far above or below all their neighbours. Collective. */
spate_status model_warn_of_spikes(model *m);

/* Solver, edges, friction law: all of m->options except the grid. */
spate_status model_solver_options(model *m);

#endif
