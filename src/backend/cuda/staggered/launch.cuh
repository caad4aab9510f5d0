/* What the host keeps for a part, the kernels of a step, and the graph of several steps without the
 * host. */
#ifndef SPATE_BACKEND_CUDA_STAGGERED_LAUNCH_CUH
#define SPATE_BACKEND_CUDA_STAGGERED_LAUNCH_CUH

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "backend/cuda/common/face_steps.cuh"
#include "backend/cuda/staggered/lane_step.cuh"
#include "backend/cuda/staggered/march.cuh"
#include "backend/cuda/staggered/reports.cuh"
#include "backend/cuda/staggered/turn.cuh"

namespace
{

/* SPATE_CUDA_STRIP=THREADS,ROWS: threads of a block whose warps march, and rows of an item, for
 * measurements and tests; 0: as usual. */
struct strip_wish {
    int threads, rows;
};

strip_wish strip_of_environment(void)
{
    const char *setting = getenv("SPATE_CUDA_STRIP");
    strip_wish w = {};
    if (!setting || sscanf(setting, "%d,%d", &w.threads, &w.rows) != 2 || w.threads % 32 != 0 ||
        w.threads < 0 || w.threads > LANE_BLOCK || w.rows % SPATE_TILE_Y != 0 ||
        (w.rows != 0 && w.rows < LOWEST_ITEM))
        return strip_wish();
    return w;
}

/* What the host reads after every step, in pinned memory: copies to it need no wait. */
struct step_report {
    spate_clock clock;
    stag_control control;
};

/* Of part->scheme_work. */
struct stag_work {
    step_report *report; /* pinned */
    int reported;        /* is on its way to it */
    stag_device c;       /* as kernels get it */
    stag_part *own;      /* on the device */
    stag_part terms;     /* the same here */
    cudaStream_t side;   /* for edged items beside plain ones */
    cudaEvent_t fork, join;
    cudaGraphExec_t graph; /* NULL: to be captured */
    double seconds_per_graph;
    strip_wish wish;
    int edged_items; /* of all items */
};

stag_work *work_of(const grid_part *part)
{
    return face_work<stag_work>(part);
}

/* ---- kernels of a step ---- */

/* Terms that only the kernels with all of them have. */
int has_more_terms(const stag_work *w)
{
    const grid_part &p = w->c.p;
    return w->terms.viscous != STAG_INVISCID || w->terms.advection == STAG_LIMITED ||
           coriolis_acts(&p.params.coriolis) || p.params.rain > 0 || p.sources.rain.count ||
           p.sources.wind_x.count || p.sources.wind_y.count || p.field[FIELD_CONDUCTIVITY][0] ||
           p.field[FIELD_CARRY][0];
}

int by_gravity_alone(const stag_work *w)
{
    return w->terms.advection == STAG_LINEAR && w->c.p.params.friction == FRICTION_NONE;
}

/* At most so many entries in a list, with the pieces of its last items. */
int most_entries(const stag_work *w, int which)
{
    const stag_device &c = w->c;
    const int items = c.columns * c.rows, more = c.piece < c.height ? ITEM_PIECES - 1 : 0;
    const int edged = w->edged_items * (1 + more);
    if (which == LIST_EDGED)
        return edged;
    const int last = items < c.last_items ? items : c.last_items;
    return items + more * (w->edged_items + last);
}

template <int KIND> void launch_step(const stag_work *w, int which, cudaStream_t stream)
{
    const stag_device &c = w->c;
    const row_layout l = layout_of(KIND, &w->terms);
    int entries = most_entries(w, which);
    if (which ==
        LIST_SHORT) /* most often it is empty, and blocks without an entry take time, too */
        entries = std::min(entries,
                           (int)cuda_resident(step_kernel<KIND>, STRIP_THREADS, layout_bytes(&l)));
    const stag_view *view = c.view;
    if (entries)
        cuda_launch_shared(step_kernel<KIND>, (unsigned)entries, STRIP_THREADS, layout_bytes(&l),
                           stream, "launching a step", c, l, view, which);
}

/* Columns of a lane: as many as registers allow. */
enum {
    FEW_CELLS = 8 / (int)sizeof(real),
    MANY_CELLS = 16 / (int)sizeof(real),
    CENTRAL_CELLS = MANY_CELLS /* with rows in shared memory */
};

int lane_cells(const stag_work *w)
{
    return by_gravity_alone(w)                  ? (int)MANY_CELLS
           : w->terms.advection == STAG_CENTRAL ? (int)CENTRAL_CELLS
                                                : (int)FEW_CELLS;
}

int lane_threads(const stag_work *w)
{
    return w->wish.threads ? w->wish.threads : (int)LANE_BLOCK;
}

template <int ADVECTION, int LAW, int WALLS, int ORDER, int CELLS>
void launch_lanes(const stag_work *w, cudaStream_t stream)
{
    const stag_device &c = w->c;
    const stag_view *view = c.view;
    const int entries = most_entries(w, WALLS ? LIST_EDGED : LIST_PLAIN);
    const int threads = lane_threads(w);
    const size_t shared = shelf_bytes<ADVECTION, CELLS>(threads);
    if (!entries)
        return;
    if (shared)
        cuda_prefer_shared(lane_kernel<ADVECTION, LAW, WALLS, ORDER, CELLS>, "launching a step");
    cuda_launch_shared(lane_kernel<ADVECTION, LAW, WALLS, ORDER, CELLS>,
                       blocks_for(entries, threads / 32), threads, shared, stream,
                       "launching a step", c, view);
}

template <int ADVECTION, int WALLS> void launch_ordered(const stag_work *w, cudaStream_t stream)
{
    enum { CELLS = ADVECTION == STAG_CENTRAL ? (int)CENTRAL_CELLS : (int)FEW_CELLS };
    const grid_part &p = w->c.p;
    if (WALLS || p.params.friction != FRICTION_MANNING || p.field[FIELD_FRICTION][0])
        launch_lanes<ADVECTION, LAW_ANY, WALLS, ORDER_EITHER, CELLS>(w, stream);
    else if (w->terms.sielecki)
        launch_lanes<ADVECTION, LAW_MANNING, 0, ORDER_SIELECKI, CELLS>(w, stream);
    else
        launch_lanes<ADVECTION, LAW_MANNING, 0, ORDER_HANSEN, CELLS>(w, stream);
}

/* By gravity alone u and v do not see each other, so that their order does not matter. */
template <int WALLS> void launch_few_terms(const stag_work *w, cudaStream_t stream)
{
    switch (w->terms.advection) {
    case STAG_ENERGY: launch_ordered<STAG_ENERGY, WALLS>(w, stream); break;
    case STAG_MOMENTUM: launch_ordered<STAG_MOMENTUM, WALLS>(w, stream); break;
    case STAG_AUTOMATIC: launch_ordered<STAG_AUTOMATIC, WALLS>(w, stream); break;
    case STAG_CENTRAL: launch_ordered<STAG_CENTRAL, WALLS>(w, stream); break;
    default:
        if (by_gravity_alone(w))
            launch_lanes<STAG_LINEAR, LAW_NONE, WALLS, ORDER_HANSEN, MANY_CELLS>(w, stream);
        else
            launch_ordered<STAG_LINEAR, WALLS>(w, stream);
    }
}

int longest_list(const grid_part &p)
{
    return p.boundary_x.count > p.boundary_y.count ? p.boundary_x.count : p.boundary_y.count;
}

void launch_faces(const stag_work *w, int note)
{
    const int faces = longest_list(w->c.p);
    if (faces)
        cuda_launch(face_kernel, dim3(blocks_for(faces, 128), 2), 128, cuda_stream(),
                    "launching listed faces", w->c, note);
}

void launch_ghosts(const stag_work *w, int when)
{
    const stag_device &c = w->c;
    const int longest = c.p.shape.nx > c.p.shape.ny ? c.p.shape.nx : c.p.shape.ny;
    if (c.p.ghost_count)
        cuda_launch(ghost_kernel,
                    dim3(blocks_for(STAG_HALO * longest, 256), (unsigned)c.p.ghost_count,
                         STATE_VARIABLES),
                    256, cuda_stream(), "launching the ghosts", c, when);
}

/* Plain and edged items side by side, then what needs the whole step. */
void launch_items(const stag_work *w)
{
    const stag_device &c = w->c;
    cudaStream_t stream = cuda_stream();
    launch_wet_items(c);
    cuda_launch(list_kernel, blocks_for(c.columns * c.rows, 256), 256, stream,
                "launching the lists of items", c);
    cuda_ok(cudaEventRecord(w->fork, stream), "forking");
    cuda_ok(cudaStreamWaitEvent(w->side, w->fork, 0), "forking");
    if (has_more_terms(w)) {
        launch_step<STEP_EDGED>(w, LIST_EDGED, w->side);
        launch_step<STEP_FULL>(w, LIST_PLAIN, stream);
    } else {
        launch_few_terms<1>(w, w->side);
        launch_few_terms<0>(w, stream);
    }
    cuda_ok(cudaEventRecord(w->join, w->side), "joining");
    cuda_ok(cudaStreamWaitEvent(stream, w->join, 0), "joining");
    if (!has_more_terms(w))
        launch_step<STEP_EDGED>(w, LIST_SHORT, stream);
    launch_kept_items(c, 0, STAG_U);
    launch_faces(w, 1);
    if (c.p.sources.inflow_cells.count)
        cuda_launch(inflow_kernel, blocks_for(c.p.sources.inflow_cells.count, 128), 128, stream,
                    "launching inflows", c);
}

void launch_centre(const stag_work *w, int what, int in_step)
{
    const part_shape &s = w->c.p.shape;
    const unsigned rows = (unsigned)(s.ny < 4096 ? s.ny : 4096);
    cuda_launch(centre_kernel, dim3(blocks_for(s.nx, 128), rows), 128, cuda_stream(),
                "launching momentum at cells", w->c, what, in_step);
}

void launch_maxima(const stag_work *w, int begin_anew, int in_step)
{
    launch_centre(w, CENTRE_SHOW, in_step);
    cuda_launch(maxima_kernel, (unsigned)(w->c.columns * w->c.rows), REPORT_THREADS, cuda_stream(),
                "launching maxima", w->c, begin_anew, in_step);
}

/* ---- graphs ---- */

/* A step that has begun; and_begin: the begin of the next. */
void launch_whole_step(const stag_work *w, int and_begin)
{
    launch_ghosts(w, GHOSTS_IN_STEP); /* cells of listed faces see them */
    launch_faces(w, 0);
    if (longest_list(w->c.p))
        launch_ghosts(w, GHOSTS_IN_STEP); /* with the fluxes of listed faces */
    launch_items(w);
    cuda_launch(turn_kernel, 1, TEAM, cuda_stream(), "launching the end of a step", w->c,
                and_begin);
    if (w->c.p.field[FIELD_MAX_DEPTH][0]) {
        launch_ghosts(w, GHOSTS_AFTER_STEP);
        launch_maxima(w, 0, 1);
    }
}

/* Steps of a graph; between graphs the clock is that of a finished step. */
void launch_graph_steps(stag_work *w)
{
    cuda_launch(begin_kernel, 1, TEAM, cuda_stream(), "launching the begin of a step", w->c, 1);
    for (int n = 1; n <= GRAPH_STEPS; ++n)
        launch_whole_step(w, n < GRAPH_STEPS);
}

} // namespace

#endif
