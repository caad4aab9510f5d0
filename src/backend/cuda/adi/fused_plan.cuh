/* The tile of a sweep: number of chunks, threads and blocks for its lines. */
#ifndef SPATE_BACKEND_CUDA_ADI_FUSED_PLAN_CUH
#define SPATE_BACKEND_CUDA_ADI_FUSED_PLAN_CUH

#include "backend/cuda/adi/fused_tree.cuh"

namespace
{

enum { ADI_FUSED_BLOCKS = 16 };

/* Most threads of a block, which determines their registers: all that the blocks that fit in
 * shared memory leave to each. */
#ifndef ADI_CAP_X
#define ADI_CAP_X 512
#endif
#ifndef ADI_CAP_Y
#define ADI_CAP_Y 512
#endif

/* Chunks of a line in a block for long lines, found by measuring (docs/theory/adi_cuda.md). */
#ifndef ADI_LONG_CHUNKS
#define ADI_LONG_CHUNKS 64
#endif

template <int AXIS> constexpr int adi_most_threads(void)
{
    return AXIS == 0 ? ADI_CAP_X : ADI_CAP_Y;
}

template <int AXIS> struct adi_plain_kind : adi_kind<AXIS, 0, 0> {
    typedef adi_store<AXIS, adi_kind<AXIS, 0, 0>::LINES> store;
};

template <int AXIS> static inline size_t adi_shared_of(const adi_tile &t)
{
    return sizeof(real) * adi_plain_kind<AXIS>::store::words(t);
}

/* A tile whose blocks have `chunks` chunks of each line; share is 0 if it does not fit. */
template <int AXIS> static inline adi_tile adi_tile_of(const adi_device *d, int chunks, int threads)
{
    const int lines = adi_plain_kind<AXIS>::LINES;
    adi_tile t = {};
    const int room = chunks * ADI_CHUNK;
    t.faces = d->faces[AXIS];
    t.all_lines = AXIS == 0 ? d->ny : d->nx;
    t.lines = lines;
    t.chunks = chunks;
    t.threads = threads;
    t.ring = d->ring[AXIS];
    const int whole = t.faces / room, left = t.faces % room;
    t.extra = whole > 0 && left > 0 && left < ADI_CHUNK ? left : 0;
    t.share = whole + (left > 0 && t.extra == 0);
    t.ahead = max(1, tri_processors() / max(1, t.share));
    const int leaves = t.share + (t.extra > 0);
    const int fits = t.share <= ADI_FUSED_BLOCKS && threads >= chunks * lines &&
                     threads <= adi_most_threads<AXIS>() && (leaves == 1 || chunks > 1) &&
                     adi_shared_of<AXIS>(t) <= tri_shared_limit();
    t.share = fits ? t.share : 0;
    return t;
}

/* Threads for elimination, a chunk each, with at least as many warps as lines; along x at least as
 * many as rows, up to eight warps. */
template <int AXIS> static inline int adi_threads_for(int lines, int chunks)
{
    const int eliminate = max(lines, (chunks * lines + 31) / 32);
    const int make = min(8, (chunks * ADI_CHUNK + 31) / 32);
    return 32 * (AXIS == 0 ? max(make, eliminate) : eliminate);
}

/* Short lines: one block has them whole. Longer ones: eight blocks at most, rather than larger
 * ones of them; else 16. */
template <int AXIS> static inline adi_tile adi_tile_for(const adi_device *d)
{
    const int lines = adi_plain_kind<AXIS>::LINES;
    adi_tile t = {};
    for (int most = ADI_FUSED_BLOCKS / 2; most <= ADI_FUSED_BLOCKS; most *= 2)
        for (int chunks = 1; chunks * lines <= adi_most_threads<AXIS>(); chunks *= 2) {
            t = adi_tile_of<AXIS>(d, chunks, adi_threads_for<AXIS>(lines, chunks));
            if (t.share == 1 || (t.share > 0 && t.share <= most && chunks >= ADI_LONG_CHUNKS))
                return t;
        }
    t.share = 0;
    return t;
}

} // namespace

#endif
