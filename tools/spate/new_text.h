/* The text of a starter case. */
#ifndef SPATE_TOOLS_NEW_TEXT_H
#define SPATE_TOOLS_NEW_TEXT_H

#include <stdio.h>

#include "io/geometry.h"

typedef struct starter {
    const char *name;    /* "valley" */
    const char *terrain; /* file, as the case names it */
    const char *crs;     /* "EPSG:32632"; NULL: that of the terrain, or none */
    int write_crs;       /* the terrain is in degrees: the run needs the line */
    double resolution;   /* m */
    bounds around;       /* of the terrain, m of the run */
    int synthetic;       /* the valley that new_valley_print writes */
    int as_asc;          /* there is no GDAL to write GeoTIFFs */
} starter;

void new_case_print(const starter *s, FILE *out);

/* A valley of 200 x 150 cells of 10 m as an ESRI ASCII grid: falls to the east, with a meandering
 * channel. */
void new_valley_print(FILE *out);
bounds new_valley_bounds(void);

#endif
