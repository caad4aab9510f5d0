/* The fused sweep along y: neighbouring threads have neighbouring lines, and each marches along
 * its chunk. Rows are eliminated as they are computed, fluxes and depths are written as they are
 * found. */
#ifndef SPATE_BACKEND_CUDA_ADI_FUSED_ALONG_Y_CUH
#define SPATE_BACKEND_CUDA_ADI_FUSED_ALONG_Y_CUH

#include "backend/cuda/adi/fused_rows.cuh"

namespace
{

/* Whether all input of a row is read ahead. In f64 registers do not suffice for the values that
 * are needed last. */
enum { ADI_ALL_AHEAD = sizeof(real) == 4 };

/* Input of a face and the cell in front of it. */
typedef struct adi_reads {
    calc h, bed, h_low, h_high, q_low, q_high, before_low, before_high;
    calc p_next, p_low, p_high;
    unsigned code;
} adi_reads;

template <class Kind> static __device__ inline void adi_read_late(int o, adi_reads &r)
{
    const adi_view &v = Kind::view();
    r.bed = adi_read(v.bed, o);
    r.p_low = adi_read(v.p, o - 1);
    r.p_high = adi_read(v.p, o + 1);
}

template <class Kind> static __device__ inline adi_reads adi_read_ahead(int o, int pitch)
{
    const adi_view &v = Kind::view();
    adi_reads r;
    r.h = adi_read(v.h, o);
    r.h_low = adi_read(v.h, o - 1);
    r.h_high = adi_read(v.h, o + 1);
    r.q_low = adi_read(v.q, o);
    r.q_high = adi_read(v.q, o + 1);
    r.before_low = adi_read(v.q_before, o);
    r.before_high = adi_read(v.q_before, o + 1);
    r.p_next = adi_read(v.p, o + pitch);
    r.code = adi_read_code(v.codes, o);
    if (ADI_ALL_AHEAD)
        adi_read_late<Kind>(o, r);
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

/* Number of rows of a chunk, and which of them are the first and last of a line (-1: none). */
typedef struct adi_stretch {
    int rows, begins, ends;
} adi_stretch;

static __device__ inline adi_stretch adi_stretch_of(const adi_tile &tile, int first, int rows)
{
    const int last = tile.faces - 1 - first;
    return {rows, tile.ring || first > 0 ? -1 : 0, tile.ring ? -1 : last};
}

/* Appends row k of a chunk. */
template <class Store>
static __device__ inline void adi_append_along_y(const adi_stretch &chunk, const Store &store,
                                                 int at, int k, const adi_row &made, seg_whole &s)
{
    seg_given row = {(real)made.a, (real)made.b, (real)made.c, (real)made.d};
    if (k == chunk.begins)
        row.a = 0;
    if (k == chunk.ends)
        row.c = 0;
    adi_append(store, at, k, row, s);
}

/* Computes and eliminates the rows of a chunk from number k on (the face at o, stored at `at`),
 * reading all input again. known: the rest of the cell behind the first of them is
 * stored already. */
template <class Kind, class Store>
static __device__ inline void adi_eliminate_anew(const adi_device &d, const adi_stretch &chunk,
                                                 int o, int k, bool known, const Store &store,
                                                 int at, seg_whole &s)
{
    const int pitch = (int)d.pitch, j = o / pitch, i = o - j * pitch;
#pragma unroll 1
    for (int row = k; row < chunk.rows; ++row, at += Store::BY_ROW) {
        const int here = j + row - k;
        if (!known)
            adi_put_rest_anew<Kind>(store, at, (here - 1) * pitch + i, pitch, 1);
        adi_append_along_y(chunk, store, at, row, adi_row_anew<Kind>(d, i, here), s);
        known = false;
    }
}

/* Rows that are computed together, so that the divisions of one overlap with those of the other.
 * In f64 registers do not suffice for two. */
enum { ADI_ROWS_AT_A_TIME = sizeof(real) == 4 ? 2 : 1 };

/* Reads the input of ADI_ROWS_AT_A_TIME faces from the one at o on; left: faces that exist. */
template <class Kind>
static __device__ inline void adi_read_rows(int o, int left, int pitch, adi_reads *to)
{
#pragma unroll
    for (int n = 0; n < ADI_ROWS_AT_A_TIME; ++n) {
        to[n] = adi_read_ahead<Kind>(o, pitch);
        o += n + 1 < left ? pitch : 0;
    }
}

/* Computes and eliminates the rows of a chunk whose first face is at o, stored at `at`. From the
 * first face on that is neither a wall nor in open water, all rows of the chunk are computed by
 * adi_eliminate_anew. */
template <class Kind, class Store>
static __device__ inline void adi_eliminate_along_y(const adi_device &d, const adi_stretch &chunk,
                                                    int o, const Store &store, int at, seg_whole &s)
{
    enum { ROWS = ADI_ROWS_AT_A_TIME };
    const int pitch = (int)d.pitch;
    int k = 0;
    adi_slice cell[ROWS + 1]; /* the one behind the first face, and those in front */
    adi_reads next[ROWS];
    adi_reads before = adi_read_ahead<Kind>(o - pitch, pitch);
    adi_read_rows<Kind>(o, chunk.rows, pitch, next);
    adi_read_late<Kind>(o - pitch, before);
    calc p = before.p_next;
    unsigned code = o >= pitch ? before.code : 0u; /* a periodic image has no code */
    adi_slice_of<Kind>(before, o - pitch, adi_read(Kind::view().p, o - pitch), cell[0]);
#pragma unroll 1
    for (; k < chunk.rows; k += ROWS) {
        const int left = chunk.rows - k - ROWS; /* after these */
        adi_reads now[ROWS];
        adi_row made[ROWS];
        bool other = false;
#pragma unroll
        for (int n = 0; n < ROWS; ++n)
            now[n] = next[n];
        adi_read_rows<Kind>(left > 0 ? o + ROWS * pitch : o, left, pitch,
                            next); /* for the next iteration */
#pragma unroll
        for (int n = 0; n < ROWS; ++n) {
            const int here = o + n * pitch;
            const bool there = k + n < chunk.rows;
            if (!ADI_ALL_AHEAD)
                adi_read_late<Kind>(here, now[n]);
            const adi_fluxes flux = {p, adi_middle_flux<Kind>(p, here),
                                     adi_middle_flux<Kind>(now[n].p_low, here - 1),
                                     adi_middle_flux<Kind>(now[n].p_high, here + 1)};
            if (there)
                adi_put_rest<Kind>(store, at + n * Store::BY_ROW, code, cell[n].h, cell[n].change,
                                   cell[n].q_low + cell[n].q_high);
            adi_slice_of<Kind>(now[n], here, p, cell[n + 1]);
            const int kind = adi_face_kind<Kind>(now[n].code, cell[n], cell[n + 1]);
            other |= kind == ADI_OTHER && there;
            made[n] = adi_open_face_row<Kind>(here, pitch, 1, cell[n], cell[n + 1], flux);
            if (kind == ADI_WALL)
                made[n] = adi_still_row();
            code = now[n].code;
            p = now[n].p_next;
        }
        if (other)
            break;
#pragma unroll
        for (int n = 0; n < ROWS; ++n)
            if (k + n < chunk.rows)
                adi_append_along_y(chunk, store, at + n * Store::BY_ROW, k + n, made[n], s);
        cell[0] = cell[ROWS];
        o += ROWS * pitch;
        at += ROWS * Store::BY_ROW;
    }
    adi_eliminate_anew<Kind>(d, chunk, o, k, true, store, at, s);
}

/* A solved chunk: its line, first face and number of rows, and its position in the store. */
typedef struct adi_solved_chunk {
    int line, first, rows, at;
} adi_solved_chunk;

/* Writes the fluxes of a chunk and the depths of the cells behind its faces; the first face of a
 * line has such a cell only in a periodic line. */
template <class Kind, class Store>
static __device__ inline void adi_write_along_y(const adi_device &d, const adi_tile &tile,
                                                const adi_out &to, const adi_solved_chunk &chunk,
                                                const Store &store, const adi_ends &ends,
                                                adi_tally &tally)
{
    const int pitch = (int)d.pitch;
    int o = (chunk.first + chunk.rows - 1) * pitch + chunk.line;
    int at = chunk.at + (chunk.rows - 1) * Store::BY_ROW;
    real x = ends.last;
#pragma unroll 4
    for (int k = chunk.rows - 1; k > 0; --k) {
        const int before = at - Store::BY_ROW;
        const seg_left kept = {store.y[before], store.q[before], store.r[before]};
        real x_before;
        seg_back(&kept, &ends.before, &x, &x_before);
        adi_write(to.flux, o, x);
        const adi_cell_behind cell = {o - pitch, pitch, 1, false};
        adi_write_depth<Kind>(to, store, at, cell, x_before, x, tally);
        x = x_before;
        o -= pitch;
        at = before;
    }
    adi_write(to.flux, o, x);
    const adi_cell_behind cell = {o - pitch, pitch, 1, false};
    const adi_cell_behind last = {(tile.faces - 1) * pitch + chunk.line, pitch, 1, true};
    if (chunk.first > 0)
        adi_write_depth<Kind>(to, store, at, cell, ends.before, x, tally);
    else if (tile.ring)
        adi_write_depth<Kind>(to, store, at, last, ends.before, x, tally);
}

} // namespace

#endif
