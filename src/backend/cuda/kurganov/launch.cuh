/* The kernels of a step, and the graph of several steps without the host. */
#ifndef SPATE_BACKEND_CUDA_KURGANOV_LAUNCH_CUH
#define SPATE_BACKEND_CUDA_KURGANOV_LAUNCH_CUH

#include "backend/cuda/kurganov/host.cuh"
#include "backend/cuda/kurganov/items.cuh"
#include "backend/cuda/kurganov/reports.cuh"

namespace
{

/* ---- kernels of a step ---- */

int is_rich(const grid_part &p)
{
    return coriolis_acts(&p.params.coriolis) || p.sources.wind_x.count || p.sources.wind_y.count ||
           p.field[FIELD_CONDUCTIVITY][0] || p.field[FIELD_CARRY][0] ||
           p.params.friction == FRICTION_CHEZY;
}

/* So few items that the block that begins a step lists them too. */
int lists_in_turn(const cuda_part &c)
{
    return c.columns * c.rows <= 2 * TEAM && c.p.params.skip == SKIP_TILES;
}

/* Whether a region is computed in slabs: in the rim the host decides, else the device. */
int may_be_in_slabs(const cuda_part &c, part_region region)
{
    return region != REGION_RIM || slabs_are_faster(c, rim_items(c));
}

int may_be_marched(const cuda_part &c, part_region region)
{
    return c.ways != WAY_SLABS && (region != REGION_RIM || !may_be_in_slabs(c, region));
}

/* Items of one kind: by marching or in slabs, whichever is faster. Where the device decides, the
 * other kernel does nothing. */
template <int BILINEAR, int FLAVOUR, int KIND>
void launch_both(const cuda_work *w, int stage, part_region region, cudaStream_t stream)
{
    const cuda_part &c = w->c;
    if (region == REGION_RIM && rim_items(c) == 0)
        return;
    if (may_be_marched(c, region))
        cuda_launch(march_kernel<BILINEAR, FLAVOUR, KIND>, blocks_for(c.columns * c.rows, WARPS),
                    32 * WARPS, stream, "launching a stage", c, stage, region);
    const int at_once = c.multiprocessors * (FLAVOUR == FLAVOUR_EDGED ? 1 : SLAB_BLOCKS),
              items = region == REGION_RIM ? rim_items(c) : c.columns * c.rows,
              slabs = items * c.slabs;
    if (may_be_in_slabs(c, region))
        cuda_launch(slab_kernel<BILINEAR, FLAVOUR, KIND>,
                    (unsigned)(slabs < at_once ? slabs : at_once), 32 * SLAB_WARPS, stream,
                    "launching a stage", c, stage, region);
}

template <int BILINEAR, int KIND>
void launch_flavour(const cuda_work *w, int flavour, int stage, part_region region,
                    cudaStream_t stream)
{
    if (flavour == FLAVOUR_BARE)
        launch_both<BILINEAR, FLAVOUR_BARE, KIND>(w, stage, region, stream);
    else if (flavour == FLAVOUR_MANNING)
        launch_both<BILINEAR, FLAVOUR_MANNING, KIND>(w, stage, region, stream);
    else if (flavour == FLAVOUR_RICH)
        launch_both<BILINEAR, FLAVOUR_RICH, KIND>(w, stage, region, stream);
    else
        launch_both<BILINEAR, FLAVOUR_EDGED, KIND>(w, stage, region, stream);
}

template <int BILINEAR>
void launch_kind(const cuda_work *w, int flavour, int kind, int stage, part_region region,
                 cudaStream_t stream)
{
    if (kind == KIND_EULER)
        launch_flavour<BILINEAR, KIND_EULER>(w, flavour, stage, region, stream);
    else if (kind == KIND_FIRST)
        launch_flavour<BILINEAR, KIND_FIRST>(w, flavour, stage, region, stream);
    else
        launch_flavour<BILINEAR, KIND_SECOND>(w, flavour, stage, region, stream);
}

void launch_items(const cuda_work *w, int flavour, int stage, part_region region,
                  cudaStream_t stream)
{
    const int kind = w->c.p.params.stages == 1 ? KIND_EULER : stage == 0 ? KIND_FIRST : KIND_SECOND;
    if (w->c.p.params.bed_model == BED_BILINEAR)
        launch_kind<1>(w, flavour, kind, stage, region, stream);
    else
        launch_kind<0>(w, flavour, kind, stage, region, stream);
}

/* Plain and edged items side by side, then what needs the whole stage. */
void launch_stage(cuda_work *w, int stage, part_region region)
{
    const cuda_part &c = w->c;
    const grid_part &p = c.p;
    cudaStream_t stream = cuda_stream();
    const int plain = is_rich(p)                              ? FLAVOUR_RICH
                      : p.params.friction == FRICTION_MANNING ? FLAVOUR_MANNING
                                                              : FLAVOUR_BARE;
    if (c.all_edged) {
        launch_items(w, FLAVOUR_EDGED, stage, region, stream);
    } else {
        cuda_ok(cudaEventRecord(w->fork, stream), "forking");
        cuda_ok(cudaStreamWaitEvent(w->side, w->fork, 0), "forking");
        launch_items(w, FLAVOUR_EDGED, stage, region, w->side);
        launch_items(w, plain, stage, region, stream);
        cuda_ok(cudaEventRecord(w->join, w->side), "joining");
        cuda_ok(cudaStreamWaitEvent(stream, w->join, 0), "joining");
    }
    if (region == REGION_INNER)
        return; /* the rim is still to come */
    launch_kept_items(c, stage, FIELD_MOMENTUM_X);
    const int faces =
        p.boundary_x.count > p.boundary_y.count ? p.boundary_x.count : p.boundary_y.count;
    if (faces)
        cuda_launch(probe_kernel, dim3(blocks_for(faces, 128), 2), 128, stream, "launching probes",
                    c, stage);
    if (stage + 1 == p.params.stages && p.sources.inflow_cells.count)
        cuda_launch(inflow_kernel, blocks_for(p.sources.inflow_cells.count, 128), 128, stream,
                    "launching inflows", c);
}

void launch_begin(cuda_work *w)
{
    cuda_launch(begin_kernel, 1, TEAM, cuda_stream(), "launching the begin of a step", w->c,
                lists_in_turn(w->c));
}

void launch_lists(cuda_work *w)
{
    const cuda_part &c = w->c;
    if (lists_in_turn(c))
        return; /* begin has made them */
    launch_wet_items(c);
    cuda_launch(list_kernel, blocks_for(c.columns * c.rows, 256), 256, cuda_stream(),
                "launching the lists of items", c);
}

void launch_maxima(cuda_work *w, int begin_anew, int in_step)
{
    const cuda_part &c = w->c;
    cuda_launch(maxima_kernel, (unsigned)(c.columns * c.rows), 128, cuda_stream(),
                "launching maxima", c, begin_anew, in_step);
}

void launch_ghosts(cuda_work *w, int stage)
{
    const cuda_part &c = w->c;
    if (!c.p.ghost_count)
        return;
    const int longest = c.p.shape.nx > c.p.shape.ny ? c.p.shape.nx : c.p.shape.ny;
    cuda_launch(ghost_kernel,
                dim3(blocks_for(KP_HALO * longest, 256), (unsigned)c.p.ghost_count,
                     STATE_VARIABLES),
                256, cuda_stream(), "launching the ghosts", c, stage);
}

/* ---- a stage of a step with the host ---- */

void forget_stages(cuda_work *w)
{
    for (auto &stage : w->hosted)
        for (hosted_stage &h : stage) {
            if (h.graph)
                cuda_ok(cudaGraphExecDestroy(h.graph), "dropping a graph");
            h = {};
        }
}

/* The first stage of a step begins with the lists of items, the last one ends with the rates. */
void launch_hosted_kernels(cuda_work *w, int stage, part_region region)
{
    if (stage == 0 && region != REGION_RIM)
        launch_lists(w);
    launch_stage(w, stage, region);
    if (stage + 1 == w->c.p.params.stages && region != REGION_INNER)
        cuda_launch(rates_kernel, 1, TEAM, cuda_stream(), "launching the rates", w->c, w->report);
}

/* One launch instead of eight or more: meanwhile no core computes its own rows. A graph costs more
 * than that for the first time, and is made when the same kernels are launched again. */
void launch_hosted(cuda_work *w, int stage, part_region region)
{
    enum { WORTH_A_GRAPH = 2 };
    hosted_stage &h = w->hosted[stage][region];
    if (!h.graph && h.uses++ >= WORTH_A_GRAPH &&
        !capture_graph(&h.graph, [&] { launch_hosted_kernels(w, stage, region); }))
        return;
    if (h.graph)
        cuda_ok(cudaGraphLaunch(h.graph, cuda_stream()), "launching a stage");
    else
        launch_hosted_kernels(w, stage, region);
}

/* ---- graphs ---- */

/* A step that has begun; and_begin: the begin of the next. */
void launch_step(cuda_work *w, int and_begin)
{
    launch_lists(w);
    for (int n = 0; n < w->c.p.params.stages; ++n) {
        launch_ghosts(w, n);
        launch_stage(w, n, REGION_ALL);
    }
    cuda_launch(turn_kernel, 1, TEAM, cuda_stream(), "launching the end of a step", w->c, and_begin,
                lists_in_turn(w->c));
    if (w->c.p.field[FIELD_MAX_DEPTH][0])
        launch_maxima(w, 0, 1);
}

/* Steps of a graph; between graphs the clock is that of a finished step. */
void launch_graph_steps(cuda_work *w)
{
    launch_begin(w);
    for (int n = 1; n <= GRAPH_STEPS; ++n)
        launch_step(w, n < GRAPH_STEPS);
}

} // namespace

#endif
