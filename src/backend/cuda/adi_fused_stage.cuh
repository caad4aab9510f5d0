/* What the threads of a chunk read along y, in shared memory: copies that are on their way while rows are made, so that
 * they wait for little and hold nothing in registers for rows to come. Two rows at a time; neighbouring threads have
 * neighbouring lines, and all that read what one of them brings are in its warp. */
#ifndef SPATE_BACKEND_CUDA_ADI_FUSED_STAGE_CUH
#define SPATE_BACKEND_CUDA_ADI_FUSED_STAGE_CUH

#include "backend/cuda/adi_fused_lanes.cuh"
#include "backend/cuda/adi_fused_tile.cuh"

/* All that is read for a face and the cell in front of it. */
typedef struct adi_reads {
    calc h, bed, h_low, h_high, q_low, q_high, before_low, before_high;
    calc p_low, p_high, p_next; /* beside the face, and of the next one */
} adi_reads;

template <class Kind> struct adi_stage {
    enum {
        ROWS = 2,
        WIDTH = Kind::LINES + 2, /* a column more on either side */
        H = 0,
        BED = H + ROWS * WIDTH,
        Q = BED + ROWS * WIDTH,
        BEFORE = Q + ROWS * WIDTH,
        P = BEFORE + ROWS * WIDTH, /* a row further on: those at the row itself are known */
        WORDS = P + ROWS * WIDTH,
        EDGES = 6, /* values beyond the lines of the tile that are needed of a row */
        BANKS = 128 / (int)sizeof(real),
        /* chunks of a warp meet in no bank */
        BY_CHUNK = WORDS + (Kind::LINES - WORDS % BANKS + BANKS) % BANKS
    };
    static_assert(Kind::LINES >= EDGES, "a thread for each");
    const adi_tile &tile;
    real *mine, *edge_to;
    const real *edge; /* NULL: none */
    int edge_shift;   /* rows further on */
    int first, column, pitch;

    static size_t words(const adi_tile &t)
    {
        return (size_t)(t.threads / Kind::LINES) * BY_CHUNK;
    }
    /* first: row of the chunk; i: column of the line, which may be beyond the part; columns: those there are. */
    __device__ adi_stage(const adi_tile &t, real *words, int first_row, int i, int columns,
                         int by_row)
        : tile(t), first(first_row), pitch(by_row)
    {
        const adi_view &v = Kind::view();
        const int thread = (int)threadIdx.x, line = thread % Kind::LINES;
        /* h and p low, h, p, q, q before high */
        const real *const fields[] = {v.h, v.p, v.h, v.p, v.q, v.q_before};
        const int places[] = {H, P, H, P, Q, BEFORE};
        mine = words + thread / Kind::LINES * BY_CHUNK + line + 1;
        column = min(i, columns);
        edge = NULL;
#pragma unroll
        for (int k = 0; k < EDGES; ++k)
            if (line == k) {
                edge = fields[k] + (k < 2 ? i - line - 1 : min(i - line + Kind::LINES, columns));
                edge_to = mine - line - 1 + places[k] + (k < 2 ? 0 : WIDTH - 1);
                edge_shift = fields[k] == v.p;
            }
    }
    /* Begins to bring rows k and k + 1 of the chunk, p from k + 1 on. Rows beyond the line are its last one. */
    __device__ void ask(int k) const
    {
        const adi_view &v = Kind::view();
#pragma unroll
        for (int n = 0; n < ROWS; ++n) {
            const int row = min(first + k + n, tile.faces - 1);
            const int o = row * pitch + column;
            real *const to = mine + n * WIDTH;
            tri_copy_async<sizeof(real)>(to + H, v.h + o);
            tri_copy_async<sizeof(real)>(to + BED, v.bed + o);
            tri_copy_async<sizeof(real)>(to + Q, v.q + o);
            tri_copy_async<sizeof(real)>(to + BEFORE, v.q_before + o);
            tri_copy_async<sizeof(real)>(to + P, v.p + o + pitch);
            if (edge)
                tri_copy_async<sizeof(real)>(edge_to + n * WIDTH,
                                             edge + (row + edge_shift) * pitch);
        }
        tri_copy_group();
    }
    /* All lanes of the warp, before they take and after they have taken what all asked for. */
    __device__ void arrived(void) const
    {
        tri_copy_wait<0>();
        adi_warp_wait();
    }
    __device__ void taken(void) const
    {
        adi_warp_wait();
    }
    /* Of row n of these; p_low and p_high are those of the next row. */
    __device__ adi_reads row(int n) const
    {
        const real *const from = mine + n * WIDTH;
        adi_reads r;
        r.h_low = (calc)from[H - 1];
        r.h = (calc)from[H];
        r.h_high = (calc)from[H + 1];
        r.bed = (calc)from[BED];
        r.q_low = (calc)from[Q];
        r.q_high = (calc)from[Q + 1];
        r.before_low = (calc)from[BEFORE];
        r.before_high = (calc)from[BEFORE + 1];
        r.p_low = (calc)from[P - 1];
        r.p_next = (calc)from[P];
        r.p_high = (calc)from[P + 1];
        return r;
    }
};

#endif
