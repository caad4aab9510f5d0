/* Maps over the cells of this rank, and rasters read onto them. Shared by the steps of model_build
 * that read terrain, friction and water. */
#ifndef SPATE_MODEL_CELLS_H
#define SPATE_MODEL_CELLS_H

#include "model/model.h"

/* A map of this rank's cells, all zero. Free with memory_free(out->values). */
spate_status box_field_create(const model *m, box_field *out);
spate_status box_field_create_filled(const model *m, double value, box_field *out);
/* The same at the corners of these cells: one more each way, shifted by half a cell. */
spate_status box_field_create_corners(const model *m, box_field *out);
/* The same cells and one ring more, which may be outside the grid. */
spate_status box_field_create_around(const model *m, box_field *out);
/* The box as a grid for raster_read. */
raster_grid box_field_grid(const model *m, const box_field *box);
int64_t box_field_count(const box_field *box);
/* Centre of the value number n of the box. */
point box_field_place(const box_field *box, int64_t n);

/* Decides which rank counts a cell, so that ghost cells are not counted twice. */
typedef struct box_owner {
    int rank;
    int64_t (*boxes)[4]; /* i0, j0, i1, j1 of each rank */
} box_owner;
spate_status box_owner_find(model *m, box_owner *out); /* collective */
int box_owner_has(const box_owner *o, const box_field *box, int64_t n);
int box_owner_has_cell(const box_owner *o, int64_t i, int64_t j); /* of the whole grid */
void box_owner_free(box_owner *o);

/* A raster on the box, values as in the file; NaN: no value. Records the file; messages name the
 * place in the case file. */
spate_status cells_read_raster(model *m, const case_node *where, const char *file,
                               resampling method, box_field *box);
spate_status cells_read_band(model *m, const case_node *where, const char *file, int band,
                             resampling method, box_field *box);

/* inside[n]: whether the polygon contains the centre of value n of the box. */
spate_status box_field_within(const model *m, const box_field *box, const prepared_polygon *p,
                              uint8_t *inside);

/* The union of the polygons of a key: a file or points. around: their bounds, may be NULL. */
spate_status polygons_read(model *m, const case_node *node, prepared_polygon **out, bounds *around);

#endif
