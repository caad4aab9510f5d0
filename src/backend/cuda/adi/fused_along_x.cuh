/* The fused sweep along x: threads lie along the line and march from line to line, so that what
 * crosses above one line is reused below the next. Each thread computes both cells of its face,
 * because exchanging them takes longer. Rows go to shared memory, where threads eliminate and
 * solve chunks. */
#ifndef SPATE_BACKEND_CUDA_ADI_FUSED_ALONG_X_CUH
#define SPATE_BACKEND_CUDA_ADI_FUSED_ALONG_X_CUH

#include "backend/cuda/adi/fused_rows.cuh"

namespace
{

/* Input of a step to the next line, for the cells behind [0] and in front [1]: h and fluxes across
 * of the line above, beds of this line. */
typedef struct adi_step {
    calc h[2], q[2], before[2], bed[2];
    calc p_above, p_before, p_next; /* p_before, p_next: of the neighbouring faces of this line */
    unsigned code;
} adi_step;

template <class Kind> static __device__ inline adi_step adi_read_step(int o, int pitch)
{
    const adi_view &v = Kind::view();
    const int above = o + pitch;
    adi_step s;
    s.h[0] = adi_read(v.h, above - 1);
    s.h[1] = adi_read(v.h, above);
    s.q[0] = adi_read(v.q, above - 1);
    s.q[1] = adi_read(v.q, above);
    s.before[0] = adi_read(v.q_before, above - 1);
    s.before[1] = adi_read(v.q_before, above);
    s.bed[0] = adi_read(v.bed, o - 1);
    s.bed[1] = adi_read(v.bed, o);
    s.p_above = adi_read(v.p, above);
    s.p_before = adi_read(v.p, o - 1);
    s.p_next = adi_read(v.p, o + 1);
    s.code = adi_read_code(v.codes, o);
    return s;
}

/* A column of cells, line by line. */
template <class Kind> struct adi_column {
    calc h[3], mid[3];  /* of the line below, this line, the line above */
    calc q[2], both[2]; /* fluxes across below and above this line; both: sums of both times */
    __device__ void begin(int o, int pitch)
    {
        const adi_view &v = Kind::view();
        h[1] = adi_read(v.h, o - pitch);
        h[2] = adi_read(v.h, o);
        mid[1] = adi_middle_depth<Kind>(h[1], o - pitch);
        mid[2] = adi_middle_depth<Kind>(h[2], o);
        q[1] = adi_read(v.q, o);
        both[1] = q[1] + adi_read(v.q_before, o);
    }
    /* Moves to the line below `above`. */
    __device__ void advance(int above, calc h_above, calc q_above, calc before_above)
    {
        h[0] = h[1];
        h[1] = h[2];
        h[2] = h_above;
        mid[0] = mid[1];
        mid[1] = mid[2];
        mid[2] = adi_middle_depth<Kind>(h_above, above);
        q[0] = q[1];
        both[0] = both[1];
        q[1] = q_above;
        both[1] = q_above + before_above;
    }
    __device__ void copy_to(calc bed, adi_slice &s) const
    {
        s.h = h[1];
        s.mid = mid[1];
        s.bed = bed;
        s.mid_low = mid[0];
        s.mid_high = mid[2];
        s.q_low = q[0];
        s.q_high = q[1];
    }
    __device__ void make(calc p_back, calc p_front, adi_slice &s) const
    {
        adi_make_cell<Kind>(h[0], h[2], both[0], both[1], p_back, p_front, s);
    }
};

/* Fluxes along the lines of a column of faces. */
template <class Kind> struct adi_flux_column {
    calc p[3], cross[3];
    __device__ void begin(int o, int pitch)
    {
        const real *field = Kind::view().p;
        p[2] = adi_read(field, o);
        cross[1] = adi_middle_flux<Kind>(adi_read(field, o - pitch), o - pitch);
        cross[2] = adi_middle_flux<Kind>(p[2], o);
    }
    __device__ void advance(int above, calc p_above)
    {
        cross[0] = cross[1];
        cross[1] = cross[2];
        p[1] = p[2];
        p[2] = p_above;
        cross[2] = adi_middle_flux<Kind>(p_above, above);
    }
    __device__ adi_fluxes values(void) const
    {
        return {p[1], cross[1], cross[0], cross[2]};
    }
};

template <class Store>
static __device__ inline void adi_put_row(const Store &store, int at, const adi_row &row)
{
    store.y[at] = (real)row.a;
    store.q[at] = (real)row.b;
    store.r[at] = (real)row.c;
    store.d[at] = (real)row.d;
}

/* A column of faces with the cells on either side, through which a thread marches line by line. */
template <class Kind> struct adi_marcher {
    adi_column<Kind> back, front;
    adi_flux_column<Kind> flux;

    __device__ void begin(int o, int pitch)
    {
        back.begin(o - 1, pitch);
        front.begin(o, pitch);
        flux.begin(o, pitch);
    }
    /* Moves to the next line, whose face is at o; read: the input of this step. */
    __device__ void advance(const adi_step &read, int o, int pitch, adi_slice &behind,
                            adi_slice &ahead, adi_fluxes &fluxes)
    {
        const int above = o + pitch;
        back.advance(above - 1, read.h[0], read.q[0], read.before[0]);
        front.advance(above, read.h[1], read.q[1], read.before[1]);
        flux.advance(above, read.p_above);
        back.copy_to(read.bed[0], behind);
        front.copy_to(read.bed[1], ahead);
        back.make(read.p_before, flux.p[1], behind);
        front.make(flux.p[1], read.p_next, ahead);
        fluxes = flux.values();
    }
};

/* The rows of a column of faces, two lines at a time, so that the divisions of one overlap with
 * those of the other. row: of the block. */
template <class Kind, class Store>
static __device__ inline void adi_make_column(const adi_device &d, const adi_share_of &b, int row,
                                              const Store &store)
{
    const int pitch = (int)d.pitch, i = b.first + row;
    int o = b.first_line * pitch + i, place = store.row(0, row), rest_at = store.row(0, row + 1);
    const bool rests = row + 1 < b.rows;
    adi_marcher<Kind> column;
    column.begin(o, pitch);
    unsigned others = 0; /* lines whose rows are not in open water; computed last */
    static_assert(Kind::LINES <= 32, "a bit for each line");
#pragma unroll 1
    for (int line = 0; line < b.lines; line += 2) {
        const bool two = line + 1 < b.lines;
        const int other = two ? o + pitch : o;
        const adi_step r0 = adi_read_step<Kind>(o, pitch), r1 = adi_read_step<Kind>(other, pitch);
        adi_slice behind[2], ahead[2];
        adi_fluxes flux[2];
        column.advance(r0, o, pitch, behind[0], ahead[0], flux[0]);
        column.advance(r1, other, pitch, behind[1], ahead[1], flux[1]);
        const int kinds[2] = {adi_face_kind<Kind>(r0.code, behind[0], ahead[0]),
                              two ? adi_face_kind<Kind>(r1.code, behind[1], ahead[1])
                                  : (int)ADI_OPEN_WATER};
        if (rests) {
            adi_put_rest<Kind>(store, rest_at, r0.code, ahead[0].h, ahead[0].change, C(0));
            if (two)
                adi_put_rest<Kind>(store, rest_at + store.by_line, r1.code, ahead[1].h,
                                   ahead[1].change, C(0));
        }
        if (row == 0) {
            const unsigned code[2] = {adi_read_code(Kind::view().codes, o - 1),
                                      adi_read_code(Kind::view().codes, other - 1)};
            adi_put_rest<Kind>(store, place, i > 0 ? code[0] : 0u, behind[0].h, behind[0].change,
                               C(0));
            if (two)
                adi_put_rest<Kind>(store, place + store.by_line, i > 0 ? code[1] : 0u, behind[1].h,
                                   behind[1].change, C(0));
        }
        adi_row made[2] = {adi_open_face_row<Kind>(o, 1, pitch, behind[0], ahead[0], flux[0]),
                           adi_open_face_row<Kind>(other, 1, pitch, behind[1], ahead[1], flux[1])};
        made[0] = kinds[0] == ADI_WALL ? adi_still_row() : made[0];
        made[1] = kinds[1] == ADI_WALL ? adi_still_row() : made[1];
        adi_put_row(store, place, made[0]);
        if (two)
            adi_put_row(store, place + store.by_line, made[1]);
        others |= (unsigned)(kinds[0] == ADI_OTHER) << line;
        others |= (unsigned)(kinds[1] == ADI_OTHER) << (line + 1);
        o += 2 * pitch;
        place += 2 * store.by_line;
        rest_at += 2 * store.by_line;
    }
    for (int line = 0; others != 0; ++line, others >>= 1)
        if (others & 1u)
            adi_put_row(store, store.row(line, row),
                        adi_other_row<Kind>(d, i, b.first_line + line));
}

/* The rows of the extra chunk, a thread for each: as columns they would take another pass. */
template <class Kind, class Store>
static __device__ inline void adi_make_extra(const adi_device &d, const adi_share_of &b, int thread,
                                             const Store &store)
{
    const int line = thread % Kind::LINES, row = b.rows - b.extra + thread / Kind::LINES;
    if (line >= b.lines || row >= b.rows)
        return;
    const int i = b.first + row, j = b.first_line + line;
    adi_put_row(store, store.row(line, row), adi_row_anew<Kind>(d, i, j));
    if (row + 1 < b.rows)
        adi_put_rest_anew<Kind>(store, store.row(line, row + 1), j * (int)d.pitch + i, 1,
                                (int)d.pitch);
}

/* All rows of the block: each thread computes a column of faces through all lines. */
template <class Kind, class Store>
static __device__ inline void adi_make_along_x(const adi_device &d, const adi_share_of &b,
                                               const Store &store)
{
    const int threads = (int)blockDim.x, rows = b.rows - b.extra;
    for (int row = (int)threadIdx.x; row < rows; row += threads)
        adi_make_column<Kind>(d, b, row, store);
    if (b.extra > 0)
        for (int n = threads - 1 - (int)threadIdx.x; n < b.extra * Kind::LINES; n += threads)
            adi_make_extra<Kind>(d, b, n, store);
}

/* Eliminates a chunk from its rows in the store. */
template <class Store>
static __device__ inline void adi_eliminate_stored(const Store &store, int at, int rows,
                                                   bool begins, bool ends, seg_whole &s)
{
#pragma unroll 4
    for (int k = 0; k < rows; ++k, at += Store::BY_ROW) {
        seg_given row = {store.y[at], store.q[at], store.r[at], store.d[at]};
        if (begins && k == 0)
            row.a = 0;
        if (ends && k == rows - 1)
            row.c = 0;
        adi_append(store, at, k, row, s);
    }
}

/* Replaces what elimination kept of a chunk by its solution x. For the first chunk of a block, x
 * of the row before it goes to q of its first row. */
template <class Store>
static __device__ inline void adi_expand(const Store &store, int at, int rows, bool first,
                                         const adi_ends &ends)
{
    real x = ends.last;
    at += (rows - 1) * Store::BY_ROW;
    store.y[at] = x;
#pragma unroll 4
    for (int k = rows - 2; k >= 0; --k) {
        at -= Store::BY_ROW;
        const seg_left kept = {store.y[at], store.q[at], store.r[at]};
        seg_back(&kept, &ends.before, &x, &x);
        store.y[at] = x;
    }
    if (first)
        store.q[at] = ends.before;
}

/* Writes the fluxes of the block and the depths of the cells behind its faces, contiguous in x.
 * The first face of a line has such a cell only in a periodic line. */
template <class Kind, class Store>
static __device__ inline void adi_write_along_x(const adi_device &d, const adi_tile &tile,
                                                const adi_out &to, const adi_share_of &b,
                                                const Store &store, adi_tally &tally)
{
    const int pitch = (int)d.pitch;
    for (int row = (int)threadIdx.x; row < b.rows; row += (int)blockDim.x) {
        const int i = b.first + row;
        const bool seam = i == 0, has_cell = !seam || tile.ring;
        const real *before = row > 0 ? store.y + store.row(0, row - 1) : store.q;
        int at = store.row(0, row), o = b.first_line * pitch + i;
#pragma unroll 4
        for (int line = 0; line < b.lines; ++line) {
            const real x = store.y[at];
            adi_write(to.flux, o, x);
            const adi_cell_behind cell = {seam ? o + tile.faces - 1 : o - 1, 1, pitch, seam};
            if (has_cell)
                adi_write_depth<Kind>(to, store, at, cell, *before, x, tally);
            at += store.by_line;
            before += store.by_line;
            o += pitch;
        }
    }
}

} // namespace

#endif
