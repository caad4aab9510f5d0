/* The Kurganov kernels of the CUDA backend: the entries of the kernel table. Compiled once per
 * precision and arithmetic (fast, strict). */
#include "backend/cuda/common/build.cuh"
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
    forget_stages(w);
    if (w->report)
        cuda_ok(cudaFreeHost(w->report), "freeing memory");
    void *const own[] = {c.control,    c.moved[0],  c.moved[1],  c.awake,     c.wet,
                         c.edged,      c.forced,    c.face_rate, c.cell_rate, c.plain_list,
                         c.edged_list, c.plain_rim, c.edged_rim};
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

/* Items that memory is taken for: a part that may get more rows is cut anew then. */
size_t item_room(const cuda_part &c)
{
    const part_shape &s = c.p.shape;
    return s.room_rows ? (size_t)c.columns * blocks_for(s.room_rows, SLAB_ROWS)
                       : (size_t)(c.columns * c.rows);
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
    const size_t items = item_room(c);
    c.control = (cuda_control *)cuda_allocate(sizeof(cuda_control));
    c.moved[0] = (uint8_t *)cuda_allocate(items);
    c.moved[1] = (uint8_t *)cuda_allocate(items);
    c.awake = (uint8_t *)cuda_allocate(items);
    c.wet = (uint8_t *)cuda_allocate(items);
    c.edged = (uint8_t *)cuda_allocate(items);
    c.forced = (uint8_t *)cuda_allocate(items);
    c.face_rate = (double *)cuda_allocate(sizeof(double) * items);
    c.cell_rate = (double *)cuda_allocate(sizeof(double) * items);
    c.plain_list = (int *)cuda_allocate(sizeof(int) * items);
    c.edged_list = (int *)cuda_allocate(sizeof(int) * items);
    c.plain_rim = (int *)cuda_allocate(sizeof(int) * items);
    c.edged_rim = (int *)cuda_allocate(sizeof(int) * items);
    cuda_ok(cudaStreamCreateWithFlags(&w->side, cudaStreamNonBlocking), "making a stream");
    cuda_ok(cudaEventCreateWithFlags(&w->fork, cudaEventDisableTiming), "making an event");
    cuda_ok(cudaEventCreateWithFlags(&w->join, cudaEventDisableTiming), "making an event");
    if (w->report && c.control && c.moved[0] && c.moved[1] && c.awake && c.wet && c.edged &&
        c.forced && c.face_rate && c.cell_rate && c.plain_list && c.edged_list && c.plain_rim &&
        c.edged_rim)
        return 1;
    dispose(part);
    return 0;
}

/* ---- after a push ---- */

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

/* Whether water that is at rest may begin to move by itself, or what is dry has more than its state. */
int sources_act(const grid_part *p)
{
    return is_rich(*p) || p->params.rain > 0 || p->sources.rain.count > 0 ||
           p->sources.inflow_count > 0;
}

/* After a push. Items that are known to be at rest may go on sleeping where only rows have moved. */
void wake_after(const cuda_work *w, const grid_part *part, const part_shape &before,
                unsigned groups)
{
    const cuda_part &c = w->c;
    const part_shape &s = part->shape;
    const int shift = before.rows_below - s.rows_below, kept = shift > 0 ? shift : 0,
              end = shift + before.ny < s.ny ? shift + before.ny : s.ny;
    wake_items(c);
    if (groups == PART_ROWS && before.ny > 0 && kept < end && part->params.skip_still &&
        part->params.skip == SKIP_TILES && !sources_act(part))
        cuda_launch(rest_kernel, (unsigned)(c.columns * c.rows), DRY_THREADS, cuda_stream(),
                    "launching the search for items at rest", c, kept, end);
}

int pushed(grid_part *part, unsigned groups)
{
    cuda_work *w = work_of(part);
    const part_shape before = w->c.p.shape;
    const int cut_anew = before.ny != part->shape.ny;
    w->c.p = common_of(part)->twin;
    if (cut_anew)
        cut_into_items(w->c);
    w->c.constants = constants_of(part);
    w->c.half_theta = (calc)(0.5 * part->params.theta);
    w->c.strength = (calc)(real)part->params.friction_strength;
    if (groups & (PART_GROUND | PART_LISTS | PART_SOURCES | PART_ROWS))
        push_item_kinds(w->c, part, ITEM_WIDTH, w->c.height, w->c.height);
    wake_after(w, part, before, groups);
    forget_graph(w);
    forget_stages(w);
    return 1;
}

/* ---- hosted steps: the scheme looks at the clock ---- */

void begin(grid_part *part)
{
    cuda_work *w = work_of(part);
    push_conveyances(part);
    cuda_launch(hosted_begin_kernel, 1, TEAM, cuda_stream(), "launching the begin of a step", w->c,
                *part->clock, lists_in_turn(w->c));
}

void stage(grid_part *part, part_region region, int number)
{
    cuda_work *w = work_of(part);
    launch_hosted(w, number, region);
    if (region == REGION_INNER || number + 1 < part->params.stages)
        return;
    w->reported = 1;
    part->newer_there |= changed_by_step(part);
}

void finish(grid_part *part)
{
    cuda_work *w = work_of(part);
    cuda_launch(finish_kernel, 1, TEAM, cuda_stream(), "launching the end of a step", w->c,
                *part->clock);
    clock_settle(part->clock, &part->sources);
}

void maxima(grid_part *part, int begin_anew)
{
    push_clock(part);
    launch_maxima(work_of(part), begin_anew, 0);
    part->newer_there |= PART_MAXIMA;
}

/* The rates, after the last stage. */
void await(grid_part *part)
{
    cuda_work *w = work_of(part);
    if (!await_device(w))
        return;
    *part->clock = w->report->clock;
    count_tiles(part, w->c, w->report->control.plain + w->report->control.edged);
}

int awake(grid_part *part)
{
    return pull_awake(work_of(part)->c, part, ITEM_WIDTH, work_of(part)->c.height);
}

/* ---- steps without the host ---- */

void advance(grid_part *part, int64_t steps)
{
    advance_by_graphs(work_of(part), part, steps, launch_graph_steps);
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

void wake(grid_part *part)
{
    wake_items(work_of(part)->c);
}

kurganov_kernels make_table(void)
{
    kurganov_kernels t = {};
    t.base.isa = CUDA_ISA;
    t.base.prepare = prepare;
    t.base.dispose = dispose;
    t.base.pushed = pushed;
    t.base.scan = scan;
    t.base.wake = wake;
    t.base.limiting = kp_limiting_cell; /* on the image */
    t.base.maxima = maxima;
    t.base.await = await;
    t.base.awake = awake;
    t.base.advance = advance;
    t.begin = begin;
    t.stage = stage;
    t.finish = finish;
    return t;
}

} // namespace

CUDA_KERNEL_TABLE(kurganov_kernels, kurganov_kernels_cuda)
