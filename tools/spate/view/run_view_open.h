/* The parts of a run_view: private to run_view*.c. */
#ifndef SPATE_VIEW_RUN_VIEW_OPEN_H
#define SPATE_VIEW_RUN_VIEW_OPEN_H

#include <stdatomic.h>

#include "run_folder.h"
#include "run_view.h"

struct run_view {
    run_folder folder; /* as it was when it was opened */
    char title[200];
    char crs[64]; /* grid.crs points here */
    char started[48];
    raster_grid grid;
    float *bed;
    double bed_low, bed_high, stretch; /* heights are stretched so much for the hillshade */
    double start, end, wet_depth;
    frames *maps;
    name_list gauges, sections;
    atomic_int running;
};

#endif
