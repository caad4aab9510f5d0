/* Internal data of compact differences. */
#ifndef SPATE_SOLVERS_COMPACT_SOLVER_H
#define SPATE_SOLVERS_COMPACT_SOLVER_H

#include "backend/compact/compact.h"
#include "base/context.h"
#include "solvers/common.h"
#include "solvers/tridiag/layout.h"
#include "spate/compact.h"

enum { COMPACT_MAX_LANES = 512 };

/* Lines of f and of g together: line (j, k) of f starts at j step[0] + k step[1]. */
typedef struct compact_layout {
    int64_t inputs, n; /* values of f and rows (values of g) of a line */
    ptrdiff_t stride, out_stride;
    int64_t count[2];
    ptrdiff_t step[2], out_step[2];
    int64_t number[2]; /* line (j, k) has the public number j * number[0] + k * number[1] */
    int64_t lines;
    int same_layout;            /* f and g have the same strides */
    int64_t extent, out_extent; /* values from the first to the last, inclusive */
    int64_t divisor;            /* all offsets of both are multiples of it */
    int adjacent;               /* lanes of a panel are adjacent in f and in g */
} compact_layout;

/* SPATE_ERROR_ARGUMENT if a size is below 1 or there are too many values. */
spate_status compact_check_sizes(spate_context *ctx, const int64_t size[3], int64_t max_values);
/* True if all strides are 0: the array is packed. */
int compact_packed(const int64_t stride[3]);
/* SPATE_ERROR_ARGUMENT if a number is out of range or two values share an index. */
spate_status compact_layout_make(spate_context *ctx, const spate_compact_options *o,
                                 int64_t results, compact_layout *layout);
int64_t compact_layout_panels(const compact_layout *layout, int lanes);
/* Fills offsets and number of the lanes of a panel and returns how many lanes it has. */
int compact_layout_panel(const compact_layout *layout, int lanes, int64_t panel, ptrdiff_t *offset,
                         ptrdiff_t *out_offset, int64_t *number);

/* True if a value of g overlaps one of f. Arrays of records may interleave without overlap. */
int compact_layout_overlap(const compact_layout *layout, size_t value_bytes, const void *f,
                           const void *g);

struct spate_compact {
    spate_context *ctx; /* not owned */
    spate_compact_options options;
    int threads;
    spate_compact_scheme scheme;
    char *scheme_name; /* of a scheme that was set; owned */
    int has_scheme;
    spate_compact_orders orders;
    compact_layout layout;
    compact_stencil stencil;
    const compact_kernels *kernels;
    spate_tridiag *matrix; /* holds the factors */
    int64_t border;        /* rows with a significant border entry of a periodic matrix */
    int team;              /* threads in use; small arrays need fewer */
    int lanes;             /* of a panel */
    size_t scratch_bytes;  /* of a panel; a thread has two */
    char *scratch;
    int ready;
    int64_t applied;
    struct compact_on_device *device; /* NULL: on the CPU */
};

static inline size_t compact_value_bytes(const spate_compact *c)
{
    return solver_value_bytes(c->options.precision);
}

/* Offsets of the point pairs of a row: pair k is f[i + right + k] and f[i - left - k]. */
typedef struct compact_shift {
    int left, right;
} compact_shift;
compact_shift compact_shift_of(spate_compact_points points);

/* ---- rows.c ---- */

/* SPATE_ERROR_ARGUMENT if lines of n values are too short for the scheme. */
spate_status compact_check_length(spate_context *ctx, const spate_compact_scheme *scheme,
                                  int periodic, int direction, int64_t n);
spate_status compact_make_stencil(spate_context *ctx, const spate_compact_scheme *scheme, double h,
                                  int periodic, int precision, compact_stencil *stencil);
/* Fills the n rows of the matrix. */
void compact_fill_matrix(const spate_compact_scheme *scheme, int periodic, int64_t n, double *a,
                         double *b, double *c);

/* ---- apply.c, setup.c ---- */

/* Applies the scheme to all lines. The arrays are already checked. */
spate_status compact_apply_lines(spate_compact *c, const compact_problem *problem);

/* The problem without f and g. */
compact_problem compact_problem_of(const spate_compact *c);

/* A copy with a name of its own, which replaces *name. */
spate_status compact_copy_scheme(spate_context *ctx, const spate_compact_scheme *scheme,
                                 spate_compact_scheme *copy, char **name);

#endif
