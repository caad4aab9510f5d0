/* Tiles of lines that share a matrix: how they lie in shared memory, and their way there and back. Knows places, no
 * equations.
 *
 * A tile lies in one of two stages and is solved in place. Neighbouring lines lie side by side, row by row, as they do in memory; others one after the other. What is read and
 * what is written may lie differently (compact differences), and rows before the first and after the last one may be
 * there too. Every thread copies from one place of each line, at a fixed distance: no division for each value. */
#ifndef SPATE_BACKEND_CUDA_TRIDIAG_SHARED_TILE_CUH
#define SPATE_BACKEND_CUDA_TRIDIAG_SHARED_TILE_CUH

#include "backend/cuda/tridiag.cuh"

/* Lines in global memory, in values; line j + k count0 begins at j step0 + k step1. */
struct shared_lines {
    int rows;
    long long stride, step0, step1;
    int wide; /* 16 bytes may be copied at once */
};

struct shared_tile {
    int lines;  /* of a tile; a power of two where adjacent */
    int chunks; /* of a line */
    int n;      /* unknowns of a line */
    int adjacent, threads;
    int before;                                 /* rows of shared memory before the first one */
    int row_gap, line_gap;                      /* values from row to row and from line to line */
    int values;                                 /* of a stage */
    int extra_values, level_values, row_values; /* what else shared memory holds, and factors */
    int around; /* rows that are repeated before the first and after the last one: periodic */
    long long tiles;
    shared_lines in, out;
};

/* Which rows of which line of each tile a thread solves. */
struct shared_role {
    int line, chunk;
    int first, rows; /* of the line; 0 rows: none */
    int at;          /* of the first row in a stage */
    int apart;       /* threads from one chunk of a line to the next */
};

template <int ROWS> static __device__ inline shared_role shared_role_of(const shared_tile &tile)
{
    const int t = (int)threadIdx.x;
    shared_role r;
    r.line = tile.adjacent ? t % tile.lines : t / tile.chunks;
    r.chunk = tile.adjacent ? t / tile.lines : t % tile.chunks;
    r.apart = tile.adjacent ? tile.lines : 1;
    r.first = r.chunk * ROWS;
    r.rows = r.line < tile.lines ? max(0, min(ROWS, tile.n - r.first)) : 0;
    r.at = (tile.before + r.first) * tile.row_gap + r.line * tile.line_gap;
    return r;
}

/* What a thread copies: units in rows `row`, row + more_rows, ... of lines `line`, line + more_lines, ... */
struct shared_porter {
    int line, more_lines, row, more_rows;
};

/* Unit: values copied at once, of one line, or of one row of adjacent lines. */
static __device__ inline shared_porter shared_porter_of(const shared_tile &tile,
                                                        const shared_lines &lines, int unit)
{
    const int t = (int)threadIdx.x, threads = (int)blockDim.x, none = tile.lines;
    if (tile.adjacent) {
        const int in_row = tile.lines / unit;
        if (in_row > threads)
            return {t * unit, threads * unit, 0, 1};
        const int rows = threads / in_row;
        return {t / in_row < rows ? t % in_row * unit : none, none, t / in_row, rows};
    }
    /* 8 neighbours copy 128 bytes of a line at least, if it has them */
    const int units = (lines.rows + unit - 1) / unit;
    const int crew = max(threads / tile.lines, min(8, units)), crews = threads / crew;
    return {t / crew < crews ? t / crew : none, crews, t % crew * unit, crew * unit};
}

template <typename real>
static __device__ inline long long shared_begin_of(const tri_job<real> &job,
                                                   const shared_lines &lines, long long line)
{
    if (job.lines == job.count0)
        return line * lines.step0;
    if (job.lines >> 32) /* long divisions are slow */
        return line % job.count0 * lines.step0 + line / job.count0 * lines.step1;
    const unsigned j = (unsigned)line % (unsigned)job.count0;
    const unsigned k = (unsigned)line / (unsigned)job.count0;
    return j * lines.step0 + k * lines.step1;
}

static __device__ inline int shared_lines_of(const shared_tile &tile, long long lines,
                                             long long number)
{
    const long long left = lines - number * tile.lines;
    return left < tile.lines ? (int)left : tile.lines;
}

/* A number that the compiler does not know: what is made of it is made anew for each tile and takes no registers in
 * between. */
template <typename value> static __device__ inline value unknown_to_compiler(value x)
{
#ifdef __CUDA_ARCH__
    if constexpr (sizeof(value) == 8)
        asm volatile("" : "+d"(x));
    else if constexpr ((value)0.5 != 0)
        asm volatile("" : "+f"(x));
    else
        asm volatile("" : "+r"(x));
#endif
    return x;
}

/* Calls visit(line of the tile, place in global memory, place in the stage) for all units of this thread. */
template <typename real, typename Visit>
static __device__ inline void shared_visit(const tri_job<real> &job, const shared_tile &tile,
                                           const shared_lines &lines, shared_porter porter,
                                           long long number, const Visit &visit)
{
    porter.row = unknown_to_compiler(porter.row);
    porter.more_rows = unknown_to_compiler(porter.more_rows);
    const int here = shared_lines_of(tile, job.lines, number);
    const long long more = porter.more_rows * lines.stride;
#pragma unroll 1
    for (int line = porter.line; line < here; line += porter.more_lines) {
        long long place =
            shared_begin_of(job, lines, number * tile.lines + line) + porter.row * lines.stride;
        int at = (tile.before + porter.row) * tile.row_gap + line * tile.line_gap;
#pragma unroll 4
        for (int row = porter.row; row < lines.rows; row += porter.more_rows) {
            visit(line, place, at);
            place += more;
            at += porter.more_rows * tile.row_gap;
        }
    }
}

/* The rows around a periodic line, one value at a time. */
template <typename real>
static __device__ inline void shared_ask_around(const tri_job<real> &job, const shared_tile &tile,
                                                long long number, real *to)
{
    const int here = shared_lines_of(tile, job.lines, number), n = tile.in.rows;
#pragma unroll 1
    for (int k = (int)threadIdx.x; k < 2 * tile.around * tile.lines; k += (int)blockDim.x) {
        const int line = k % tile.lines, a = k / tile.lines;
        const int row = a < tile.around ? a - tile.around : n + a - tile.around;
        const long long from = row < 0 ? row + n : row - n;
        if (line < here)
            tri_copy_async<(int)sizeof(real)>(
                to + (tile.before + row) * tile.row_gap + line * tile.line_gap,
                job.d + shared_begin_of(job, tile.in, number * tile.lines + line) +
                    from * tile.in.stride);
    }
}

/* Asks for a tile; an empty group of copies where there is none. */
template <typename real>
static __device__ inline void shared_ask(const tri_job<real> &job, const shared_tile &tile,
                                         const shared_porter &porter, long long number, real *to)
{
    enum { UNIT = 16 / (int)sizeof(real) };
    if (number < tile.tiles) {
        if (tile.in.wide)
            shared_visit(job, tile, tile.in, porter, number, [&](int, long long place, int at) {
                tri_copy_async<16>(to + at, job.d + place);
            });
        else
            shared_visit(job, tile, tile.in, porter, number, [&](int, long long place, int at) {
                tri_copy_async<(int)sizeof(real)>(to + at, job.d + place);
            });
        if (tile.around > 0)
            shared_ask_around(job, tile, number, to);
    }
    tri_copy_group();
}

template <typename real> struct __align__(16) shared_unit
{
    real value[16 / sizeof(real)];
};

/* failed: NULL, or of each line whether it is withheld. */
template <typename real>
static __device__ inline void shared_store(const tri_job<real> &job, const shared_tile &tile,
                                           const shared_porter &porter, long long number,
                                           const unsigned *failed, const real *from)
{
    enum { UNIT = 16 / (int)sizeof(real) };
    if (tile.out.wide && !failed)
        shared_visit(job, tile, tile.out, porter, number, [&](int, long long place, int at) {
            *(shared_unit<real> *)(job.x + place) = *(const shared_unit<real> *)(from + at);
        });
    else if (!failed)
        shared_visit(job, tile, tile.out, porter, number,
                     [&](int, long long place, int at) { job.x[place] = from[at]; });
    else
        shared_visit(job, tile, tile.out, porter, number, [&](int line, long long place, int at) {
            for (int k = 0; k < (tile.out.wide ? UNIT : 1); ++k)
                if (!failed[tile.adjacent ? line + k : line])
                    job.x[place + k] = from[at + k];
        });
}

/* ---- the host's side ---- */

/* What a tile is made from. */
struct shared_shape {
    int precision, chunk_rows;
    long long n, lines, count0;
    int adjacent;
    int before, after; /* rows around those of a line that shared memory must have */
    int around;
    shared_lines in, out;               /* wide is found here */
    int extra;                          /* values of shared memory for each line beside its rows */
    long long level_values, row_values; /* of factors */
};

/* Of a block; neighbouring lines take half the registers. */
enum { SHARED_MOST_THREADS = 512, SHARED_ADJACENT_THREADS = 1024 };

/* 0 where not even one line fits. */
int shared_tile_make(const shared_shape &shape, size_t limit, shared_tile *tile);
/* Bytes of shared memory: stages, exchange, what is extra, factors, flags. */
size_t shared_tile_bytes(const shared_tile &tile, int precision);
/* Whether 16 bytes may be copied at once between this array and a tile. */
int shared_wide(const shared_shape &shape, const shared_tile &tile, const shared_lines &lines,
                const void *array);

#endif
