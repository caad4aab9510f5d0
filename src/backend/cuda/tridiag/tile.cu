/* Number of lines in a tile. */
#include "backend/cuda/tridiag/tile.cuh"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

/* Bytes of a row of adjacent lines: a cache line if whole lines that wide fit in a block, else
 * two memory sectors, else one. Measured on an H200 (docs/theory/tridiag_cuda.md): wider rows
 * win although fewer blocks fit, and whole lines win over clusters down to one sector. */
enum { SECTOR = 32, GOOD_ROW = 64, BEST_ROW = 128, MIN_BLOCKS = 2, UNIT = 16, WARP = 32 };

size_t tri_tile_bytes(const tri_tile &tile, int arrays, size_t value_bytes)
{
    /* arrays of values; offsets and flags of tiles in progress */
    return (size_t)arrays * (size_t)tile.values * value_bytes +
           TRI_MAX_INFOS * (size_t)tile.lines * (8 + 4);
}

static int whole_units(int values, size_t value_bytes)
{
    const int unit = (int)(16 / value_bytes);
    return (values + unit - 1) / unit * unit;
}

static int values_of(const tri_tile &tile, size_t value_bytes)
{
    /* the last array is also the exchange between chunks: six values for each thread, and two
     * more in clusters */
    const int exchange = (tile.share > 1 ? 8 : 6) * tile.threads;
    return whole_units(std::max(tile.lines * (tile.adjacent ? tile.own_rows : tile.pitch),
                                exchange),
                       value_bytes);
}

static int fill(const tri_device_spec &s, const tri_tile_limits &limits, int share, int lines,
                tri_tile *tile)
{
    const size_t value_bytes = (size_t)s.precision / 8;
    tile->share = share;
    tile->own_chunks = (tile->chunks + share - 1) / share;
    tile->own_rows = share > 1 ? tile->own_chunks * limits.chunk_rows : tile->n;
    tile->lines = lines;
    tile->log_lines = 0;
    while ((1 << tile->log_lines) < lines)
        ++tile->log_lines;
    tile->threads = (lines * tile->own_chunks + 31) / 32 * 32;
    tile->values = values_of(*tile, value_bytes);
    tile->tiles = (s.lines + lines - 1) / lines;
    return tile->threads <= limits.max_threads &&
           tri_tile_bytes(*tile, limits.arrays, value_bytes) <= limits.bytes;
}

/* Whole lines, `row` bytes of them adjacent. Short lines: more of them, up to a good block size. */
static int fill_whole(const tri_device_spec &s, const tri_tile_limits &limits, int row,
                      tri_tile *tile)
{
    int lines = row / (s.precision / 8);
    while (2 * lines * tile->chunks <= limits.good_threads)
        lines *= 2;
    return fill(s, limits, 1, lines, tile);
}

/* As few blocks as can share a good row. Each reduces some whole lines, so that there are at
 * least as many lines as blocks. */
static int fill_shared(const tri_device_spec &s, const tri_tile_limits &limits, tri_tile *tile)
{
    const int lines = GOOD_ROW / (s.precision / 8);
    for (int share = 2; share <= std::min(limits.max_share, lines); share *= 2)
        if (fill(s, limits, share, lines, tile))
            return 1;
    return 0;
}

/* SPATE_CUDA_TILE=SHARE,LINES overrides the choice for measurements and tests, if it fits. */
static int fill_from_environment(const tri_device_spec &s, const tri_tile_limits &limits,
                                 tri_tile *tile)
{
    const char *setting = getenv("SPATE_CUDA_TILE");
    int share = 0, lines = 0;
    if (!setting || sscanf(setting, "%d,%d", &share, &lines) != 2)
        return 0;
    const int powers = share > 0 && lines > 0 && !(share & (share - 1)) && !(lines & (lines - 1));
    return powers && share <= std::max(1, limits.max_share) && share <= lines &&
           lines <= limits.max_threads && fill(s, limits, share, lines, tile);
}

/* Whether rows as long as a cache line are worth their memory. Always if they are aligned to
 * one. If they span two, f64 gains only if MIN_BLOCKS of such tiles fit on a multiprocessor:
 * 80 % of copy speed instead of 68 at n = 128, but 64 instead of 73 at 256. f32 gains there,
 * too: 84, 66. */
static int long_rows_win(const tri_device_spec &s, const tri_tile_limits &limits,
                         const tri_tile &tile)
{
    const int in_one_line = s.stride * (s.precision / 8) % BEST_ROW == 0;
    return in_one_line || s.precision == 32 ||
           tri_tile_bytes(tile, limits.arrays, sizeof(double)) <= limits.bytes / MIN_BLOCKS;
}

/* Few lines in large blocks: narrower tiles, until each multiprocessor could have one, or a row
 * is as wide as a copy of one thread. f64 gains up to one microsecond of seven (n = 256 and
 * 1024). In f32 it takes 0.5 to 0.9 longer: probably because a warp with fewer than 32 lines
 * also has the last chunk, which is rarely full, and checks the bounds of all rows. */
static void narrow(const tri_device_spec &s, const tri_tile_limits &limits, tri_tile *tile)
{
    if (s.precision == 32 || tile->share > 1 || tile->threads <= limits.good_threads)
        return;
    while (2 * tile->tiles <= limits.processors && tile->threads > WARP &&
           tile->lines * (s.precision / 8) > UNIT)
        fill(s, limits, 1, tile->lines / 2, tile);
}

static int fill_adjacent(const tri_device_spec &s, const tri_tile_limits &limits, tri_tile *tile)
{
    tri_tile_limits several = limits;
    several.bytes /= MIN_BLOCKS;
    if (tile->chunks == 1) /* a thread for each line */
        return fill(s, several, 1, limits.good_threads, tile);
    if (fill_whole(s, limits, BEST_ROW, tile) && long_rows_win(s, limits, *tile))
        return 1;
    for (int row = GOOD_ROW; row >= SECTOR; row /= 2)
        if (fill_whole(s, limits, row, tile))
            return 1;
    if (fill_shared(s, several, tile) || fill_shared(s, limits, tile))
        return 1;
    for (int lines = SECTOR / 2 / (s.precision / 8); lines >= 1; lines /= 2)
        if (fill(s, limits, 1, lines, tile))
            return 1;
    return 0;
}

int tri_tile_make(const tri_device_spec &s, const tri_tile_limits &limits, tri_tile *tile)
{
    if (s.n > (int64_t)limits.max_threads * limits.chunk_rows)
        return 0;
    *tile = {};
    tile->n = (int)s.n;
    tile->chunks = (tile->n + limits.chunk_rows - 1) / limits.chunk_rows;
    tile->pitch = whole_units(tile->chunks * limits.chunk_rows, (size_t)s.precision / 8);
    tile->adjacent = s.adjacent;
    if (s.adjacent && fill_from_environment(s, limits, tile))
        return 1;
    if (s.adjacent) {
        const int fits = fill_adjacent(s, limits, tile);
        if (fits)
            narrow(s, limits, tile);
        return fits;
    }
    const int64_t lines = std::max(1, limits.good_threads / tile->chunks);
    /* distributes few lines over all multiprocessors */
    const int64_t shares = std::max(1, limits.processors);
    return fill(s, limits, 1, (int)std::min<int64_t>(lines, (s.lines + shares - 1) / shares), tile);
}

static int divides(int64_t unit, int64_t value)
{
    return value % unit == 0;
}

int tri_tile_wide(const tri_device_spec &s, const tri_tile &tile, const tri_device_arrays &arrays)
{
    const int64_t unit = 16 / (s.precision / 8);
    const void *all[] = {arrays.d, arrays.x, arrays.a, arrays.b, arrays.c};
    for (int k = 0; k < (s.shared ? 2 : 5); ++k)
        if ((uintptr_t)all[k] % 16)
            return 0;
    if (!divides(unit, s.step[1]))
        return 0;
    if (s.adjacent)
        return divides(unit, s.stride) && divides(unit, s.count0) && divides(unit, tile.lines);
    return s.stride == 1 && divides(unit, s.n) && divides(unit, s.step[0]);
}
