/* Private to maps_file.c and maps_head.c. */
#ifndef SPATE_RESULTS_MAPS_HEAD_H
#define SPATE_RESULTS_MAPS_HEAD_H

#include "results/maps/maps_file.h"
#include "spate_config.h"

#if SPATE_HAVE_NETCDF
struct maps_file {
    spate_context *ctx;
    int id;
    char *name;
    maps_info info;
    char crs[64], *wkt, *title;
    double *times;
    maps_variable *variables;
    int *ids;                         /* of variables in the file */
    int dimensions[3];                /* time (-1: none), y, x */
    int coordinates[3];               /* variables of the same */
    int from_north;                   /* row 0 of the file is in the north */
    double *fills, *scales, *offsets; /* by variable */
};

/* Fills everything except name, ctx and id, which is open. maps_close frees what it allocates. */
spate_status maps_read_head(maps_file *f);
spate_status maps_nc_failed(const maps_file *f, int error);
#endif
#endif
