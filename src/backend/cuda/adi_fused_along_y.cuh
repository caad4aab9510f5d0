/* The fused sweep along y: neighbouring threads have neighbouring lines, each marches along its chunk; rows are eliminated
 * as they are made, fluxes and depths written as they are found. */
#ifndef SPATE_BACKEND_CUDA_ADI_FUSED_ALONG_Y_CUH
#define SPATE_BACKEND_CUDA_ADI_FUSED_ALONG_Y_CUH

#include "backend/cuda/adi_fused_rows.cuh"
#include "backend/cuda/adi_fused_stage.cuh"

/* The cell at o; p: the flux at its back. */
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

/* What is read for the cell at o, at once. */
template <class Kind> static __device__ inline adi_reads adi_read_now(int o, int pitch)
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
    r.p_next = adi_read(v.p, o + pitch);
    r.p_low = adi_read(v.p, o + pitch - 1);
    r.p_high = adi_read(v.p, o + pitch + 1);
    return r;
}

/* Fluxes along at the row of a face. */
typedef struct adi_beside {
    calc low, p, high;
} adi_beside;

template <class Kind> static __device__ inline adi_fluxes adi_fluxes_at(const adi_beside &p, int o)
{
    return {p.p, adi_middle_flux<Kind>(p.p, o), adi_middle_flux<Kind>(p.low, o - 1),
            adi_middle_flux<Kind>(p.high, o + 1)};
}

/* Makes and eliminates rows first ... first + rows - 1 of the line at column i; at: where the chunk lies. Two rows at a
 * time: what one waits for, division after division, leaves time for the other. All lanes of the warp come here, also
 * those that have no rows. */
template <class Kind, class Store>
static __device__ inline void adi_eliminate_along_y(const adi_device &d, const adi_tile &tile,
                                                    int i, int first, int rows, const Store &store,
                                                    int at, seg_whole &s)
{
    const uint8_t *const codes = Kind::view().codes;
    const adi_stage<Kind> stage(tile, store.end, first, i, d.nx, (int)d.pitch);
    const int pitch = stage.pitch, column = stage.column;
    int row = min(first, tile.faces - 1), o = row * pitch + column;
    unsigned code[2], code_before = row > 0 ? adi_read_code(codes, o - pitch) : 0u;
    adi_slice back;
    stage.ask(0);
    const adi_reads before = adi_read_now<Kind>(o - pitch, pitch);
    adi_beside p = {before.p_low, before.p_next, before.p_high};
    adi_slice_of<Kind>(before, o - pitch, adi_read(Kind::view().p, o - pitch), back);
#pragma unroll 1
    for (int k = 0; k < ADI_CHUNK; k += stage.ROWS) {
        const int over = min(first + k + 1, tile.faces - 1) * pitch + column;
        o = min(first + k, tile.faces - 1) * pitch + column;
        code[0] = adi_read_code(codes, o);
        code[1] = adi_read_code(codes, over);
        stage.arrived();
        const adi_reads r[2] = {stage.row(0), stage.row(1)};
        stage.taken();
        if (k + stage.ROWS < ADI_CHUNK)
            stage.ask(k + stage.ROWS);
        const adi_beside p_over = {r[0].p_low, r[0].p_next, r[0].p_high};
        adi_slice front, beyond;
        adi_slice_of<Kind>(r[0], o, p.p, front);
        adi_slice_of<Kind>(r[1], over, p_over.p, beyond);
        const bool one = k < rows, two = k + 1 < rows;
        if (one)
            adi_put_rest(store, at, code_before, back.h, back.change);
        if (two)
            adi_put_rest(store, at + Store::BY_ROW, code[0], front.h, front.change);
        const int sorts[2] = {adi_sort_of<Kind>(code[0], back, front),
                              adi_sort_of<Kind>(code[1], front, beyond)};
        adi_row made[2] = {adi_still_row(), adi_still_row()};
        if (sorts[0] == ADI_OPEN_WATER && (sorts[1] == ADI_OPEN_WATER || !two)) {
            made[0] = adi_open_face_row<Kind>(o, pitch, 1, back, front, adi_fluxes_at<Kind>(p, o));
            made[1] = adi_open_face_row<Kind>(over, pitch, 1, front, beyond,
                                              adi_fluxes_at<Kind>(p_over, over));
        } else {
#pragma unroll 1
            for (int n = 0; n < one + two; ++n)
                if ((n ? sorts[1] : sorts[0]) != ADI_WALL) {
                    const adi_row other = adi_other_row<Kind>(d, i, first + k + n);
                    (n ? made[1] : made[0]) = other;
                }
        }
        if (one)
            adi_append_along_y(tile, store, at, first, k, made[0], s);
        if (two)
            adi_append_along_y(tile, store, at + Store::BY_ROW, first, k + 1, made[1], s);
        back = beyond;
        code_before = code[1];
        p = {r[1].p_low, r[1].p_next, r[1].p_high};
        at += stage.ROWS * Store::BY_ROW;
    }
}

/* The same for the extra chunk, by one thread of each line: most often a wall, which is all that is read. */
template <class Kind, class Store>
static __device__ inline void adi_eliminate_extra_along_y(const adi_device &d, const adi_tile &tile,
                                                          int i, int first, int rows,
                                                          const Store &store, int at, seg_whole &s)
{
    const int pitch = (int)d.pitch;
#pragma unroll 1
    for (int k = 0; k < rows; ++k, at += Store::BY_ROW) {
        adi_put_rest_anew<Kind>(store, at, (first + k - 1) * pitch + i, pitch, 1);
        adi_append_along_y(tile, store, at, first, k, adi_row_anew<Kind>(d, i, first + k), s);
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
