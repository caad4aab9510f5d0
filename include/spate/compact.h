/* Compact finite differences (Lele 1992): derivatives, filters and mid-point values g of f along
 * the lines of an array. They are implicit, through a tridiagonal matrix,
 *
 *     alpha g[i-1] + g[i] + alpha g[i+1] =
 *         (centre f[i] + sum over k of pair[k] (f[i+k+1] +- f[i-k-1])) / h^m,
 *
 * with closures for the first and last rows, or periodic. f is read once and g written once. Usable
 * without the simulator:
 *
 *     spate_compact_options o;
 *     spate_compact_options_default(&o);
 *     o.scheme = "first-6";
 *     o.size[0] = nx, o.size[1] = ny, o.size[2] = nz;      // x is fastest
 *     o.direction = 1;
 *     o.spacing = dy;
 *     spate_compact_create(ctx, &o, &c);
 *     spate_compact_setup(c);
 *     spate_compact_apply(c, f, dfdy);                     // repeatedly, with other values
 *     spate_compact_destroy(c);
 *
 * On a GPU: o.backend = "cuda", and spate_compact_wait if f and g are in its memory.
 *
 * A scheme is data: choose one by name, or fill a spate_compact_scheme. The bits of the result do
 * not depend on direction, layout or number of threads of a backend. docs/theory/compact.md helps
 * to choose a scheme. */
#ifndef SPATE_COMPACT_H
#define SPATE_COMPACT_H

#include <stdint.h>

#include "spate/spate.h"

SPATE_PUBLIC_BEGIN

typedef struct spate_compact spate_compact;

/* ---- schemes ---- */

enum {
    SPATE_COMPACT_PAIRS = 5,    /* maximum number of point pairs of a row */
    SPATE_COMPACT_CLOSURES = 5, /* maximum number of closure rows at an end */
    SPATE_COMPACT_WIDTH = 11    /* maximum number of points that a closure reads */
};

/* Positions of the results for n values of f along a non-periodic line (periodic lines always
 * have n results): */
typedef enum {
    SPATE_COMPACT_SAME,    /* n results at the same points */
    SPATE_COMPACT_TO_HALF, /* n - 1: g[i] is half-way from f[i] to f[i+1] */
    /* n + 1: g[i] is half-way from f[i-1] to f[i]; both ends are results too */
    SPATE_COMPACT_FROM_HALF
} spate_compact_points;

/* One of the first rows: before g[row-1] + g[row] + after g[row+1] = (sum of value[k] f[k]) /
 * h^m. The last rows are mirror images. */
typedef struct spate_compact_closure {
    double before, after; /* before of row 0 is 0 */
    int width;            /* number of points read, starting at f[0] */
    double value[SPATE_COMPACT_WIDTH];
} spate_compact_closure;

/* pair[k] belongs to f[i+k+1] and f[i-k-1] (same points), f[i+k+1] and f[i-k] (to half), f[i+k] and
 * f[i-k-1] (from half). */
typedef struct spate_compact_scheme {
    const char *name;
    int derivative; /* m: 0 (filter, mid-point values), 1 or 2 */
    spate_compact_points points;
    int odd;       /* 1: differences of pairs, 0: sums */
    double alpha;  /* |alpha| < 1/2: the matrix is diagonally dominant */
    double centre; /* coefficient of f[i]; 0 unless sums at the same points */
    int pairs;
    double pair[SPATE_COMPACT_PAIRS];
    int closures; /* 0: for periodic lines only */
    spate_compact_closure closure[SPATE_COMPACT_CLOSURES];
} spate_compact_scheme;

/* Names, ended by NULL. */
const char *const *spate_compact_schemes(void);
/* Fills the scheme and returns 1; returns 0 if the name is unknown. */
int spate_compact_find(const char *name, spate_compact_scheme *scheme);

/* Filters of order 2, 4, ... 10: they preserve polynomials below that degree and remove waves of
 * length 2 h. -1/2 < alpha < 1/2; the closer to 1/2, the less damping. The first and the last
 * value are not changed. "filter-6" and "filter-8" are those with alpha = 0.45. */
spate_status spate_compact_filter(spate_context *ctx, int order, double alpha,
                                  spate_compact_scheme *filter);

/* Orders of the truncation error of the rows, from the order conditions. */
typedef struct spate_compact_orders {
    int interior;
    int closure[SPATE_COMPACT_CLOSURES]; /* SPATE_COMPACT_EXACT: exact for any f */
    int least;                           /* the lowest of all: the order of the largest error */
} spate_compact_orders;
enum { SPATE_COMPACT_EXACT = 99 };

/* SPATE_ERROR_ARGUMENT with a message if the data are not a valid scheme: a number is out of
 * range, or a row is not consistent (order below 1). orders may be NULL. */
spate_status spate_compact_check(spate_context *ctx, const spate_compact_scheme *scheme,
                                 spate_compact_orders *orders);

/* Response of the interior rows to the wave exp(i k x), kh = k h: the modified wavenumber k'h of
 * a first derivative, (k'h)^2 of a second (minus the second derivative of the wave), the factor
 * of a filter or of mid-point values. */
double spate_compact_symbol(const spate_compact_scheme *scheme, double kh);

/* Number of results along a line of n values. */
int64_t spate_compact_results(const spate_compact_scheme *scheme, int64_t n, int periodic);

/* ---- lines ---- */

typedef struct spate_compact_options {
    size_t struct_size;    /* of this structure; spate_compact_options_default sets it */
    const char *scheme;    /* a name; NULL: spate_compact_set_scheme sets it */
    int64_t size[3];       /* values of f along x, y, z; 1 for an unused direction */
    int64_t stride[3];     /* of f, in values; all 0: packed, x fastest */
    int64_t out_stride[3]; /* of g; all 0: those of f */
    int direction;         /* 0, 1, 2: along x, y, z */
    double spacing;        /* h */
    int periodic;          /* the value after the last one is the first */
    int precision;         /* 32 or 64 */
    const char *backend;   /* "auto", "cpu", "cuda", "cuda:N" (device N) */
    int threads;           /* 0: all */
    spate_memory memory;   /* of f and g; DEVICE: memory of the backend's device ("auto": cuda) */
} spate_compact_options;

void spate_compact_options_default_sized(spate_compact_options *o, size_t size);
static inline void spate_compact_options_default(spate_compact_options *o)
{
    spate_compact_options_default_sized(o, sizeof *o);
}

/* Copies the options. On failure *c is NULL and the context holds the message. */
spate_status spate_compact_create(spate_context *ctx, const spate_compact_options *o,
                                  spate_compact **c);
void spate_compact_destroy(spate_compact *c);

/* A user-defined scheme instead of a named one. Call setup afterwards. */
spate_status spate_compact_set_scheme(spate_compact *c, const spate_compact_scheme *scheme);

/* Checks scheme and layout, factors the matrix and allocates the memory that apply needs. */
spate_status spate_compact_setup(spate_compact *c);

/* g may be f if both have the same layout and no line has more results than values; other
 * overlaps are an error. SPATE_ERROR_NUMERICAL with line and point if f is NaN or infinite; all
 * other lines are correct. */
spate_status spate_compact_apply(spate_compact *c, const void *f, void *g);

/* On a GPU f and g may stay in its memory (SPATE_MEMORY_DEVICE). apply then returns as soon as
 * it is queued, and g of a line that fails is not written. This call waits for all applies since
 * the last wait and reports the first line that failed in any of them. In all other cases apply
 * waits itself. */
spate_status spate_compact_wait(spate_compact *c);
/* Later applies are queued on this stream (a cudaStream_t). NULL: the library's own stream,
 * which does not synchronize with others. SPATE_ERROR_ARGUMENT if the backend has no streams. */
spate_status spate_compact_set_stream(spate_compact *c, void *stream);

typedef struct spate_compact_stats {
    const char *scheme, *backend;
    int threads;
    spate_compact_orders orders;
    /* points that an interior row reads before and after its own: the halo width of parts */
    int reach[2];
    int64_t results;    /* along a line */
    int64_t lines;      /* number of lines */
    double floor_bytes; /* minimum traffic of one apply: f once, g once */
    int64_t applied;    /* so far */
} spate_compact_stats;
/* After setup. */
void spate_compact_get_stats(const spate_compact *c, spate_compact_stats *stats);

SPATE_PUBLIC_END
#endif
