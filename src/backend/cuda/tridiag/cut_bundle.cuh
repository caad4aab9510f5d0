/* Host side of cut lines: a plan and its scratch on the device, and the order of the kernels. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_CUT_BUNDLE_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_CUT_BUNDLE_CUH

#include "backend/cuda/compact/cut_rhs.cuh"
#include "backend/cuda/tridiag/cut_decoupled.cuh"
#include "backend/cuda/tridiag/cut_memory.cuh"
#include "backend/cuda/tridiag/cut_solver.cuh"
#include "backend/cuda/tridiag/cut_tiles.cuh"
#include "backend/cuda/tridiag/cut_whole_plan.cuh"

namespace CUT_TWIN
{

struct cut_bundle_solver : tri_cut_solver {
    cut_memory memory;
    cut_job job;                                    /* without the data of a batch */
    std::vector<std::vector<cut_message>> messages; /* of each slot, as on the device */
    std::vector<cut_job> slots;
    std::vector<int> local_of; /* of each part: index among the arrays, or -1 */
    std::vector<cut_arrays> arrays;
    cut_arrays *device_arrays;
    /* the device has a current copy of `arrays`: captured graphs of solves contain no copies */
    int uploaded = 0;
    int shared, decoupled, wide; /* wide: 16 bytes per access */
    int can_be_wide;
    int most;         /* maximum number of rows of a chunk */
    int tiles;        /* rows are processed in shared memory (cut_tile.cuh) */
    int computes_rhs; /* right-hand sides are computed as described by `rhs` */
    compact_device_rhs rhs;
    whole_plan whole;
    const tri_cut_receiver *receiver; /* of whole lines, or NULL */

    cut_job batch_of(const tri_cut_batch &b) const
    {
        cut_job j = slots[(size_t)b.slot];
        j.first_line = b.panel * TRI_CUT_LANES;
        j.panels = b.panels;
        j.top_first = b.top_first;
        j.top_panels = b.top_panels;
        return j;
    }

    void eliminate_arrays(const cut_job &j, cudaStream_t stream)
    {
        const cut_array_rows<1> narrow = {};
        const cut_array_rows<CUT_PACK> packs = {};
        if (shared && wide)
            cut_eliminate_rows<true>(j, packs, stream);
        else if (shared)
            cut_eliminate_rows<true>(j, narrow, stream);
        else if (decoupled && wide)
            cut_eliminate_rows<false>(j, cut_checked_rows<CUT_PACK>{}, stream);
        else if (decoupled)
            cut_eliminate_rows<false>(j, cut_checked_rows<1>{}, stream);
        else if (wide)
            cut_eliminate_rows<false>(j, packs, stream);
        else
            cut_eliminate_rows<false>(j, narrow, stream);
    }

    void eliminate_tiles(const cut_job &j, cudaStream_t stream)
    {
        const cut_array_tiles stager = {};
        const cut_array_rows<1> narrow = {};
        cut_launch_tiles(cut_reduce_tiles<cut_array_tiles>, j, stager, most, stream);
        cut_rows_to_top<true>(j, narrow, stream);
    }

    void eliminate(const cut_job &j, cudaStream_t stream)
    {
        if (computes_rhs)
            compact_cut_up(j, rhs.scheme, tiles ? most : 0, stream);
        else if (tiles)
            eliminate_tiles(j, stream);
        else
            eliminate_arrays(j, stream);
    }

    void substitute(const cut_job &j, cudaStream_t stream)
    {
        auto expand = shared ? (wide ? cut_expand<true, CUT_PACK> : cut_expand<true, 1>)
                             : (wide ? cut_expand<false, CUT_PACK> : cut_expand<false, 1>);
        if (tiles && !computes_rhs)
            cut_launch_tiles(cut_expand_tiles, j, cut_array_tiles{}, most, stream);
        else if (j.below.chunk_count)
            tri_launch(expand, cut_blocks(j.panels, j.below.chunk_count), CUT_BLOCK, 0, stream, j);
        if (j.below.row_count)
            tri_launch(cut_put_rows, cut_blocks(j.panels, j.below.row_count), CUT_BLOCK, 0, stream,
                       j);
    }

    typedef void tree_kernel(const cut_job);

    /* Launches the kernel for the kind of matrix, a block for each panel. */
    void launch(tree_kernel *of_shared, tree_kernel *of_general, long long panels, const cut_job &j,
                cudaStream_t stream)
    {
        if (panels)
            tri_launch(shared ? of_shared : of_general, panels, CUT_BLOCK, 0, stream, j);
    }

    void up(const tri_cut_batch &b, cudaStream_t stream) override
    {
        const cut_job j = batch_of(b);
        const long long panels = j.below.piece_count ? j.panels : 0;
        eliminate(j, stream);
        if (decoupled)
            launch(cut_faces_kernel<true>, cut_faces_kernel<false>, panels, j, stream);
        else
            launch(cut_up_kernel<true>, cut_up_kernel<false>, panels, j, stream);
    }

    void top(const tri_cut_batch &b, cudaStream_t stream) override
    {
        const cut_job j = batch_of(b);
        if (!decoupled)
            launch(cut_top_kernel<true>, cut_top_kernel<false>, j.top_panels, j, stream);
    }

    void down(const tri_cut_batch &b, cudaStream_t stream) override
    {
        const cut_job j = batch_of(b);
        const long long panels = j.below.chunk_count ? j.panels : 0;
        if (decoupled)
            launch(cut_join_kernel<true>, cut_join_kernel<false>, panels, j, stream);
        else
            launch(cut_down_kernel<true>, cut_down_kernel<false>, panels, j, stream);
        substitute(j, stream);
    }

    void solve(const tri_cut_batch &b, cudaStream_t stream) override
    {
        const cut_job j = batch_of(b);
        eliminate(j, stream);
        if (decoupled)
            launch(cut_decoupled_kernel<true>, cut_decoupled_kernel<false>, j.panels, j, stream);
        else
            launch(cut_fused_kernel<true>, cut_fused_kernel<false>, j.panels, j, stream);
        substitute(j, stream);
    }

    /* True if lines are contiguous and every chunk is aligned to 16 bytes. */
    static bool is_wide(const cut_arrays &r)
    {
        const void *const all[5] = {r.a, r.b, r.c, r.d, r.x};
        for (const void *p : all)
            if ((size_t)p % 16)
                return false;
        return true;
    }

    /* Interleaved rows of arrays are already read contiguously. */
    bool fits_tiles() const
    {
        return shared && (computes_rhs || !job.panels_first) &&
               cut_tile_fits(most, computes_rhs ? rhs.reach() : 0);
    }

    bool takes_whole(void) const
    {
        return !computes_rhs && whole.takes(arrays[0].d);
    }

    bool solve_whole(cudaStream_t stream) override
    {
        if (!takes_whole())
            return false;
        whole.lines.d = arrays[0].d;
        if (receiver)
            receiver->solve(&whole.lines, receiver->user, stream);
        else if (whole.is_packed(arrays[0].x))
            whole_solve(whole.lines, whole_store<CUT_PACK>{arrays[0].x}, stream);
        else
            whole_solve(whole.lines, whole_store<1>{arrays[0].x}, stream);
        return true;
    }

    bool set_arrays(const tri_device_arrays *in, const tri_cut_rhs *rhs_in,
                    tri_cut_receiver *receivers, cudaStream_t stream) override
    {
        wide = can_be_wide;
        computes_rhs = rhs_in != NULL;
        const std::vector<cut_arrays> before = arrays;
        for (size_t p = 0; p < local_of.size(); ++p) {
            if (local_of[p] < 0)
                continue;
            const tri_device_arrays &r = in[local_of[p]];
            arrays[p] = {(const real *)r.a, (const real *)r.b, (const real *)r.c, (const real *)r.d,
                         (real *)r.x};
            wide = wide && is_wide(arrays[p]);
        }
        const size_t bytes = arrays.size() * sizeof(cut_arrays);
        if (!uploaded || memcmp(before.data(), arrays.data(), bytes) != 0)
            uploaded = cuda_ok(cudaMemcpyAsync(device_arrays, arrays.data(), bytes,
                                               cudaMemcpyHostToDevice, stream),
                               "copying pointers");
        if (rhs_in && !rhs.set_arrays(rhs_in, local_of, stream))
            return false;
        tiles = fits_tiles();
        receiver = NULL;
        for (size_t p = 0; p < local_of.size() && receivers; ++p)
            if (local_of[p] >= 0)
                receivers[local_of[p]].takes = takes_whole();
        if (receivers && takes_whole())
            receiver = &receivers[local_of[0]];
        return true;
    }

    /* Reads results of the device and resets them to `initial`, where they are not. */
    template <typename T>
    static void find_not_finite(T *on_device, std::vector<T> &found, T initial, cudaStream_t stream)
    {
        const size_t bytes = found.size() * sizeof(T);
        const std::vector<T> clear(found.size(), initial);
        cuda_ok(cudaMemcpyAsync(found.data(), on_device, bytes, cudaMemcpyDeviceToHost, stream),
                "reading failures");
        cuda_ok(cudaStreamSynchronize(stream), "waiting for cut lines");
        if (memcmp(found.data(), clear.data(), bytes) == 0)
            return;
        cuda_ok(cudaMemcpyAsync(on_device, clear.data(), bytes, cudaMemcpyHostToDevice, stream),
                "clearing failures");
        cuda_ok(cudaStreamSynchronize(stream), "clearing failures");
    }

    void report(cudaStream_t stream, tri_cut_report *to) override
    {
        std::vector<long long> found(local_of.size());
        std::vector<unsigned long long> bounds(CUT_BOUNDS);
        find_not_finite(job.first_failed, found, (long long)TRI_CUT_NONE, stream);
        for (size_t p = 0; p < local_of.size(); ++p)
            if (local_of[p] >= 0)
                to->first_failed[local_of[p]] = found[p];
        to->not_finite = computes_rhs ? rhs.report(stream) : TRI_CUT_NONE;
        if (decoupled && !shared)
            find_not_finite(job.bounds, bounds, 0ULL, stream);
        to->dropped = cut_number(bounds[CUT_DROPPED]);
        to->amplified = cut_number(bounds[CUT_AMPLIFIED]);
        to->dominance = cut_number(bounds[CUT_DOMINANCE]);
    }

    double workspace() const override
    {
        return memory.bytes;
    }
    void *message(int slot, int part, tri_cut_message which) const override
    {
        const cut_message &m = messages[(size_t)slot][(size_t)part];
        switch (which) {
        case TRI_CUT_PIECES: return m.pieces;
        case TRI_CUT_ANSWERS: return m.answers;
        case TRI_CUT_TO_FRONT: return m.to_front;
        case TRI_CUT_TO_BEHIND: return m.to_behind;
        case TRI_CUT_FROM_FRONT: return m.from_front;
        default: return m.from_behind;
        }
    }
};

} // namespace CUT_TWIN

#endif
