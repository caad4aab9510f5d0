/* Work on one panel of lines: memory layout, upward and downward pass within a part and in the
 * top, failures. */
#ifndef SPATE_SOLVERS_TRIDIAG_DISTRIBUTED_PANEL_H
#define SPATE_SOLVERS_TRIDIAG_DISTRIBUTED_PANEL_H

#include "solvers/tridiag/distributed.h"

/* ---- distributed_lanes.c: lines side by side ---- */

enum { DIST_MAX_LANES = 128 };

/* threads: the maximum over the ranks of the bundle. */
void dist_make_panels(const spate_tridiag_distributed *t, dist_bundle *b, int64_t threads);

/* A panel within a part of this rank. */
typedef struct dist_lanes {
    tri_problem problem;
    tri_panel panel;
    ptrdiff_t offset[DIST_MAX_LANES];
    int64_t number[DIST_MAX_LANES]; /* set if the `fill` callback needs it */
    int used;                       /* lanes that are not padding */
} dist_lanes;
void dist_find_lanes(const spate_tridiag_distributed *t, const dist_bundle *b, const dist_part *p,
                     int64_t panel, dist_lanes *lanes);

/* Public number of the line in a lane, and offset of its first row in a part. */
int64_t dist_line_number(const dist_bundle *b, int64_t panel, int lane);
ptrdiff_t dist_line_offset(const dist_bundle *b, const dist_part *p, int64_t panel, int lane);

int dist_panel_lines(const dist_bundle *b, int64_t panel);
/* Maximum over the ranks of the bundle. */
int64_t dist_max_rank_rows(const dist_bundle *b);

/* ---- distributed_panel.c: upward and downward pass of one panel ---- */

/* From rows to pieces; kept: data for the downward pass. */
void dist_part_up(const spate_tridiag_distributed *t, const dist_bundle *b, const dist_part *p,
                  int64_t panel, dist_scratch *s, char *pieces, char *kept,
                  dist_diagnostics *found);
/* From the pieces of all parts to their answers, both found through s->pieces and s->answers. */
void dist_top(const spate_tridiag_distributed *t, const dist_bundle *b, dist_scratch *s);
/* From answers to x. */
void dist_part_down(const spate_tridiag_distributed *t, const dist_bundle *b, const dist_part *p,
                    int64_t panel, dist_scratch *s, const char *answers, char *kept,
                    dist_diagnostics *found);

/* ---- distributed_neighbours.c ---- */

/* Error bound of dropped couplings, for a shared matrix: raises t->dropped, fills the cuts. */
spate_status dist_bound_shared(spate_tridiag_distributed *t, dist_bundle *b);
/* Decoupled parts. The first function replaces the segment of a part by its faces. The second
 * computes the answers of a part from its own face and those of its neighbours; before and after
 * are NULL at the ends of the line. */
void dist_make_faces(const spate_tridiag_distributed *t, const dist_bundle *b, const dist_part *p,
                     char *pieces, dist_diagnostics *found);
void dist_join_faces(const spate_tridiag_distributed *t, const dist_bundle *b, const dist_part *p,
                     const char *before, const char *mine, const char *after, char *answers,
                     dist_diagnostics *found);

/* ---- distributed_failure.c ---- */

void dist_merge_diagnostics(dist_diagnostics *all, const dist_diagnostics *mine);
/* Called for a line whose last unknowns (or x, if not answered) are not finite. Searches a part
 * for the cause; if answered, its d must not be overwritten yet. */
void dist_note_failure(const spate_tridiag_distributed *t, const dist_bundle *b, const dist_part *p,
                       int64_t panel, int lane, int answered, dist_diagnostics *found);
/* Same with the rows of the line elsewhere: row i at offset + i * stride. */
typedef struct dist_line_at {
    const dist_arrays *arrays;
    ptrdiff_t offset, stride;
} dist_line_at;
void dist_note_failure_at(const spate_tridiag_distributed *t, const dist_bundle *b,
                          const dist_part *p, int64_t panel, int lane, int answered,
                          const dist_line_at *at, dist_diagnostics *found);
/* The status of a solve, the same on all ranks. Collective. */
spate_status dist_agree_status(spate_tridiag_distributed *t, const dist_diagnostics *found);

/* ---- one run of a tape for one panel ---- */

typedef struct dist_panel_run {
    const spate_tridiag_distributed *t;
    const dist_tape *tape;
    const dist_lanes *lanes; /* NULL in the top: its rows are contiguous in scratch */
    dist_scratch *s;
    size_t row; /* bytes of a row of lanes */
    int width;  /* lanes */
    char *kept;
    const dist_bundle *b;
    const dist_part *part; /* NULL in the top */
    int64_t panel;
    int judge; /* measure diagonal dominance */
    dist_diagnostics *found;
} dist_panel_run;

/* ---- distributed_chunk.c ---- */

/* Number of rows gathered at once: those of four arrays fit in the first-level cache. The `fill`
 * callback gets more rows per call, to make its loops along lines efficient. */
enum { DIST_ROWS_AT_ONCE = 16, DIST_ROWS_SUPPLIED = 32 };

/* Rows of x in scratch, without the additional next row. */
static inline int dist_x_rows(const spate_tridiag_distributed *t)
{
    return t->chunk > DIST_ROWS_SUPPLIED ? (int)t->chunk : DIST_ROWS_SUPPLIED;
}

/* Gathers rows of the part, starting at row `at`, array by array: a, b, c, d, or d alone. */
void dist_get_rows(const dist_panel_run *c, int64_t at, int rows, char *const to[4]);

void dist_reduce_chunk(const dist_panel_run *c, const dist_op *op, char *segment);
/* x: rows of lanes, contiguous. */
void dist_expand_chunk(const dist_panel_run *c, const dist_op *op, const char *before,
                       const char *last, char *x);

#endif
