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

struct compact_device_rhs {
    compact_rhs scheme; /* with device pointers */
    bool exchanged;     /* lines (j, k) are the caller's (k, j) */

    /* rhs: of each part of this rank; local_of: of each part of the bundle. Returns false
     * without memory. */
    bool set_arrays(const tri_cut_rhs *rhs, const std::vector<int> &local_of, cudaStream_t stream)
    {
        std::vector<compact_part> parts(local_of.size());
        std::vector<compact_device_span> spans;
        for (size_t p = 0; p < local_of.size(); ++p)
            if (local_of[p] >= 0)
                parts[p] = part_of(rhs[local_of[p]], spans);
        if (!scheme.ends && !prepare_scheme(*rhs->reads))
            return false;
        scheme.parts = uploaded(parts, uploaded_parts, device_parts, stream);
        scheme.spans = uploaded(spans, uploaded_spans, device_spans, stream);
        if (!scheme.on_device && !memory.failed) {
            compact_rhs *on_device = memory.allocate<compact_rhs>(1);
            scheme.on_device = on_device;
            if (on_device)
                cuda_ok(cudaMemcpyAsync(on_device, &scheme, sizeof scheme, cudaMemcpyHostToDevice,
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
        long long found = TRI_CUT_NONE;
        const long long none = TRI_CUT_NONE;
        if (!scheme.not_finite)
            return found;
        cuda_ok(cudaMemcpyAsync(&found, scheme.not_finite, sizeof found, cudaMemcpyDeviceToHost,
                                stream),
                "reading failures");
        cuda_ok(cudaStreamSynchronize(stream), "waiting for cut lines");
        cuda_ok(cudaMemcpyAsync(scheme.not_finite, &none, sizeof none, cudaMemcpyHostToDevice,
                                stream),
                "clearing failures");
        cuda_ok(cudaStreamSynchronize(stream), "clearing failures");
        return found;
    }

  private:
    cut_memory memory;
    std::vector<compact_part> uploaded_parts;
    std::vector<compact_device_span> uploaded_spans;
    compact_part *device_parts;
    compact_device_span *device_spans;

    compact_part part_of(const tri_cut_rhs &s, std::vector<compact_device_span> &spans) const
    {
        const compact_reads &r = *s.reads;
        const int j = exchanged ? 1 : 0, k = 1 - j;
        compact_part part = {};
        part.first = s.first;
        part.line = s.line;
        part.lines0 = s.lines[j];
        part.lines1 = s.lines[k];
        part.run = (int)spans.size();
        part.span_count = r.count;
        part.own = r.own;
        for (int n = 0; n < r.count; ++n) {
            const compact_span &from = r.span[n];
            spans.push_back({from.from, from.to, from.stride, from.step[j], from.step[k],
                             (const real *)from.at});
        }
        return part;
    }

    bool prepare_scheme(const compact_reads &r)
    {
        const compact_stencil &from = *r.stencil;
        const long long none = TRI_CUT_NONE;
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
        scheme.not_finite = memory.copy_of(&none, 1);
        cut_memory::synchronize();
        return !memory.failed;
    }

    /* `before` is the content of the device, always of the same size. Kernels of earlier applies
     * that still read it precede the copy on the stream. */
    template <typename T>
    T *uploaded(const std::vector<T> &now, std::vector<T> &before, T *&on_device,
                cudaStream_t stream)
    {
        const size_t bytes = now.size() * sizeof(T);
        if (!on_device)
            on_device = memory.allocate<T>((long long)now.size() + 1);
        else if (memcmp(now.data(), before.data(), bytes) == 0)
            return on_device;
        before = now;
        if (on_device)
            cuda_ok(cudaMemcpyAsync(on_device, before.data(), bytes, cudaMemcpyHostToDevice,
                                    stream),
                    "copying spans");
        return on_device;
    }
};

} // namespace CUT_TWIN

#endif
