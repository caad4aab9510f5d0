/* Rasters against time, such as those of rain and air pressure. */
#ifndef SPATE_MODEL_RASTER_FRAMES_H
#define SPATE_MODEL_RASTER_FRAMES_H

#include "model/forcing/forcing.h"

typedef struct raster_frame {
    double t; /* s since the start */
    const char *file;
    const case_node *node;
} raster_frame;

typedef struct raster_frames {
    int count;
    raster_frame *list; /* by time */
    double factor;      /* of the values, to SI */
} raster_frames;

/* Memory for `most` frames. Free it after a failure too. */
spate_status raster_frames_create(model *m, int most, double factor, raster_frames *out);
/* Adds one frame, or those of a list of maps {time, file}. Times must increase. Each file is opened
 * once, so that missing files are found before the run. */
spate_status raster_frames_add(model *m, raster_frames *f, double t, const char *file,
                               const case_node *node);
spate_status raster_frames_add_list(model *m, raster_frames *f, const case_node *list);
void raster_frames_free(raster_frames *f);

/* The last frame that is not after t; -1: none. */
int raster_frames_before(const raster_frames *f, double t);
/* The time of the first frame after t, or INFINITY. */
double raster_frames_next(const raster_frames *f, double t);
/* Frame k in SI units, for the cells of this rank. */
spate_status raster_frames_read(model *m, const raster_frames *f, int k, box_field *out);

#endif
