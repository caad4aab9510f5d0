/* Lines cut into parts, for the tests of the distributed solver: one solve through the public
 * interface. Every part has its own memory with marks in all gaps. */
#ifndef TESTS_SOLVERS_CUTS_H
#define TESTS_SOLVERS_CUTS_H

#include "backend/tridiag/device.h"
#include "lines.h"
#include "spate/tridiag_distributed.h"

enum { CUTS_MOST = 64 };

typedef struct cut_variant {
    spate_tridiag_class matrix;
    int precision, threads, in_place;
    int64_t chunk;
    const char *reduced;
    double tolerance, scratch;
    const char *backend;             /* NULL: "auto" */
    const struct tri_device *device; /* backend whose memory holds the arrays; NULL: host memory */
    layout_kind layout;
    int mixed;              /* every part has another layout */
    int supplied;           /* a callback supplies rows instead of arrays */
    int received;           /* and another one receives the answers */
    int parts;              /* 1 ... CUTS_MOST */
    int64_t cut[CUTS_MOST]; /* first rows of parts 1, 2, ... */
} cut_variant;

/* Cuts at random rows; all different. parts is lowered if the line has fewer rows. */
void cuts_at_random(cut_variant *variant, int64_t n, int parts);
/* Cuts at multiples of the chunk, as even as possible. */
void cuts_at_chunks(cut_variant *variant, int64_t n, int parts);

/* Solves the lines of s into s->x; parts of other ranks are not changed. The parts of a bundle
 * are assigned to ranks cyclically, or in blocks. kept: as in lines_solve. stats may be NULL. */
typedef enum { OWNERS_BLOCKS, OWNERS_IN_TURN } cut_owners;
spate_status cuts_solve(spate_context *ctx, const cut_variant *variant, cut_owners owners,
                        systems *s, int *kept, spate_tridiag_distributed_stats *stats);

#endif
