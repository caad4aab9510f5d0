/* Maxima on the CPU: a run of awake tiles after an accepted step. Compiled for every precision and
 * instruction set.
 *
 * Traffic: reads h, hu, hv and the three peaks, 24 B a cell in f32, and writes each peak in the
 * stretches where it rose somewhere, up to 12 B more. Times are touched only in tiles where a cell
 * may pass a threshold: a tile remembers whether all its cells are arrived, deep or shallow. */
#include "backend/common/maxima.h"
#include "backend/cpu/common/common.h"

#define COMMON_SYMBOL(name) SPATE_JOIN(SPATE_NAME(name), SPATE_ISA)

/* Flags as wide as the values, so that they fit the lanes of the comparisons. */
#if SPATE_REAL_BITS == 32
typedef int32_t flag;
#else
typedef int64_t flag;
#endif

/* Which depths occur in a tile now. */
typedef struct tile_depths {
    flag wet, deep, shallow; /* some cell is */
} tile_depths;

static inline maxima_peaks higher(const maxima_view *v, ptrdiff_t o)
{
    return maxima_higher(maxima_stored(v, o), maxima_now(v, o));
}

/* A stretch of a row, at most a tile wide. */
static inline void visit_stretch(const maxima_view *view, ptrdiff_t first, int n, tile_depths *d)
{
    const maxima_view here = *view, *v = &here; /* a copy, which stores cannot alias */
    flag rose[3] = {0, 0, 0}, wet = 0, deep = 0, shallow = 0;
#pragma omp simd reduction(| : rose[:3], wet, deep, shallow)
    for (int i = 0; i < n; ++i) {
        const maxima_peaks now = maxima_now(v, first + i), old = maxima_stored(v, first + i);
        rose[0] |= now.depth > old.depth;
        rose[1] |= now.speed_squared > old.speed_squared;
        rose[2] |= now.momentum_squared > old.momentum_squared;
        wet |= now.depth >= v->wet;
        deep |= now.depth > v->deep;
        shallow |= !(now.depth > v->deep);
    }
    d->wet |= wet;
    d->deep |= deep;
    d->shallow |= shallow;
    if (rose[0])
#pragma omp simd
        for (int i = 0; i < n; ++i)
            v->depth[first + i] = (real)higher(v, first + i).depth;
    if (rose[1])
#pragma omp simd
        for (int i = 0; i < n; ++i)
            v->speed[first + i] = (real)higher(v, first + i).speed_squared;
    if (rose[2])
#pragma omp simd
        for (int i = 0; i < n; ++i)
            v->momentum[first + i] = (real)higher(v, first + i).momentum_squared;
}

/* Times of a row of a tile; returns whether some cell still waits for water. */
static inline flag cross_stretch(const maxima_view *v, ptrdiff_t first, int n)
{
    flag crosses = 0, waits = 0;
#pragma omp simd reduction(| : crosses)
    for (int i = 0; i < n; ++i)
        crosses |= maxima_crosses(v->arrival[first + i], v->since[first + i], (calc)v->h[first + i],
                                  v->wet, v->deep);
    for (int i = 0; i < n && crosses; ++i)
        maxima_cross_cell(v, first + i);
#pragma omp simd reduction(| : waits)
    for (int i = 0; i < n; ++i)
        waits |= v->arrival[first + i] == (real)MAXIMA_NEVER;
    return waits;
}

static void cross_tile(const maxima_view *v, tile_rectangle r, tile_depths d, uint8_t *state)
{
    const int arrives = d.wet && !(*state & TILE_ARRIVED);
    const int dries = d.shallow && !(*state & TILE_SHALLOW);
    const int deepens = d.deep && !(*state & TILE_DEEP);
    if (!arrives && !dries && !deepens)
        return;
    flag waits = 0;
    for (int j = r.y0; j < r.y1; ++j)
        waits |= cross_stretch(v, (ptrdiff_t)j * v->pitch + r.x0, r.x1 - r.x0);
    *state = (uint8_t)((waits ? 0 : TILE_ARRIVED) | (d.shallow ? 0 : TILE_DEEP) |
                       (d.deep ? 0 : TILE_SHALLOW));
}

static tile_rectangle tile_of(const tile_rectangle *r, int n)
{
    const int x0 = r->x0 + n * SPATE_TILE_X, x1 = x0 + SPATE_TILE_X;
    return (tile_rectangle){.x0 = x0, .x1 = x1 < r->x1 ? x1 : r->x1, .y0 = r->y0, .y1 = r->y1};
}

void COMMON_SYMBOL(cpu_maxima)(const grid_part *part, const tile_rectangle *r)
{
    const maxima_view v = maxima_view_of(part);
    const int tiles = (r->x1 - r->x0 + SPATE_TILE_X - 1) / SPATE_TILE_X;
    tile_depths depths[MAXIMA_TILES] = {{0, 0, 0}};
    uint8_t *state = part->maxima.tile_state +
                     (ptrdiff_t)(r->y0 / SPATE_TILE_Y) * part->shape.tiles_x + r->x0 / SPATE_TILE_X;
    for (int j = r->y0; j < r->y1; ++j)
        for (int n = 0; n < tiles; ++n) {
            const tile_rectangle t = tile_of(r, n);
            const ptrdiff_t first = (ptrdiff_t)j * v.pitch + t.x0;
            if (t.x1 - t.x0 == SPATE_TILE_X) /* a length the compiler knows */
                visit_stretch(&v, first, SPATE_TILE_X, &depths[n]);
            else
                visit_stretch(&v, first, t.x1 - t.x0, &depths[n]);
        }
    for (int n = 0; n < tiles; ++n)
        cross_tile(&v, tile_of(r, n), depths[n], &state[n]);
}
