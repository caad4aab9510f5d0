/* The host's side of cut lines: a plan and its scratch on the device, and the order of the kernels. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_CUT_WAY_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_CUT_WAY_CUH

#include "backend/cuda/compact_cut_taken.cuh"
#include "backend/cuda/tridiag_cut_memory.cuh"
#include "backend/cuda/tridiag_cut_solver.cuh"
#include "backend/cuda/tridiag_cut_top.cuh"

namespace CUT_TWIN
{

struct cut_way : tri_cut_solver {
    cut_memory memory;
    cut_job job;                                    /* but for what a batch is */
    std::vector<std::vector<cut_message>> messages; /* of each slot, as on the device */
    std::vector<cut_job> slots;
    std::vector<int> local_of; /* of each part: among the arrays, or -1 */
    std::vector<cut_arrays> arrays;
    cut_arrays *arrays_there;
    int shared, wide; /* wide: 16 bytes at a time */
    int may_be_wide;
    int makes_sides; /* right-hand sides are made of what `sides` says */
    compact_taken sides;

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
        else if (wide)
            cut_eliminate_rows<false>(j, packs, stream);
        else
            cut_eliminate_rows<false>(j, narrow, stream);
    }

    void eliminate(const cut_job &j, cudaStream_t stream)
    {
        if (!makes_sides) {
            eliminate_arrays(j, stream);
            return;
        }
        if (j.below.chunk_count)
            compact_cut_groups(j, sides.scheme, sides.wide, stream);
        if (j.below.row_count)
            compact_cut_single(j, sides.scheme, stream);
    }

    void substitute(const cut_job &j, cudaStream_t stream)
    {
        auto expand = shared ? (wide ? cut_expand<true, CUT_PACK> : cut_expand<true, 1>)
                             : (wide ? cut_expand<false, CUT_PACK> : cut_expand<false, 1>);
        if (j.below.chunk_count)
            tri_launch(expand, cut_blocks(j.panels, j.below.chunk_count), CUT_BLOCK, 0, stream, j);
        if (j.below.row_count)
            tri_launch(cut_put_rows, cut_blocks(j.panels, j.below.row_count), CUT_BLOCK, 0, stream,
                       j);
    }

    void up(const tri_cut_batch &b, cudaStream_t stream) override
    {
        const cut_job j = batch_of(b);
        eliminate(j, stream);
        if (j.below.piece_count)
            tri_launch(shared ? cut_up_kernel<true> : cut_up_kernel<false>, j.panels, CUT_BLOCK, 0,
                       stream, j);
    }

    void top(const tri_cut_batch &b, cudaStream_t stream) override
    {
        const cut_job j = batch_of(b);
        if (j.top_panels)
            tri_launch(shared ? cut_top_kernel<true> : cut_top_kernel<false>, j.top_panels,
                       CUT_BLOCK, 0, stream, j);
    }

    void down(const tri_cut_batch &b, cudaStream_t stream) override
    {
        const cut_job j = batch_of(b);
        if (j.below.chunk_count)
            tri_launch(shared ? cut_down_kernel<true> : cut_down_kernel<false>, j.panels, CUT_BLOCK,
                       0, stream, j);
        substitute(j, stream);
    }

    void solve(const tri_cut_batch &b, cudaStream_t stream) override
    {
        const cut_job j = batch_of(b);
        eliminate(j, stream);
        tri_launch(shared ? cut_through_kernel<true> : cut_through_kernel<false>, j.panels,
                   CUT_BLOCK, 0, stream, j);
        substitute(j, stream);
    }

    /* Lines are contiguous, and every chunk begins at a multiple of 16 bytes. */
    static bool is_wide(const cut_arrays &r)
    {
        const void *const all[5] = {r.a, r.b, r.c, r.d, r.x};
        for (const void *p : all)
            if ((size_t)p % 16)
                return false;
        return true;
    }

    bool take(const tri_device_arrays *in, const tri_cut_sides *made, cudaStream_t stream) override
    {
        wide = may_be_wide;
        makes_sides = made != NULL;
        for (size_t p = 0; p < local_of.size(); ++p) {
            if (local_of[p] < 0)
                continue;
            const tri_device_arrays &r = in[local_of[p]];
            arrays[p] = {(const real *)r.a, (const real *)r.b, (const real *)r.c, (const real *)r.d,
                         (real *)r.x};
            wide = wide && is_wide(arrays[p]);
        }
        cuda_ok(cudaMemcpyAsync(arrays_there, arrays.data(), arrays.size() * sizeof(cut_arrays),
                                cudaMemcpyHostToDevice, stream),
                "bringing pointers over");
        return !made || sides.take(made, local_of, stream);
    }

    void report(cudaStream_t stream, int64_t *first_failed, int64_t *not_finite) override
    {
        const size_t bytes = local_of.size() * sizeof(long long);
        std::vector<long long> found(local_of.size()), fine(local_of.size(), TRI_CUT_FINE);
        cuda_ok(cudaMemcpyAsync(found.data(), job.first_failed, bytes, cudaMemcpyDeviceToHost,
                                stream),
                "reading findings");
        cuda_ok(cudaStreamSynchronize(stream), "waiting for cut lines");
        cuda_ok(cudaMemcpyAsync(job.first_failed, fine.data(), bytes, cudaMemcpyHostToDevice,
                                stream),
                "clearing findings");
        cuda_ok(cudaStreamSynchronize(stream), "clearing findings");
        for (size_t p = 0; p < local_of.size(); ++p)
            if (local_of[p] >= 0)
                first_failed[local_of[p]] = found[p];
        *not_finite = makes_sides ? sides.report(stream) : TRI_CUT_FINE;
    }

    double workspace() const override
    {
        return memory.bytes;
    }
    void *pieces(int slot, int part) const override
    {
        return messages[(size_t)slot][(size_t)part].pieces;
    }
    void *answers(int slot, int part) const override
    {
        return messages[(size_t)slot][(size_t)part].answers;
    }
};

} // namespace CUT_TWIN

#endif
