/* The fused sweep along y: neighbouring threads have neighbouring lines, each marches along its chunk; rows are eliminated
 * as they are made, fluxes and depths written as they are found. */
#ifndef SPATE_BACKEND_CUDA_ADI_FUSED_ALONG_Y_CUH
#define SPATE_BACKEND_CUDA_ADI_FUSED_ALONG_Y_CUH

#include "backend/cuda/adi_fused_rows.cuh"

/* All that is read for a face and the cell in front of it. */
typedef struct adi_reads {
    calc h, bed, h_low, h_high, q_low, q_high, before_low, before_high;
    calc p_next, p_low, p_high;
    unsigned code;
} adi_reads;

template <class Kind> static __device__ inline adi_reads adi_read_all(int o, int pitch)
{
    const adi_view &v = Kind::view();
    adi_reads r;
    r.h = adi_read(v.h, o);
    r.h_low = adi_read(v.h, o - 1);
    r.h_high = adi_read(v.h, o + 1);
    r.bed = adi_read(v.bed, o);
    r.q_low = adi_read(v.q, o);
    r.q_high = adi_read(v.q, o + 1);
    r.before_low = adi_read(v.q_before, o);
    r.before_high = adi_read(v.q_before, o + 1);
    r.p_low = adi_read(v.p, o - 1);
    r.p_high = adi_read(v.p, o + 1);
    r.p_next = adi_read(v.p, o + pitch);
    r.code = adi_read_code(v.codes, o);
    return r;
}

template <class Kind>
static __device__ inline void adi_slice_of(const adi_reads &r, int o, calc p, adi_slice &s)
{
    s.h = r.h;
    s.bed = r.bed;
    s.mid = adi_middle_depth<Kind>(r.h, o);
    s.mid_low = adi_middle_depth<Kind>(r.h_low, o - 1);
    s.mid_high = adi_middle_depth<Kind>(r.h_high, o + 1);
    s.q_low = r.q_low;
    s.q_high = r.q_high;
    adi_make_cell<Kind>(r.h_low, r.h_high, r.q_low + r.before_low, r.q_high + r.before_high, p,
                        r.p_next, s);
}

/* A row of the line at column i, number k of a chunk. */
template <class Store>
static __device__ inline void adi_append_along_y(const adi_tile &tile, const Store &store, int at,
                                                 int first, int k, const adi_row &made,
                                                 seg_whole &s)
{
    seg_given row = {(real)made.a, (real)made.b, (real)made.c, (real)made.d};
    if (!tile.ring && first + k == 0)
        row.a = 0;
    if (!tile.ring && first + k == tile.faces - 1)
        row.c = 0;
    adi_append(store, at, k, row, s);
}

/* Makes and eliminates rows k ... rows - 1, of which nothing is known; at: the place of row k. known: what is kept of the
 * cell behind the first of them is there. */
template <class Kind, class Store>
static __device__ inline void adi_eliminate_anew(const adi_device &d, const adi_tile &tile, int i,
                                                 int first, int k, int rows, bool known,
                                                 const Store &store, int at, seg_whole &s)
{
    const int pitch = (int)d.pitch;
#pragma unroll 1
    for (; k < rows; ++k, at += Store::BY_ROW) {
        if (!known)
            adi_put_rest_anew<Kind>(store, at, (first + k - 1) * pitch + i, pitch, 1);
        adi_append_along_y(tile, store, at, first, k, adi_row_anew<Kind>(d, i, first + k), s);
        known = false;
    }
}

/* Rows that are made at a time: what one waits for, division after division, leaves time for the other. In f64 two would
 * take more registers than there are. */
enum { ADI_ROWS_AT_A_TIME = sizeof(real) == 4 ? 2 : 1 };

/* What is read for some faces and the cells in front of them, from row j of column i on; rows beyond `last` are that one. */
template <class Kind>
static __device__ inline void adi_read_rows(int i, int j, int last, int pitch, adi_reads *to)
{
#pragma unroll
    for (int n = 0; n < ADI_ROWS_AT_A_TIME; ++n)
        to[n] = adi_read_all<Kind>(min(j + n, last) * pitch + i, pitch);
}

/* Makes and eliminates rows first ... first + rows - 1 of the line at column i; at: where the chunk lies. From the first
 * face on that is neither a wall nor in open water all rows of the chunk are others. */
template <class Kind, class Store>
static __device__ inline void adi_eliminate_along_y(const adi_device &d, const adi_tile &tile,
                                                    int i, int first, int rows, const Store &store,
                                                    int at, seg_whole &s)
{
    enum { ROWS = ADI_ROWS_AT_A_TIME };
    const int pitch = (int)d.pitch, last = first + rows - 1;
    int o = first * pitch + i, k = 0;
    adi_slice cell[ROWS + 1]; /* the one behind the first face, and those in front */
    adi_reads next[ROWS];
    const adi_reads before = adi_read_all<Kind>(o - pitch, pitch);
    adi_read_rows<Kind>(i, first, last, pitch, next);
    calc p = before.p_next;
    unsigned code = first > 0 ? before.code : 0u;
    adi_slice_of<Kind>(before, o - pitch, adi_read(Kind::view().p, o - pitch), cell[0]);
#pragma unroll 2 / ROWS
    for (; k < rows; k += ROWS) {
        adi_reads now[ROWS];
        adi_row made[ROWS];
        bool other = false;
#pragma unroll
        for (int n = 0; n < ROWS; ++n)
            now[n] = next[n];
        adi_read_rows<Kind>(i, min(first + k + ROWS, last), last, pitch,
                            next); /* they take their time */
#pragma unroll
        for (int n = 0; n < ROWS; ++n) {
            const int here = o + n * pitch;
            const adi_fluxes flux = {p, adi_middle_flux<Kind>(p, here),
                                     adi_middle_flux<Kind>(now[n].p_low, here - 1),
                                     adi_middle_flux<Kind>(now[n].p_high, here + 1)};
            if (k + n < rows)
                adi_put_rest(store, at + n * Store::BY_ROW, code, cell[n].h, cell[n].change);
            adi_slice_of<Kind>(now[n], here, p, cell[n + 1]);
            const int sort = adi_sort_of<Kind>(now[n].code, cell[n], cell[n + 1]);
            other |= sort == ADI_OTHER && k + n < rows;
            made[n] = adi_open_face_row<Kind>(here, pitch, 1, cell[n], cell[n + 1], flux);
            if (sort == ADI_WALL)
                made[n] = adi_still_row();
            code = now[n].code;
            p = now[n].p_next;
        }
        if (other)
            break;
#pragma unroll
        for (int n = 0; n < ROWS; ++n)
            if (k + n < rows)
                adi_append_along_y(tile, store, at + n * Store::BY_ROW, first, k + n, made[n], s);
        cell[0] = cell[ROWS];
        o += ROWS * pitch;
        at += ROWS * Store::BY_ROW;
    }
    adi_eliminate_anew<Kind>(d, tile, i, first, k, rows, true, store, at, s);
}

/* Fluxes of a chunk, and depths of the cells behind them: where a line is no ring the first face has none. Returns the
 * number of wrong depths. */
template <class Kind, class Store>
static __device__ inline int adi_write_along_y(const adi_device &d, const adi_tile &tile,
                                               const adi_out &to, int i, int first, int rows,
                                               const Store &store, int at, const adi_ends &ends)
{
    const int pitch = (int)d.pitch;
    int o = (first + rows - 1) * pitch + i, wrong = 0;
    real x = ends.last;
    at += (rows - 1) * Store::BY_ROW;
#pragma unroll 4
    for (int k = rows - 1; k > 0; --k) {
        const int before = at - Store::BY_ROW;
        const seg_left kept = {store.y[before], store.q[before], store.r[before]};
        real x_before;
        seg_back(&kept, &ends.before, &x, &x_before);
        adi_write(to.flux, o, x);
        wrong += adi_write_depth<Kind>(to, store, at, o - pitch, false, pitch, 1, x_before, x);
        x = x_before;
        o -= pitch;
        at = before;
    }
    adi_write(to.flux, o, x);
    if (first > 0)
        wrong += adi_write_depth<Kind>(to, store, at, o - pitch, false, pitch, 1, ends.before, x);
    else if (tile.ring)
        wrong += adi_write_depth<Kind>(to, store, at, (tile.faces - 1) * pitch + i, true, pitch, 1,
                                       ends.before, x);
    return wrong;
}

#endif
