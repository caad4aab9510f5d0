/* The device's copy of a part: fields, lists, tables; bringing over what is newer on one side. */
#ifndef SPATE_BACKEND_CUDA_KURGANOV_MIRROR_CUH
#define SPATE_BACKEND_CUDA_KURGANOV_MIRROR_CUH

#include "backend/cuda/kurganov_host.cuh"

namespace
{

/* ---- copies of fields ---- */

mirror *find_mirror(cuda_work *w, const image_block &block, int slot)
{
    for (mirror &m : w->mirrors)
        if (m.image.number == block.number && m.slot == slot)
            return &m;
    return NULL;
}

/* The device's address for an address of the image; NULL: no memory. */
void *twin_of(cuda_work *w, const void *image, int slot)
{
    const image_block block = cuda_image_block(image);
    if (!block.number)
        return NULL;
    const mirror *known = find_mirror(w, block, slot);
    const size_t room =
        sizeof(double) * (size_t)w->c.p.shape.pitch; /* kernels read a row beyond the last */
    char *device = known ? known->device : (char *)cuda_take(block.bytes + room);
    if (!device)
        return NULL;
    if (!known)
        w->mirrors.push_back({block, slot, device});
    return device + ((const char *)image - block.memory);
}

/* Copies of fields that the scheme has given up. */
void drop_orphans(cuda_work *w)
{
    for (size_t n = w->mirrors.size(); n-- > 0;)
        if (cuda_image_block(w->mirrors[n].image.memory).number != w->mirrors[n].image.number) {
            cuda_give(w->mirrors[n].device);
            w->mirrors.erase(w->mirrors.begin() + (ptrdiff_t)n);
        }
}

void copy_field(cuda_work *w, const void *image, int slot, int to_device)
{
    const image_block block = cuda_image_block(image);
    const mirror *m = block.number ? find_mirror(w, block, slot) : NULL;
    if (!m)
        return;
    cuda_ok(to_device ? cudaMemcpyAsync(m->device, block.memory, block.bytes,
                                        cudaMemcpyHostToDevice, cuda_stream())
                      : cudaMemcpyAsync(block.memory, m->device, block.bytes,
                                        cudaMemcpyDeviceToHost, cuda_stream()),
            "copying a field");
}

/* ---- copies of lists and tables ---- */

void *table_copy(cuda_work *w, const void *from, size_t bytes)
{
    if (!from || !bytes)
        return NULL;
    void *to = cuda_take(bytes);
    if (!to)
        return NULL;
    w->tables.push_back(to);
    cuda_ok(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, cuda_stream()),
            "copying a table");
    return to;
}

time_table series_copy(cuda_work *w, const time_table *s)
{
    time_table to = *s;
    const size_t bytes = sizeof(double) * (size_t)s->count;
    to.t = (const double *)table_copy(w, s->t, bytes);
    to.value = (const double *)table_copy(w, s->value, bytes);
    to.integral = (const double *)table_copy(w, s->integral, bytes);
    return to;
}

face_boundary boundary_copy(cuda_work *w, const face_boundary *b)
{
    face_boundary to = *b;
    std::vector<time_table> tables;
    for (int n = 0; n < b->table_count; ++n)
        tables.push_back(series_copy(w, &b->tables[n]));
    to.tables =
        (const time_table *)table_copy(w, tables.data(), sizeof(time_table) * tables.size());
    to.section = (const section_cell *)table_copy(w, b->section,
                                                  sizeof(section_cell) * (size_t)b->section_count);
    to.rating_level =
        (const double *)table_copy(w, b->rating_level, sizeof(double) * (size_t)b->rating_count);
    to.rating_discharge = (const double *)table_copy(w, b->rating_discharge,
                                                     sizeof(double) * (size_t)b->rating_count);
    /* The tables themselves are read by the copy above before this function returns. */
    cuda_ok(cudaStreamSynchronize(cuda_stream()), "copying a boundary");
    return to;
}

boundary_list list_copy(cuda_work *w, const boundary_list *l, int ny)
{
    boundary_list to = *l;
    to.faces = (boundary_face *)table_copy(w, l->faces, sizeof(boundary_face) * (size_t)l->count);
    to.row_start =
        l->count ? (int *)table_copy(w, l->row_start, sizeof(int) * (size_t)(ny + 2)) : NULL;
    return to;
}

inflow_list inflow_copy(cuda_work *w, const inflow_list *l, int ny)
{
    inflow_list to = *l;
    const size_t values = sizeof(double) * INFLOW_VALUES * (size_t)l->count;
    to.cells = (inflow_cell *)table_copy(w, l->cells, sizeof(inflow_cell) * (size_t)l->count);
    to.row_start =
        l->count ? (int *)table_copy(w, l->row_start, sizeof(int) * (size_t)(ny + 1)) : NULL;
    to.kept = (double(*)[INFLOW_VALUES])table_copy(w, l->kept, values);
    to.attempt = (double(*)[INFLOW_VALUES])table_copy(w, l->attempt, values);
    return to;
}

void drop_tables(cuda_work *w)
{
    for (void *table : w->tables)
        cuda_give(table);
    w->tables.clear();
}

/* ---- the device's part ---- */

/* A field by field copy of the image's structure with the device's addresses. 0: no memory. */
int make_fields(cuda_work *w, const kp_part *part)
{
    kp_part &p = w->c.p;
    int ok = 1;
    const int slots = part->params.stages == 1 ? 2 : KP_SLOTS;
    for (int s = 0; s < slots; ++s)
        for (int v = 0; v < KP_VARIABLES; ++v)
            ok = (p.state[s][v] = twin_of(w, part->state[s][v], s)) && ok;
    ok = (p.bed = twin_of(w, part->bed, 0)) && ok;
    ok = (p.faces = (uint8_t *)twin_of(w, part->faces, 0)) && ok;
    p.friction = twin_of(w, part->friction, 0);
    for (int s = 0; s < 2; ++s) {
        p.carry[s] = twin_of(w, part->carry[s], s);
        p.sources.infiltrated[s] = twin_of(w, part->sources.infiltrated[s], s);
    }
    p.sources.rain_map = twin_of(w, part->sources.rain_map, 0);
    p.sources.conductivity = twin_of(w, part->sources.conductivity, 0);
    p.sources.suction = twin_of(w, part->sources.suction, 0);
    p.sources.deficit = twin_of(w, part->sources.deficit, 0);
    p.maxima = part->maxima;
    void **const images[] = {&p.maxima.depth,   &p.maxima.speed_squared, &p.maxima.momentum_squared,
                             &p.maxima.arrival, &p.maxima.since,         &p.maxima.duration};
    for (void **field : images)
        if (*field)
            ok = (*field = twin_of(w, *field, 0)) && ok;
    const void *const optional[][2] = {{part->friction, p.friction},
                                       {part->carry[0], p.carry[0]},
                                       {part->carry[1], p.carry[1]},
                                       {part->sources.infiltrated[0], p.sources.infiltrated[0]},
                                       {part->sources.infiltrated[1], p.sources.infiltrated[1]},
                                       {part->sources.rain_map, p.sources.rain_map},
                                       {part->sources.conductivity, p.sources.conductivity},
                                       {part->sources.suction, p.sources.suction},
                                       {part->sources.deficit, p.sources.deficit}};
    for (const void *const *pair : optional)
        ok = ok && (!pair[0] || pair[1]);
    return ok;
}

void make_lists(cuda_work *w, const kp_part *part)
{
    kp_part &p = w->c.p;
    const int ny = part->shape.ny;
    std::vector<face_boundary> boundaries;
    std::vector<kp_inflow> inflows;
    drop_tables(w);
    for (int n = 0; n < part->boundary_count; ++n)
        boundaries.push_back(boundary_copy(w, &part->boundaries[n]));
    p.boundaries = (face_boundary *)table_copy(w, boundaries.data(),
                                               sizeof(face_boundary) * boundaries.size());
    p.boundary_count = part->boundary_count;
    p.boundary_x = list_copy(w, &part->boundary_x, ny);
    p.boundary_y = list_copy(w, &part->boundary_y, ny);
    const kp_sources &s = part->sources;
    p.sources.rain = series_copy(w, &s.rain);
    p.sources.wind_x = series_copy(w, &s.wind_x);
    p.sources.wind_y = series_copy(w, &s.wind_y);
    p.sources.rain_map_sum = s.rain_map_sum;
    for (int n = 0; n < s.inflow_count; ++n) {
        inflows.push_back(s.inflows[n]);
        inflows.back().discharge = series_copy(w, &s.inflows[n].discharge);
    }
    p.sources.inflows =
        (kp_inflow *)table_copy(w, inflows.data(), sizeof(kp_inflow) * inflows.size());
    p.sources.inflow_count = s.inflow_count;
    p.sources.inflow_cells = inflow_copy(w, &s.inflow_cells, ny);
    p.ghosts = (const ghost_box *)table_copy(w, part->ghosts,
                                             sizeof(ghost_box) * (size_t)part->ghost_count);
    p.ghost_count = part->ghost_count;
    cuda_ok(cudaStreamSynchronize(cuda_stream()), "copying lists");
}

/* Kinds of items from those of the tiles under them. */
void make_kinds(cuda_work *w, const kp_part *part)
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

void forget_graph(cuda_work *w)
{
    if (w->graph)
        cuda_ok(cudaGraphExecDestroy(w->graph), "dropping a graph");
    w->graph = NULL;
}

void push_clock(const kp_part *part)
{
    cuda_ok(cudaMemcpyAsync(work_of(part)->c.p.clock, part->clock, sizeof *part->clock,
                            cudaMemcpyHostToDevice, cuda_stream()),
            "copying the clock");
}

void pull_clock(kp_part *part)
{
    cuda_ok(cudaMemcpyAsync(part->clock, work_of(part)->c.p.clock, sizeof *part->clock,
                            cudaMemcpyDeviceToHost, cuda_stream()),
            "copying the clock");
    cuda_ok(cudaStreamSynchronize(cuda_stream()), "waiting for the device");
}

void copy_state(cuda_work *w, const kp_part *part, int to_device)
{
    const int now = part->clock->now;
    for (int v = 0; v < KP_VARIABLES; ++v)
        copy_field(w, part->state[0][v], now, to_device);
    copy_field(w, part->carry[0], now, to_device);
    copy_field(w, part->sources.infiltrated[0], now, to_device);
}

kp_stage constants_of(const kp_part *part)
{
    const kp_params &k = part->params;
    kp_stage s = {};
    s.law = k.friction;
    s.g = (calc)k.gravity;
    s.h_dry = (calc)(real)k.dry_depth;
    s.inv_dx = (calc)(1.0 / k.dx);
    s.inv_dy = (calc)(1.0 / k.dy);
    return s;
}

int push(kp_part *part)
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
    if (groups & PART_GROUND) {
        copy_field(w, part->bed, 0, 1);
        copy_field(w, part->friction, 0, 1);
        copy_field(w, part->faces, 0, 1);
    }
    if (groups & PART_SOURCES) {
        copy_field(w, part->sources.rain_map, 0, 1);
        copy_field(w, part->sources.conductivity, 0, 1);
        copy_field(w, part->sources.suction, 0, 1);
        copy_field(w, part->sources.deficit, 0, 1);
    }
    if (groups & PART_STATE)
        copy_state(w, part, 1);
    if (groups & PART_MAXIMA) {
        const kp_maxima &m = part->maxima;
        const void *const fields[] = {m.depth,   m.speed_squared, m.momentum_squared,
                                      m.arrival, m.since,         m.duration};
        for (const void *field : fields)
            copy_field(w, field, 0, 1);
    }
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
void pull_lists(const cuda_work *w, kp_part *part)
{
    const kp_part &p = w->c.p;
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

void pull_sources(const cuda_work *w, kp_part *part)
{
    const inflow_list &from = w->c.p.sources.inflow_cells, &to = part->sources.inflow_cells;
    if (to.count)
        cuda_ok(cudaMemcpyAsync(to.kept, from.kept,
                                sizeof(double) * INFLOW_VALUES * (size_t)to.count,
                                cudaMemcpyDeviceToHost, cuda_stream()),
                "copying accounts of inflows");
}

void pull(kp_part *part, unsigned groups)
{
    cuda_work *w = work_of(part);
    if (groups & PART_STATE)
        copy_state(w, part, 0);
    if (groups & PART_FAILED)
        for (int v = 0; v < KP_VARIABLES; ++v)
            copy_field(w, part->state[0][v], 1 - part->clock->now, 0);
    if (groups & PART_LISTS)
        pull_lists(w, part);
    if (groups & PART_SOURCES)
        pull_sources(w, part);
    if (groups & PART_MAXIMA) {
        const kp_maxima &m = part->maxima;
        const void *const fields[] = {m.depth,   m.speed_squared, m.momentum_squared,
                                      m.arrival, m.since,         m.duration};
        for (const void *field : fields)
            copy_field(w, field, 0, 0);
    }
    cuda_ok(cudaStreamSynchronize(cuda_stream()), "copying a part back");
    part->newer_there &= ~groups;
}

void *state_field(const kp_part *part, int slot, int variable)
{
    return work_of(part)->c.p.state[slot][variable];
}

} // namespace

#endif
