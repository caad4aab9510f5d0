/* Rows that move between the parts of a process: windows of memory, the move itself. */
#include <stdlib.h>
#include <string.h>

#include "schemes/flow.h"
#include "schemes/flow_sources.h"

int flow_device_of(const flow *k, const grid_part *p)
{
    return (int)(p->device - k->setup.devices);
}

row_range flow_window(void *self, int device)
{
    return ((const flow *)self)->windows[device];
}

/* ---- windows ---- */

static row_range rows_of(const flow *k, int n)
{
    const box b = partition_box(k->setup.partition, k->setup.grid, k->setup.first_part + n);
    return (row_range){b.j0, b.j0 + b.ny};
}

/* Memory for its rows and `more` on either side, within the grid and on tiles. */
static void set_window(flow *k, int n, int64_t more)
{
    const int64_t ny = k->setup.grid->ny;
    const row_range own = rows_of(k, n);
    row_range *w = &k->windows[n];
    w->begin = own.begin > more ? own.begin - more : 0;
    w->end = own.end + more < ny ? own.end + more : ny;
    k->parts[n].shape.room_rows = (int)(w->end - w->begin);
    k->parts[n].shape.rows_below = (int)(own.begin - w->begin);
}

static double bytes_needed(const flow *k)
{
    double bytes = 0;
    for (int n = 0; n < k->setup.part_count; ++n)
        for (int f = 0; f < k->parts[n].field_count; ++f)
            if (k->parts[n].fields[f].name)
                bytes += flow_field_bytes(&k->parts[n], f);
    return bytes;
}

/* Every part can get every row where three quarters of the memory are enough for all fields that
 * the scheme may need; otherwise it has as many beside its own as there is room for. */
spate_status flow_choose_windows(flow *k)
{
    const scheme_setup *s = &k->setup;
    const double available = flow_available(k);
    k->windows = calloc((size_t)s->part_count, sizeof *k->windows);
    if (!k->windows)
        return fail_memory(s->ctx, "no memory for %d parts", s->part_count);
    for (int64_t more = s->movable ? s->grid->ny : 0;; more /= 2) {
        more -= more < s->grid->ny ? more % SPATE_TILE_Y : 0;
        for (int n = 0; n < s->part_count; ++n)
            set_window(k, n, more);
        if (more == 0 || !(available > 0) || bytes_needed(k) <= 0.75 * available)
            break;
    }
    for (int n = 0; n < s->part_count && !s->movable; ++n)
        k->parts[n].shape.room_rows = 0;
    return SPATE_OK;
}

/* The shape of all the memory of a part, for what is allocated with it. */
static part_shape whole_room(part_shape s)
{
    s.ny = s.room_rows;
    s.rows_below = 0;
    s.tiles_y = (s.ny + SPATE_TILE_Y - 1) / SPATE_TILE_Y;
    return s;
}

void flow_widen_part(flow *k, int n)
{
    k->parts[n].shape = whole_room(k->parts[n].shape);
}

void flow_narrow_part(flow *k, int n)
{
    grid_part *p = &k->parts[n];
    const row_range own = rows_of(k, n);
    const int64_t below = own.begin - k->windows[n].begin;
    for (int f = 0; f < p->field_count; ++f)
        for (int s = 0; s < PART_SLOTS && p->fields[f].name; ++s)
            if (p->field[f][s])
                p->field[f][s] =
                    (char *)p->field[f][s] + below * (ptrdiff_t)field_pitch_bytes(p, f);
    p->codes = p->field[FIELD_CODES][0];
    p->shape.rows_below = (int)below;
    p->shape.ny = (int)(own.end - own.begin);
    p->shape.tiles_y = (p->shape.ny + SPATE_TILE_Y - 1) / SPATE_TILE_Y;
    p->tiles_computed = (int64_t)tile_count(&p->shape);
}

/* ---- the order of launches ---- */

static int computes_beside_the_host(const flow *k, int n)
{
    const grid_part *p = &k->parts[n];
    return p->kernels->await || k->held[flow_device_of(k, p)].tile_seconds > 0;
}

void flow_order_parts(flow *k)
{
    int count = 0;
    for (int beside = 1; beside >= 0; --beside)
        for (int n = 0; n < k->setup.part_count; ++n)
            if (computes_beside_the_host(k, n) == beside)
                k->order[count++] = n;
}

grid_part *flow_launched(flow *k, int n)
{
    return &k->parts[k->order[n]];
}

/* ---- a move ---- */

/* The parts by device, with the rows they have. */
static void list_parts(flow *k, grid_part **parts, row_range *from)
{
    for (int n = 0; n < k->part_total; ++n) {
        const int d = flow_device_of(k, &k->parts[n]);
        parts[d] = &k->parts[n];
        from[d].begin = k->windows[d].begin + parts[d]->shape.rows_below;
        from[d].end = from[d].begin + parts[d]->shape.ny;
    }
}

static int adopt_fields(flow *k, grid_part *p, const grid_part *from)
{
    int ok = 1;
    for (int f = 0; f < p->field_count; ++f) {
        if (!p->fields[f].name)
            continue;
        if (from->field[f][0])
            ok = flow_make_field(k, p, f) && ok;
        else
            flow_drop_field(k, p, f);
    }
    if (from->maxima.tile_state && !p->maxima.tile_state)
        p->maxima.tile_state = calloc(tile_room(&p->shape), 1);
    return ok && (p->maxima.tile_state || !from->maxima.tile_state);
}

/* What has been set in the parts at work while this one had no rows. */
static int adopt(flow *k, grid_part *p, const grid_part *from)
{
    part_sources *s = &p->sources;
    const size_t inflows = sizeof *s->inflows * (size_t)from->sources.inflow_count;
    if (!adopt_fields(k, p, from) || (from->sources.tile_forced && !flow_make_forced(p)))
        return 0;
    if (s->inflow_count < from->sources.inflow_count) {
        part_inflow *more = realloc(s->inflows, inflows);
        if (!more)
            return 0;
        s->inflows = more;
    }
    uint8_t *const tile_state = p->maxima.tile_state, *const tile_forced = s->tile_forced;
    part_inflow *const own = s->inflows;
    const inflow_list cells = s->inflow_cells;
    *p->clock = *from->clock;
    p->params = from->params;
    p->boundaries = from->boundaries;
    p->boundary_count = from->boundary_count;
    p->maxima = from->maxima;
    p->maxima.tile_state = tile_state;
    *s = from->sources;
    s->tile_forced = tile_forced;
    s->inflow_cells = cells;
    s->inflows = own;
    if (inflows)
        memcpy(own, from->sources.inflows, inflows);
    p->newer_here |= p->common->push ? (unsigned)PART_ROWS : 0u;
    return 1;
}

/* Parts that get rows again. Their devices need the fields before rows arrive. */
static int adopt_all(flow *k, grid_part *const *parts, const row_range *from, const row_range *to)
{
    int ok = 1;
    for (int d = 0; d < k->part_total; ++d)
        if (from[d].end <= from[d].begin && to[d].end > to[d].begin)
            ok = adopt(k, parts[d], &k->parts[0]) && flow_push_image(parts[d]) && ok;
    return ok;
}

/* A move and its memory, taken before anything changes. Arrays are by device, sorted and clocks in
 * the new order. */
typedef struct row_move {
    grid_part **parts, *sorted;
    row_range *from;
    spate_clock *clocks;
    repartition_lists *lists;
} row_move;

static void drop_move(row_move *m)
{
    repartition_lists_free(m->lists);
    free(m->parts);
    free(m->sorted);
    free(m->from);
    free(m->clocks);
}

static int make_move(const flow *k, row_move *m)
{
    const size_t total = (size_t)k->part_total;
    *m = (row_move){.parts = calloc(total, sizeof *m->parts),
                    .sorted = calloc(total, sizeof *m->sorted),
                    .from = calloc(total, sizeof *m->from),
                    .clocks = calloc(total, sizeof *m->clocks)};
    return m->parts && m->sorted && m->from && m->clocks;
}

/* Parts with rows come first, from the south. They take their clocks along. */
static void sort_parts(flow *k, row_move *m, const row_range *to)
{
    const size_t total = (size_t)k->part_total;
    int count = 0;
    for (int parked = 0; parked < 2; ++parked)
        for (int d = 0; d < k->part_total; ++d)
            if ((to[d].end <= to[d].begin) == parked) {
                m->clocks[count] = *m->parts[d]->clock;
                m->sorted[count++] = *m->parts[d];
            }
    memcpy(k->clocks, m->clocks, total * sizeof *m->clocks);
    memcpy(k->parts, m->sorted, total * sizeof *m->sorted);
    for (int n = 0; n < k->part_total; ++n)
        k->parts[n].clock = &k->clocks[n];
}

static void link_parts(flow *k, const partition *next)
{
    k->setup.part_count = next->px * next->py;
    for (int n = 0; n < k->setup.part_count; ++n) {
        grid_part *p = &k->parts[n];
        static const int direction[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
        for (int side = 0; side < 4; ++side)
            p->shape.linked[side] = partition_neighbour(next, k->setup.grid, n, direction[side][0],
                                                        direction[side][1]) >= 0;
        p->ghosts = NULL;
        p->ghost_count = 0;
        p->shown_valid = 0;
        p->newer_here |= p->common->push ? (unsigned)PART_ROWS : 0u;
    }
    halo_relink(k->halo, next, k->setup.part_count);
    flow_link_ghosts(k);
    flow_order_parts(k);
}

/* Fails before any change. */
static spate_status move_cells(flow *k, row_move *m, const row_range *to, repartition_method method,
                               repartition_count *done)
{
    list_parts(k, m->parts, m->from);
    const repartition r = {.ctx = k->setup.ctx,
                           .grid = k->setup.grid,
                           .parts = m->parts,
                           .count = k->part_total,
                           .from = m->from,
                           .to = to,
                           .method = method,
                           .front_keeps_face = k->kind->about->can.front_keeps_face};
    if (!adopt_all(k, m->parts, m->from, to) || !(m->lists = repartition_lists_make(&r)))
        return fail_memory(k->setup.ctx, "no memory to move rows between devices");
    SPATE_TRY(repartition_fields(&r, done));
    repartition_lists_commit(&r, m->lists);
    m->lists = NULL;
    sort_parts(k, m, to);
    return SPATE_OK;
}

spate_status flow_move_rows(void *self, const partition *next, const row_range *to,
                            repartition_method method, repartition_count *done)
{
    flow *k = self;
    row_move m;
    spate_status status = SPATE_OK;
    if (!make_move(k, &m))
        status = fail_memory(k->setup.ctx, "no memory to move rows between devices");
    if (status == SPATE_OK) {
        flow_use_images(k, PART_LISTS | PART_SOURCES);
        status = flow_push_images(k);
    }
    if (status == SPATE_OK)
        status = move_cells(k, &m, to, method, done);
    drop_move(&m);
    SPATE_TRY(status);
    link_parts(k, next);
    SPATE_TRY(flow_push_images(k));
    flow_exchange_state(k);
    return flow_check_device(k);
}
