/* How many lines that share a matrix make a tile. */
#include "backend/cuda/tridiag_shared_tile.cuh"

#include <algorithm>

/* Bytes of a row of neighbouring lines: wide rows are whole sectors of memory. */
enum { ROW_MOST = 128, ROW_SECTOR = 32, ROW_LEAST = 16, GOOD_THREADS = 128 };
/* Bytes of shared memory that each block takes for itself. */
enum { BLOCK_OWN = 1 << 10 };

static int whole_units(long long values, int unit)
{
    return (int)((values + unit - 1) / unit * unit);
}

size_t shared_tile_bytes(const shared_tile &tile, int precision)
{
    const size_t values = 2 * ((size_t)tile.values + (size_t)tile.threads) +
                          (size_t)tile.extra_values + (size_t)tile.level_values +
                          (size_t)tile.row_values;
    /* a flag for each line, and one for all of them, twice */
    return values * (size_t)precision / 8 + 2 * ((size_t)tile.lines + 1) * sizeof(unsigned);
}

static int fits(const shared_shape &s, size_t limit, int lines, int most_threads, shared_tile *tile)
{
    const int unit = 128 / s.precision, value = s.precision / 8;
    const long long rows = s.before + s.after + std::max<long long>(s.in.rows, s.out.rows);
    const long long whole = s.before + s.after + (long long)tile->chunks * s.chunk_rows;
    const long long threads = (long long)lines * tile->chunks;
    tile->adjacent = s.adjacent && lines > 1;
    const long long pitch = whole_units(std::max(rows, whole), unit);
    const long long values = (tile->adjacent ? rows : pitch) * lines;
    if (threads > most_threads || values * value > (long long)limit)
        return 0;
    tile->lines = lines;
    tile->threads = whole_units(threads, 32);
    tile->row_gap = tile->adjacent ? lines : 1;
    tile->line_gap = tile->adjacent ? 1 : (int)pitch;
    tile->values = whole_units(values, unit);
    tile->extra_values = lines * s.extra;
    tile->level_values = (int)s.level_values;
    tile->row_values = tile->adjacent ? (int)s.row_values : 0;
    tile->tiles = (s.lines + lines - 1) / lines;
    return shared_tile_bytes(*tile, s.precision) <= limit;
}

/* The widest rows from `most` down to `least` bytes that fit; short lines: more of them. */
static int fit_rows(const shared_shape &s, size_t limit, int most, int least, int most_threads,
                    shared_tile *tile)
{
    for (int row = most; row >= least; row /= 2) {
        int lines = row * 8 / s.precision;
        while (2 * lines * tile->chunks <= GOOD_THREADS)
            lines *= 2;
        if (fits(s, limit, lines, most_threads, tile))
            return 1;
    }
    return 0;
}

/* Two blocks on a multiprocessor, of which one works while the other waits, are worth narrower rows; down to a sector. */
static int fit_adjacent(const shared_shape &s, size_t limit, shared_tile *tile)
{
    return fit_rows(s, limit / 2 - BLOCK_OWN, ROW_MOST, ROW_SECTOR, SHARED_ADJACENT_THREADS / 2,
                    tile) ||
           fit_rows(s, limit, ROW_MOST, ROW_LEAST, SHARED_ADJACENT_THREADS, tile);
}

int shared_tile_make(const shared_shape &s, size_t limit, shared_tile *tile)
{
    *tile = {};
    if (s.n > (long long)SHARED_MOST_THREADS * s.chunk_rows)
        return 0;
    tile->n = (int)s.n;
    tile->chunks = (tile->n + s.chunk_rows - 1) / s.chunk_rows;
    tile->before = whole_units(s.before, 128 / s.precision);
    tile->around = s.around;
    tile->in = s.in;
    tile->out = s.out;
    shared_shape whole = s;
    whole.before = tile->before;
    if (s.adjacent && fit_adjacent(whole, limit, tile))
        return 1;
    whole.adjacent = 0;
    return fits(whole, limit, std::max(1, GOOD_THREADS / tile->chunks), SHARED_MOST_THREADS,
                tile) ||
           fits(whole, limit, 1, SHARED_MOST_THREADS, tile);
}

static int divides(long long unit, long long value)
{
    return value % unit == 0;
}

int shared_wide(const shared_shape &s, const shared_tile &tile, const shared_lines &l,
                const void *array)
{
    const long long unit = 128 / s.precision;
    if ((uintptr_t)array % 16 || !divides(unit, l.step1))
        return 0;
    if (tile.adjacent)
        return l.step0 == 1 && divides(unit, l.stride) && divides(unit, s.count0) &&
               divides(unit, tile.lines);
    return l.stride == 1 && divides(unit, l.rows) && divides(unit, l.step0);
}
