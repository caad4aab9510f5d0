/* The other end of adi_rows.c: new fluxes of some lines go to their part while they are in a cache, and the depths of the
 * cells between them follow at once. Compiled for each precision and instruction set.
 * Reads h, p and q at two times; writes p and h. */
#include "backend/cpu/adi/depths.h"
#include "backend/cpu/adi/room.h"

#define ADI_SYMBOL(name) SPATE_JOIN(SPATE_NAME(name), SPATE_ISA)

/* Whole cache lines from place o on. */
static inline __attribute__((always_inline)) void ask(const real *array, ptrdiff_t o, int count,
                                                      int for_writing)
{
    const uintptr_t from = (uintptr_t)array + (uintptr_t)o * sizeof(real),
                    end = from + (uintptr_t)count * sizeof(real);
    for (uintptr_t line = from & ~(uintptr_t)63; line < end; line += 64)
        if (for_writing)
            __builtin_prefetch((const void *)line, 1, 2);
        else
            __builtin_prefetch((const void *)line, 0, 2);
}

/* Lines are taken from their end on, in strips that no processor looks ahead for by itself. Only addresses count: they may
 * be before the beginning of an array. beside: q is read one place on. */
static inline void look_ahead(const taker *t, ptrdiff_t o, int count, int beside)
{
    ask(t->v->h, o, count, 0);
    ask(t->v->p, o, count, 0);
    ask(t->v->q, o, count + beside, 0);
    ask(t->v->q_before, o, count + beside, 0);
    if (!t->streams) {
        ask(t->h, o, count, 1);
        ask(t->p, o, count, 1);
    }
}

/* ---- lines along x: rows of memory, which lie across in the panel ---- */

enum { TURNED_PITCH = TAKE_BLOCK + TRI_TILE };

/* `count` rows from `row` on of `lanes` lanes. */
static void turn_plainly(const adi_answers *a, int lane, int lanes, int row, int from, int count,
                         real (*to)[TURNED_PITCH])
{
    const calc *const x = (const calc *)a->fluxes + lane;
    for (int r = from; r < count; ++r)
        for (int l = 0; l < lanes; ++l)
            to[l][r] = (real)x[(ptrdiff_t)(row + r) * a->pitch + l];
}

static void turn(const adi_answers *a, int lane, int lanes, int row, int count,
                 real (*to)[TURNED_PITCH])
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
    turn_plainly(a, lane, lanes, row, done, count, to);
}

static void take_along_x(const taker *t, const adi_answers *a)
{
    _Alignas(64) real flux[TRI_TILE][TURNED_PITCH];
    for (int lane = 0; lane < a->lanes; lane += TRI_TILE)
        for (int row = 0; row < a->rows; row += TAKE_BLOCK) {
            const int lanes = a->lanes - lane < TRI_TILE ? a->lanes - lane : TRI_TILE;
            const int count = a->rows - row < TAKE_BLOCK ? a->rows - row : TAKE_BLOCK;
            const int next = row + count < a->rows || a->goes_on;
            take_tile tile = {.strips = lanes,
                              .count = count - !next,
                              .flux = flux[0],
                              .pitch = TURNED_PITCH,
                              .next = 1};
            turn(a, lane, lanes, row, count + next, flux);
            for (int l = 0; l < lanes; ++l) {
                tile.o[l] = (ptrdiff_t)a->line[lane + l] * t->v->across + a->first + row;
                look_ahead(t, tile.o[l] - count, count, 0);
                put_values(t, flux[l], count, t->p + tile.o[l]);
            }
            take_tile_of_cells(t, &tile);
        }
}

/* ---- lines along y, which lie side by side in memory ---- */

/* Lanes from `lane` on whose lines follow one another, as many as fit a block. */
static int neighbours(const adi_answers *a, int lane)
{
    int count = 1;
    while (lane + count < a->lanes && count < TAKE_BLOCK &&
           a->line[lane + count] == a->line[lane] + count)
        ++count;
    return count;
}

/* Rows of the panel as they are stored; *pitch from row to row. */
static const real *stored_rows(const adi_answers *a, int row, int rows, int lane, int count,
                               real (*room)[TAKE_BLOCK], ptrdiff_t *pitch)
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
    *pitch = TAKE_BLOCK;
    return room[0];
#endif
}

/* `rows` rows of `count` lanes, and one more where it is there. */
static void take_rows(const taker *t, const adi_answers *a, int row, int rows, int lane, int count,
                      int makes_depths)
{
    _Alignas(64) real room[TAKE_STRIPS + 1][TAKE_BLOCK];
    const int next = row + rows < a->rows || a->goes_on;
    take_tile tile = {.strips = rows - !next, .count = count};
    tile.flux = stored_rows(a, row, rows + next, lane, count, room, &tile.pitch);
    tile.next = tile.pitch;
    for (int r = 0; r < rows; ++r) {
        const ptrdiff_t before = a->rows * t->v->along;
        tile.o[r] = (ptrdiff_t)(a->first + row + r) * t->v->along + (ptrdiff_t)a->line[lane];
        look_ahead(t, tile.o[r] - before, count, 1);
        put_values(t, tile.flux + r * tile.pitch, count, t->p + tile.o[r]);
    }
    if (makes_depths)
        take_tile_of_cells(t, &tile);
}

static void take_along_y(const taker *t, const adi_answers *a, int makes_depths)
{
    for (int lane = 0, count; lane < a->lanes; lane += count) {
        count = neighbours(a, lane);
        for (int row = 0; row < a->rows; row += TAKE_STRIPS)
            take_rows(t, a, row, a->rows - row < TAKE_STRIPS ? a->rows - row : TAKE_STRIPS, lane,
                      count, makes_depths);
    }
}

extern __typeof__(*((adi_kernels *)0)->take) ADI_SYMBOL(adi_take);
extern __typeof__(*((adi_kernels *)0)->end_sweep) ADI_SYMBOL(adi_end_sweep);

void ADI_SYMBOL(adi_take)(const grid_part *part, int stage, const adi_answers *answers,
                          adi_found *found)
{
    const adi_room *const room = adi_enter_room(answers->room, part, stage, answers->solve);
    const taker t = taker_of(part, &room->view, stage, found);
    if (stage == ADI_SWEEP_X)
        take_along_x(&t, answers);
    else
        take_along_y(&t, answers, stage == ADI_SWEEP_Y);
    if (t.streams && answers->first == 0) /* the last rows of these lines */
        tri_write_end();
}

/* The last cells of lines that go on: a column, or a row. */
void ADI_SYMBOL(adi_end_sweep)(grid_part *part, int stage, int goes_on, adi_found *found)
{
    const adi_view v = adi_view_of(part, stage);
    const taker t = taker_of(part, &v, stage, found);
    const adi_flows f = adi_flows_of(part, &v, stage, 0);
    const int nx = part->shape.nx, ny = part->shape.ny;
    const int x = stage == ADI_SWEEP_X, at_once = x ? 1 : TAKE_BLOCK;
    for (int n = 0; n < (x ? ny : nx) && goes_on; n += at_once) {
        const ptrdiff_t o = x ? (ptrdiff_t)n * part->shape.pitch + nx - 1
                              : (ptrdiff_t)(ny - 1) * part->shape.pitch + n;
        const take_tile tile = {.o = {o},
                                .strips = 1,
                                .count = nx - n < at_once && !x ? nx - n : at_once,
                                .flux = t.p + o,
                                .next = v.along};
        take_tile_of_cells(&t, &tile);
    }
    adi_note_faces(part, &f, stage);
    if (t.streams)
        tri_write_end();
}
