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

/* The row of a face of any sort, at row j of column i. */
template <class Kind>
static __device__ inline adi_row adi_any_row(const adi_device &d, int i, int j, int sort)
{
    return sort == ADI_WALL ? adi_still_row() : adi_other_row<Kind>(d, i, j);
}

/* Makes and eliminates rows first ... first + rows - 1 of the line at column i; at: where the chunk lies. Two rows at a
 * time: what one waits for, division after division, leaves time for the other. */
template <class Kind, class Store>
static __device__ inline void adi_eliminate_along_y(const adi_device &d, const adi_tile &tile,
                                                    int i, int first, int rows, const Store &store,
                                                    int at, seg_whole &s)
{
    const int pitch = (int)d.pitch;
    int o = first * pitch + i;
    adi_slice back;
    calc p;
    unsigned code;
    {
        const adi_reads before = adi_read_all<Kind>(o - pitch, pitch);
        p = before.p_next;
        code = first > 0 ? before.code : 0u;
        adi_slice_of<Kind>(before, o - pitch, adi_read(Kind::view().p, o - pitch), back);
    }
#pragma unroll 1
    for (int k = 0; k < rows; k += 2) {
        const bool two = k + 1 < rows;
        const int other = two ? o + pitch : o;
        adi_reads r0 = adi_read_all<Kind>(o, pitch), r1 = adi_read_all<Kind>(other, pitch);
        adi_slice front, beyond;
        adi_slice_of<Kind>(r0, o, p, front);
        adi_slice_of<Kind>(r1, other, r0.p_next, beyond);
        adi_put_rest(store, at, code, back.h, back.change);
        if (two)
            adi_put_rest(store, at + Store::BY_ROW, r0.code, front.h, front.change);
        const int sorts[2] = {adi_sort_of<Kind>(r0.code, back, front),
                              adi_sort_of<Kind>(r1.code, front, beyond)};
        adi_row made[2] = {adi_still_row(), adi_still_row()};
        if (sorts[0] == ADI_OPEN_WATER && (sorts[1] == ADI_OPEN_WATER || !two)) {
            const adi_fluxes f0 = {p, adi_middle_flux<Kind>(p, o),
                                   adi_middle_flux<Kind>(r0.p_low, o - 1),
                                   adi_middle_flux<Kind>(r0.p_high, o + 1)};
            const adi_fluxes f1 = {r0.p_next, adi_middle_flux<Kind>(r0.p_next, other),
                                   adi_middle_flux<Kind>(r1.p_low, other - 1),
                                   adi_middle_flux<Kind>(r1.p_high, other + 1)};
            made[0] = adi_open_face_row<Kind>(o, pitch, 1, back, front, f0);
            made[1] = adi_open_face_row<Kind>(other, pitch, 1, front, beyond, f1);
        } else {
#pragma unroll 1
            for (int n = 0; n < 1 + two; ++n) {
                const adi_row row = adi_any_row<Kind>(d, i, first + k + n, n ? sorts[1] : sorts[0]);
                (n ? made[1] : made[0]) = row;
            }
        }
        adi_append_along_y(tile, store, at, first, k, made[0], s);
        if (two)
            adi_append_along_y(tile, store, at + Store::BY_ROW, first, k + 1, made[1], s);
        back = beyond;
        code = r1.code;
        p = r1.p_next;
        o += 2 * pitch;
        at += 2 * Store::BY_ROW;
    }
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
