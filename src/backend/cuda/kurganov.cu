/* The Kurganov kernels of the CUDA backend: a part's copy on the device, and which kernels make a step.
 * Compiled once per precision and arithmetic (fast, strict). */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <vector>

#include "backend/cuda/kurganov_items.cuh"
#include "backend/cuda/kurganov_reports.cuh"
#include "backend/kurganov_limiting.h"

namespace
{

/* Steps of one graph: the host launches this many at a time. */
enum { GRAPH_STEPS = 8 };
/* The host looks at the clock about this often, s. */
const double LOOK_EVERY = 0.05;

/* The device's copy of a field of the image; of fields that exist in slots there are several. */
struct mirror {
    image_block image;
    int slot;
    char *device;
};

struct cuda_work {
    cuda_part c; /* as kernels get it */
    std::vector<mirror> mirrors;
    std::vector<void *> tables; /* device memory of lists and tables; made anew with them */
    cudaStream_t side;          /* for edged items beside plain ones */
    cudaEvent_t fork, join;
    cudaGraphExec_t graph; /* NULL: to be captured */
    int multiprocessors;
    double seconds_per_graph;
    ptrdiff_t *offsets; /* of read_cells */
    double *values;
    int cells_room;
};

cuda_work *work_of(const kp_part *part)
{
    return (cuda_work *)part->work;
}

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

/* ---- set-up ---- */

void dispose(kp_part *part)
{
    cuda_work *w = work_of(part);
    if (!w)
        return;
    cuda_part &c = w->c;
    forget_graph(w);
    drop_tables(w);
    for (mirror &m : w->mirrors)
        cuda_give(m.device);
    void *const own[] = {c.p.clock,    c.control, c.moved[0],  c.moved[1],  c.awake,
                         c.edged,      c.forced,  c.face_rate, c.cell_rate, c.plain_list,
                         c.edged_list, c.sums,    w->offsets,  w->values};
    for (void *block : own)
        cuda_give(block);
    if (w->side)
        cudaStreamDestroy(w->side);
    if (w->fork)
        cudaEventDestroy(w->fork);
    if (w->join)
        cudaEventDestroy(w->join);
    delete w;
    part->work = NULL;
}

/* Tall items re-read few rows; but there should be some for every scheduler, and small ones make finer lists
 * of what is awake. Stages cut them further where that is faster (slices_of). */
int item_height_power(const part_shape *s, int columns, int resident)
{
    int power = 6;
    while (power > 3 && columns * ((s->ny + (1 << power) - 1) >> power) < resident / 2)
        --power;
    return power;
}

int prepare(kp_part *part, int threads)
{
    (void)threads;
    cuda_work *w = new cuda_work();
    cuda_part &c = w->c;
    part->work = w;
    int device = 0;
    cuda_ok(cudaGetDevice(&device), "asking for the device");
    cuda_ok(cudaDeviceGetAttribute(&w->multiprocessors, cudaDevAttrMultiProcessorCount, device),
            "asking for the multiprocessors");
    c.p = *part;
    c.columns = (part->shape.nx + ITEM_WIDTH - 1) / ITEM_WIDTH;
    c.schedulers = 4 * w->multiprocessors;
    c.resident = WARPS * STAGE_BLOCKS * w->multiprocessors;
    c.height_power = item_height_power(&part->shape, c.columns, c.resident);
    c.height = 1 << c.height_power;
    c.rows = (part->shape.ny + c.height - 1) / c.height;
    const size_t items = (size_t)(c.columns * c.rows);
    c.most_warps = c.columns * c.rows > 2 * c.resident ? c.columns * c.rows : 2 * c.resident;
    c.p.clock = (spate_clock *)cuda_take(sizeof(spate_clock));
    c.control = (cuda_control *)cuda_take(sizeof(cuda_control));
    c.moved[0] = (uint8_t *)cuda_take(items);
    c.moved[1] = (uint8_t *)cuda_take(items);
    c.awake = (uint8_t *)cuda_take(items);
    c.edged = (uint8_t *)cuda_take(items);
    c.forced = (uint8_t *)cuda_take(items);
    c.face_rate = (double *)cuda_take(sizeof(double) * items);
    c.cell_rate = (double *)cuda_take(sizeof(double) * items);
    c.plain_list = (int *)cuda_take(sizeof(int) * items);
    c.edged_list = (int *)cuda_take(sizeof(int) * items);
    c.sums = (exact_sum *)cuda_take(sizeof(exact_sum) * SUM_BLOCKS);
    cuda_ok(cudaStreamCreateWithFlags(&w->side, cudaStreamNonBlocking), "making a stream");
    cuda_ok(cudaEventCreateWithFlags(&w->fork, cudaEventDisableTiming), "making an event");
    cuda_ok(cudaEventCreateWithFlags(&w->join, cudaEventDisableTiming), "making an event");
    part->newer_here = PART_ALL;
    if (c.p.clock && c.control && c.moved[0] && c.moved[1] && c.awake && c.edged && c.forced &&
        c.face_rate && c.cell_rate && c.plain_list && c.edged_list && c.sums &&
        make_fields(w, part))
        return 1;
    dispose(part);
    return 0;
}

/* ---- kernels of a step ---- */

unsigned blocks_for(int count, int size)
{
    return (unsigned)((count + size - 1) / size);
}

int is_rich(const kp_part &p)
{
    return p.params.coriolis != 0 || p.sources.wind_x.count || p.sources.wind_y.count ||
           p.sources.conductivity || p.carry[0] || p.params.friction == FRICTION_CHEZY;
}

template <int BILINEAR, int KIND>
void launch_flavour(cuda_work *w, int flavour, int stage, part_region region, cudaStream_t stream)
{
    const cuda_part &c = w->c;
    const int64_t slices = (int64_t)c.columns * c.rows * c.height; /* at most */
    const unsigned blocks = blocks_for(slices < c.most_warps ? (int)slices : c.most_warps, WARPS);
    switch (flavour) {
    case FLAVOUR_BARE:
        stage_kernel<BILINEAR, FLAVOUR_BARE, KIND>
            <<<blocks, 32 * WARPS, 0, stream>>>(c, stage, region);
        break;
    case FLAVOUR_MANNING:
        stage_kernel<BILINEAR, FLAVOUR_MANNING, KIND>
            <<<blocks, 32 * WARPS, 0, stream>>>(c, stage, region);
        break;
    case FLAVOUR_RICH:
        stage_kernel<BILINEAR, FLAVOUR_RICH, KIND>
            <<<blocks, 32 * WARPS, 0, stream>>>(c, stage, region);
        break;
    default:
        stage_kernel<BILINEAR, FLAVOUR_EDGED, KIND>
            <<<blocks, 32 * WARPS, 0, stream>>>(c, stage, region);
        break;
    }
    cuda_ok(cudaGetLastError(), "launching a stage");
}

template <int BILINEAR>
void launch_kind(cuda_work *w, int flavour, int kind, int stage, part_region region,
                 cudaStream_t stream)
{
    if (kind == KIND_EULER)
        launch_flavour<BILINEAR, KIND_EULER>(w, flavour, stage, region, stream);
    else if (kind == KIND_FIRST)
        launch_flavour<BILINEAR, KIND_FIRST>(w, flavour, stage, region, stream);
    else
        launch_flavour<BILINEAR, KIND_SECOND>(w, flavour, stage, region, stream);
}

void launch_items(cuda_work *w, int flavour, int stage, part_region region, cudaStream_t stream)
{
    const int kind = w->c.p.params.stages == 1 ? KIND_EULER : stage == 0 ? KIND_FIRST : KIND_SECOND;
    if (w->c.p.params.bed_model == KP_BED_BILINEAR)
        launch_kind<1>(w, flavour, kind, stage, region, stream);
    else
        launch_kind<0>(w, flavour, kind, stage, region, stream);
}

/* Plain and edged items side by side, then what needs the whole stage. */
void launch_stage(cuda_work *w, int stage, part_region region)
{
    const cuda_part &c = w->c;
    const kp_part &p = c.p;
    cudaStream_t stream = cuda_stream();
    const int plain = is_rich(p)                              ? FLAVOUR_RICH
                      : p.params.friction == FRICTION_MANNING ? FLAVOUR_MANNING
                                                              : FLAVOUR_BARE;
    cuda_ok(cudaEventRecord(w->fork, stream), "forking");
    cuda_ok(cudaStreamWaitEvent(w->side, w->fork, 0), "forking");
    launch_items(w, FLAVOUR_EDGED, stage, region, w->side);
    launch_items(w, plain, stage, region, stream);
    cuda_ok(cudaEventRecord(w->join, w->side), "joining");
    cuda_ok(cudaStreamWaitEvent(stream, w->join, 0), "joining");
    if (region == REGION_INNER)
        return; /* the rim is still to come */
    const int faces =
        p.boundary_x.count > p.boundary_y.count ? p.boundary_x.count : p.boundary_y.count;
    if (faces)
        probe_kernel<<<dim3(blocks_for(faces, 128), 2), 128, 0, stream>>>(c, stage);
    if (stage + 1 == p.params.stages && p.sources.inflow_cells.count)
        inflow_kernel<<<blocks_for(p.sources.inflow_cells.count, 128), 128, 0, stream>>>(c);
    cuda_ok(cudaGetLastError(), "launching a stage");
}

void launch_begin(cuda_work *w, int alone)
{
    begin_kernel<<<1, TEAM, 0, cuda_stream()>>>(w->c, alone);
    cuda_ok(cudaGetLastError(), "launching the begin of a step");
}

void launch_lists(cuda_work *w)
{
    const cuda_part &c = w->c;
    list_kernel<<<blocks_for(c.columns * c.rows, 256), 256, 0, cuda_stream()>>>(c);
    cuda_ok(cudaGetLastError(), "launching the lists of items");
}

void launch_maxima(cuda_work *w, int begin_anew, int in_step)
{
    const cuda_part &c = w->c;
    maxima_kernel<<<(unsigned)(c.columns * c.rows), 128, 0, cuda_stream()>>>(c, begin_anew,
                                                                             in_step);
    cuda_ok(cudaGetLastError(), "launching maxima");
}

void launch_ghosts(cuda_work *w, int stage)
{
    const cuda_part &c = w->c;
    if (!c.p.ghost_count)
        return;
    const int longest = c.p.shape.nx > c.p.shape.ny ? c.p.shape.nx : c.p.shape.ny;
    ghost_kernel<<<dim3(blocks_for(KP_HALO * longest, 256), (unsigned)c.p.ghost_count,
                        KP_VARIABLES),
                   256, 0, cuda_stream()>>>(c, stage);
    cuda_ok(cudaGetLastError(), "launching the ghosts");
}

/* ---- hosted steps: the scheme looks at the clock ---- */

void begin(spate_queue *queue, kp_part *part)
{
    (void)queue;
    cuda_work *w = work_of(part);
    for (int n = 0; n < part->boundary_count; ++n)
        if (part->boundaries[n].takes_water) /* what the scheme has summed over all parts */
            cuda_ok(cudaMemcpyAsync(&w->c.p.boundaries[n].conveyance,
                                    &part->boundaries[n].conveyance, 2 * sizeof(double),
                                    cudaMemcpyHostToDevice, cuda_stream()),
                    "copying a conveyance");
    push_clock(part);
    launch_begin(w, 0);
    launch_lists(w);
}

void conveyance(spate_queue *queue, kp_part *part, int boundary, exact_sum sums[2])
{
    (void)queue;
    cuda_work *w = work_of(part);
    exact_sum mine[2];
    conveyance_kernel<<<1, TEAM, 0, cuda_stream()>>>(w->c, boundary);
    cuda_ok(cudaMemcpyAsync(mine, w->c.sums, sizeof mine, cudaMemcpyDeviceToHost, cuda_stream()),
            "copying a conveyance");
    cuda_ok(cudaStreamSynchronize(cuda_stream()), "waiting for a conveyance");
    exact_sum_merge(&sums[0], &mine[0]);
    exact_sum_merge(&sums[1], &mine[1]);
}

void stage(spate_queue *queue, kp_part *part, part_region region, int number)
{
    (void)queue;
    cuda_work *w = work_of(part);
    launch_stage(w, number, region);
    if (region == REGION_INNER || number + 1 < part->params.stages)
        return;
    rates_kernel<<<1, 1, 0, cuda_stream()>>>(w->c);
    cuda_ok(cudaGetLastError(), "launching the rates");
    pull_clock(part);
    part->newer_there =
        PART_STATE | PART_LISTS | PART_SOURCES | (part->maxima.depth ? PART_MAXIMA : 0);
}

void remember_computed(kp_part *part)
{
    const cuda_work *w = work_of(part);
    cuda_control k;
    if (!cuda_ok(cudaMemcpy(&k, w->c.control, sizeof k, cudaMemcpyDeviceToHost),
                 "copying the control"))
        return;
    const double share = (double)k.computed / ((double)w->c.columns * w->c.rows);
    part->tiles_computed = (int64_t)(share * part->shape.tiles_x * part->shape.tiles_y);
}

void finish(spate_queue *queue, kp_part *part)
{
    (void)queue;
    cuda_work *w = work_of(part);
    push_clock(part);
    finish_kernel<<<1, TEAM, 0, cuda_stream()>>>(w->c);
    cuda_ok(cudaGetLastError(), "launching the end of a step");
    pull_clock(part);
    remember_computed(part);
}

void maxima(spate_queue *queue, kp_part *part, int begin_anew)
{
    (void)queue;
    push_clock(part);
    launch_maxima(work_of(part), begin_anew, 0);
    part->newer_there |= PART_MAXIMA;
}

/* ---- steps without the host ---- */

/* A step that has begun; and_begin: the begin of the next. */
void launch_step(cuda_work *w, int and_begin)
{
    launch_lists(w);
    for (int n = 0; n < w->c.p.params.stages; ++n) {
        launch_ghosts(w, n);
        launch_stage(w, n, REGION_ALL);
    }
    turn_kernel<<<1, TEAM, 0, cuda_stream()>>>(w->c, and_begin);
    cuda_ok(cudaGetLastError(), "launching the end of a step");
    if (w->c.p.maxima.depth)
        launch_maxima(w, 0, 1);
}

int capture(cuda_work *w)
{
    cudaGraph_t graph = NULL;
    if (!cuda_ok(cudaStreamBeginCapture(cuda_stream(), cudaStreamCaptureModeThreadLocal),
                 "capturing a graph"))
        return 0;
    launch_begin(w, 1);
    for (int n = 1; n <= GRAPH_STEPS; ++n)
        launch_step(w, n < GRAPH_STEPS); /* between graphs the clock is that of a finished step */
    if (!cuda_ok(cudaStreamEndCapture(cuda_stream(), &graph), "capturing a graph"))
        return 0;
    const int ok = cuda_ok(cudaGraphInstantiate(&w->graph, graph, 0), "making a graph");
    cudaGraphDestroy(graph);
    return ok;
}

/* How many graphs to launch before the next look: no more than the way to t_stop needs, by the last dt, and
 * no more than about LOOK_EVERY takes. */
int64_t graphs_ahead(const cuda_work *w, const spate_clock *c, int64_t steps)
{
    double wanted = c->dt > 0 ? ceil((c->t_stop - c->t) / c->dt / GRAPH_STEPS) : 1;
    const double by_time = w->seconds_per_graph > 0 ? LOOK_EVERY / w->seconds_per_graph : 1;
    const double by_steps = ceil((double)steps / GRAPH_STEPS);
    wanted = wanted < by_time ? wanted : by_time;
    wanted = wanted < by_steps ? wanted : by_steps;
    return wanted > 1 ? (int64_t)wanted : 1;
}

double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void advance(spate_queue *queue, kp_part *part, int64_t steps)
{
    (void)queue;
    cuda_work *w = work_of(part);
    const int64_t last =
        steps < INT64_MAX - part->clock->step ? part->clock->step + steps : INT64_MAX;
    const long long last_step = last;
    if (!w->graph && !capture(w))
        return;
    push_clock(part);
    cuda_ok(cudaMemcpyAsync(&w->c.control->last_step, &last_step, sizeof last_step,
                            cudaMemcpyHostToDevice, cuda_stream()),
            "copying the last step");
    const int64_t count = graphs_ahead(w, part->clock, steps);
    const double began = seconds_now();
    for (int64_t n = 0; n < count; ++n)
        if (!cuda_ok(cudaGraphLaunch(w->graph, cuda_stream()), "launching a graph"))
            break;
    pull_clock(part);
    w->seconds_per_graph = (seconds_now() - began) / (double)count;
    remember_computed(part);
    part->newer_there =
        PART_STATE | PART_LISTS | PART_SOURCES | (part->maxima.depth ? PART_MAXIMA : 0);
}

/* ---- reports ---- */

double control_value(kp_part *part)
{
    const cuda_work *w = work_of(part);
    double value = 0;
    cuda_ok(cudaMemcpyAsync(&value, &w->c.control->next_cell, sizeof value, cudaMemcpyDeviceToHost,
                            cuda_stream()),
            "copying a rate");
    cuda_ok(cudaStreamSynchronize(cuda_stream()), "waiting for a rate");
    return value;
}

void clear_control_value(const cuda_work *w)
{
    cuda_ok(cudaMemsetAsync(&w->c.control->next_cell, 0, sizeof w->c.control->next_cell,
                            cuda_stream()),
            "clearing a rate");
}

void scan(spate_queue *queue, kp_part *part)
{
    (void)queue;
    cuda_work *w = work_of(part);
    push_clock(part);
    clear_control_value(w);
    scan_kernel<<<(unsigned)(w->c.columns * w->c.rows), 32 * WARPS, 0, cuda_stream()>>>(w->c);
    cuda_ok(cudaGetLastError(), "launching a scan");
    part->clock->rate = control_value(part);
    push_clock(part);
}

void sum_into(kp_part *part, exact_sum *depth, int infiltrated)
{
    const cuda_work *w = work_of(part);
    exact_sum blocks[SUM_BLOCKS];
    const int rows = part->shape.ny < SUM_BLOCKS ? part->shape.ny : SUM_BLOCKS;
    sum_kernel<<<(unsigned)rows, TEAM, 0, cuda_stream()>>>(w->c, infiltrated);
    cuda_ok(cudaGetLastError(), "launching a sum");
    if (!cuda_ok(cudaMemcpyAsync(blocks, w->c.sums, sizeof *blocks * (size_t)rows,
                                 cudaMemcpyDeviceToHost, cuda_stream()),
                 "copying sums") ||
        !cuda_ok(cudaStreamSynchronize(cuda_stream()), "waiting for sums"))
        return;
    for (int n = 0; n < rows; ++n)
        exact_sum_merge(depth, &blocks[n]);
}

void sum(spate_queue *queue, kp_part *part, exact_sum *depth)
{
    (void)queue;
    sum_into(part, depth, 0);
}

void sum_infiltrated(spate_queue *queue, kp_part *part, exact_sum *depth)
{
    (void)queue;
    if (part->sources.infiltrated[0])
        sum_into(part, depth, 1);
}

/* Asked for at the end of a run, or after a failure: on the image. */
double limiting(spate_queue *queue, const kp_part *part, int *i, int *j)
{
    (void)queue;
    if (part->newer_there & PART_STATE)
        pull((kp_part *)part, PART_STATE);
    return kp_limiting_cell(part, i, j);
}

double fastest(spate_queue *queue, kp_part *part)
{
    (void)queue;
    cuda_work *w = work_of(part);
    clear_control_value(w);
    fastest_kernel<<<SUM_BLOCKS, TEAM, 0, cuda_stream()>>>(w->c);
    cuda_ok(cudaGetLastError(), "launching the search for the fastest cell");
    return sqrt(control_value(part));
}

int make_room(cuda_work *w, int count)
{
    if (count <= w->cells_room)
        return 1;
    cuda_give(w->offsets);
    cuda_give(w->values);
    w->offsets = (ptrdiff_t *)cuda_take(sizeof(ptrdiff_t) * (size_t)count);
    w->values = (double *)cuda_take(sizeof(double) * (size_t)count);
    w->cells_room = w->offsets && w->values ? count : 0;
    return w->cells_room > 0;
}

void read_cells(const kp_part *part, int variable, const ptrdiff_t *offsets, int count,
                double *values)
{
    cuda_work *w = work_of(part);
    cudaStream_t stream = cuda_stream();
    if (count <= 0)
        return;
    if (!make_room(w, count)) {
        cuda_ok(cudaErrorMemoryAllocation, "reading cells");
        return;
    }
    cuda_ok(cudaMemcpyAsync(w->offsets, offsets, sizeof *offsets * (size_t)count,
                            cudaMemcpyHostToDevice, stream),
            "asking for cells");
    cells_kernel<<<blocks_for(count, 128), 128, 0, stream>>>(w->c, variable, w->offsets, count,
                                                             w->values);
    cuda_ok(cudaGetLastError(), "launching the reading of cells");
    cuda_ok(cudaMemcpyAsync(values, w->values, sizeof *values * (size_t)count,
                            cudaMemcpyDeviceToHost, stream),
            "reading cells");
    cuda_ok(cudaStreamSynchronize(stream), "reading cells");
}

kp_kernels make_table(void)
{
    kp_kernels t = {};
#ifdef SPATE_CUDA_FAST
    t.isa = "fast";
#else
    t.isa = "strict";
#endif
    t.prepare = prepare;
    t.dispose = dispose;
    t.scan = scan;
    t.begin = begin;
    t.conveyance = conveyance;
    t.stage = stage;
    t.finish = finish;
    t.sum = sum;
    t.limiting = limiting;
    t.maxima = maxima;
    t.sum_infiltrated = sum_infiltrated;
    t.push = push;
    t.pull = pull;
    t.state_field = state_field;
    t.advance = advance;
    t.read_cells = read_cells;
    t.fastest = fastest;
    return t;
}

} // namespace

#ifdef SPATE_CUDA_FAST
#define TABLE SPATE_JOIN(SPATE_NAME(kp_kernels_cuda), fast)
#else
#define TABLE SPATE_JOIN(SPATE_NAME(kp_kernels_cuda), strict)
#endif

extern "C" const kp_kernels *TABLE(void)
{
    static const kp_kernels table = make_table();
    return &table;
}
