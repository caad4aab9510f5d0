/* Compact differences of an array that is cut into boxes: parts in this process, on other ranks, or
 * both. Schemes are those of compact.h. Every part has its own arrays, without ghost cells: the
 * library fetches the values that a stencil reads from neighbours.
 *
 *     spate_compact_distributed_options o;
 *     spate_compact_distributed_options_default(&o);
 *     o.scheme = "first-6";
 *     o.size[0] = nx, o.size[1] = ny, o.size[2] = nz;       // of the whole array
 *     o.direction = 1;
 *     o.spacing = dy;
 *     spate_compact_part mine = {.first = {i0, j0, k0}, .size = {nx_here, ny_here, nz_here}};
 *     spate_compact_distributed_create(ctx, &o, &mine, 1, &c);
 *     spate_compact_distributed_setup(c);
 *     spate_compact_distributed_apply(c, &f, &dfdy);        // one pointer per local part
 *     spate_compact_distributed_destroy(c);
 *
 * The same parts serve all three directions. All calls except results_here and get_stats are
 * collective over the ranks of the context: every rank makes them in the same order with the same
 * options, and all return the same status.
 *
 * The bits of the result do not depend on parts, ranks or threads (except with "neighbours"). They
 * differ from those of spate_compact: lines are eliminated in chunks, as in tridiag_distributed.h.
 * docs/theory/compact.md has the error bounds of both.
 *
 * On a GPU (backend "cuda", one for each rank) the bits are those of the CPU. Arrays may stay in
 * its memory; applies are then queued on a stream:
 *
 *     o.memory = SPATE_MEMORY_DEVICE;
 *     ...
 *     spate_compact_distributed_set_stream(c, stream);      // a cudaStream_t
 *     spate_compact_distributed_apply(c, &f, &dfdy);        // device pointers
 *     spate_compact_distributed_wait(c);                    // waits and returns the status */
#ifndef SPATE_COMPACT_DISTRIBUTED_H
#define SPATE_COMPACT_DISTRIBUTED_H

#include "spate/compact.h"

SPATE_PUBLIC_BEGIN

typedef struct spate_compact_distributed spate_compact_distributed;

/* Values first ... first + size - 1 of f along x, y, z. The parts of all ranks contain each value
 * once. Across the lines parts may be offset like bricks in a wall, but parts that share one line
 * share all their lines.
 *
 * Result i belongs to the part that has value i. If a line has one result less than values, the
 * last part has one less; if it has one more, the last part has that too (the face behind its last
 * cell). */
typedef struct spate_compact_part {
    int64_t first[3], size[3]; /* size at least 1 */
    int64_t stride[3];         /* of f, in values; all 0: packed, x fastest */
    int64_t out_stride[3];     /* of g; all 0: those of f */
} spate_compact_part;

typedef struct spate_compact_distributed_options {
    size_t struct_size; /* of this structure; spate_compact_distributed_options_default sets it */
    const char *scheme; /* a name; NULL: spate_compact_distributed_set_scheme sets it */
    int64_t size[3];    /* values of f of the whole array; 1 for an unused direction */
    int direction;      /* 0, 1, 2: along x, y, z */
    double spacing;     /* h */
    int periodic;       /* the value after the last one is the first */
    int precision;      /* 32 or 64 */
    /* As in tridiag_distributed.h. Cuts along the lines at multiples of `chunk` send the least
     * data. */
    int64_t chunk;
    const char *reduced;
    double tolerance;
    int threads; /* of this rank; 0: all */
    /* As in tridiag_distributed.h. */
    const char *backend;
    spate_memory memory; /* of all f and g */
    double scratch;
} spate_compact_distributed_options;

void spate_compact_distributed_options_default_sized(spate_compact_distributed_options *o,
                                                     size_t size);
static inline void spate_compact_distributed_options_default(spate_compact_distributed_options *o)
{
    spate_compact_distributed_options_default_sized(o, sizeof *o);
}

/* parts: the `count` parts of this rank (0 is allowed); copied. On failure *c is NULL. */
spate_status spate_compact_distributed_create(spate_context *ctx,
                                              const spate_compact_distributed_options *o,
                                              const spate_compact_part *parts, int count,
                                              spate_compact_distributed **c);
void spate_compact_distributed_destroy(spate_compact_distributed *c);

/* As in compact.h, the same on every rank. Call setup afterwards. */
spate_status spate_compact_distributed_set_scheme(spate_compact_distributed *c,
                                                  const spate_compact_scheme *scheme);

spate_status spate_compact_distributed_setup(spate_compact_distributed *c);

/* Later applies are queued on this stream (a cudaStream_t). NULL: the library's own. An error on
 * the CPU. */
spate_status spate_compact_distributed_set_stream(spate_compact_distributed *c, void *stream);
/* With arrays in device memory, applies return when they are queued; where lines are cut over
 * ranks, when the last message has arrived. This call waits for them and reports the first NaN
 * or infinite value since the last wait. In all other cases applies wait themselves. */
spate_status spate_compact_distributed_wait(spate_compact_distributed *c);

/* Number of results along a line in a part with `size` values from `first` on, of lines of n
 * values: for out_stride. */
int64_t spate_compact_results_here(const spate_compact_scheme *scheme, int64_t n, int periodic,
                                   int64_t first, int64_t size);

/* Arrays of pointers, one for each part of this rank in the order of create, to its first value
 * and result. The g of a part may be its f if both have the same layout and the part has no more
 * results than values; other overlaps within a part are an error, and arrays of different parts
 * must not overlap. If f is NaN or infinite every rank returns SPATE_ERROR_NUMERICAL with line
 * and point of the whole array; all other lines are correct. With arrays in device memory the
 * wait returns it. */
spate_status spate_compact_distributed_apply(spate_compact_distributed *c, const void *const *f,
                                             void *const *g);

typedef struct spate_compact_distributed_stats {
    const char *scheme;
    const char *reduced, *backend; /* in use; constant strings */
    int threads;
    spate_compact_orders orders;
    int reach[2];           /* points that an interior row reads before and after its own */
    int64_t results;        /* along a whole line */
    int64_t chunk;          /* rows */
    double floor_bytes;     /* minimum traffic of this rank's parts: f once, g once */
    double interface_bytes; /* written and read again in addition to f and g, messages included */
    double counted_bytes;   /* sum of both */
    double sent_bytes;      /* sent to other ranks by this one in the last apply */
    int64_t messages;       /* number of these messages */
    double halo_bytes;      /* of sent_bytes: values of f */
    double dropped;         /* "neighbours": error bound relative to the largest |g| of a line */
    int64_t applied;        /* so far */
} spate_compact_distributed_stats;
/* After setup. */
void spate_compact_distributed_get_stats(const spate_compact_distributed *c,
                                         spate_compact_distributed_stats *stats);

SPATE_PUBLIC_END
#endif
