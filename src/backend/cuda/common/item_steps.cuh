/* The host's side of explicit schemes whose steps are computed by items: kinds of items, reports of
 * the device, and graphs of several steps without the host. `work` is what a scheme keeps for a
 * part. It has the report in pinned memory (clock, control) and whether one is on its way
 * (reported), the part as kernels get it (c), the graph and how long one takes. */
#ifndef SPATE_BACKEND_CUDA_COMMON_ITEM_STEPS_CUH
#define SPATE_BACKEND_CUDA_COMMON_ITEM_STEPS_CUH

#include <algorithm>
#include <vector>

#include "backend/cuda/common/graph_pace.cuh"
#include "backend/cuda/common/part.cuh"

/* Kinds of items from those of the tiles under them. width, height: cells of an item; piece: rows of
 * one of its pieces, each of which has a bit of `edged`. Returns how many items have edges. */
template <class device_part>
static int push_item_kinds(const device_part &c, const grid_part *part, int width, int height,
                           int piece)
{
    const part_shape &s = part->shape;
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
            for (int row = ty * SPATE_TILE_Y / height; row <= (y1 - 1) / height; ++row) {
                const int y = ty * SPATE_TILE_Y - row * height;
                const unsigned bit = part->tile_edged[tile] ? 1u << ((y > 0 ? y : 0) / piece) : 0u;
                for (int column = tx * SPATE_TILE_X / width; column <= (x1 - 1) / width; ++column) {
                    edged[(size_t)(row * c.columns + column)] |= (uint8_t)bit;
                    forced[(size_t)(row * c.columns + column)] |= (uint8_t)is_forced;
                }
            }
        }
    cuda_ok(cudaMemcpyAsync(c.edged, edged.data(), edged.size(), cudaMemcpyHostToDevice,
                            cuda_stream()),
            "copying kinds of items");
    cuda_ok(cudaMemcpyAsync(c.forced, forced.data(), forced.size(), cudaMemcpyHostToDevice,
                            cuda_stream()),
            "copying kinds of items");
    cuda_ok(cudaStreamSynchronize(cuda_stream()), "copying kinds of items");
    return (int)(edged.size() - (size_t)std::count(edged.begin(), edged.end(), (uint8_t)0));
}

/* tile_awake of the image, from the items that hold the tiles' first cells. 0: the device has
 * failed. */
template <class device_part>
static int pull_awake(const device_part &c, grid_part *part, int width, int height)
{
    const part_shape &s = part->shape;
    std::vector<uint8_t> awake((size_t)(c.columns * c.rows));
    cuda_ok(cudaMemcpyAsync(awake.data(), c.awake, awake.size(), cudaMemcpyDeviceToHost,
                            cuda_stream()),
            "copying which items are awake");
    if (!cuda_ok(cudaStreamSynchronize(cuda_stream()), "copying which items are awake"))
        return 0;
    std::vector<int> column(
        (size_t)s.tiles_x); /* a division takes longer than all else of a tile */
    for (int tx = 0; tx < s.tiles_x; ++tx)
        column[(size_t)tx] = tx * SPATE_TILE_X / width;
    for (int ty = 0; ty < s.tiles_y; ++ty) {
        const uint8_t *from = awake.data() + (ptrdiff_t)(ty * SPATE_TILE_Y / height) * c.columns;
        uint8_t *to = part->tile_awake + (ptrdiff_t)ty * s.tiles_x;
        for (int tx = 0; tx < s.tiles_x; ++tx)
            to[tx] = from[column[(size_t)tx]];
    }
    return 1;
}

/* No item may sleep through a change. */
template <class device_part> static void wake_items(const device_part &c)
{
    const size_t items = (size_t)(c.columns * c.rows);
    for (int n = 0; n < 2; ++n)
        cuda_ok(cudaMemsetAsync(c.moved[n], 1, items, cuda_stream()), "waking items");
}

/* What the faces of boundaries carry, which the scheme has summed over all parts. */
static inline void push_conveyances(const grid_part *part)
{
    const grid_part &twin = common_of(part)->twin;
    for (int n = 0; n < part->boundary_count; ++n)
        if (part->boundaries[n].takes_water)
            cuda_ok(cudaMemcpyAsync(&twin.boundaries[n].conveyance, &part->boundaries[n].conveyance,
                                    2 * sizeof(double), cudaMemcpyHostToDevice, cuda_stream()),
                    "copying a conveyance");
}

/* ---- reports ---- */

/* Requests clock and control as they are when all launched kernels are done. */
template <class work> static void ask_for_report(work *w)
{
    cuda_ok(cudaMemcpyAsync(&w->report->clock, w->c.p.clock, sizeof w->report->clock,
                            cudaMemcpyDeviceToHost, cuda_stream()),
            "copying the clock");
    cuda_ok(cudaMemcpyAsync(&w->report->control, w->c.control, sizeof w->report->control,
                            cudaMemcpyDeviceToHost, cuda_stream()),
            "copying the control");
    w->reported = 1;
}

/* Returns whether a report has come that was on its way. */
template <class work> static int await_device(work *w)
{
    const int reported = w->reported;
    w->reported = 0;
    return reported && cuda_ok(cudaStreamSynchronize(cuda_stream()), "waiting for the device");
}

template <class device_part>
static void count_tiles(grid_part *part, const device_part &c, int items)
{
    const double share = (double)items / ((double)c.columns * c.rows);
    part->tiles_computed = (int64_t)(share * part->shape.tiles_x * part->shape.tiles_y);
}

template <class work> static void await_report(work *w, grid_part *part)
{
    if (!await_device(w))
        return;
    *part->clock = w->report->clock;
    count_tiles(part, w->c, w->report->control.computed);
}

/* ---- graphs ---- */

template <class work> static void forget_graph(work *w)
{
    if (w->graph)
        cuda_ok(cudaGraphExecDestroy(w->graph), "dropping a graph");
    w->graph = NULL;
}

/* Makes a graph of what `launch` launches. Returns 0 if that fails. */
template <class launcher> static int capture_graph(cudaGraphExec_t *exec, const launcher &launch)
{
    cudaGraph_t graph = NULL;
    if (!cuda_ok(cudaStreamBeginCapture(cuda_stream(), cudaStreamCaptureModeThreadLocal),
                 "capturing a graph"))
        return 0;
    launch();
    if (!cuda_ok(cudaStreamEndCapture(cuda_stream(), &graph), "capturing a graph"))
        return 0;
    const int ok = cuda_ok(cudaGraphInstantiate(exec, graph, 0), "making a graph");
    cudaGraphDestroy(graph);
    return ok;
}

/* At most so many steps, by the graph that `launch` makes. */
template <class work>
static void advance_by_graphs(work *w, grid_part *part, int64_t steps, void (*launch)(work *w))
{
    const int64_t last =
        steps < INT64_MAX - part->clock->step ? part->clock->step + steps : INT64_MAX;
    const long long last_step = last;
    if (!w->graph && !capture_graph(&w->graph, [&] { launch(w); }))
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
    await_report(w, part);
    w->seconds_per_graph = (seconds_now() - began) / (double)count;
    part->newer_there |= changed_by_step(part);
}

#endif
