/* The device's copy of a part: fields, lists, tables; bringing over what is newer on one side. */
#ifndef SPATE_BACKEND_CUDA_KURGANOV_MIRROR_CUH
#define SPATE_BACKEND_CUDA_KURGANOV_MIRROR_CUH

#include "backend/cuda/kurganov/fields.cuh"
#include "backend/cuda/kurganov/progress.cuh"
#include "backend/cuda/kurganov/tables.cuh"

namespace
{

/* A field by field copy of the image's structure with the device's addresses. 0: no memory. */
int make_fields(cuda_work *w, const grid_part *part)
{
    grid_part &p = w->c.p;
    int ok = 1;
    const int slots = part->params.stages == 1 ? 2 : PART_SLOTS;
    for (int s = 0; s < slots; ++s)
        for (int v = 0; v < STATE_VARIABLES; ++v)
            ok = (p.field[v][s] = twin_of(w, part->field[v][s], s)) && ok;
    ok = (p.field[FIELD_BED][0] = twin_of(w, part->field[FIELD_BED][0], 0)) && ok;
    ok = (p.codes = (uint8_t *)twin_of(w, part->codes, 0)) && ok;
    p.field[FIELD_FRICTION][0] = twin_of(w, part->field[FIELD_FRICTION][0], 0);
    for (int s = 0; s < 2; ++s) {
        p.field[FIELD_CARRY][s] = twin_of(w, part->field[FIELD_CARRY][s], s);
        p.field[FIELD_INFILTRATED][s] = twin_of(w, part->field[FIELD_INFILTRATED][s], s);
    }
    p.field[FIELD_RAIN_MAP][0] = twin_of(w, part->field[FIELD_RAIN_MAP][0], 0);
    p.field[FIELD_CONDUCTIVITY][0] = twin_of(w, part->field[FIELD_CONDUCTIVITY][0], 0);
    p.field[FIELD_SUCTION][0] = twin_of(w, part->field[FIELD_SUCTION][0], 0);
    p.field[FIELD_DEFICIT][0] = twin_of(w, part->field[FIELD_DEFICIT][0], 0);
    p.maxima = part->maxima;
    void **const images[] = {&p.field[FIELD_MAX_DEPTH][0],   &p.field[FIELD_MAX_SPEED_SQUARED][0], &p.field[FIELD_MAX_MOMENTUM_SQUARED][0],
                             &p.field[FIELD_ARRIVAL][0], &p.field[FIELD_DEEP_SINCE][0],         &p.field[FIELD_DURATION][0]};
    for (void **field : images)
        if (*field)
            ok = (*field = twin_of(w, *field, 0)) && ok;
    const void *const optional[][2] = {{part->field[FIELD_FRICTION][0], p.field[FIELD_FRICTION][0]},
                                       {part->field[FIELD_CARRY][0], p.field[FIELD_CARRY][0]},
                                       {part->field[FIELD_CARRY][1], p.field[FIELD_CARRY][1]},
                                       {part->field[FIELD_INFILTRATED][0], p.field[FIELD_INFILTRATED][0]},
                                       {part->field[FIELD_INFILTRATED][1], p.field[FIELD_INFILTRATED][1]},
                                       {part->field[FIELD_RAIN_MAP][0], p.field[FIELD_RAIN_MAP][0]},
                                       {part->field[FIELD_CONDUCTIVITY][0], p.field[FIELD_CONDUCTIVITY][0]},
                                       {part->field[FIELD_SUCTION][0], p.field[FIELD_SUCTION][0]},
                                       {part->field[FIELD_DEFICIT][0], p.field[FIELD_DEFICIT][0]}};
    for (const void *const *pair : optional)
        ok = ok && (!pair[0] || pair[1]);
    return ok;
}

void make_lists(cuda_work *w, const grid_part *part)
{
    grid_part &p = w->c.p;
    const int ny = part->shape.ny;
    std::vector<face_boundary> boundaries;
    std::vector<part_inflow> inflows;
    drop_tables(w);
    for (int n = 0; n < part->boundary_count; ++n)
        boundaries.push_back(boundary_copy(w, &part->boundaries[n]));
    p.boundaries = (face_boundary *)table_copy(w, boundaries.data(),
                                               sizeof(face_boundary) * boundaries.size());
    p.boundary_count = part->boundary_count;
    p.boundary_x = list_copy(w, &part->boundary_x, ny);
    p.boundary_y = list_copy(w, &part->boundary_y, ny);
    const part_sources &s = part->sources;
    p.sources.rain = series_copy(w, &s.rain);
    p.sources.wind_x = series_copy(w, &s.wind_x);
    p.sources.wind_y = series_copy(w, &s.wind_y);
    p.sources.rain_map_sum = s.rain_map_sum;
    for (int n = 0; n < s.inflow_count; ++n) {
        inflows.push_back(s.inflows[n]);
        inflows.back().discharge = series_copy(w, &s.inflows[n].discharge);
    }
    p.sources.inflows =
        (part_inflow *)table_copy(w, inflows.data(), sizeof(part_inflow) * inflows.size());
    p.sources.inflow_count = s.inflow_count;
    p.sources.inflow_cells = inflow_copy(w, &s.inflow_cells, ny);
    p.ghosts = (const ghost_box *)table_copy(w, part->ghosts,
                                             sizeof(ghost_box) * (size_t)part->ghost_count);
    p.ghost_count = part->ghost_count;
    cuda_ok(cudaStreamSynchronize(cuda_stream()), "copying lists");
}

/* Kinds of items from those of the tiles under them. */
void make_kinds(cuda_work *w, const grid_part *part)
{
    const part_shape &s = part->shape;
    const cuda_part &c = w->c;
    std::vector<uint8_t> edged((size_t)(c.columns * c.rows)), forced(edged.size());
    for (int ty = 0; ty < s.tiles_y; ++ty)
        for (int tx = 0; tx < s.tiles_x; ++tx) {
            const ptrdiff_t tile = (ptrdiff_t)ty * s.tiles_x + tx;
            const int is_forced = part->tile_forced[tile] ||
                                  (part->sources.tile_forced && part->sources.tile_forced[tile]);
            if (!part->tile_edged[tile] && !is_forced)
                continue;
            const int x1 = (tx + 1) * SPATE_TILE_X < s.nx ? (tx + 1) * SPATE_TILE_X : s.nx;
            const int y1 = (ty + 1) * SPATE_TILE_Y < s.ny ? (ty + 1) * SPATE_TILE_Y : s.ny;
            for (int row = ty * SPATE_TILE_Y / c.height; row <= (y1 - 1) / c.height; ++row)
                for (int column = tx * SPATE_TILE_X / ITEM_WIDTH; column <= (x1 - 1) / ITEM_WIDTH;
                     ++column) {
                    edged[(size_t)(row * c.columns + column)] |= part->tile_edged[tile];
                    forced[(size_t)(row * c.columns + column)] |= (uint8_t)is_forced;
                }
        }
    cuda_ok(cudaMemcpyAsync(c.edged, edged.data(), edged.size(), cudaMemcpyHostToDevice,
                            cuda_stream()),
            "copying kinds of items");
    cuda_ok(cudaMemcpyAsync(c.forced, forced.data(), forced.size(), cudaMemcpyHostToDevice,
                            cuda_stream()),
            "copying kinds of items");
    cuda_ok(cudaStreamSynchronize(cuda_stream()), "copying kinds of items");
}

void add_state(batch *b, cuda_work *w, const grid_part *part)
{
    const int now = part->clock->now;
    for (int v = 0; v < STATE_VARIABLES; ++v)
        add_field(b, w, part->field[v][0], now);
    add_field(b, w, part->field[FIELD_CARRY][0], now);
    add_field(b, w, part->field[FIELD_INFILTRATED][0], now);
}

void add_maxima(batch *b, cuda_work *w, const part_maxima &m)
{
    const void *const fields[] = {m.depth,   m.speed_squared, m.momentum_squared,
                                  m.arrival, m.since,         m.duration};
    for (const void *field : fields)
        add_field(b, w, field, 0);
}

/* What the device needs of these groups. Maxima that begin with this state are made from it there. */
batch fields_of(cuda_work *w, const grid_part *part, unsigned groups)
{
    batch b;
    if (groups & PART_GROUND) {
        add_field(&b, w, part->field[FIELD_BED][0], 0);
        add_field(&b, w, part->field[FIELD_FRICTION][0], 0);
        add_field(&b, w, part->codes, 0);
    }
    if (groups & PART_SOURCES) {
        add_field(&b, w, part->field[FIELD_RAIN_MAP][0], 0);
        add_field(&b, w, part->field[FIELD_CONDUCTIVITY][0], 0);
        add_field(&b, w, part->field[FIELD_SUCTION][0], 0);
        add_field(&b, w, part->field[FIELD_DEFICIT][0], 0);
    }
    if (groups & PART_STATE)
        add_state(&b, w, part);
    if (groups & PART_MAXIMA && part->maxima.begun != part->clock->step)
        add_maxima(&b, w, part->maxima);
    return b;
}

kp_stage constants_of(const grid_part *part)
{
    const part_params &k = part->params;
    kp_stage s = {};
    s.law = k.friction;
    s.g = (calc)k.gravity;
    s.h_dry = (calc)(real)k.dry_depth;
    s.inv_dx = (calc)(1.0 / k.dx);
    s.inv_dy = (calc)(1.0 / k.dy);
    s.coriolis = (calc)k.coriolis;
    return s;
}

int push(grid_part *part)
{
    cuda_work *w = work_of(part);
    const unsigned groups = part->newer_here;
    if (!groups)
        return 1;
    drop_orphans(w);
    w->c.p.shape = part->shape;
    w->c.p.params = part->params;
    w->c.constants = constants_of(part);
    w->c.half_theta = (calc)(0.5 * part->params.theta);
    w->c.strength = (calc)(real)part->params.friction_strength;
    if (!make_fields(w, part))
        return 0;
    if (groups & (PART_LISTS | PART_SOURCES))
        make_lists(w, part);
    if (groups & (PART_GROUND | PART_LISTS | PART_SOURCES))
        make_kinds(w, part);
    bring(w, fields_of(w, part, groups), TO_DEVICE);
    /* No item may sleep through a change. */
    const size_t items = (size_t)(w->c.columns * w->c.rows);
    for (int n = 0; n < 2; ++n)
        cuda_ok(cudaMemsetAsync(w->c.moved[n], 1, items, cuda_stream()), "waking items");
    push_clock(part);
    forget_graph(w);
    part->newer_here = 0;
    cuda_ok(cudaStreamSynchronize(cuda_stream()), "copying a part");
    return cuda_trouble() == NULL;
}

/* Accounts only: what the lists are does not change on the device. */
void pull_lists(const cuda_work *w, grid_part *part)
{
    const grid_part &p = w->c.p;
    cudaStream_t stream = cuda_stream();
    const boundary_list *const from[2] = {&p.boundary_x, &p.boundary_y};
    const boundary_list *const to[2] = {&part->boundary_x, &part->boundary_y};
    for (int n = 0; n < 2; ++n)
        if (to[n]->count)
            cuda_ok(cudaMemcpyAsync(to[n]->faces, from[n]->faces,
                                    sizeof(boundary_face) * (size_t)to[n]->count,
                                    cudaMemcpyDeviceToHost, stream),
                    "copying accounts of faces");
}

void pull_sources(const cuda_work *w, grid_part *part)
{
    const inflow_list &from = w->c.p.sources.inflow_cells, &to = part->sources.inflow_cells;
    if (to.count)
        cuda_ok(cudaMemcpyAsync(to.kept, from.kept,
                                sizeof(double) * INFLOW_VALUES * (size_t)to.count,
                                cudaMemcpyDeviceToHost, cuda_stream()),
                "copying accounts of inflows");
}

void pull(grid_part *part, unsigned groups)
{
    cuda_work *w = work_of(part);
    batch b;
    if (groups & PART_STATE)
        add_state(&b, w, part);
    if (groups & PART_FAILED)
        for (int v = 0; v < STATE_VARIABLES; ++v)
            add_field(&b, w, part->field[v][0], 1 - part->clock->now);
    if (groups & PART_MAXIMA)
        add_maxima(&b, w, part->maxima);
    if (!b.empty())
        bring(w, b, TO_HOST);
    if (groups & PART_LISTS)
        pull_lists(w, part);
    if (groups & PART_SOURCES)
        pull_sources(w, part);
    cuda_ok(cudaStreamSynchronize(cuda_stream()), "copying a part back");
    part->newer_there &= ~groups;
}

void *state_field(const grid_part *part, int slot, int variable)
{
    return work_of(part)->c.p.field[variable][slot];
}

} // namespace

#endif
