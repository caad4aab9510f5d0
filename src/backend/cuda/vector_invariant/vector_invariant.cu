/* The vector-invariant kernels of the CUDA backend: the entries of the kernel table. Compiled once
 * per precision and arithmetic (fast, strict). */
#include "backend/cuda/vector_invariant/mass.cuh"
#include "backend/cuda/vector_invariant/newton.cuh"
#include "backend/vector_invariant/loops.h"

namespace
{

/* ---- set-up ---- */

void dispose(grid_part *part)
{
    vi_work *w = work_of(part);
    if (!w)
        return;
    const vi_device &c = w->c;
    if (w->other)
        forget_graph(w->other);
    delete w->other;
    forget_graph(w);
    if (w->report)
        cuda_ok(cudaFreeHost(w->report), "freeing memory");
    void *const own[] = {c.control,     c.frames,      c.tiles,       c.sums,        c.edged,
                         c.forced,      w->own,        w->rows[0][0], w->rows[0][1], w->rows[0][2],
                         w->rows[1][0], w->rows[1][1], w->rows[1][2]};
    for (void *block : own)
        cuda_free(block);
    delete w;
    part->scheme_work = NULL;
}

void cut_into_items(vi_work *w)
{
    enum { AROUND = 3 };
    w->c.width = VI_ITEM_WIDTH;
    set_item_height(&w->c,
                    VI_ITEMS * cuda_resident(stage_kernel<VI_ENERGY, VI_FROM_BASE, 0>, VI_BLOCK, 0),
                    AROUND, 1);
}

int allocate(vi_work *w)
{
    vi_device &c = w->c;
    const size_t items = (size_t)(c.columns * c.rows);
    cuda_ok(cudaHostAlloc((void **)&w->report, sizeof *w->report, cudaHostAllocPortable),
            "pinning memory");
    c.control = (vi_control *)cuda_allocate(sizeof(vi_control));
    c.frames = (vi_frame *)cuda_allocate(sizeof(vi_frame) * VI_STAGES);
    c.tiles = (vi_peaks *)cuda_allocate(sizeof(vi_peaks) * tile_count(&c.p.shape));
    c.edged = (uint8_t *)cuda_allocate(items);
    c.forced = (uint8_t *)cuda_allocate(items);
    w->own = (vi_part *)cuda_allocate(sizeof(vi_part));
    if (w->terms.implicit)
        c.sums = (vi_sum *)cuda_allocate(newton_sum_bytes());
    return w->report && c.control && c.frames && c.tiles && c.edged && c.forced && w->own &&
           (c.sums || !w->terms.implicit);
}

/* The device's copy of the part, with what the scheme has beside it. */
void use_twin(grid_part *part)
{
    vi_work *w = work_of(part);
    w->c.p = common_of(part)->twin;
    w->c.p.own = w->own;
    w->other->c = w->c;
    w->other->has_edges = w->has_edges;
}

/* A leapfrog scheme makes a Runge-Kutta step now and then. */
vi_work *twin_work(const vi_work *w)
{
    vi_work *other = new vi_work(*w);
    other->leaps = !w->leaps;
    other->steps = 1;
    other->other = NULL;
    return other;
}

int prepare(grid_part *part, int threads)
{
    (void)threads;
    vi_work *w = new vi_work();
    part->scheme_work = w;
    w->terms = *vi_of(part);
    w->leaps = w->terms.leapfrog;
    w->steps = GRAPH_STEPS;
    w->c.p = common_of(part)->twin;
    cut_into_items(w);
    if (!allocate(w)) {
        dispose(part);
        return 0;
    }
    push_terms(w);
    w->other = twin_work(w);
    use_twin(part);
    return 1;
}

/* ---- after a push ---- */

int pushed(grid_part *part, unsigned groups)
{
    vi_work *w = work_of(part);
    if (groups & (PART_GROUND | PART_LISTS | PART_SOURCES)) {
        push_item_kinds(w->c, part, w->c.width, w->c.height, w->c.height);
        w->has_edges = memchr(part->tile_edged, 1, tile_count(&part->shape)) != NULL;
    }
    use_twin(part);
    forget_graph(w);
    forget_graph(w->other);
    return 1;
}

/* ---- hosted steps: the scheme looks at the clock, which is the host's ---- */

void begin(grid_part *part)
{
    const vi_work *w = work_of(part);
    vi_clock_begin(part);
    push_clock(part);
    cuda_launch(frames_kernel, 1, 32, cuda_stream(), "launching the begin of a step", w->c);
}

void stage(grid_part *part, part_region region, int which)
{
    vi_work *w = work_of(part);
    w->stage = which;
    if (which == VI_EXPLICIT || which == VI_IMPLICIT) /* each of them forgets what others found */
        cuda_ok(cudaMemsetAsync(&w->c.control->dry, 0, sizeof w->c.control->dry, cuda_stream()),
                "clearing a flag");
    launch_stage(w, which, region);
    part->newer_there |= changed_by_step(part);
    if (ends_step(which) && region != REGION_RIM)
        ask_for_control(w);
}

void filter(grid_part *part, part_region region)
{
    launch_filter(work_of(part), region);
}

void finish(grid_part *part)
{
    vi_clock_finish(part);
    push_clock(part);
}

void await(grid_part *part)
{
    vi_work *w = work_of(part);
    if (!w->reported)
        return;
    w->reported = 0;
    if (!cuda_ok(cudaStreamSynchronize(cuda_stream()), "waiting for the device"))
        return;
    if (w->report->control.dry)
        part->clock->face_rate = INFINITY;
    memcpy(&part->clock->next_rate, &w->report->control.next, sizeof part->clock->next_rate);
    part->tiles_computed = (int64_t)tile_count(&part->shape);
}

/* ---- steps without the host ---- */

/* Whether the next step is a leapfrog step. */
int will_leap(const grid_part *part)
{
    grid_part next = *part;
    spate_clock clock = *part->clock;
    next.clock = &clock;
    vi_clock_begin(&next);
    return vi_leaps(&next);
}

void advance(grid_part *part, int64_t steps)
{
    vi_work *w = work_of(part);
    if (will_leap(part) == w->leaps) {
        advance_by_graphs(w, part, steps, launch_graph_steps);
    } else {
        w->other->seconds_per_graph = 0; /* one step */
        advance_by_graphs(w->other, part, 1, launch_graph_steps);
    }
}

/* ---- reports ---- */

void scan(grid_part *part)
{
    const vi_work *w = work_of(part);
    const vi_control running = {1, 0, 0, 0, 0, 0, 0};
    push_clock(part);
    cuda_ok(cudaMemcpyAsync(w->c.control, &running, sizeof running, cudaMemcpyHostToDevice,
                            cuda_stream()),
            "clearing a rate");
    cuda_launch(scan_kernel, (unsigned)tile_count(&part->shape), REPORT_THREADS, cuda_stream(),
                "launching a scan", w->c);
    launch_tile_rates(w);
    take_scanned_rate(w, part);
}

vi_kernels make_table(void)
{
    static const vi_newton_kernels newton = make_newton();
    vi_kernels t = {};
    set_face_reports<vi_work, vi_show>(&t, vi_limiting_cell);
    t.steps.base.prepare = prepare;
    t.steps.base.dispose = dispose;
    t.steps.base.pushed = pushed;
    t.steps.base.scan = scan;
    t.steps.base.await = await;
    t.steps.base.advance = advance;
    t.steps.begin = begin;
    t.steps.stage = stage;
    t.steps.finish = finish;
    t.filter = filter;
    set_mass(&t);
    t.newton = &newton;
    return t;
}

} // namespace

CUDA_KERNEL_TABLE(vi_kernels, vi_kernels_cuda)
