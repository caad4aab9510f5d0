/* How the lines of the ADI scheme are solved: the methods by name, for options, case files and kernels. */
#ifndef SPATE_BACKEND_ADI_METHODS_H
#define SPATE_BACKEND_ADI_METHODS_H

#include <stddef.h>
#include <string.h>

typedef enum adi_line_method {
    ADI_AUTO,      /* what is fastest here */
    ADI_CUT,       /* cut at fixed chunks, over parts and ranks: the CPU's own way */
    ADI_FUSED,     /* rows are made, solved and used in one kernel; the bits of ADI_CUT */
    ADI_S1,        /* of the paper: rows in memory, then a thread for each line (Thomas) */
    ADI_S14,       /* the same with levels among the unknowns, as the paper has them */
    ADI_S2_PCR,    /* a block for each line, parallel cyclic reduction */
    ADI_S2_CR_PCR, /* cyclic reduction first */
    ADI_PENTA      /* levels among the unknowns, in plain loops on one core */
} adi_line_method;

/* In the order of the enumeration, ended by NULL. */
static const char *const adi_line_methods[] = {"auto",   "cut",       "fused", "s1", "s14",
                                               "s2-pcr", "s2-cr-pcr", "penta", NULL};
/* Those of a GPU, of a CPU, and of one that solves whole lines in plain loops. */
static const char *const adi_line_methods_device[] = {"auto", "cut",    "fused",     "s1",
                                                      "s14",  "s2-pcr", "s2-cr-pcr", NULL};
static const char *const adi_line_methods_cpu[] = {"auto", "cut", NULL};
static const char *const adi_line_methods_plain[] = {"auto", "penta", NULL};

/* ---- whole lines in the memory of a device, for solvers that take rows from there ---- */

/* Rows of all faces of a sweep. Row r of line k is at r * row_step + k * line_step; one of the two steps is 1. */
typedef struct adi_line_batch {
    int precision, n, lines;
    ptrdiff_t row_step, line_step;
    void *a, *b, *c; /* 0 where a line ends; what is in them after a solve nobody reads */
    void *x;         /* right-hand sides, then what was found */
} adi_line_batch;

/* A solver of somebody else's, for benchmarks: as long as it is lent, it solves the lines of S2 in new simulations. */
typedef struct adi_lent_solver {
    /* Once before the solves of a batch like this one: 0 with a sentence in why where it cannot. */
    int (*prepare)(void *user, const adi_line_batch *batch, char *why, size_t room);
    void (*solve)(void *user, const adi_line_batch *batch, void *stream);
    void *user;
} adi_lent_solver;

/* ADI_AUTO for a name that is none. */
static inline adi_line_method adi_line_method_of(const char *name)
{
    for (int k = 0; name && adi_line_methods[k]; ++k)
        if (strcmp(name, adi_line_methods[k]) == 0)
            return (adi_line_method)k;
    return ADI_AUTO;
}

#endif
