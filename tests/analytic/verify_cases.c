/* Runs built-in cases on their coarser grids and fails if any of them fails:
 *
 *     verify_cases f64|f32 [scheme=NAME] [case ...]      no names: all cases of the scheme
 *     verify_cases f64|f32 [scheme=NAME] -case ...       all but these
 *
 * SPATE_VERIFY_FULL=1 in the environment runs the finest grids too. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cases/verify.h"
#include "schemes/description.h"

static void print_row(const verify_row *r)
{
    printf(
        "  %5lld x %-5lld %6lld steps  h %.2e %.2e  hu %.2e %.2e  order %5.2f  mass %9.2e (%.1e)\n",
        (long long)r->nx, (long long)r->ny, (long long)r->steps, r->l1_h, r->linf_h, r->l1_hu,
        r->linf_hu, r->order, r->mass_error, r->mass_bound);
}

static int run_case(spate_context *ctx, const builtin_case *c, const verify_options *opt)
{
    verify_report report;
    verify_case(ctx, c, opt, &report);
    if (spate_rank(ctx) == 0) {
        printf("%s %s f%d: %s\n", report.pass ? "pass" : "FAIL", c->name, opt->precision,
               report.reason);
        for (int k = 0; k < report.row_count; ++k)
            print_row(&report.rows[k]);
    }
    return report.pass;
}

static int is_for(const builtin_case *c, const char *scheme, int quick)
{
    return builtin_case_judges(c, scheme) &&
           !(quick && c->long_at_shores && scheme_about(scheme)->implicit);
}

static int is_left_out(const builtin_case *c, int count, char **names)
{
    for (int k = 0; k < count; ++k)
        if (names[k][0] == '-' && strcmp(names[k] + 1, c->name) == 0)
            return 1;
    return 0;
}

int main(int argc, char **argv)
{
    const int f32 = argc > 1 && strcmp(argv[1], "f32") == 0;
    if (argc < 2 || (!f32 && strcmp(argv[1], "f64") != 0)) {
        fprintf(stderr, "usage: verify_cases f64|f32 [scheme=NAME] [case ... | -case ...]\n");
        return 2;
    }
    const char *full = getenv("SPATE_VERIFY_FULL");
    const int named = argc > 2 && strncmp(argv[2], "scheme=", 7) == 0;
    const char *scheme = named ? argv[2] + 7 : "kurganov";
    const verify_options opt = {.scheme = scheme,
                                .precision = f32 ? 32 : 64,
                                .quick = !(full && full[0] == '1')};

    spate_context *ctx = NULL;
    if (spate_context_create(&ctx))
        return 1;
    int failed = 0, chosen = 0;
    char **names = argv + 2 + named;
    const int count = argc - 2 - named;
    for (int k = 0; k < count; ++k) {
        const int left_out = names[k][0] == '-';
        const builtin_case *c = builtin_case_find(names[k] + left_out);
        if (!c)
            fprintf(stderr, "no such case: %s\n", names[k]);
        chosen += !left_out;
        failed += !c || (!left_out && !run_case(ctx, c, &opt));
    }
    for (const builtin_case *const *c = builtin_cases(); !chosen && *c; ++c)
        failed += is_for(*c, scheme, opt.quick) && !is_left_out(*c, count, names) &&
                  !run_case(ctx, *c, &opt);
    if (spate_rank(ctx) == 0)
        printf("%d failed\n", failed);
    spate_context_destroy(ctx);
    return failed ? 1 : 0;
}
