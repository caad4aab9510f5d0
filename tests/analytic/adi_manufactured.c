/* Claim: with every term at once the ADI scheme is of second order in space and time, and with
 * coefficients as printed of first order in time: h and fluxes, on one grid more than `spate
 * verify --quick` uses. The solution is src/cases/manufactured.c. */
#include <math.h>
#include <stdio.h>

#include "cases/verify.h"

static int failures;

static void judge(const char *what, double order, double claimed)
{
    const double least = claimed - 0.2, most = claimed + 0.5;
    const int good = order >= least && order <= most;
    printf("  %s %s: order %.2f, from %.1f to %.1f is claimed\n", good ? "ok  " : "FAIL", what,
           order, least, most);
    failures += !good;
}

/* The order of the finest pair of grids, which differ by a factor of 2 in each direction. */
static void refine(spate_context *ctx, const char *name, double claimed)
{
    const builtin_case *c = builtin_case_find(name);
    const verify_options options = {.scheme = "adi", .precision = 64, .courant = 2};
    verify_report report;
    if (!c || verify_case(ctx, c, &options, &report) != SPATE_OK || report.row_count < 2) {
        printf("FAIL %s: %s\n", name, c ? report.reason : "no such case");
        ++failures;
        return;
    }
    printf("%s: %s\n", name, report.reason);
    for (int k = 0; k < report.row_count; ++k)
        printf("  %lld x %lld cells: h %.3e, fluxes %.3e\n", (long long)report.rows[k].nx,
               (long long)report.rows[k].ny, report.rows[k].l1_h, report.rows[k].l1_hu);
    const verify_row *fine = &report.rows[report.row_count - 1], *coarse = fine - 1;
    judge("h", log2(coarse->l1_h / fine->l1_h), claimed);
    judge("fluxes", log2(coarse->l1_hu / fine->l1_hu), claimed);
    failures += !report.pass;
}

int main(void)
{
    spate_context *ctx;
    if (spate_context_create(&ctx))
        return 1;
    refine(ctx, "manufactured", 2);
    refine(ctx, "manufactured_printed", 1);
    spate_context_destroy(ctx);
    return failures != 0;
}
