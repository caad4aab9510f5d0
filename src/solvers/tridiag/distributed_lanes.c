/* Panels: which lines are processed side by side, and their offsets in a part. The same in all
 * parts of a bundle. */
#include "solvers/tridiag/distributed_device.h"

/* What a panel keeps for the downward pass should stay in the caches of a core: in the
 * second-level cache, or with a share of the last-level cache if rows are read in place, since
 * long rows are faster then. With lines cut over ranks several panels are in progress. Measured:
 * spate bench tridiag-distributed. */
enum { PANEL_WANTED = 400 << 10, PANEL_IN_PLACE = 1600 << 10 };
enum { UNITS_MOST = 8, PANELS_WANTED = 16 };
/* Bytes of a batch per thread: large enough for the network, small enough to stay in cache until
 * its answers arrive. */
enum { BATCH_WANTED = 1 << 20, BATCHES_WANTED = 4 };

static int64_t panels_of(dist_bundle *b)
{
    b->panels_in_row = b->count[0] >= b->lanes ? (b->count[0] + b->lanes - 1) / b->lanes : 0;
    return b->panels_in_row ? b->panels_in_row * b->count[1] : (b->lines + b->lanes - 1) / b->lanes;
}

int64_t dist_max_rank_rows(const dist_bundle *b)
{
    int64_t most = 0;
    for (int k = 0; k < b->rank_count; ++k) {
        int64_t rows = 0;
        for (int p = 0; p < b->part_count; ++p)
            rows += b->parts[p].rank == b->ranks[k] ? b->parts[p].n : 0;
        most = rows > most ? rows : most;
    }
    return most;
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

void dist_make_panels(const spate_tridiag_distributed *t, dist_bundle *b, int64_t threads)
{
    const int unit = TRI_SEGMENT_UNIT(dist_bytes(t));
    if (t->device) {
        dist_device_panels(t, b);
        return;
    }
    const int64_t row = dist_kept_values(t) * (int64_t)dist_bytes(t);
    const int64_t lane = row * dist_max_rank_rows(b);
    const int64_t whole = b->parts[0].step[0] == 1 ? PANEL_IN_PLACE : PANEL_WANTED;
    const int64_t wanted_bytes = b->rank_count > 1 ? whole / 2 : whole;
    b->lanes = UNITS_MOST * unit;
    b->panels = panels_of(b);
    while (b->lanes > unit && (lane * b->lanes > wanted_bytes || b->panels < PANELS_WANTED)) {
        b->lanes /= 2;
        b->panels = panels_of(b);
    }
    const int64_t least = larger(b->rank_count, threads);
    const int64_t wanted = larger(threads * BATCH_WANTED / (lane * b->lanes), least);
    const int64_t several = larger((b->panels + BATCHES_WANTED - 1) / BATCHES_WANTED, least);
    b->batch = wanted < several ? wanted : several;
    b->batches = (b->panels + b->batch - 1) / b->batch;
}

/* Line (j, k) of the bundle in a lane. */
static void line_of(const dist_bundle *b, int64_t panel, int lane, int64_t at[2])
{
    if (b->panels_in_row) {
        at[0] = panel % b->panels_in_row * b->lanes + lane;
        at[1] = panel / b->panels_in_row;
    } else {
        at[0] = (panel * b->lanes + lane) % b->count[0];
        at[1] = (panel * b->lanes + lane) / b->count[0];
    }
}

int dist_panel_lines(const dist_bundle *b, int64_t panel)
{
    const int64_t left = b->panels_in_row ? b->count[0] - panel % b->panels_in_row * b->lanes
                                          : b->lines - panel * b->lanes;
    return left < b->lanes ? (int)left : b->lanes;
}

int64_t dist_line_number(const dist_bundle *b, int64_t panel, int lane)
{
    int64_t at[2];
    line_of(b, panel, lane, at);
    return b->exchanged ? at[1] + at[0] * b->count[1] : at[0] + at[1] * b->count[0];
}

ptrdiff_t dist_line_offset(const dist_bundle *b, const dist_part *p, int64_t panel, int lane)
{
    int64_t at[2];
    line_of(b, panel, lane, at);
    return (ptrdiff_t)(at[0] * p->step[0] + at[1] * p->step[1]);
}

/* Beyond this many bytes x leaves the cache before it is read: use streaming stores. */
enum { STREAMED = 16 << 20 };

void dist_find_lanes(const spate_tridiag_distributed *t, const dist_bundle *b, const dist_part *p,
                     int64_t panel, dist_lanes *lanes)
{
    const dist_arrays *arrays = &t->arrays[p->local];
    lanes->used = dist_panel_lines(b, panel);
    lanes->problem = (tri_problem){.n = p->n,
                                   .stride = p->stride,
                                   .periodic = t->periodic,
                                   .stream = t->extent > STREAMED / (int64_t)dist_bytes(t),
                                   .a = arrays->a,
                                   .b = arrays->b,
                                   .c = arrays->c,
                                   .d = arrays->d,
                                   .x = arrays->x};
    int adjacent = lanes->used == b->lanes;
    for (int l = 0; l < b->lanes; ++l) {
        const int line = l < lanes->used ? l : lanes->used - 1; /* padding repeats the last line */
        lanes->offset[l] = dist_line_offset(b, p, panel, line);
        adjacent = adjacent && lanes->offset[l] == lanes->offset[0] + l;
        if (t->fill)
            lanes->number[l] = dist_line_number(b, panel, line);
    }
    lanes->panel = (tri_panel){.lanes = b->lanes, .adjacent = adjacent, .offset = lanes->offset};
}
