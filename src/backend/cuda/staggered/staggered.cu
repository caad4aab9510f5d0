/* The staggered kernels of the CUDA backend: the entries of the kernel table. Compiled once per
 * precision and arithmetic (fast, strict). */
#include "backend/cuda/staggered/launch.cuh"

namespace
{

/* ---- set-up ---- */

void dispose(grid_part *part)
{
    stag_work *w = work_of(part);
    if (!w)
        return;
    const stag_device &c = w->c;
    forget_graph(w);
    if (w->report)
        cuda_ok(cudaFreeHost(w->report), "freeing memory");
    void *const own[] = {c.control,    c.view,       c.moved[0], c.moved[1], c.awake,
                         c.wet,        c.edged,      c.forced,   c.rate,     c.plain_list,
                         c.edged_list, c.short_list, w->own};
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

/* Items that are computed at the same time. */
int resident_items(const stag_work *w)
{
    if (has_more_terms(w)) {
        const row_layout l = layout_of(STEP_FULL, &w->terms);
        return cuda_resident(step_kernel<STEP_FULL>, STRIP_THREADS, layout_bytes(&l));
    }
    const int threads = lane_threads(w);
    return threads / 32 *
           (by_gravity_alone(w)
                ? cuda_resident(lane_kernel<STAG_LINEAR, LAW_NONE, 0, ORDER_HANSEN, MANY_CELLS>,
                                threads, 0)
                : cuda_resident(
                      lane_kernel<STAG_CENTRAL, LAW_MANNING, 0, ORDER_HANSEN, CENTRAL_CELLS>,
                      threads, shelf_bytes<STAG_CENTRAL, CENTRAL_CELLS>(threads)));
}

/* By gravity alone memory is the limit, and rows around pieces cost more than they gain. */
int in_pieces(const stag_work *w)
{
    return !has_more_terms(w) && !by_gravity_alone(w);
}

void cut_into_items(stag_work *w)
{
    enum { AROUND = 6 };
    w->c.width =
        has_more_terms(w) ? (int)WIDEST_ITEM : lane_item_width(lane_cells(w), w->terms.sielecki);
    set_item_height(&w->c, resident_items(w), AROUND, in_pieces(w) ? (int)ITEM_PIECES : 1);
    if (w->wish.rows) {
        w->c.height = w->wish.rows;
        w->c.rows = (w->c.p.shape.ny + w->c.height - 1) / w->c.height;
    }
    w->c.piece = in_pieces(w) ? piece_rows(w->c.height) : w->c.height;
    w->c.last_items = in_pieces(w) ? resident_items(w) / ITEM_PIECES : 0; /* one wave of pieces */
}

/* A part that may get more rows is cut anew then. */
size_t item_room(const stag_device &c)
{
    const part_shape &s = c.p.shape;
    return s.room_rows ? (size_t)c.columns * blocks_for(s.room_rows, LOWEST_ITEM)
                       : (size_t)(c.columns * c.rows);
}

int allocate(stag_work *w)
{
    stag_device &c = w->c;
    const size_t items = item_room(c);
    cuda_ok(cudaHostAlloc((void **)&w->report, sizeof *w->report, cudaHostAllocPortable),
            "pinning memory");
    c.control = (stag_control *)cuda_allocate(sizeof(stag_control));
    c.view = (stag_view *)cuda_allocate(sizeof(stag_view));
    w->own = (stag_part *)cuda_allocate(sizeof(stag_part));
    c.moved[0] = (uint8_t *)cuda_allocate(items);
    c.moved[1] = (uint8_t *)cuda_allocate(items);
    c.awake = (uint8_t *)cuda_allocate(items);
    c.wet = (uint8_t *)cuda_allocate(items);
    c.edged = (uint8_t *)cuda_allocate(items);
    c.forced = (uint8_t *)cuda_allocate(items);
    c.rate = (double *)cuda_allocate(sizeof(double) * items);
    c.plain_list = (int *)cuda_allocate(sizeof(int) * items * ITEM_PIECES);
    c.edged_list = (int *)cuda_allocate(sizeof(int) * items * ITEM_PIECES);
    c.short_list = (int *)cuda_allocate(sizeof(int) * items * ITEM_PIECES);
    cuda_ok(cudaStreamCreateWithFlags(&w->side, cudaStreamNonBlocking), "making a stream");
    cuda_ok(cudaEventCreateWithFlags(&w->fork, cudaEventDisableTiming), "making an event");
    cuda_ok(cudaEventCreateWithFlags(&w->join, cudaEventDisableTiming), "making an event");
    return w->report && c.control && c.view && w->own && c.moved[0] && c.moved[1] && c.awake &&
           c.wet && c.edged && c.forced && c.rate && c.plain_list && c.edged_list && c.short_list;
}

stag_constants constants_of(const part_params *m, const stag_part *terms)
{
    return {stag_as_stored(m->friction_strength), (calc)m->gravity, stag_as_stored(m->dry_depth),
            stag_as_stored(terms->flood_depth),
            stag_pacing_of(m->dx, m->dy, m->gravity, terms->viscosity)};
}

/* The device's copy of the part, with what the scheme has beside it. */
void use_twin(grid_part *part)
{
    stag_work *w = work_of(part);
    w->c.p = common_of(part)->twin;
    w->c.p.own = w->own;
    w->c.constants = constants_of(&part->params, &w->terms);
}

int prepare(grid_part *part, int threads)
{
    (void)threads;
    stag_work *w = new stag_work();
    part->scheme_work = w;
    w->terms = *stag_of(part);
    w->c.p = common_of(part)->twin;
    w->wish = strip_of_environment();
    cut_into_items(w);
    if (!allocate(w)) {
        dispose(part);
        return 0;
    }
    push_terms(w);
    use_twin(part);
    return 1;
}

/* ---- after a push ---- */

int pushed(grid_part *part, unsigned groups)
{
    stag_work *w = work_of(part);
    const int cut_anew = w->c.p.shape.ny != part->shape.ny;
    use_twin(part);
    if (cut_anew)
        cut_into_items(w);
    if (groups & (PART_GROUND | PART_LISTS | PART_SOURCES | PART_ROWS))
        w->edged_items = push_item_kinds(w->c, part, w->c.width, w->c.height, w->c.piece);
    wake_items(w->c);
    forget_graph(w);
    return 1;
}

/* ---- hosted steps: the scheme looks at the clock ---- */

void begin(grid_part *part)
{
    stag_work *w = work_of(part);
    push_conveyances(part);
    push_clock(part);
    cuda_launch(begin_kernel, 1, TEAM, cuda_stream(), "launching the begin of a step", w->c, 0);
}

void faces(grid_part *part)
{
    launch_faces(work_of(part), 0);
}

void stage(grid_part *part, part_region region, int index)
{
    (void)index; /* there is one */
    stag_work *w = work_of(part);
    if (region == REGION_INNER)
        return;
    launch_items(w);
    cuda_launch(rates_kernel, 1, TEAM, cuda_stream(), "launching the rates", w->c);
    ask_for_report(w);
    part->newer_there |= changed_by_step(part);
}

void finish(grid_part *part)
{
    stag_work *w = work_of(part);
    push_clock(part);
    cuda_launch(finish_kernel, 1, TEAM, cuda_stream(), "launching the end of a step", w->c);
    ask_for_report(w);
}

void await(grid_part *part)
{
    await_report(work_of(part), part);
}

int awake(grid_part *part)
{
    const stag_device &c = work_of(part)->c;
    return pull_awake(c, part, c.width, c.height);
}

/* ---- steps without the host ---- */

void advance(grid_part *part, int64_t steps)
{
    advance_by_graphs(work_of(part), part, steps, launch_graph_steps);
}

/* ---- reports ---- */

void scan(grid_part *part)
{
    const stag_work *w = work_of(part);
    push_clock(part);
    cuda_ok(cudaMemsetAsync(&w->c.control->next, 0, sizeof w->c.control->next, cuda_stream()),
            "clearing a rate");
    cuda_launch(scan_kernel, (unsigned)(w->c.columns * w->c.rows), REPORT_THREADS, cuda_stream(),
                "launching a scan", w->c);
    take_scanned_rate(w, part);
}

void wake(grid_part *part)
{
    wake_items(work_of(part)->c);
}

staggered_kernels make_table(void)
{
    staggered_kernels t = {};
    set_face_reports<stag_work, stag_show>(&t, stag_limiting_cell);
    t.steps.base.prepare = prepare;
    t.steps.base.dispose = dispose;
    t.steps.base.pushed = pushed;
    t.steps.base.scan = scan;
    t.steps.base.wake = wake;
    t.steps.base.await = await;
    t.steps.base.awake = awake;
    t.steps.base.advance = advance;
    t.steps.begin = begin;
    t.steps.stage = stage;
    t.steps.finish = finish;
    t.faces = faces;
    return t;
}

} // namespace

CUDA_KERNEL_TABLE(staggered_kernels, staggered_kernels_cuda)
