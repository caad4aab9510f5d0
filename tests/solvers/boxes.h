/* An array cut into boxes, for the tests of compact differences over parts: one apply through the public interface.
 * Every part has memory of its own with marks in all gaps. */
#ifndef TESTS_SOLVERS_BOXES_H
#define TESTS_SOLVERS_BOXES_H

#include "backend/tridiag/device.h"
#include "spate/compact_distributed.h"

enum { BOX_CUTS = 64, BOX_MOST = 256 };

typedef enum { BOX_PACKED, BOX_PITCHED, BOX_REVERSED, BOX_RECORDS, BOX_LAYOUTS } box_layout;

typedef struct box_way {
    const spate_compact_scheme *scheme;
    int64_t size[3];
    int direction, periodic, precision;
    double spacing;
    int parts[3];             /* along x, y, z; 1 ... BOX_CUTS, at most BOX_MOST in all */
    int64_t cut[3][BOX_CUTS]; /* first values: cut[d][0] is 0 */
    int wall; /* along the lines every other bundle is cut one value farther, as bricks are */
    box_layout layout;
    int mixed; /* every part has another layout */
    int threads, in_place;
    int64_t chunk;
    const char *reduced; /* NULL: auto */
    double tolerance, scratch;
    const char *backend;             /* NULL: "auto" */
    const struct tri_device *device; /* arrays are in its memory; NULL: the host's */
} box_way;

/* Cuts as even as they can be, or at random places, all different; parts is lowered where there is no room. */
void boxes_even(box_way *way, int px, int py, int pz);
void boxes_at_random(box_way *way, int px, int py, int pz);

int64_t boxes_results(const box_way *way); /* of all lines */

/* f: the whole array, x fastest; g alike, with as many values along the lines as there are results. What is not in
 * parts of this rank is left as it is. kept: nothing else was written. in_place where a part has room, else not. */
typedef enum { BOX_BLOCKS, BOX_IN_TURN } box_owners;
spate_status boxes_apply(spate_context *ctx, const box_way *way, box_owners owners, const double *f,
                         double *g, int *kept, spate_compact_distributed_stats *stats);

#endif
