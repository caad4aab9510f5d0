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

static const row_times contiguous_times = {17, 3, 4, 19, 3, 900, 17, 12};
static const row_times strided_times = {17, 1, 8, 6, 6, 1200, 70, 45};

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
 * something is gained by parallelism within a line; shared matrices are faster by Thomas even then. The number
 * of threads has no say: it must not change the bits. */
const char *tri_best_algorithm(const spate_tridiag *t)
{
    const int contiguous = t->layout.stride == 1;
    const row_times *m = contiguous ? &contiguous_times : &strided_times;
    const int cold =
        (double)t->layout.extent * 5.0 * (double)tri_value_bytes(t) > (double)CACHE_BYTES;
    if (t->matrix != SPATE_TRIDIAG_GENERAL || t->periodic || t->layout.n < FEWEST_ROWS)
        return "thomas";
    return chunks_time(t, m, cold) < thomas_time(t, m, cold) ? "thomas-pcr" : "thomas";
}
