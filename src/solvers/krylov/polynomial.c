/* Two preconditioners made of products: a Chebyshev polynomial of the matrix, and a factorised
 * sparse approximate inverse. */
#include <inttypes.h>

#include "parallel/comm.h"
#include "solvers/krylov/preconditioners.h"
#include "solvers/krylov/simple.h"

/* ---- Chebyshev: z = q(D^-1 A) D^-1 r ---- */

enum { CHEBYSHEV_D, CHEBYSHEV_OTHER, CHEBYSHEV_VECTORS };

/* Eigenvalues of D^-1 A lie in 1 -+ the largest sum of |couplings| / centre (Gershgorin). The
 * polynomial 1 - t q(t) is smallest on [lowest, highest], and positive below: q is positive on all
 * eigenvalues. Where the circles reach 0 the lower end follows from the degree n: the polynomial is
 * at most 1 / 2 on the interval if cosh(n arcosh((1 + e) / (1 - e))) = 2 with e = lowest / highest,
 * e = (arcosh(2) / 2 n)^2 for small e. */
static spate_status chebyshev_setup(kry_solver *s)
{
    const double half_arcosh = 0.6584789484624084, n = s->choice.polynomial;
    SPATE_TRY(kry_simple_make(s, CHEBYSHEV_VECTORS));
    kry_simple *made = s->made;
    double ratio = 0;
    for (int k = 0; k < s->part_count; ++k) {
        const double here = made->kernels->row_ratio(&s->parts[k], &made->matrix[k]);
        ratio = here > ratio ? here : ratio;
    }
    comm_max(s->ctx->comm, &ratio, 1);
    made->highest = 1 + ratio;
    made->lowest = made->highest * (half_arcosh / n) * (half_arcosh / n);
    if (1 - ratio > made->lowest)
        made->lowest = 1 - ratio;
    if (made->lowest > made->highest / 2) /* a single eigenvalue, or an interval of no width */
        made->lowest = made->highest / 2;
    return SPATE_OK;
}

static void *chebyshev_vector(const kry_solver *s, int n, int k)
{
    return k ? kry_simple_of(s)->work[n][CHEBYSHEV_OTHER] : s->parts[n].z;
}

static void fill_chebyshev(kry_solver *s, int k)
{
    if (k)
        kry_simple_fill_work(s, CHEBYSHEV_OTHER);
    else
        kry_simple_fill_z(s);
}

/* Steps of the Chebyshev iteration from zero (Saad, Iterative Methods, algorithm 12.1). */
static void chebyshev_apply(kry_solver *s)
{
    const kry_simple *made = kry_simple_of(s);
    const double middle = (made->highest + made->lowest) / 2,
                 half = (made->highest - made->lowest) / 2, sigma = middle / half;
    double rho = 1 / sigma;
    int now = (s->choice.polynomial - 1) % 2; /* so that the last step writes z */
    for (int n = 0; n < s->part_count; ++n)
        made->kernels->chebyshev_first(&s->parts[n], &made->matrix[n], 1 / middle,
                                       made->work[n][CHEBYSHEV_D], chebyshev_vector(s, n, now));
    for (int k = 1; k < s->choice.polynomial; ++k) {
        const double next = 1 / (2 * sigma - rho);
        const kry_chebyshev_step step = {.keep = next * rho, .weight = 2 * next / half};
        fill_chebyshev(s, now);
        for (int n = 0; n < s->part_count; ++n)
            made->kernels->chebyshev_step(&s->parts[n], &made->matrix[n], step,
                                          chebyshev_vector(s, n, now), made->work[n][CHEBYSHEV_D],
                                          chebyshev_vector(s, n, 1 - now));
        now = 1 - now;
        rho = next;
    }
}

const kry_preconditioner kry_chebyshev = {.name = "chebyshev",
                                          .setup = chebyshev_setup,
                                          .apply = chebyshev_apply,
                                          .destroy = kry_simple_destroy};

/* ---- sparse approximate inverse: z = G^T G r ---- */

static kry_factor factor_of(const kry_solver *s, int n)
{
    kry_factor f = {{NULL}};
    for (int k = 0; k < (s->choice.points == 9 ? KRY_G_COUNT : KRY_G_SOUTH_WEST); ++k)
        f.g[k] = kry_simple_of(s)->work[n][k];
    return f;
}

static spate_status fsai_setup(kry_solver *s)
{
    const int count = s->choice.points == 9 ? KRY_G_COUNT : KRY_G_SOUTH_WEST;
    int64_t bad = 0;
    SPATE_TRY(kry_simple_make(s, count + 1));
    kry_simple *made = s->made;
    for (int n = 0; n < s->part_count; ++n) {
        const kry_factor f = factor_of(s, n);
        bad += made->kernels->make_factor(&s->parts[n], &made->matrix[n], &f);
    }
    SPATE_TRY(comm_agree(s->ctx, bad == 0
                                     ? SPATE_OK
                                     : spate_fail(s->ctx, SPATE_ERROR_INDEFINITE,
                                                  "%" PRId64 " rows with their neighbours are not "
                                                  "positive definite, hence neither is the matrix",
                                                  bad)));
    for (int k = 0; k < count; ++k)
        kry_simple_fill_work(s, k);
    return SPATE_OK;
}

static void fsai_apply(kry_solver *s)
{
    const kry_simple *made = kry_simple_of(s);
    const int y = s->choice.points == 9 ? KRY_G_COUNT : KRY_G_SOUTH_WEST;
    kry_simple_fill_in(s);
    for (int n = 0; n < s->part_count; ++n) {
        const kry_factor f = factor_of(s, n);
        made->kernels->factor_apply(&s->parts[n], &f, made->work[n][y]);
    }
    kry_simple_fill_work(s, y);
    for (int n = 0; n < s->part_count; ++n) {
        const kry_factor f = factor_of(s, n);
        made->kernels->factor_apply_transposed(&s->parts[n], &f, made->work[n][y]);
    }
}

const kry_preconditioner kry_fsai = {.name = "fsai",
                                     .properties = KRY_CUTS_RINGS,
                                     .setup = fsai_setup,
                                     .apply = fsai_apply,
                                     .destroy = kry_simple_destroy};
