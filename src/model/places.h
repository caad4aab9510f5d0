/* Points, lines and polygons of a case file, given by coordinates or by a file. */
#ifndef SPATE_MODEL_PLACES_H
#define SPATE_MODEL_PLACES_H

#include "model/model.h"

typedef struct places {
    int count;
    shape *shapes; /* all of one kind */
} places;

/* Reads a key that is [[x, y], ...] or the name of a file, as shapes of a kind in the coordinates
 * of the run. The file is recorded as an input. */
spate_status places_read(model *m, const case_node *node, shape_kind kind, places *out);
void places_free(places *p);
/* All features of a file, in the coordinates of the run. The file is recorded as an input. */
spate_status layer_read(model *m, const case_node *where, const char *file, vector_layer **out);

/* Whether a name is valid as a file name. */
int name_fits_file(const char *name);

/* Whether the point is in the grid, and its cell. */
int place_cell(const model *m, double x, double y, int64_t *i, int64_t *j);
/* "x 0 to 400, y 0 to 300": for messages. */
const char *grid_extent_text(const model *m, char *out, size_t size);

#endif
