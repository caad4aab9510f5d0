/* Methods that solve the lines of the ADI scheme, by name, for options, case files and kernels. */
#ifndef SPATE_BACKEND_ADI_METHODS_H
#define SPATE_BACKEND_ADI_METHODS_H

#include <stddef.h>
#include <string.h>

typedef enum adi_line_method {
    ADI_AUTO,      /* the fastest for this part */
    ADI_CUT,       /* lines cut into fixed chunks, over parts and ranks; the method of the CPU */
    ADI_FUSED,     /* one kernel makes, solves and uses the rows; the bits of ADI_CUT */
    ADI_S1,        /* Aackermann & Pedersen: rows in memory, then a thread for each line (Thomas) */
    ADI_S14,       /* the same with levels among the unknowns, as in the paper */
    ADI_S2_PCR,    /* a block for each line, parallel cyclic reduction */
    ADI_S2_CR_PCR, /* cyclic reduction first */
    ADI_PENTA      /* levels among the unknowns, in plain loops on one core */
} adi_line_method;

/* In the order of the enumeration, ended by NULL. */
static const char *const adi_line_methods[] = {"auto",   "cut",       "fused", "s1", "s14",
                                               "s2-pcr", "s2-cr-pcr", "penta", NULL};
/* Methods of a GPU, of a CPU, and of the reference backend. */
static const char *const adi_line_methods_device[] = {"auto", "cut",    "fused",     "s1",
                                                      "s14",  "s2-pcr", "s2-cr-pcr", NULL};
static const char *const adi_line_methods_cpu[] = {"auto", "cut", NULL};
static const char *const adi_line_methods_plain[] = {"auto", "penta", NULL};

/* ---- whole lines in the memory of a device, for solvers that read them there ---- */

/* Rows of all faces of a sweep. Row r of line k is at r * row_step + k * line_step; one of the two
 * steps is 1. */
typedef struct adi_line_batch {
    int precision, n, lines;
    ptrdiff_t row_step, line_step;
    void *a, *b, *c; /* 0 where a line ends; their values after a solve are not used */
    void *x;         /* right-hand sides, then the solution */
} adi_line_batch;

/* An external solver, for benchmarks: while it is set, it solves the lines of S2 in new
 * simulations. */
typedef struct adi_lent_solver {
    /* Once before the solves of such a batch. Returns 0, with a sentence in why, if it cannot
     * solve it. */
    int (*prepare)(void *user, const adi_line_batch *batch, char *why, size_t room);
    void (*solve)(void *user, const adi_line_batch *batch, void *stream);
    void *user;
} adi_lent_solver;

/* ADI_AUTO for an unknown name. */
static inline adi_line_method adi_line_method_of(const char *name)
{
    for (int k = 0; name && adi_line_methods[k]; ++k)
        if (strcmp(name, adi_line_methods[k]) == 0)
            return (adi_line_method)k;
    return ADI_AUTO;
}

#endif
