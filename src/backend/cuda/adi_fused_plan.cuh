/* Which tile a sweep has: as many lines and blocks as its lines need. */
#ifndef SPATE_BACKEND_CUDA_ADI_FUSED_PLAN_CUH
#define SPATE_BACKEND_CUDA_ADI_FUSED_PLAN_CUH

#include <stdlib.h>

#include "backend/cuda/adi_fused_tree.cuh"

enum { ADI_FUSED_BLOCKS = 16 };

/* Threads of a block at most, which says how many registers they have. */
#ifndef ADI_CAP_X
#define ADI_CAP_X (sizeof(real) == 8 ? 576 : 768)
#endif
#ifndef ADI_CAP_Y
#define ADI_CAP_Y (sizeof(real) == 8 ? 512 : 768)
#endif
template <int AXIS> constexpr int adi_most_threads(void)
{
    return AXIS == 0 ? ADI_CAP_X : ADI_CAP_Y;
}

template <int AXIS> struct adi_plain_kind : adi_kind<AXIS, FRICTION_NONE, 0, 0> {
    typedef adi_store<AXIS, adi_kind<AXIS, FRICTION_NONE, 0, 0>::LINES> store;
};

template <int AXIS> static inline size_t adi_shared_of(const adi_tile &t)
{
    return sizeof(real) * adi_plain_kind<AXIS>::store::words(t);
}

/* A tile of blocks of `chunks` chunks and blocks of `chunks` chunks; share is 0 where it does not fit. */
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
    const int leaves = t.share + (t.extra > 0);
    const int fits = t.share <= ADI_FUSED_BLOCKS && threads >= chunks * lines &&
                     threads <= adi_most_threads<AXIS>() && threads >= leaves * lines &&
                     (leaves == 1 || chunks >= adi_top_room(leaves)) &&
                     adi_shared_of<AXIS>(t) <= tri_shared_limit();
    t.share = fits ? t.share : 0;
    return t;
}

/* SPATE_CUDA_ADI_X and _Y, which are for measurements alone: CHUNKS,THREADS. */
template <int AXIS> static inline adi_tile adi_tile_asked(const adi_device *d)
{
    const char *asked = getenv(AXIS == 0 ? "SPATE_CUDA_ADI_X" : "SPATE_CUDA_ADI_Y");
    char *end = NULL;
    adi_tile none = {};
    if (!asked)
        return none;
    const int chunks = (int)strtol(asked, &end, 10);
    const int threads = *end == ',' ? (int)strtol(end + 1, &end, 10) : 0;
    return chunks > 0 && threads > 0 ? adi_tile_of<AXIS>(d, chunks, threads) : none;
}

/* Threads that make rows: along x warps of ADI_WARP_FACES faces. */
template <int AXIS> static inline int adi_threads_for(int lines, int chunks)
{
    const int eliminate = (chunks * lines + 31) / 32 * 32;
    const int strips = (chunks * ADI_CHUNK + 30) / 31;
    const int make = 32 * (strips < 17 ? strips : 17);
    return AXIS == 0 && make > eliminate ? make : eliminate;
}

template <int AXIS> static inline adi_tile adi_tile_for(const adi_device *d)
{
    adi_tile t = adi_tile_asked<AXIS>(d);
    if (t.share > 0)
        return t;
    const int lines = adi_plain_kind<AXIS>::LINES;
    /* Short lines: one block has them whole. Longer ones: the smallest share of them that few enough blocks have. */
    for (int chunks = 1; chunks * lines <= adi_most_threads<AXIS>(); chunks *= 2) {
        t = adi_tile_of<AXIS>(d, chunks, adi_threads_for<AXIS>(lines, chunks));
        if (t.share == 1 || (t.share > 0 && chunks * ADI_CHUNK >= 256 && t.share <= 8))
            return t;
    }
    return t;
}

#endif
