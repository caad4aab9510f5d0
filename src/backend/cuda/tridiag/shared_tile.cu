/* Number of lines with a shared matrix in a tile. */
#include "backend/cuda/tridiag/shared_tile.cuh"

#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>

/* Bytes of a row of adjacent lines: whole cache lines if they fit; threads of a block for
 * contiguous lines. */
enum { MAX_ROW = 128, MIN_ROW = 8, STAGED_THREADS = 64 };

size_t shared_tile_bytes(const shared_tile &tile, int precision)
{
    const size_t values = (size_t)tile.stage_values + (size_t)tile.row_values +
                          3 * (size_t)tile.threads + (size_t)tile.level_values;
    /* twice: a flag for each line, and one for all of them */
    return values * (size_t)precision / 8 + 2 * ((size_t)tile.lines + 1) * sizeof(unsigned);
}

static int whole_warps(long long threads)
{
    return (int)((threads + 31) / 32 * 32);
}

/* Tries `lines` lines, in blocks of `own` chunks each. */
static int fits(const shared_shape &s, size_t limit, long long lines, int own, int max_threads,
                shared_tile *tile)
{
    const int unit = 128 / s.precision, slot = s.chunk_rows + unit;
    const long long threads = lines * own;
    tile->line_gap = (tile->chunks + (s.margins ? 2 : 0)) * slot;
    if (threads > max_threads || lines * tile->line_gap > INT_MAX / 4)
        return 0;
    tile->own = own;
    tile->share = (tile->chunks + own - 1) / own;
    tile->log_own = 0;
    while ((1 << tile->log_own) < own)
        ++tile->log_own;
    tile->lines = (int)lines;
    tile->threads = whole_warps(threads);
    tile->values = tile->lines * tile->line_gap;
    /* whole units, for the alignment of what follows */
    const int slots = tile->ahead ? (tile->threads * s.ahead + unit - 1) / unit * unit : 0;
    tile->stage_values = tile->adjacent ? slots : 2 * tile->values;
    tile->level_values = (int)s.level_values;
    tile->row_values = tile->adjacent ? own * s.chunk_values : 0;
    tile->tiles = (s.lines + lines - 1) / lines;
    return shared_tile_bytes(*tile, s.precision) <= limit;
}

/* Chunks of a block if `share` blocks have all of them: a power of two. */
static int own_of(const shared_tile &tile, int share)
{
    int own = 1;
    while (share > 1 && own * share < tile.chunks)
        own *= 2;
    return share > 1 ? own : tile.chunks;
}

/* Tries rows of `row` bytes in blocks of `threads`; more lines if they are short. */
static int fit_row(const shared_shape &s, size_t limit, int share, int row, int threads,
                   shared_tile *tile)
{
    int lines = row * 8 / s.precision;
    while (2 * lines * tile->chunks <= STAGED_THREADS)
        lines *= 2;
    return fits(s, limit, lines, own_of(*tile, share), threads, tile);
}

/* Whether prefetching tiles pays, measured on an H200 (docs/theory/tridiag_cuda.md). In f32 it
 * does not if rows of MAX_ROW fit in a block and leave it enough work. */
static int ahead_pays(const shared_shape &s, const shared_tile &tile)
{
    enum { FEW_CHUNKS = 8, WIDE_CHUNKS = SHARED_ADJACENT_THREADS / (MAX_ROW / 4) };
    return s.ahead > 0 &&
           (s.precision == 64 || tile.chunks <= FEW_CHUNKS || tile.chunks > WIDE_CHUNKS);
}

/* SPATE_CUDA_TILE=SHARE,LINES overrides the choice for measurements and tests, if it fits. */
static int fit_from_environment(const shared_shape &s, size_t limit, shared_tile *tile)
{
    const char *setting = getenv("SPATE_CUDA_TILE");
    int share = 0, lines = 0;
    if (!setting || sscanf(setting, "%d,%d", &share, &lines) != 2)
        return 0;
    tile->ahead = share == 1 && ahead_pays(s, *tile);
    return share > 0 && lines > 0 && !(lines & (lines - 1)) && share <= std::max(1, s.max_share) &&
           lines <= SHARED_ADJACENT_THREADS &&
           fits(s, limit, lines, own_of(*tile, share), SHARED_ADJACENT_THREADS, tile);
}

/* A tile of one block with prefetch of the next: two blocks on a multiprocessor are better than
 * wider rows. */
static int fit_ahead(const shared_shape &s, size_t limit, shared_tile *tile)
{
    tile->ahead = ahead_pays(s, *tile);
    if (tile->ahead)
        for (int blocks = 2; blocks > 0; --blocks)
            for (int row = MAX_ROW; row >= MAX_ROW / 2; row /= 2)
                if (fit_row(s, limit / (size_t)blocks, 1, row, SHARED_ADJACENT_THREADS / blocks,
                            tile))
                    return 1;
    tile->ahead = 0;
    return 0;
}

static int fit_adjacent(const shared_shape &s, size_t limit, shared_tile *tile)
{
    if (!s.adjacent || std::llabs(s.in.stride) > INT_MAX || std::llabs(s.out.stride) > INT_MAX)
        return 0;
    tile->adjacent = 1;
    if (fit_from_environment(s, limit, tile) || fit_ahead(s, limit, tile))
        return 1;
    /* wide rows first, and no more blocks than necessary */
    for (int row = MAX_ROW; row >= MAX_ROW / 2; row /= 2)
        for (int share = 1; share <= s.max_share; share *= 2)
            if (fit_row(s, limit, share, row, SHARED_ADJACENT_THREADS, tile))
                return 1;
    for (int row = MAX_ROW / 4; row >= MIN_ROW; row /= 2)
        if (fit_row(s, limit, 1, row, SHARED_ADJACENT_THREADS, tile))
            return 1;
    return 0;
}

static int fit_staged(const shared_shape &s, size_t limit, shared_tile *tile)
{
    tile->adjacent = 0;
    return fits(s, limit, std::max(1, STAGED_THREADS / tile->chunks), tile->chunks,
                SHARED_STAGED_THREADS, tile) ||
           fits(s, limit, 1, tile->chunks, SHARED_STAGED_THREADS, tile);
}

int shared_tile_make(const shared_shape &s, size_t limit, shared_tile *tile)
{
    *tile = {};
    tile->n = (int)s.n;
    tile->chunks = (tile->n + s.chunk_rows - 1) / s.chunk_rows;
    tile->missing = tile->chunks * s.chunk_rows - tile->n;
    tile->margins = s.margins;
    tile->wrap = s.wrap;
    tile->in = s.in;
    tile->out = s.out;
    return fit_adjacent(s, limit, tile) || fit_staged(s, limit, tile);
}

static int divides(long long unit, long long value)
{
    return value % unit == 0;
}

int shared_wide(const shared_shape &s, const shared_tile &tile, const shared_lines &l,
                const void *array)
{
    const long long unit = 128 / s.precision;
    return (uintptr_t)array % 16 == 0 && l.stride == 1 && divides(unit, l.rows) &&
           divides(unit, l.step0) && divides(unit, l.step1) &&
           divides(unit, tile.missing + l.shift);
}
