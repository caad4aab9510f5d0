/* Whether the runs of a group fit the memory of host and device, and the patience of the user. */
#include "base/timers.h"
#include "bench/kurganov.h"

/* Fields of a run, in words per cell. Scratch and tables are the slack in fits_memory. */
enum { STATE = 3, BED = 1, MAXIMA = 6 };

static double cells_of(const kurganov_setup *s)
{
    return (double)s->n * (double)s->n;
}

/* Memory of so many copies of the state beside bed, maxima and the codes of faces, one byte a cell. */
static double bytes_of(const kurganov_setup *s, int slots)
{
    const int words = STATE * slots + BED + (s->maxima ? MAXIMA : 0);
    return cells_of(s) * (words * s->precision / 8.0 + 1);
}

static int slots_of(const kurganov_setup *s)
{
    return s->integrator == SPATE_RK2 ? 3 : 2;
}

static double state_bytes(const kurganov_setup *setups, int count)
{
    double bytes = 0;
    for (int k = 0; k < count; ++k)
        bytes += bytes_of(&setups[k], 1);
    return bytes;
}

static int fits_memory(const kurganov_bench *b, const kurganov_setup *setups, double bytes,
                       double available, const char *where)
{
    const double slack = 1.1;
    if (available <= 0 || slack * bytes <= available)
        return 1;
    bench_report_note(b->report,
                      "skipped: %lld x %lld cells in f%d take about %.1f GB, %.1f GB are free%s",
                      (long long)setups->n, (long long)setups->n, setups->precision,
                      1e-9 * slack * bytes, 1e-9 * available, where);
    return 0;
}

static int fits_machine(const kurganov_bench *b, const kurganov_setup *setups, int count)
{
    double bytes = 0;
    for (int k = 0; k < count; ++k)
        bytes += bytes_of(&setups[k], slots_of(&setups[k]));
    if (!b->backend->mirrored)
        return fits_memory(b, setups, bytes, b->backend->available(b->backend), "");
    return fits_memory(b, setups, bytes, b->backend->available(b->backend), " on the device") &&
           fits_memory(b, setups, state_bytes(setups, count), bench_free_memory(), " on the host");
}

static int fits_time(const kurganov_bench *b, const kurganov_setup *setups, int count)
{
    const double seconds = b->setup_seconds_per_byte * state_bytes(setups, count);
    const long long n = setups->n;
    if (seconds > b->patience)
        bench_report_note(
            b->report,
            "skipped: %lld x %lld cells in f%d would take about %.0f s to set up; only "
            "--n asks for that",
            n, n, setups->precision, seconds);
    else if (timers_now() + seconds >= b->end)
        bench_report_note(b->report,
                          "skipped: %lld x %lld cells in f%d, for the time is up (--budget)", n, n,
                          setups->precision);
    else
        return 1;
    return 0;
}

/* Ranks do not look: they might disagree. */
int kurganov_fits(const kurganov_bench *b, const kurganov_setup *setups, int count)
{
    return b->tool->ranks > 1 || (fits_machine(b, setups, count) && fits_time(b, setups, count));
}

void kurganov_remember_setup(kurganov_bench *b, const kurganov_setup *setups, int count,
                             double seconds)
{
    b->setup_seconds_per_byte = seconds / state_bytes(setups, count);
}
