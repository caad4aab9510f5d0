/* Keeps the fields of a fine run, and averages them over the cells of coarser grids. */
#include "cases/verify_reference.h"

#include <stdlib.h>
#include <string.h>

static void keep(const verify_finished *run, void *user)
{
    verify_reference *r = user;
    const size_t cells = (size_t)run->opt->nx * (size_t)run->opt->ny;
    r->h = malloc(3 * cells * sizeof *r->h);
    if (!r->h)
        return;
    r->nx = run->opt->nx;
    r->ny = run->opt->ny;
    r->hu = r->h + cells;
    r->hv = r->h + 2 * cells;
    memcpy(r->h, run->h, cells * sizeof *r->h);
    memcpy(r->hu, run->hu, cells * sizeof *r->hu);
    memcpy(r->hv, run->hv, cells * sizeof *r->hv);
}

spate_status verify_reference_make(spate_context *ctx, const builtin_case *c,
                                   const verify_options *opt, int size, verify_reference *reference)
{
    verify_options fine = *opt;
    memset(reference, 0, sizeof *reference);
    fine.finished = keep;
    fine.user = reference;
    fine.reference = NULL;
    const spate_status s = verify_grid(ctx, c, &fine, size, &reference->row);
    if (!s && !reference->h)
        return SPATE_ERROR_MEMORY;
    return s;
}

void verify_reference_free(verify_reference *reference)
{
    free(reference->h);
    memset(reference, 0, sizeof *reference);
}

int verify_reference_fits(const verify_reference *reference, int64_t nx, int64_t ny)
{
    return nx > 0 && ny > 0 && reference->nx >= nx && reference->nx % nx == 0 &&
           reference->ny >= ny && reference->ny % ny == 0;
}

case_state verify_reference_at(const verify_reference *reference, int64_t nx, int64_t ny, int64_t i,
                               int64_t j)
{
    const int64_t wide = reference->nx / nx, high = reference->ny / ny;
    double h = 0, hu = 0, hv = 0;
    for (int64_t n = j * high; n < (j + 1) * high; ++n)
        for (int64_t m = i * wide; m < (i + 1) * wide; ++m) {
            const int64_t k = n * reference->nx + m;
            h += reference->h[k];
            hu += reference->hu[k];
            hv += reference->hv[k];
        }
    const double cells = (double)(wide * high), over = h > 0 ? 1 / h : 0;
    return (case_state){h / cells, hu * over, hv * over};
}
