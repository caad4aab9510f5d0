/* What the host keeps for a part, the kernels of a step, and the graphs of several steps without the
 * host. */
#ifndef SPATE_BACKEND_CUDA_VECTOR_INVARIANT_LAUNCH_CUH
#define SPATE_BACKEND_CUDA_VECTOR_INVARIANT_LAUNCH_CUH

#include "backend/cuda/common/face_steps.cuh"
#include "backend/cuda/vector_invariant/lines.cuh"
#include "backend/cuda/vector_invariant/march.cuh"
#include "backend/cuda/vector_invariant/reports.cuh"
#include "backend/cuda/vector_invariant/turn.cuh"

namespace
{

/* What the host reads after every step, in pinned memory: copies to it need no wait. */
struct step_report {
    spate_clock clock;
    vi_control control;
};

/* Of part->scheme_work: two of them, whose graphs have steps of one kind. */
struct vi_work {
    step_report *report;           /* pinned */
    int reported;                  /* is on its way to it */
    vi_device c;                   /* as kernels get it */
    vi_part *own;                  /* on the device */
    int stage;                     /* in progress */
    real *rows[2][3];              /* a, b, c of the mass matrix along x and y; or NULL */
    vi_destination destination[2]; /* of accelerations along x and y */
    vi_part terms;                 /* the same here */
    int has_edges;                 /* some item has a closed face */
    int leaps, steps;              /* of the graph: leapfrog steps; how many */
    cudaGraphExec_t graph;
    double seconds_per_graph;
    vi_work *other; /* the work whose graph has steps of the other kind */
};

vi_work *work_of(const grid_part *part)
{
    return face_work<vi_work>(part);
}

/* ---- kernels of a step ---- */

/* Whether a stage makes the state after the step, whose rates are wanted. Newton's method asks for
 * those of its last iterate by itself. */
int ends_step(int stage)
{
    return stage == VI_LEAP || stage == VI_THIRD;
}

template <int FORM, int STEP, int WALLS>
void launch_march(const vi_work *w, int stage, part_region region)
{
    const vi_device &c = w->c;
    const vi_frame *frame = c.frames + stage;
    cuda_launch(stage_kernel<FORM, STEP, WALLS>, blocks_for(c.columns * c.rows, VI_ITEMS), VI_BLOCK,
                cuda_stream(), "launching a stage", c, frame, (int)region, ends_step(stage));
}

template <int FORM, int STEP> void launch_walls(const vi_work *w, int stage, part_region region)
{
    launch_march<FORM, STEP, 0>(w, stage, region);
    if (w->has_edges)
        launch_march<FORM, STEP, 1>(w, stage, region);
}

template <int FORM> void launch_form(const vi_work *w, int stage, part_region region)
{
    if (!w->terms.lumped)
        launch_walls<FORM, VI_FORCES>(w, stage, region);
    else if (stage == VI_FIRST || stage == VI_EXPLICIT)
        launch_walls<FORM, VI_FROM_READ>(w, stage, region);
    else if (stage == VI_LEAP || stage == VI_IMPLICIT)
        launch_walls<FORM, VI_FROM_BASE>(w, stage, region);
    else
        launch_walls<FORM, VI_BLENDING>(w, stage, region);
}

void launch_tile_rates(const vi_work *w)
{
    enum { MOST = 1024 };
    const unsigned blocks = blocks_for(w->c.p.shape.tiles_x * w->c.p.shape.tiles_y, REPORT_THREADS);
    cuda_launch(tile_rate_kernel, blocks < MOST ? blocks : (unsigned)MOST, REPORT_THREADS,
                cuda_stream(), "launching the rates", w->c);
}

void launch_stage(const vi_work *w, int stage, part_region region)
{
    switch (w->terms.form) {
    case VI_ENSTROPHY: launch_form<VI_ENSTROPHY>(w, stage, region); break;
    case VI_ENERGY: launch_form<VI_ENERGY>(w, stage, region); break;
    default: launch_form<VI_PAPER>(w, stage, region);
    }
    if (ends_step(stage) && region != REGION_RIM)
        launch_tile_rates(w);
}

/* Requests what the stages have found. */
void ask_for_control(vi_work *w)
{
    cuda_ok(cudaMemcpyAsync(&w->report->control, w->c.control, sizeof w->report->control,
                            cudaMemcpyDeviceToHost, cuda_stream()),
            "copying the control");
    w->reported = 1;
}

dim3 over_cells(const vi_work *w)
{
    enum { MOST_ROWS = 4096 };
    const part_shape &s = w->c.p.shape;
    return dim3(blocks_for(s.nx, REPORT_THREADS), (unsigned)(s.ny < MOST_ROWS ? s.ny : MOST_ROWS));
}

void launch_filter(const vi_work *w, part_region region)
{
    cuda_launch(filter_kernel, over_cells(w), REPORT_THREADS, cuda_stream(), "launching the filter",
                w->c, (int)region);
}

/* stage: the one in progress, where `when` is GHOSTS_IN_STEP. */
void launch_ghosts(const vi_work *w, int when, int stage = 0)
{
    const vi_device &c = w->c;
    const int longest = c.p.shape.nx > c.p.shape.ny ? c.p.shape.nx : c.p.shape.ny;
    if (c.p.ghost_count)
        cuda_launch(ghost_kernel,
                    dim3(blocks_for(VI_HALO * longest, 256), (unsigned)c.p.ghost_count,
                         STATE_VARIABLES),
                    256, cuda_stream(), "launching the ghosts", c, when, stage);
}

void launch_centre(const vi_work *w, int what, int in_step)
{
    cuda_launch(centre_kernel, over_cells(w), REPORT_THREADS, cuda_stream(),
                "launching momentum at cells", w->c, what, in_step);
}

void launch_maxima(const vi_work *w, int begin_anew, int in_step)
{
    launch_centre(w, CENTRE_SHOW, in_step);
    cuda_launch(maxima_kernel, (unsigned)(w->c.columns * w->c.rows), REPORT_THREADS, cuda_stream(),
                "launching maxima", w->c, begin_anew, in_step);
}

/* ---- graphs ---- */

void launch_whole_stage(const vi_work *w, int stage)
{
    launch_ghosts(w, GHOSTS_IN_STEP, stage);
    launch_stage(w, stage, REGION_ALL);
}

/* A step that has begun; and_begin: the begin of the next. */
void launch_whole_step(const vi_work *w, int and_begin)
{
    if (w->leaps) {
        launch_whole_stage(w, VI_LEAP);
        if (w->terms.filter > 0)
            launch_filter(w, REGION_ALL);
    } else {
        for (int stage = VI_FIRST; stage <= VI_THIRD; ++stage)
            launch_whole_stage(w, stage);
    }
    cuda_launch(turn_kernel, 1, VI_TEAM, cuda_stream(), "launching the end of a step", w->c,
                w->leaps, and_begin);
    if (w->c.p.field[FIELD_MAX_DEPTH][0]) {
        launch_ghosts(w, GHOSTS_AFTER_STEP, 0);
        launch_maxima(w, 0, 1);
    }
}

/* Steps of a graph; between graphs the clock is that of a finished step. */
void launch_graph_steps(vi_work *w)
{
    cuda_launch(begin_kernel, 1, VI_TEAM, cuda_stream(), "launching the begin of a step", w->c,
                w->leaps);
    for (int n = 1; n <= w->steps; ++n)
        launch_whole_step(w, n < w->steps);
}

} // namespace

#endif
