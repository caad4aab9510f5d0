/* The list of preconditioners, and the two that need no work of their own. */
#include "solvers/krylov/preconditioners.h"

#include <string.h>

#include "solvers/krylov/precondition.h"

const kry_preconditioner kry_none = {.name = "none",
                                     .properties = KRY_IDENTITY | KRY_WITHOUT_MATRIX};
const kry_preconditioner kry_jacobi = {.name = "jacobi", .properties = KRY_POINTWISE};

static const kry_preconditioner *const list[] = {&kry_none, &kry_jacobi,    &kry_block_jacobi,
                                                 &kry_ssor, &kry_chebyshev, &kry_fsai,
                                                 &kry_ic,   &kry_rrb,       &kry_multigrid,
                                                 NULL};

const kry_preconditioner *kry_find_preconditioner(const char *name)
{
    for (const kry_preconditioner *const *p = list; *p; ++p)
        if (strcmp((*p)->name, name) == 0)
            return *p;
    return NULL;
}

const char *const *spate_krylov_preconditioners(void)
{
    static const char *const names[] = {"none", "jacobi", "block-jacobi", "ssor",      "chebyshev",
                                        "fsai", "ic",     "rrb",          "multigrid", NULL};
    return names;
}
