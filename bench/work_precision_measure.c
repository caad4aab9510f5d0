/* One run of the work-precision benchmark: its time and its errors. The fine run that serves as
 * the reference of cases without a solution. */
#include <math.h>
#include <string.h>

#include "bench/ceiling.h"
#include "bench/work_precision.h"

/* s: a run that took longer is not repeated. */
static const double LONG = 10;

/* ---- options of a run ---- */

static verify_options options_for(const bench *b, const work_bench *w, const char *real)
{
    spate_options precision = {.precision = 0};
    spate_options_set_precision(&precision, real);
    return (verify_options){.backend = b->backend_name,
                            .precision = precision.precision,
                            .line_precision = precision.line_precision,
                            .threads = b->threads,
                            .strip_rows = (int)w->rows};
}

scheme_iterations work_iterations_of_a_step(const scheme_iterations *before,
                                            const scheme_iterations *after, double steps)
{
    return (scheme_iterations){.solves = (after->solves - before->solves) / steps,
                               .iterations = (after->iterations - before->iterations) / steps,
                               .mass = (after->mass - before->mass) / steps};
}

/* Words of all steps. They depend on options of the scheme. */
static double fewest_bytes(const work_setup *setup, const builtin_case *c, const verify_row *row)
{
    work_setup copy = *setup;
    spate_options options;
    builtin_case_options(c, setup->size, 0, &options);
    options.scheme = setup->scheme->ops->about->name;
    work_adjust(&options, &copy);
    const scheme_iterations none = {.solves = 0};
    const scheme_iterations n =
        work_iterations_of_a_step(&none, &row->iterations, (double)row->steps);
    return (double)(row->nx * row->ny * row->steps) * scheme_words(&options, &n) * row->precision /
           8;
}

/* ---- the reference ---- */

static int64_t common_multiple(int64_t a, int64_t b)
{
    int64_t x = a, y = b;
    while (y != 0) {
        const int64_t rest = x % y;
        x = y;
        y = rest;
    }
    return a / x * b;
}

/* The smallest multiple of all sizes that is four times the largest, and even more. 0: none is
 * small enough. */
static int64_t usual_reference(const work_bench *w)
{
    int64_t all = 2, largest = 0;
    for (int n = 0; n < w->sizes && all <= 1000000; ++n) {
        all = common_multiple(all, w->size[n]);
        largest = w->size[n] > largest ? w->size[n] : largest;
    }
    const int64_t times = (4 * largest + all - 1) / all;
    return all * times <= 8 * largest ? all * times : 0;
}

/* Its distance to a run of half the cells along each side. */
static spate_status doubt(const bench *b, work_bench *w, verify_options fine)
{
    verify_row half;
    spate_options o;
    builtin_case_options(w->c, (int)w->reference_size / 2, w->c->strip ? (int)w->rows : 0, &o);
    fine.reference = &w->reference;
    w->reference_doubt = (double)NAN;
    if (!verify_reference_fits(&w->reference, o.nx, o.ny))
        return SPATE_OK;
    const spate_status s =
        verify_grid(b->tool->ctx, w->c, &fine, (int)w->reference_size / 2, &half);
    w->reference_doubt = half.l1_h;
    return s;
}

int work_make_reference(bench *b, work_bench *w)
{
    verify_options fine = options_for(b, w, "f64");
    fine.scheme = w->reference_scheme;
    if (w->reference_size == 0)
        w->reference_size = usual_reference(w);
    if (w->reference_size == 0)
        return tool_error(b->tool, SPATE_ERROR_ARGUMENT,
                          "case %s needs a fine run as its reference, and these sizes have no "
                          "small common multiple: choose others with --sizes, such as 64,128",
                          w->c->name);
    if (!bench_fits(b,
                    300.0 * (double)w->reference_size * (double)w->reference_size *
                        (w->c->strip ? 0 : w->c->height / w->c->width),
                    "fields of the reference"))
        return tool_error(b->tool, SPATE_ERROR_MEMORY,
                          "no memory for a reference of %lld cells: choose a smaller one with "
                          "--reference",
                          (long long)w->reference_size);
    bench_note(b, "reference: %s with %lld cells in f64", scheme_about(fine.scheme)->name,
               (long long)w->reference_size);
    spate_status s =
        verify_reference_make(b->tool->ctx, w->c, &fine, (int)w->reference_size, &w->reference);
    if (s == SPATE_OK)
        s = doubt(b, w, fine);
    if (s != SPATE_OK)
        return tool_failed(b->tool, s);
    bench_note(b, "reference: %.1f s; half as many cells differ by %.2e in L1 of h",
               w->reference.row.seconds, w->reference_doubt);
    return 0;
}

/* ---- a run ---- */

static double error_of(const char *name, const verify_row *r)
{
    const struct {
        const char *name;
        double value;
    } all[] = {{"l1_h", r->l1_h}, {"l2_h", r->l2_h}, {"max_h", r->linf_h},
               {"l1_u", r->l1_u}, {"l2_u", r->l2_u}, {"max_u", r->linf_u}};
    for (size_t k = 0; k < sizeof all / sizeof *all; ++k)
        if (strcmp(name, all[k].name) == 0)
            return all[k].value;
    return (double)NAN;
}

/* The best of a few runs. All have the same bits. */
static spate_status run_repeatedly(const bench *b, const work_bench *w, work_result *result)
{
    static bench_runner r;
    const work_setup *setup = &result->setup;
    verify_options v = options_for(b, w, setup->real);
    v.scheme = setup->scheme->ops->about->name;
    v.adjust = work_adjust;
    v.adjust_user = &result->setup;
    v.reference = w->reference.h ? &w->reference : NULL;
    double sum = 0;
    r.repeats = 0;
    while (r.repeats < b->repeat && sum <= LONG) {
        const spate_status s = verify_grid(b->tool->ctx, w->c, &v, setup->size, &result->row);
        if (s != SPATE_OK)
            return s;
        r.seconds[r.repeats++] = result->row.seconds;
        sum += result->row.seconds;
    }
    bench_summarise(&r);
    result->best = r.best;
    result->median = r.median;
    return SPATE_OK;
}

static int fits_reference(const bench *b, const work_bench *w, const work_setup *setup)
{
    spate_options o;
    builtin_case_options(w->c, setup->size, w->c->strip ? (int)w->rows : 0, &o);
    if (!w->reference.h || verify_reference_fits(&w->reference, o.nx, o.ny))
        return 0;
    return tool_error(b->tool, SPATE_ERROR_ARGUMENT,
                      "%lld x %lld cells are not made of whole cells of the reference, %lld x "
                      "%lld: choose other --sizes, or a multiple of all with --reference",
                      (long long)o.nx, (long long)o.ny, (long long)w->reference.nx,
                      (long long)w->reference.ny);
}

int work_measure(bench *b, const void *setup)
{
    work_bench *w = b->kind->user;
    const int needs_reference = w->reference_size > 0 || !verify_has_solution(w->c);
    int code = needs_reference && !w->reference.h ? work_make_reference(b, w) : 0;
    if (code == 0)
        code = fits_reference(b, w, setup);
    if (code != 0)
        return code;
    work_result *result = &w->results[w->count];
    *result = (work_result){.setup = *(const work_setup *)setup, .error = (double)NAN, .peer = -1};
    const spate_status s = run_repeatedly(b, w, result);
    /* A scheme that fails is an answer, too. */
    if (s != SPATE_OK && spate_exit_code(s) == spate_exit_code(SPATE_ERROR_NUMERICAL))
        snprintf(result->failure, sizeof result->failure, "%s", spate_message(b->tool->ctx));
    else if (s != SPATE_OK)
        return tool_failed(b->tool, s);
    if (s == SPATE_OK) {
        if (w->copy_threads != result->row.threads)
            w->copy_gbs = ceiling_copy_of(b->backend, result->row.threads);
        w->copy_threads = result->row.threads;
        result->copy_gbs = w->copy_gbs;
        result->bytes = fewest_bytes(&result->setup, w->c, &result->row);
        result->error = error_of(w->error_name, &result->row);
    }
    ++w->count;
    bench_note(b, "%3d: %s, %s, %d cells: %.3g s", w->count, result->setup.scheme->text,
               result->setup.real, result->setup.size, s == SPATE_OK ? result->best : NAN);
    return 0;
}

/* ---- which runs are the best ---- */

static int is_as_good(const work_result *a, const work_result *b)
{
    return a->error <= b->error && a->best <= b->best; /* NaN: no */
}

void work_judge(work_result *results, int count)
{
    for (int k = 0; k < count; ++k) {
        work_result *r = &results[k];
        r->is_best = !isnan(r->error);
        r->peer = -1;
        for (int n = 0; n < count; ++n) {
            const work_result *o = &results[n];
            if (n != k && is_as_good(o, r) && !(is_as_good(r, o) && n > k))
                r->is_best = 0;
            if (o->setup.scheme->ops != r->setup.scheme->ops && o->error <= r->error &&
                (r->peer < 0 || o->best < results[r->peer].best))
                r->peer = n;
        }
    }
}
