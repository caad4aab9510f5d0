/* What "auto" takes on a CPU: a small model of the time that a row takes. */
#include "solvers/tridiag/solver.h"

/* Nanoseconds, measured on an EPYC 9004 (bench/results/2026-11-15-tridiag-cpu.md). What counts are their ratios.
 * Thomas works on a panel of lines at a time: a row takes the latency of a division at least, more where lines are
 * fetched one by one, and then as long as its registers. Thomas-PCR works on one line at a time, and pays for
 * the system of its chunks once. */
typedef struct row_times {
    double latency, each_line;       /* of a panel that fills no register */
    double panel, each_register;     /* of one that does */
    double chunk_row, chunk_line;    /* of one line; once for a line */
    double cold_latency, cold_chunk; /* where the lines leave the caches */
} row_times;

/* By matrix (general, shared), whether periodic, and layout (strided, contiguous). */
static const row_times times[2][2][2] = {
    {{{17, 1, 8, 6, 6, 1200, 70, 45}, {17, 3, 4, 19, 3, 900, 17, 12}},
     {{21, 1, 17, 12, 6, 1200, 70, 45}, {20, 2, 9, 20, 3, 900, 17, 12}}},
    {{{10, 1.2, 4.5, 2.7, 4.1, 1000, 48, 31}, {10, 1.2, 3.5, 3.5, 2.7, 900, 14, 9}},
     {{11, 1.5, 5, 3, 4.1, 1000, 48, 31}, {11.5, 1.5, 4, 4, 2.8, 900, 14, 9}}}};

enum { CACHE_BYTES = 32 << 20, FEWEST_ROWS = 128 /* chunks of a line should have a few rows */ };

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

/* Thomas moves the fewest bytes and does the fewest operations. Only where there are too few lines for the lanes
 * something is gained by parallelism within a line, even where a shared matrix has to be eliminated anew for that.
 * The number of threads has no say: it must not change the bits. */
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
