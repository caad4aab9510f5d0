/* Memory layout of lines and their division into panels. Does not access values. */
#ifndef SPATE_SOLVERS_TRIDIAG_LAYOUT_H
#define SPATE_SOLVERS_TRIDIAG_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

#include "base/context.h"
#include "spate/tridiag.h"

/* The two directions of spate_lines, merged or swapped so that lines adjacent in memory are
 * adjacent here. */
typedef struct tri_layout {
    int64_t n;
    ptrdiff_t stride;
    int64_t count[2];
    ptrdiff_t step[2];
    int64_t number[2]; /* line (j, k) has the public number j * number[0] + k * number[1] */
    int64_t lines;
    int64_t extent;  /* values from the first to the last, inclusive */
    int64_t divisor; /* all offsets are multiples of it (arrays of records) */
    int adjacent;    /* lanes of a panel are adjacent in memory */
} tri_layout;

/* SPATE_ERROR_ARGUMENT if a number is out of range or two unknowns share an index. */
spate_status tri_layout_make(spate_context *ctx, const spate_lines *lines, tri_layout *layout);

/* Panels of at most `lanes` of count[0] x count[1] lines. Panels of adjacent lanes end with the
 * first direction; other panels continue into the next. panel_lines returns the number of lines
 * of a panel and its first line. */
int64_t panel_count(const int64_t count[2], int adjacent, int lanes);
int panel_lines(const int64_t count[2], int adjacent, int lanes, int64_t panel, int64_t *first);

int64_t tri_layout_panels(const tri_layout *layout, int lanes);
/* Fills offset and number of the lanes of a panel and returns how many lanes it has. */
int tri_layout_panel(const tri_layout *layout, int lanes, int64_t panel, ptrdiff_t *offset,
                     int64_t *number);

/* True if x would overwrite values of the other array that are still needed. Arrays of records (all
 * strides are a multiple of the record size) may interleave without overlap. */
int tri_layout_overlap(const tri_layout *layout, size_t value_bytes, const void *x,
                       const void *other);

#endif
