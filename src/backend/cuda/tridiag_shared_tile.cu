/* How many lines that share a matrix make a tile, and how many of them a thread has. */
#include "backend/cuda/tridiag_shared_tile.cuh"

#include <algorithm>

/* Bytes of a row of neighbouring lines: wide rows are whole sectors of memory. */
enum { ROW_MOST = 128, ROW_LEAST = 16, GOOD_THREADS = 128 };

static int whole_units(long long values, int unit)
{
    return (int)((values + unit - 1) / unit * unit);
}

size_t shared_tile_bytes(const shared_tile &tile, const shared_shape &shape)
{
    const size_t value = (size_t)shape.precision / 8;
    const size_t exchange = 2 * (size_t)tile.threads * (size_t)tile.team;
    /* a flag for each line, and one for all of them, twice */
    return (tile.stages * (size_t)tile.values + exchange) * value +
           (size_t)whole_units((long long)((size_t)tile.lines * shape.extra), 16) +
           2 * ((size_t)tile.lines + 1) * sizeof(unsigned);
}

static int fits(const shared_shape &s, size_t limit, int lines, int team, int stages,
                shared_tile *tile)
{
    const int unit = 128 / s.precision, value = s.precision / 8;
    const long long rows = s.before + s.after + std::max<long long>(s.in.rows, s.out.rows);
    const long long whole = s.before + s.after + (long long)tile->chunks * s.chunk_rows;
    const long long threads = (long long)(lines / team) * tile->chunks;
    tile->adjacent = s.adjacent && lines > 1;
    const long long pitch = whole_units(std::max(rows, whole), unit);
    const long long values = (tile->adjacent ? rows : pitch) * lines;
    if (threads > SHARED_MOST_THREADS || values * value > (long long)limit)
        return 0;
    tile->lines = lines;
    tile->team = team;
    tile->stages = stages;
    tile->threads = whole_units(threads, 32);
    tile->row_gap = tile->adjacent ? lines : 1;
    tile->line_gap = tile->adjacent ? 1 : (int)pitch;
    tile->values = whole_units(values, unit);
    tile->tiles = (s.lines + lines - 1) / lines;
    return shared_tile_bytes(*tile, s) <= limit;
}

/* Rows as wide as they may be, if that leaves room for two tiles on their way; short lines: more of them. */
static int fit_adjacent(const shared_shape &s, size_t limit, shared_tile *tile)
{
    const int value = s.precision / 8, team = SHARED_MOST_TEAM;
    for (int row = ROW_MOST; row >= ROW_LEAST; row /= 2) {
        int lines = row / value;
        while (2 * lines / team * tile->chunks <= GOOD_THREADS)
            lines *= 2;
        if (fits(s, limit, lines, team, 3, tile))
            return 1;
    }
    return 0;
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
    const int team = SHARED_MOST_TEAM;
    const int lines = team * std::max(1, GOOD_THREADS / tile->chunks);
    whole.adjacent = 0;
    return fits(whole, limit, lines, team, 3, tile) || fits(whole, limit, team, team, 3, tile) ||
           fits(whole, limit, 1, 1, 3, tile) || fits(whole, limit, 1, 1, 2, tile);
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
