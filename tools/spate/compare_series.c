/* CSV series column by column, and the folders of two runs file by file. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/units.h"
#include "compare.h"
#include "gapped_table.h"
#include "run_folder.h"

/* Factor that brings values of a in the unit of b: "cm" to "m". 1 where a unit is not known. */
static double unit_ratio(const char *a, const char *b)
{
    for (int kind = 0; kind < UNIT_KINDS; ++kind) {
        const double fa = unit_factor((unit_kind)kind, a), fb = unit_factor((unit_kind)kind, b);
        if (fa > 0 && fb > 0)
            return fa / fb;
    }
    return 1;
}

/* a at the times of b. Where the two have the same times, values are compared as they are. */
static void compare_columns(compare_job *job, const gapped_table *a, int ca, const gapped_table *b,
                            int cb, const char *prefix)
{
    char what[256];
    snprintf(what, sizeof what, "%s%s", prefix, b->names[cb]);
    compare_item item = {.what = what,
                         .unit = b->units[cb],
                         .numbers = statistics_begin(),
                         .t = NAN,
                         .dated = b->dated};
    const double ratio = unit_ratio(a->units[ca], b->units[cb]);
    long long from = 0;
    for (long long k = 0; k < b->rows; ++k)
        statistics_add(&item.numbers,
                       ratio * statistics_interpolate(a->t, a->values + ca, a->columns, a->rows,
                                                      b->t[k], &from),
                       b->values[k * b->columns + cb], k);
    if (item.numbers.largest_at >= 0)
        item.t = b->t[item.numbers.largest_at];
    item.numbers.same_bits = item.numbers.same_bits && a->rows == b->rows;
    if (strcasecmp(a->names[ca], b->names[cb]) != 0)
        item.note = a->names[ca];
    compare_report(job, &item);
}

static int is_clock(const char *name)
{
    return strcasecmp(name, "elapsed") == 0;
}

/* How many value columns there are, and the first of them. */
static int value_columns(const gapped_table *c, int *first)
{
    int count = 0;
    for (int n = c->columns - 1; n >= 0; --n)
        if (!is_clock(c->names[n])) {
            *first = n;
            ++count;
        }
    return count;
}

static spate_status compare_tables(compare_job *job, const char *a, const gapped_table *ta,
                                   const char *b, const gapped_table *tb, const char *prefix)
{
    spate_context *ctx = job->tool->ctx;
    if (ta->dated != tb->dated)
        return fail_data(ctx, "%s has dates and %s has elapsed times; both must have the same",
                         ta->dated ? a : b, ta->dated ? b : a);
    int found = 0, first_a = 0, first_b = 0;
    for (int n = 0; n < tb->columns; ++n) {
        const int other = gapped_column(ta, tb->names[n]);
        if (is_clock(tb->names[n]) || other < 0 ||
            (job->variable && strcasecmp(job->variable, tb->names[n]) != 0))
            continue;
        compare_columns(job, ta, other, tb, n, prefix);
        ++found;
    }
    if (found > 0)
        return SPATE_OK;
    const int count_a = value_columns(ta, &first_a), count_b = value_columns(tb, &first_b);
    const int asked = job->variable ? gapped_column(ta, job->variable) : -1;
    if (count_b == 1 && (asked >= 0 || count_a == 1)) { /* names of observations may differ */
        compare_columns(job, ta, asked >= 0 ? asked : first_a, tb, first_b, prefix);
        return SPATE_OK;
    }
    char names_a[256], names_b[256];
    return fail_data(ctx,
                     "%s (%s) and %s (%s) share no column%s; choose one of A with --variable where "
                     "B has just one",
                     a, gapped_names(ta, names_a, sizeof names_a), b,
                     gapped_names(tb, names_b, sizeof names_b),
                     job->variable ? " of this name" : "");
}

spate_status compare_series(compare_job *job, const char *a, const char *b, const char *prefix)
{
    gapped_table ta = {0}, tb = {0};
    spate_status status = gapped_read(job->tool->ctx, a, job->zone, &ta);
    if (status == SPATE_OK)
        status = gapped_read(job->tool->ctx, b, job->zone, &tb);
    if (status == SPATE_OK)
        status = compare_tables(job, a, &ta, b, &tb, prefix);
    gapped_free(&ta);
    gapped_free(&tb);
    return status;
}

/* ---- folders ---- */

typedef spate_status (*compare_fn)(compare_job *job, const char *a, const char *b,
                                   const char *prefix);

static spate_status compare_leaf(compare_job *job, const run_folder *a, const run_folder *b,
                                 const char *leaf, compare_fn compare)
{
    char file_a[4096], file_b[4096], prefix[600];
    const int there_a = run_folder_has(a, leaf), there_b = run_folder_has(b, leaf);
    if (there_a != there_b) {
        const compare_limits *limits = &job->limits;
        fprintf(stderr, "spate compare: %s is only in %s\n", leaf, there_a ? a->name : b->name);
        ++job->different; /* a file that is missing cannot be within a limit */
        job->past += !isnan(limits->rmse) || !isnan(limits->difference) || !isnan(limits->success);
    }
    if (!there_a || !there_b)
        return SPATE_OK;
    snprintf(prefix, sizeof prefix, "%s: ", leaf);
    return compare(job, run_folder_file(a, leaf, file_a, sizeof file_a),
                   run_folder_file(b, leaf, file_b, sizeof file_b), prefix);
}

/* Files of one ending in a subfolder of `listed`, a or b; of b only those that a has not. */
static spate_status compare_names(compare_job *job, const run_folder *a, const run_folder *b,
                                  const run_folder *listed, const char *subfolder,
                                  const char *ending, compare_fn compare)
{
    name_list names;
    SPATE_TRY(run_folder_list(job->tool->ctx, listed, subfolder, ending, &names));
    spate_status status = SPATE_OK;
    for (int n = 0; status == SPATE_OK && n < names.count; ++n) {
        char leaf[512];
        const int top = strcmp(subfolder, ".") == 0;
        snprintf(leaf, sizeof leaf, "%s%s%s%s", top ? "" : subfolder, top ? "" : "/",
                 names.names[n], ending);
        if (listed == a || !run_folder_has(a, leaf))
            status = compare_leaf(job, a, b, leaf, compare);
    }
    name_list_free(&names);
    return status;
}

static spate_status compare_listed(compare_job *job, const run_folder *a, const run_folder *b,
                                   const char *subfolder, const char *ending, compare_fn compare)
{
    SPATE_TRY(compare_names(job, a, b, a, subfolder, ending, compare));
    return compare_names(job, a, b, b, subfolder, ending, compare);
}

static spate_status compare_opened(compare_job *job, const run_folder *a, const run_folder *b)
{
    SPATE_TRY(compare_listed(job, a, b, ".", ".nc", compare_maps));
    SPATE_TRY(compare_listed(job, a, b, ".", ".tif", compare_rasters));
    SPATE_TRY(compare_listed(job, a, b, ".", ".asc", compare_rasters));
    if (job->variable) /* a variable of maps need not be a column of series */
        return SPATE_OK;
    SPATE_TRY(compare_listed(job, a, b, "gauges", ".csv", compare_series));
    SPATE_TRY(compare_listed(job, a, b, "sections", ".csv", compare_series));
    return compare_listed(job, a, b, ".", ".csv", compare_series);
}

spate_status compare_folders(compare_job *job, const char *a, const char *b)
{
    run_folder fa = {0}, fb = {0};
    spate_status status = run_folder_open(job->tool->ctx, a, &fa);
    if (status == SPATE_OK)
        status = run_folder_open(job->tool->ctx, b, &fb);
    if (status == SPATE_OK)
        status = compare_opened(job, &fa, &fb);
    run_folder_close(&fa);
    run_folder_close(&fb);
    return status;
}
