/* The "auto" choice on a CPU: a simple model of the time per row. */
#include "solvers/tridiag/solver.h"

/* Nanoseconds, measured on an EPYC 9004 (bench/results/2026-11-15-tridiag-cpu.md). Only their
 * ratios matter. Thomas processes a panel of lines at a time. A row costs at least the latency
 * of a division, more if lines are gathered one by one; with full registers it costs a time per
 * register. Thomas-PCR processes one line at a time and pays once per line for the reduced
 * system of its chunks. */
typedef struct row_times {
    double latency, each_line;       /* panel with less than one full register */
    double panel, each_register;     /* panel with full registers */
    double chunk_row, chunk_line;    /* per row of a line; once per line */
    double cold_latency, cold_chunk; /* if the lines do not fit in cache */
} row_times;

/* Indices: matrix (general, shared), periodic, layout (strided, contiguous). */
static const row_times times[2][2][2] = {
    {{{17, 1, 8, 6, 6, 1200, 70, 45}, {17, 3, 4, 19, 3, 900, 17, 12}},
     {{21, 1, 17, 12, 6, 1200, 70, 45}, {20, 2, 9, 20, 3, 900, 17, 12}}},
    {{{10, 1.2, 4.5, 2.7, 4.1, 1000, 48, 31}, {10, 1.2, 3.5, 3.5, 2.7, 900, 14, 9}},
     {{11, 1.5, 5, 3, 4.1, 1000, 48, 31}, {11.5, 1.5, 4, 4, 2.8, 900, 14, 9}}}};

enum { CACHE_BYTES = 32 << 20, FEWEST_ROWS = 128 /* below this, chunks have too few rows */ };

static double thomas_time(const spate_tridiag *t, const row_times *m, int cold)
{
    const int64_t unit = (int64_t)(64 / tri_value_bytes(t)),
                  lanes = unit * (t->layout.adjacent ? 4 : 2);
    const int64_t used = t->layout.lines < lanes ? t->layout.lines : lanes;
    const double row =
        used >= unit ? m->panel + m->each_register * (double)(used / unit)
                     : (cold ? m->cold_latency : m->latency) + m->each_line * (double)(used - 1);
    return row * (double)((t->layout.lines + lanes - 1) / lanes);
}

static double chunks_time(const spate_tridiag *t, const row_times *m, int cold)
{
    const double row = (cold ? m->cold_chunk : m->chunk_row) + m->chunk_line / (double)t->layout.n;
    return row * (double)t->layout.lines;
}

/* Thomas moves the fewest bytes and needs the fewest operations. Parallelism within a line only
 * pays if there are too few lines to fill the lanes, even if a shared matrix must then be
 * eliminated again. The number of threads is not considered, because it must not change the
 * bits. */
const char *tri_best_algorithm(const spate_tridiag *t)
{
    const int shared = t->matrix != SPATE_TRIDIAG_GENERAL, contiguous = t->layout.stride == 1;
    const row_times *m = &times[shared][t->periodic != 0][contiguous];
    const int cold =
        (double)t->layout.extent * 5.0 * (double)tri_value_bytes(t) > (double)CACHE_BYTES;
    if (t->layout.n < FEWEST_ROWS)
        return "thomas";
    return chunks_time(t, m, cold) < thomas_time(t, m, cold) ? "thomas-pcr" : "thomas";
}
