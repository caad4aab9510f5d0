/* How many lines that share a matrix make a tile. */
#include "backend/cuda/tridiag_shared_tile.cuh"

#include <algorithm>
#include <climits>
#include <cstdlib>

/* Bytes of a row of lines side by side: whole lines of the cache where they fit, no less than half a sector. */
enum { ROW_MOST = 128, ROW_LEAST = 8, STAGED_THREADS = 128, BESIDE_THREADS = 512 };

static int told(const char *name, int otherwise)
{
    const char *value = getenv(name);
    return value ? atoi(value) : otherwise;
}

size_t shared_tile_bytes(const shared_tile &tile, int precision)
{
    const size_t values = (tile.beside ? 0 : 2 * (size_t)tile.values) + (size_t)tile.row_values +
                          3 * (size_t)tile.threads + (size_t)tile.level_values;
    /* a flag for each line, and one for all of them, twice */
    return values * (size_t)precision / 8 + 2 * ((size_t)tile.lines + 1) * sizeof(unsigned);
}

static int whole_warps(long long threads)
{
    return (int)((threads + 31) / 32 * 32);
}

static int fits(const shared_shape &s, size_t limit, long long lines, int most_threads,
                shared_tile *tile)
{
    const int unit = 128 / s.precision, slot = s.chunk_rows + unit;
    const long long threads = lines * tile->chunks;
    tile->line_gap = (tile->chunks + (s.margins ? 2 : 0)) * slot;
    if (threads > most_threads || lines * tile->line_gap > INT_MAX / 4)
        return 0;
    tile->lines = (int)lines;
    tile->threads = whole_warps(threads);
    tile->values = tile->lines * tile->line_gap;
    tile->level_values = (int)s.level_values;
    tile->row_values = tile->beside ? (int)s.row_values : 0;
    tile->tiles = (s.lines + lines - 1) / lines;
    return shared_tile_bytes(*tile, s.precision) <= limit;
}

/* Rows as wide as a block of `threads` has them; short lines: more of them. */
static int fit_rows(const shared_shape &s, size_t limit, int least, int threads, shared_tile *tile)
{
    for (int row = told("SPATE_CUDA_ROW", ROW_MOST); row >= least; row /= 2) {
        int lines = row * 8 / s.precision;
        while (2 * lines * tile->chunks <= STAGED_THREADS)
            lines *= 2;
        if (fits(s, limit, lines, threads, tile))
            return 1;
    }
    return 0;
}

static int fit_beside(const shared_shape &s, size_t limit, shared_tile *tile)
{
    if (!s.adjacent || std::llabs(s.in.stride) > INT_MAX || std::llabs(s.out.stride) > INT_MAX)
        return 0;
    tile->beside = 1;
    return fit_rows(s, limit / 2, told("SPATE_CUDA_ROW_LEAST", 64),
                    told("SPATE_CUDA_BESIDE", BESIDE_THREADS), tile) ||
           fit_rows(s, limit, ROW_LEAST, SHARED_BESIDE_THREADS, tile);
}

int shared_tile_make(const shared_shape &s, size_t limit, shared_tile *tile)
{
    *tile = {};
    tile->n = (int)s.n;
    tile->chunks = (tile->n + s.chunk_rows - 1) / s.chunk_rows;
    tile->lacking = tile->chunks * s.chunk_rows - tile->n;
    tile->margins = s.margins;
    tile->around = s.around;
    tile->in = s.in;
    tile->out = s.out;
    if (fit_beside(s, limit, tile))
        return 1;
    tile->beside = 0;
    return fits(s, limit, std::max(1, told("SPATE_CUDA_STAGED", STAGED_THREADS) / tile->chunks),
                SHARED_STAGED_THREADS, tile) ||
           fits(s, limit, 1, SHARED_STAGED_THREADS, tile);
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
           divides(unit, tile.lacking + l.shift);
}
