/* An array cut into boxes, for the tests of compact differences over parts: one apply through
 * the public interface. Every part has its own memory with marks in all gaps. */
#ifndef TESTS_SOLVERS_BOXES_H
#define TESTS_SOLVERS_BOXES_H

#include "backend/tridiag/device.h"
#include "spate/compact_distributed.h"

enum { BOX_CUTS = 64, BOX_MOST = 256 };

typedef enum { BOX_PACKED, BOX_PITCHED, BOX_REVERSED, BOX_RECORDS, BOX_LAYOUTS } box_layout;

typedef struct box_variant {
    const spate_compact_scheme *scheme;
    int64_t size[3];
    int direction, periodic, precision;
    double spacing;
    int parts[3];             /* along x, y, z; 1 ... BOX_CUTS, at most BOX_MOST in total */
    int64_t cut[3][BOX_CUTS]; /* first values: cut[d][0] is 0 */
    /* along the lines every other bundle is cut one value farther, like bricks in a wall */
    int wall;
    box_layout layout;
    int mixed; /* every part has another layout */
    int threads, in_place;
    int64_t chunk;
    const char *reduced; /* NULL: auto */
    double tolerance, scratch;
    const char *backend;             /* NULL: "auto" */
    const struct tri_device *device; /* backend whose memory holds the arrays; NULL: host memory */
} box_variant;

/* Cuts as even as possible, or at random positions, all different; parts is lowered if there are
 * too few values. */
void boxes_even(box_variant *variant, int px, int py, int pz);
void boxes_at_random(box_variant *variant, int px, int py, int pz);

int64_t boxes_results(const box_variant *variant); /* of all lines */

/* f: the whole array, x fastest; g likewise, with as many values along the lines as there are
 * results. Values of parts on other ranks are not changed. kept: nothing else was written.
 * in_place where a part has enough values, else not. */
typedef enum { BOX_BLOCKS, BOX_IN_TURN } box_owners;
spate_status boxes_apply(spate_context *ctx, const box_variant *variant, box_owners owners,
                         const double *f, double *g, int *kept,
                         spate_compact_distributed_stats *stats);

#endif
