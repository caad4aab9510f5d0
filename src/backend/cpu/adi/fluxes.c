/* Stores the new fluxes of some lines while they are in a cache, and computes the depths of the
 * cells between them. The counterpart of rows.c. Compiled for each precision and instruction set.
 * Reads h, p and q at two times; writes p and h. */
#include "backend/cpu/adi/depths.h"
#include "backend/cpu/adi/room.h"

#define ADI_SYMBOL(name) SPATE_JOIN(SPATE_NAME(name), SPATE_ISA)

/* Prefetches the cache lines of `count` values from offset o on. */
static inline __attribute__((always_inline)) void prefetch(const real *array, ptrdiff_t o,
                                                           int count, int for_writing)
{
    const uintptr_t from = (uintptr_t)array + (uintptr_t)o * sizeof(real),
                    end = from + (uintptr_t)count * sizeof(real);
    for (uintptr_t line = from & ~(uintptr_t)63; line < end; line += 64)
        if (for_writing)
            __builtin_prefetch((const void *)line, 1, 2);
        else
            __builtin_prefetch((const void *)line, 0, 2);
}

/* Lines are processed from their end on, in strips that hardware prefetchers do not follow.
 * Addresses may lie before the beginning of an array: prefetching does not access them. beside: 1
 * if q is read one value further. */
static inline void prefetch_strip(const depth_job *t, ptrdiff_t o, int count, int beside)
{
    prefetch(t->v->h, o, count, 0);
    prefetch(t->v->p, o, count, 0);
    prefetch(t->v->q, o, count + beside, 0);
    prefetch(t->v->q_before, o, count + beside, 0);
    if (!t->streams) {
        prefetch(t->h, o, count, 1);
        prefetch(t->p, o, count, 1);
    }
}

/* ---- lines along x: contiguous in memory, columns of the panel ---- */

enum { TRANSPOSED_PITCH = DEPTH_BLOCK + TRI_TILE };

/* `count` rows from `row` on of `lanes` lanes. */
static void transpose_plainly(const adi_answers *a, int lane, int lanes, int row, int from,
                              int count, real (*to)[TRANSPOSED_PITCH])
{
    const calc *const x = (const calc *)a->fluxes + lane;
    for (int r = from; r < count; ++r)
        for (int l = 0; l < lanes; ++l)
            to[l][r] = (real)x[(ptrdiff_t)(row + r) * a->pitch + l];
}

static void transpose(const adi_answers *a, int lane, int lanes, int row, int count,
                      real (*to)[TRANSPOSED_PITCH])
{
    int done = 0;
#if defined(TRI_REGISTER_TILES) && SPATE_REAL_BITS == SPATE_CALC_BITS
    const real *const x = (const real *)a->fluxes + lane;
    const ptrdiff_t pitch = a->pitch; /* not read again after every store */
    for (; lanes == TRI_TILE && done + TRI_TILE <= count; done += TRI_TILE) {
        tri_vector v[TRI_TILE];
#pragma GCC unroll 16
        for (int k = 0; k < TRI_TILE; ++k)
            v[k] = tri_load(x + (row + done + k) * pitch);
        tri_transpose(v);
#pragma GCC unroll 16
        for (int k = 0; k < TRI_TILE; ++k)
            tri_store(&to[tri_column(k)][done], v[k]);
    }
#endif
    transpose_plainly(a, lane, lanes, row, done, count, to);
}

static void store_along_x(const depth_job *t, const adi_answers *a)
{
    _Alignas(64) real flux[TRI_TILE][TRANSPOSED_PITCH];
    for (int lane = 0; lane < a->lanes; lane += TRI_TILE)
        for (int row = 0; row < a->rows; row += DEPTH_BLOCK) {
            const int lanes = a->lanes - lane < TRI_TILE ? a->lanes - lane : TRI_TILE;
            const int count = a->rows - row < DEPTH_BLOCK ? a->rows - row : DEPTH_BLOCK;
            const int next = row + count < a->rows || a->goes_on;
            depth_tile tile = {.strips = lanes,
                               .count = count - !next,
                               .flux = flux[0],
                               .pitch = TRANSPOSED_PITCH,
                               .next = 1};
            transpose(a, lane, lanes, row, count + next, flux);
            for (int l = 0; l < lanes; ++l) {
                tile.o[l] = (ptrdiff_t)a->line[lane + l] * t->v->across + a->first + row;
                prefetch_strip(t, tile.o[l] - count, count, 0);
                put_values(t, flux[l], count, t->p + tile.o[l]);
            }
            store_depths(t, &tile);
        }
}

/* ---- lines along y: side by side in memory ---- */

/* Number of lanes from `lane` on whose lines are adjacent, at most a block. */
static int neighbours(const adi_answers *a, int lane)
{
    int count = 1;
    while (lane + count < a->lanes && count < DEPTH_BLOCK &&
           a->line[lane + count] == a->line[lane] + count)
        ++count;
    return count;
}

/* Rows of the panel in the stored type, in place or converted in `room`; *pitch: from row
 * to row. */
static const real *stored_rows(const adi_answers *a, int row, int rows, int lane, int count,
                               real (*room)[DEPTH_BLOCK], ptrdiff_t *pitch)
{
    const calc *const x = (const calc *)a->fluxes + (ptrdiff_t)row * a->pitch + lane;
#if SPATE_REAL_BITS == SPATE_CALC_BITS
    (void)rows;
    (void)count;
    (void)room;
    *pitch = a->pitch;
    return x;
#else
    for (int r = 0; r < rows; ++r)
        for (int k = 0; k < count; ++k)
            room[r][k] = (real)x[(ptrdiff_t)r * a->pitch + k];
    *pitch = DEPTH_BLOCK;
    return room[0];
#endif
}

/* `rows` rows of `count` lanes, and the next one if it is there. */
static void store_rows(const depth_job *t, const adi_answers *a, int row, int rows, int lane,
                       int count, int makes_depths)
{
    _Alignas(64) real room[DEPTH_STRIPS + 1][DEPTH_BLOCK];
    const int next = row + rows < a->rows || a->goes_on;
    depth_tile tile = {.strips = rows - !next, .count = count};
    tile.flux = stored_rows(a, row, rows + next, lane, count, room, &tile.pitch);
    tile.next = tile.pitch;
    for (int r = 0; r < rows; ++r) {
        const ptrdiff_t before = a->rows * t->v->along;
        tile.o[r] = (ptrdiff_t)(a->first + row + r) * t->v->along + (ptrdiff_t)a->line[lane];
        prefetch_strip(t, tile.o[r] - before, count, 1);
        put_values(t, tile.flux + r * tile.pitch, count, t->p + tile.o[r]);
    }
    if (makes_depths)
        store_depths(t, &tile);
}

static void store_along_y(const depth_job *t, const adi_answers *a, int makes_depths)
{
    for (int lane = 0, count; lane < a->lanes; lane += count) {
        count = neighbours(a, lane);
        for (int row = 0; row < a->rows; row += DEPTH_STRIPS)
            store_rows(t, a, row, a->rows - row < DEPTH_STRIPS ? a->rows - row : DEPTH_STRIPS, lane,
                       count, makes_depths);
    }
}

extern __typeof__(*((adi_kernels *)0)->store_fluxes) ADI_SYMBOL(adi_store_fluxes);
extern __typeof__(*((adi_kernels *)0)->end_sweep) ADI_SYMBOL(adi_end_sweep);

void ADI_SYMBOL(adi_store_fluxes)(const grid_part *part, int stage, const adi_answers *answers,
                                  adi_found *found)
{
    const adi_room *const room = adi_enter_room(answers->room, part, stage, answers->solve);
    const depth_job t = depth_job_of(part, &room->view, stage, found);
    if (stage == ADI_SWEEP_X)
        store_along_x(&t, answers);
    else
        store_along_y(&t, answers, stage == ADI_SWEEP_Y);
    if (t.streams && answers->first == 0) /* the last call for these lines */
        tri_write_end();
}

/* The last cells of lines that go on in another part: a column, or a row. */
void ADI_SYMBOL(adi_end_sweep)(grid_part *part, int stage, int goes_on, adi_found *found)
{
    const adi_view v = adi_view_of(part, stage);
    const depth_job t = depth_job_of(part, &v, stage, found);
    const adi_flows f = adi_flows_of(part, &v, stage, 0);
    const int nx = part->shape.nx, ny = part->shape.ny;
    const int x = stage == ADI_SWEEP_X, at_once = x ? 1 : DEPTH_BLOCK;
    for (int n = 0; n < (x ? ny : nx) && goes_on; n += at_once) {
        const ptrdiff_t o = x ? (ptrdiff_t)n * part->shape.pitch + nx - 1
                              : (ptrdiff_t)(ny - 1) * part->shape.pitch + n;
        const depth_tile tile = {.o = {o},
                                 .strips = 1,
                                 .count = nx - n < at_once && !x ? nx - n : at_once,
                                 .flux = t.p + o,
                                 .next = v.along};
        store_depths(&t, &tile);
    }
    adi_note_faces(part, &f, stage);
    if (t.streams)
        tri_write_end();
}
