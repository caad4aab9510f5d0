/* Lines cut over parts, for the tests of the distributed solver: one solve through the public interface. Every
 * part has memory of its own with marks in all gaps. */
#ifndef TESTS_SOLVERS_CUTS_H
#define TESTS_SOLVERS_CUTS_H

#include "backend/tridiag/device.h"
#include "lines.h"
#include "spate/tridiag_distributed.h"

enum { CUTS_MOST = 64 };

typedef struct cut_way {
    spate_tridiag_class matrix;
    int precision, threads, in_place;
    int64_t chunk;
    const char *reduced;
    double tolerance, scratch;
    const char *backend;             /* NULL: "auto" */
    const struct tri_device *device; /* arrays are in its memory; NULL: the host's */
    layout_kind layout;
    int mixed;              /* every part has another layout */
    int made;               /* rows are made by a function, not read from arrays */
    int taken;              /* and another one takes the answers */
    int parts;              /* 1 ... CUTS_MOST */
    int64_t cut[CUTS_MOST]; /* first rows of parts 1, 2, ... */
} cut_way;

/* Cuts at random rows; all different. parts is lowered where the line has fewer rows. */
void cuts_at_random(cut_way *way, int64_t n, int parts);
/* Cuts at multiples of the chunk as even as they can be. */
void cuts_at_chunks(cut_way *way, int64_t n, int parts);

/* Solves the lines of s into s->x, those parts that are not this rank's left as they are. The parts of a bundle
 * go to ranks in turn, or in blocks. kept: as lines_solve. stats may be NULL. */
typedef enum { OWNERS_BLOCKS, OWNERS_IN_TURN } cut_owners;
spate_status cuts_solve(spate_context *ctx, const cut_way *way, cut_owners owners, systems *s,
                        int *kept, spate_tridiag_distributed_stats *stats);

#endif
