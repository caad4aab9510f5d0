/* The work on one panel of lines: where they lie, their way up and down in a part and in the top, and what was
 * found there. */
#ifndef SPATE_SOLVERS_TRIDIAG_DISTRIBUTED_CLIMB_H
#define SPATE_SOLVERS_TRIDIAG_DISTRIBUTED_CLIMB_H

#include "solvers/tridiag/distributed.h"

/* ---- distributed_lanes.c: lines side by side ---- */

enum { DIST_MOST_LANES = 128 };

/* threads: the most of a rank of the bundle. */
void dist_make_panels(const spate_tridiag_distributed *t, dist_bundle *b, int64_t threads);

/* A panel within a part of this rank. */
typedef struct dist_lanes {
    tri_problem problem;
    tri_panel panel;
    ptrdiff_t offset[DIST_MOST_LANES];
    int64_t number[DIST_MOST_LANES]; /* where rows are made by the caller */
    int used;                        /* lanes that are lines of their own */
} dist_lanes;
void dist_find_lanes(const spate_tridiag_distributed *t, const dist_bundle *b, const dist_part *p,
                     int64_t panel, dist_lanes *lanes);

/* Public number of the line in a lane, and where its first row lies in a part. */
int64_t dist_line_number(const dist_bundle *b, int64_t panel, int lane);
ptrdiff_t dist_line_offset(const dist_bundle *b, const dist_part *p, int64_t panel, int lane);

int dist_panel_lines(const dist_bundle *b, int64_t panel);

/* ---- distributed_panel.c: the way up and down of one panel ---- */

/* From rows to pieces; kept: what the way back needs. */
void dist_part_up(const spate_tridiag_distributed *t, const dist_bundle *b, const dist_part *p,
                  int64_t panel, dist_scratch *s, char *pieces, char *kept, dist_findings *found);
/* From pieces of all parts to their answers; s->pieces and s->answers point to them. */
void dist_top(const spate_tridiag_distributed *t, const dist_bundle *b, dist_scratch *s);
/* From answers to x. */
void dist_part_down(const spate_tridiag_distributed *t, const dist_bundle *b, const dist_part *p,
                    int64_t panel, dist_scratch *s, const char *answers, char *kept,
                    dist_findings *found);

/* ---- distributed_neighbours.c ---- */

/* The bound of what is dropped, for a shared matrix: raises t->dropped, fills the cuts. */
spate_status dist_bound_shared(spate_tridiag_distributed *t, dist_bundle *b);
/* A part's segment becomes what it shows (in place of its pieces); then the answers of a part from what its
 * neighbours show it: before and after are NULL where the line ends. */
void dist_show(const spate_tridiag_distributed *t, const dist_bundle *b, const dist_part *p,
               char *pieces, dist_findings *found);
void dist_join(const spate_tridiag_distributed *t, const dist_bundle *b, const dist_part *p,
               const char *before, const char *mine, const char *after, char *answers,
               dist_findings *found);

/* ---- distributed_failure.c ---- */

void dist_merge_findings(dist_findings *all, const dist_findings *mine);
/* A line whose last unknowns (or, with answered 0, x) are no numbers: looks for the cause in a part, whose d
 * must still be there if answered. */
void dist_note_failure(const spate_tridiag_distributed *t, const dist_bundle *b, const dist_part *p,
                       int64_t panel, int lane, int answered, dist_findings *found);
/* The same with the rows of the line elsewhere: row i at offset + i * stride. */
typedef struct dist_line_at {
    const dist_arrays *arrays;
    ptrdiff_t offset, stride;
} dist_line_at;
void dist_note_failure_at(const spate_tridiag_distributed *t, const dist_bundle *b,
                          const dist_part *p, int64_t panel, int lane, int answered,
                          const dist_line_at *at, dist_findings *found);
/* The status of a solve, agreed by all ranks. Collective. */
spate_status dist_tell(spate_tridiag_distributed *t, const dist_findings *found);

/* ---- one tape run for one panel ---- */

typedef struct dist_climb {
    const spate_tridiag_distributed *t;
    const dist_tape *tape;
    const dist_lanes *lanes; /* NULL in the top: its rows lie side by side in scratch */
    dist_scratch *s;
    size_t row; /* bytes of a row of lanes */
    int width;  /* lanes */
    char *kept;
    const dist_bundle *b;
    const dist_part *part; /* NULL in the top */
    int64_t panel;
    int judge; /* dominance is looked at */
    dist_findings *found;
} dist_climb;

/* ---- distributed_chunk.c ---- */

/* Rows that are brought side by side at once: those of four arrays fit the first-level cache. Who makes rows (`fill`) is
 * asked for more, so that loops along lines are not all beginning and end. */
enum { DIST_ROWS_AT_ONCE = 16, DIST_ROWS_MADE = 32 };

/* Rows of x that scratch has room for, and one behind them. */
static inline int dist_x_rows(const spate_tridiag_distributed *t)
{
    return t->chunk > DIST_ROWS_MADE ? (int)t->chunk : DIST_ROWS_MADE;
}

/* Rows from `at` on of the part, side by side, array after array: a, b, c, d, or d alone. */
void dist_get_rows(const dist_climb *c, int64_t at, int rows, char *const to[4]);

void dist_reduce_chunk(const dist_climb *c, const dist_op *op, char *segment);
/* x: rows side by side. */
void dist_expand_chunk(const dist_climb *c, const dist_op *op, const char *before, const char *last,
                       char *x);

#endif
