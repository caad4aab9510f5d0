/* What Aackermann and Dinesen Pedersen (2012) measured of their solvers: kernels of one sweep over
 * a square grid, in f64. Other sizes are in figures only. One GF110 of a GTX 590 (133 GB/s copied),
 * CUDA 4.1; one core of an i3-2120. */
#include <string.h>

#include "bench/tridiag.h"

static const struct {
    const char *solver;
    int on_cpu;
    tridiag_layout layout;
    int64_t grid;
    tridiag_figure figure;
} figures[] = {
    {"thomas",
     0,
     TRIDIAG_INTERLEAVED,
     2048,
     {14.576e-3,
      "GTX 590, S13: local elimination and Thomas, one thread for each line (table 8.10)"}},
    {"pcr-global",
     0,
     TRIDIAG_CONTIGUOUS,
     256,
     {0.614e-3,
      "GTX 590, S23, 48 kB of L1: local elimination and PCR, one block for each line (table 8.23)"}},
    {"pcr", 0, TRIDIAG_CONTIGUOUS, 256, {0.506e-3, "GTX 590, PCR in shared memory (table 8.23)"}},
    {"cr-pcr",
     0,
     TRIDIAG_CONTIGUOUS,
     256,
     {0.275e-3, "GTX 590, one step of CR, then PCR, in shared memory (table 8.24)"}},
    {"thomas",
     1,
     TRIDIAG_CONTIGUOUS,
     512,
     {13.97e-3, "i3-2120, TDMASolverGold of the x-sweeps, under a profiler (section 6.5)"}},
};
enum { FIGURES = sizeof figures / sizeof *figures };

const tridiag_figure *tridiag_paper_figure(const tridiag_setup *s, const char *solver,
                                           const char *backend)
{
    const int on_cpu = strcmp(backend, "cpu") == 0;
    for (int k = 0; k < FIGURES; ++k)
        if (figures[k].grid == s->grid && s->precision == 64 && figures[k].layout == s->layout &&
            figures[k].on_cpu == on_cpu && (!on_cpu || s->threads == 1) &&
            strcmp(figures[k].solver, solver) == 0)
            return &figures[k].figure;
    return NULL;
}
