/* Whether the runs of a group fit the memory of host and device, and the time that is left. */
#include "base/memory.h"
#include "bench/kurganov.h"

/* Fields of a run, in words per cell. Scratch and tables are the slack in fits_memory. */
enum { STATE = 3, BED = 1, MAXIMA = 6 };

static double cells_of(const kurganov_setup *s)
{
    return (double)s->n * (double)s->n;
}

/* Memory of so many copies of the state beside bed, maxima and the codes of faces, one byte
 * a cell. */
static double bytes_of(const kurganov_setup *s, int slots)
{
    const int words = STATE * slots + BED + (s->maxima ? MAXIMA : 0);
    return cells_of(s) * (words * s->precision / 8.0 + 1);
}

static int slots_of(const kurganov_setup *s)
{
    return s->integrator == SPATE_RK2 ? 3 : 2;
}

static double state_bytes(const kurganov_group *g)
{
    double bytes = 0;
    for (int k = 0; k < g->count; ++k)
        bytes += bytes_of(&g->runs[k], 1);
    return bytes;
}

static int fits_memory(const bench *b, const kurganov_setup *s, double bytes, double available,
                       const char *where)
{
    const double slack = 1.1;
    if (available <= 0 || slack * bytes <= available)
        return 1;
    bench_note(b, "skipped: %lld x %lld cells in f%d take about %.1f GB, %.1f GB are free%s",
               (long long)s->n, (long long)s->n, s->precision, 1e-9 * slack * bytes,
               1e-9 * available, where);
    return 0;
}

static int fits_machine(const bench *b, const kurganov_group *g)
{
    const double available = b->backend->available(b->backend);
    double bytes = 0;
    for (int k = 0; k < g->count; ++k)
        bytes += bytes_of(&g->runs[k], slots_of(&g->runs[k]));
    if (!b->backend->mirrored)
        return fits_memory(b, g->runs, bytes, available, "");
    return fits_memory(b, g->runs, bytes, available, " on the device") &&
           fits_memory(b, g->runs, state_bytes(g), memory_available(), " on the host");
}

static int fits_time(const bench *b, const kurganov_group *g)
{
    const kurganov_bench *k = b->kind->user;
    const double seconds = k->setup_seconds_per_byte * state_bytes(g);
    const long long n = g->runs->n;
    if (seconds > k->patience)
        bench_note(b,
                   "skipped: %lld x %lld cells in f%d would take about %.0f s to set up; --n "
                   "measures them all the same",
                   n, n, g->runs->precision, seconds);
    else if (timers_now() + seconds >= k->end)
        bench_note(b, "skipped: %lld x %lld cells in f%d, for the time is up (--budget)", n, n,
                   g->runs->precision);
    else
        return 1;
    return 0;
}

/* Several ranks do not check: they might disagree. */
int kurganov_fits(const bench *b, const kurganov_group *g)
{
    return b->tool->ranks > 1 || (fits_machine(b, g) && fits_time(b, g));
}

void kurganov_remember_setup(kurganov_bench *k, const kurganov_group *g, double seconds)
{
    k->setup_seconds_per_byte = seconds / state_bytes(g);
}
