/* Rasters against time, such as those of rain and air pressure. */
#ifndef SPATE_MODEL_RASTER_FRAMES_H
#define SPATE_MODEL_RASTER_FRAMES_H

#include "model/forcing/forcing.h"

typedef struct raster_frame {
    double t; /* s since the start */
    const char *file;
    int band; /* from 1 */
    const case_node *node;
} raster_frame;

typedef struct raster_frames {
    int count, room;
    raster_frame *list; /* by time */
    double factor;      /* of the values, to SI */
} raster_frames;

/* Adds band 1 of a file at a time. Times must increase. The file is opened, so that a missing one is
 * found before the run. */
spate_status raster_frames_add(model *m, raster_frames *f, double t, const char *file,
                               const case_node *node);
/* Adds all bands of a file at the times that it has itself; *bands: how many it has. With one band
 * and no time nothing is added. */
spate_status raster_frames_add_bands(model *m, raster_frames *f, const char *file,
                                     const case_node *node, int *bands);
/* Adds those of a list of maps {file, variable, time, every, band}. */
spate_status raster_frames_add_list(model *m, raster_frames *f, const case_node *list);
void raster_frames_free(raster_frames *f);

/* The last frame that is not after t; -1: none. */
int raster_frames_before(const raster_frames *f, double t);
/* The time of the first frame after t, or INFINITY. */
double raster_frames_next(const raster_frames *f, double t);
/* Frame k in SI units, for the cells of this rank. */
spate_status raster_frames_read(model *m, const raster_frames *f, int k, box_field *out);

#endif
