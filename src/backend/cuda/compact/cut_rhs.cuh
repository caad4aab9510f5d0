/* Description of right-hand sides (tri_cut_rhs) in device memory. It is copied again only if an
 * array has moved. */
#ifndef SPATE_BACKEND_CUDA_COMPACT_CUT_RHS_CUH
#define SPATE_BACKEND_CUDA_COMPACT_CUT_RHS_CUH

#include <string.h>
#include <vector>

#include "backend/cuda/compact/cut.cuh"
#include "backend/cuda/tridiag/cut_memory.cuh"

namespace CUT_TWIN
{

struct compact_taken {
    compact_sides scheme; /* with device pointers */
    bool exchanged;       /* lines (j, k) are the caller's (k, j) */

    /* rhs: of each part of this rank; local_of: of each part of the bundle. Returns false
     * without memory. */
    bool take(const tri_cut_sides *sides, const std::vector<int> &local_of, cudaStream_t stream)
    {
        std::vector<compact_part> parts(local_of.size());
        std::vector<compact_run> runs;
        for (size_t p = 0; p < local_of.size(); ++p)
            if (local_of[p] >= 0)
                parts[p] = part_of(sides[local_of[p]], runs);
        if (!scheme.ends && !take_scheme(*sides->reads))
            return false;
        scheme.parts = brought(parts, parts_before, parts_there, stream);
        scheme.runs = brought(runs, runs_before, runs_there, stream);
        if (!scheme.there && !memory.failed) {
            compact_sides *there = memory.take<compact_sides>(1);
            scheme.there = there;
            if (there)
                cuda_ok(cudaMemcpyAsync(there, &scheme, sizeof scheme, cudaMemcpyHostToDevice,
                                        stream),
                        "copying a scheme");
        }
        return !memory.failed;
    }

    /* Number of values that a row reads, minus one. */
    int reach() const
    {
        return 2 * scheme.pairs + (scheme.left + scheme.right) - 2;
    }

    /* The first value that is not finite since the last report. */
    int64_t report(cudaStream_t stream)
    {
        long long found = TRI_CUT_FINE;
        const long long fine = TRI_CUT_FINE;
        if (!scheme.not_finite)
            return found;
        cuda_ok(cudaMemcpyAsync(&found, scheme.not_finite, sizeof found, cudaMemcpyDeviceToHost,
                                stream),
                "reading failures");
        cuda_ok(cudaStreamSynchronize(stream), "waiting for cut lines");
        cuda_ok(cudaMemcpyAsync(scheme.not_finite, &fine, sizeof fine, cudaMemcpyHostToDevice,
                                stream),
                "clearing failures");
        cuda_ok(cudaStreamSynchronize(stream), "clearing failures");
        return found;
    }

  private:
    cut_memory memory;
    std::vector<compact_part> parts_before;
    std::vector<compact_run> runs_before;
    compact_part *parts_there;
    compact_run *runs_there;

    compact_part part_of(const tri_cut_sides &s, std::vector<compact_run> &runs) const
    {
        const compact_reads &r = *s.reads;
        const int j = exchanged ? 1 : 0, k = 1 - j;
        compact_part part = {};
        part.first = s.first;
        part.line = s.line;
        part.lines0 = s.lines[j];
        part.lines1 = s.lines[k];
        part.run = (int)runs.size();
        part.run_count = r.count;
        part.own = r.own;
        for (int n = 0; n < r.count; ++n) {
            const compact_stretch &from = r.stretch[n];
            runs.push_back({from.from, from.to, from.stride, from.step[j], from.step[k],
                            (const real *)from.at});
        }
        return part;
    }

    bool take_scheme(const compact_reads &r)
    {
        const compact_stencil &from = *r.stencil;
        const long long fine = TRI_CUT_FINE;
        std::vector<compact_end> ends;
        for (int e = 0; e < 2 * from.closures; ++e) {
            const compact_end_row &row =
                e < from.closures ? from.first[e] : from.last[e - from.closures];
            compact_end end = {};
            end.width = row.width;
            for (int k = 0; k < row.width; ++k)
                end.value[k] = (real)row.value[k];
            ends.push_back(end);
        }
        ends.push_back({}); /* for periodic lines, which have none */
        scheme.n = r.n;
        scheme.inputs = r.inputs;
        scheme.pairs = from.pairs;
        scheme.left = from.left;
        scheme.right = from.right;
        scheme.odd = from.parity == COMPACT_ODD;
        scheme.centred = from.parity == COMPACT_CENTRED;
        scheme.closures = from.closures;
        scheme.centre = (real)from.centre;
        for (int k = 0; k < COMPACT_PAIRS; ++k)
            scheme.pair[k] = (real)from.pair[k];
        scheme.ends = memory.copy_of(ends.data(), (long long)ends.size());
        scheme.not_finite = memory.copy_of(&fine, 1);
        cut_memory::settle();
        return !memory.failed;
    }

    /* `before` is the content of the device, always of the same size. Kernels of earlier applies
     * that still read it precede the copy on the stream. */
    template <typename T>
    T *brought(const std::vector<T> &now, std::vector<T> &before, T *&there, cudaStream_t stream)
    {
        const size_t bytes = now.size() * sizeof(T);
        if (!there)
            there = memory.take<T>((long long)now.size() + 1);
        else if (memcmp(now.data(), before.data(), bytes) == 0)
            return there;
        before = now;
        if (there)
            cuda_ok(cudaMemcpyAsync(there, before.data(), bytes, cudaMemcpyHostToDevice, stream),
                    "copying spans");
        return there;
    }
};

} // namespace CUT_TWIN

#endif
