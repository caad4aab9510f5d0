/* The Kurganov kernels of the CUDA backend: the entries of the kernel table. Compiled once per
 * precision and arithmetic (fast, strict). */
#include <vector>

#include "backend/cuda/kurganov/launch.cuh"
#include "backend/kurganov/limiting.h"

namespace
{

/* ---- set-up ---- */

void dispose(grid_part *part)
{
    cuda_work *w = work_of(part);
    if (!w)
        return;
    const cuda_part &c = w->c;
    forget_graph(w);
    if (w->report)
        cuda_ok(cudaFreeHost(w->report), "freeing memory");
    void *const own[] = {c.control, c.moved[0],  c.moved[1],  c.awake,      c.edged,
                         c.forced,  c.face_rate, c.cell_rate, c.plain_list, c.edged_list};
    for (void *block : own)
        cuda_free(block);
    if (w->side)
        cudaStreamDestroy(w->side);
    if (w->fork)
        cudaEventDestroy(w->fork);
    if (w->join)
        cudaEventDestroy(w->join);
    delete w;
    part->scheme_work = NULL;
}

void set_height(cuda_part &c, int slabs)
{
    c.slabs = slabs;
    c.height = slabs * SLAB_ROWS;
    c.rows = (c.p.shape.ny + c.height - 1) / c.height;
}

/* Cuts the cells into items. Where slabs are faster even if all items are awake, an item is one
 * slab. Otherwise it has the number of slabs that balances marching warps best. */
void cut_into_items(cuda_part &c)
{
    enum { MOST = 12 }; /* slabs of an item: 96 rows */
    const char *wanted =
        getenv("SPATE_CUDA_STAGES"); /* "march", "slabs": for tests of small grids */
    int device = 0, best = 1;
    cuda_ok(cudaGetDevice(&device), "asking for the device");
    cuda_ok(cudaDeviceGetAttribute(&c.multiprocessors, cudaDevAttrMultiProcessorCount, device),
            "asking for the multiprocessors");
    c.columns = (c.p.shape.nx + ITEM_WIDTH - 1) / ITEM_WIDTH;
    set_height(c, 1);
    const float in_slabs = slabs_time(c, c.columns * c.rows);
    float shortest = march_time(c, c.columns * c.rows);
    for (int slabs = 2; slabs <= MOST; ++slabs) {
        set_height(c, slabs);
        const float time = march_time(c, c.columns * c.rows);
        if (time < shortest) {
            shortest = time;
            best = slabs;
        }
    }
    c.ways = in_slabs < shortest ? WAY_SLABS : WAY_EITHER;
    if (wanted)
        c.ways = strcmp(wanted, "march") == 0 ? WAY_MARCH : WAY_SLABS;
    set_height(c, c.ways == WAY_EITHER ? best : 1);
    c.all_edged = c.ways == WAY_SLABS && c.columns * c.rows <= c.multiprocessors;
}

int prepare(grid_part *part, int threads)
{
    (void)threads;
    cuda_work *w = new cuda_work();
    cuda_part &c = w->c;
    part->scheme_work = w;
    c.p = common_of(part)->twin;
    cuda_ok(cudaHostAlloc((void **)&w->report, sizeof *w->report, cudaHostAllocPortable),
            "pinning memory");
    cut_into_items(c);
    const size_t items = (size_t)(c.columns * c.rows);
    c.control = (cuda_control *)cuda_allocate(sizeof(cuda_control));
    c.moved[0] = (uint8_t *)cuda_allocate(items);
    c.moved[1] = (uint8_t *)cuda_allocate(items);
    c.awake = (uint8_t *)cuda_allocate(items);
    c.edged = (uint8_t *)cuda_allocate(items);
    c.forced = (uint8_t *)cuda_allocate(items);
    c.face_rate = (double *)cuda_allocate(sizeof(double) * items);
    c.cell_rate = (double *)cuda_allocate(sizeof(double) * items);
    c.plain_list = (int *)cuda_allocate(sizeof(int) * items);
    c.edged_list = (int *)cuda_allocate(sizeof(int) * items);
    cuda_ok(cudaStreamCreateWithFlags(&w->side, cudaStreamNonBlocking), "making a stream");
    cuda_ok(cudaEventCreateWithFlags(&w->fork, cudaEventDisableTiming), "making an event");
    cuda_ok(cudaEventCreateWithFlags(&w->join, cudaEventDisableTiming), "making an event");
    if (w->report && c.control && c.moved[0] && c.moved[1] && c.awake && c.edged && c.forced &&
        c.face_rate && c.cell_rate && c.plain_list && c.edged_list)
        return 1;
    dispose(part);
    return 0;
}

/* ---- after a push ---- */

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

kp_stage constants_of(const grid_part *part)
{
    const part_params &k = part->params;
    kp_stage s = {};
    s.law = k.friction;
    s.g = (calc)k.gravity;
    s.h_dry = (calc)(real)k.dry_depth;
    s.inv_dx = (calc)(1.0 / k.dx);
    s.inv_dy = (calc)(1.0 / k.dy);
    s.coriolis = (calc)k.coriolis.f0;
    return s;
}

int pushed(grid_part *part, unsigned groups)
{
    cuda_work *w = work_of(part);
    w->c.p = common_of(part)->twin;
    w->c.constants = constants_of(part);
    w->c.half_theta = (calc)(0.5 * part->params.theta);
    w->c.strength = (calc)(real)part->params.friction_strength;
    if (groups & (PART_GROUND | PART_LISTS | PART_SOURCES))
        make_kinds(w, part);
    /* No item may sleep through a change. */
    const size_t items = (size_t)(w->c.columns * w->c.rows);
    for (int n = 0; n < 2; ++n)
        cuda_ok(cudaMemsetAsync(w->c.moved[n], 1, items, cuda_stream()), "waking items");
    forget_graph(w);
    return 1;
}

/* ---- hosted steps: the scheme looks at the clock ---- */

void begin(grid_part *part)
{
    cuda_work *w = work_of(part);
    for (int n = 0; n < part->boundary_count; ++n)
        if (part->boundaries[n].takes_water) /* summed by the scheme over all parts */
            cuda_ok(cudaMemcpyAsync(&w->c.p.boundaries[n].conveyance,
                                    &part->boundaries[n].conveyance, 2 * sizeof(double),
                                    cudaMemcpyHostToDevice, cuda_stream()),
                    "copying a conveyance");
    push_clock(part);
    launch_begin(w, 0);
    launch_lists(w);
}

void stage(grid_part *part, part_region region, int number)
{
    cuda_work *w = work_of(part);
    launch_stage(w, number, region);
    if (region == REGION_INNER || number + 1 < part->params.stages)
        return;
    cuda_launch(rates_kernel, 1, TEAM, cuda_stream(), "launching the rates", w->c);
    ask_for_report(w);
    part->newer_there |= changed_by_step(part);
}

void finish(grid_part *part)
{
    cuda_work *w = work_of(part);
    push_clock(part);
    cuda_launch(finish_kernel, 1, TEAM, cuda_stream(), "launching the end of a step", w->c);
    ask_for_report(w);
}

void maxima(grid_part *part, int begin_anew)
{
    push_clock(part);
    launch_maxima(work_of(part), begin_anew, 0);
    part->newer_there |= PART_MAXIMA;
}

/* ---- steps without the host ---- */

void advance(grid_part *part, int64_t steps)
{
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
    const int64_t count = graphs_ahead(w->seconds_per_graph, part->clock, steps);
    const double began = seconds_now();
    for (int64_t n = 0; n < count; ++n)
        if (!cuda_ok(cudaGraphLaunch(w->graph, cuda_stream()), "launching a graph"))
            break;
    ask_for_report(w);
    await(part);
    w->seconds_per_graph = (seconds_now() - began) / (double)count;
    part->newer_there |= changed_by_step(part);
}

/* ---- reports ---- */

double control_value(grid_part *part)
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

void scan(grid_part *part)
{
    cuda_work *w = work_of(part);
    push_clock(part);
    clear_control_value(w);
    cuda_launch(scan_kernel, (unsigned)(w->c.columns * w->c.rows), 32 * WARPS, cuda_stream(),
                "launching a scan", w->c);
    part->clock->rate = control_value(part);
    push_clock(part);
}

kurganov_kernels make_table(void)
{
    kurganov_kernels t = {};
#ifdef SPATE_CUDA_FAST
    t.base.isa = "fast";
#else
    t.base.isa = "strict";
#endif
    t.base.prepare = prepare;
    t.base.dispose = dispose;
    t.base.pushed = pushed;
    t.base.scan = scan;
    t.base.limiting = kp_limiting_cell; /* on the image */
    t.base.maxima = maxima;
    t.base.await = await;
    t.base.advance = advance;
    t.begin = begin;
    t.stage = stage;
    t.finish = finish;
    return t;
}

} // namespace

#ifdef SPATE_CUDA_FAST
#define TABLE SPATE_JOIN(SPATE_NAME(kurganov_kernels_cuda), fast)
#else
#define TABLE SPATE_JOIN(SPATE_NAME(kurganov_kernels_cuda), strict)
#endif

extern "C" const kurganov_kernels *TABLE(void)
{
    static const kurganov_kernels table = make_table();
    return &table;
}
