/* spate compare: the command line, the limits and the report. */
#include "compare.h"
#include "commands.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/dates.h"
#include "io/gdal_plugin.h"
#include "program/options.h"

/* ---- report ---- */

static void report_json(compare_job *job, const compare_item *m)
{
    const statistics *s = &m->numbers;
    json_writer *j = &job->out;
    json_open_object(j, NULL);
    json_text(j, "what", m->what);
    json_text(j, "unit", m->unit);
    json_boolean(j, "identical", s->same_bits);
    json_integer(j, "values", s->count);
    json_integer(j, "only_in_a", s->only_a);
    json_integer(j, "only_in_b", s->only_b);
    if (m->frames > 0)
        json_integer(j, "frames", m->frames);
    json_real(j, "rmse", statistics_rmse(s));
    json_real(j, "bias", statistics_bias(s));
    json_real(j, "max_difference", s->count > 0 ? s->largest : NAN);
    if (m->has_place && s->largest_at >= 0) {
        json_real(j, "x", m->x);
        json_real(j, "y", m->y);
    }
    if (isfinite(m->t))
        json_real(j, m->dated ? "unix_time" : "time", m->t);
    if (m->extent) {
        json_real(j, "hit_rate", statistics_hit_rate(s));
        json_real(j, "false_alarm_ratio", statistics_false_alarm_ratio(s));
        json_real(j, "critical_success_index", statistics_success_index(s));
    }
    json_close(j);
}

static void print_place(const compare_item *m)
{
    const statistics *s = &m->numbers;
    if (s->largest_at < 0 || s->largest == 0)
        return;
    printf(" (%.6g and %.6g)", s->largest_a, s->largest_b);
    if (m->has_place)
        printf(" at x %.10g, y %.10g", m->x, m->y);
    char date[64];
    if (isfinite(m->t) && m->dated)
        printf(", %s", date_format(m->t, date, sizeof date));
    else if (isfinite(m->t))
        printf(", t = %.10g s", m->t);
}

static void report_text(const compare_item *m)
{
    const statistics *s = &m->numbers;
    const char *gap = *m->unit ? " " : "";
    printf("%s: ", m->what);
    if (m->frames > 0)
        printf("%lld frames, ", (long long)m->frames);
    printf("%lld values", s->count);
    if (s->only_a || s->only_b)
        printf(", %lld only in A, %lld only in B", s->only_a, s->only_b);
    printf("%s%s\n", m->note ? ", " : "", m->note ? m->note : "");
    if (s->same_bits)
        printf("  identical: every value has the same bits\n");
    else if (s->count == 0)
        printf("  nothing in common to compare\n");
    else {
        printf("  RMSE %.6g%s%s, bias %+.6g%s%s\n", statistics_rmse(s), gap, m->unit,
               statistics_bias(s), gap, m->unit);
        printf("  largest difference %.6g%s%s", s->largest, gap, m->unit);
        print_place(m);
        printf("\n");
    }
    if (m->extent && s->hits + s->misses + s->false_alarms > 0)
        printf("  wet extent: hit rate %.4f, false alarm ratio %.4f, critical success index %.4f\n",
               statistics_hit_rate(s), statistics_false_alarm_ratio(s),
               statistics_success_index(s));
}

/* A value past its limit is reported on stderr. A value that cannot be computed is past its limit
 * too. */
static void check(compare_job *job, const char *what, const char *name, double value, double limit,
                  int least)
{
    if (isnan(limit) || (least ? value >= limit : value <= limit))
        return;
    ++job->past;
    if (isnan(value))
        fprintf(stderr, "spate compare: %s: %s cannot be computed; the limit is %g\n", what, name,
                limit);
    else
        fprintf(stderr, "spate compare: %s: %s %.6g is %s %g\n", what, name, value,
                least ? "below" : "above", limit);
}

void compare_report(compare_job *job, const compare_item *m)
{
    const statistics *s = &m->numbers;
    ++job->items;
    job->different += !s->same_bits;
    if (job->as_json)
        report_json(job, m);
    else
        report_text(m);
    const int all_dry = s->hits + s->misses + s->false_alarms == 0;
    if (!s->same_bits) {
        check(job, m->what, "RMSE", statistics_rmse(s), job->limits.rmse, 0);
        check(job, m->what, "the largest difference", s->count > 0 ? s->largest : NAN,
              job->limits.difference, 0);
    }
    if (m->extent && !(all_dry && s->same_bits))
        check(job, m->what, "the critical success index", statistics_success_index(s),
              job->limits.success, 1);
}

/* ---- the command ---- */

static spate_status run(compare_job *job, const char *a, const char *b)
{
    spate_context *ctx = job->tool->ctx;
    const file_kind ka = file_kind_of(a), kb = file_kind_of(b);
    if (ka == FILE_MISSING || kb == FILE_MISSING)
        return fail_data(ctx, "%s does not exist", ka == FILE_MISSING ? a : b);
    if (ka == FILE_FOLDER && kb == FILE_FOLDER)
        return compare_folders(job, a, b);
    if (ka == FILE_FOLDER || kb == FILE_FOLDER)
        return fail_data(ctx, "%s is a folder and %s is not; name the file inside it",
                         ka == FILE_FOLDER ? a : b, ka == FILE_FOLDER ? b : a);
    if ((ka == FILE_CSV) != (kb == FILE_CSV))
        return fail_data(ctx, "%s is a series and %s is not", ka == FILE_CSV ? a : b,
                         ka == FILE_CSV ? b : a);
    if (ka == FILE_CSV)
        return compare_series(job, a, b, "");
    if (ka == FILE_NETCDF && kb == FILE_NETCDF)
        return compare_maps(job, a, b, "");
    return compare_rasters(job, a, b, "");
}

static void finish(compare_job *job, spate_status status)
{
    if (job->as_json) {
        json_close(&job->out);
        json_boolean(&job->out, "identical", status == SPATE_OK && job->different == 0);
        json_boolean(&job->out, "within_limits", status == SPATE_OK && job->past == 0);
        json_close(&job->out);
    } else if (status == SPATE_OK && job->items > 1 && job->different == 0) {
        printf("identical: all %d\n", job->items);
    }
}

static int compare(compare_job *job, const char *a, const char *b)
{
    if (job->as_json) {
        job->out = json_begin(stdout);
        json_open_object(&job->out, NULL);
        json_text(&job->out, "a", a);
        json_text(&job->out, "b", b);
        json_open_array(&job->out, "items");
    }
    spate_status status = run(job, a, b);
    if (status == SPATE_OK && job->items == 0)
        status = fail_data(job->tool->ctx, "%s and %s have nothing in common%s", a, b,
                           job->variable ? " of this name" : "");
    finish(job, status);
    if (status != SPATE_OK)
        return tool_failed(job->tool, status);
    return job->past > 0 ? spate_exit_code(SPATE_ERROR_COMPARISON) : 0; /* each was reported */
}

int command_compare(spate_tool *tool, int argc, char **argv)
{
    compare_job job = {.tool = tool, .wet = NAN, .limits = {NAN, NAN, NAN}};
    const option list[] = {
        {"variable", OPTION_TEXT, &job.variable, "NAME", "only this variable or column", 0, 0},
        {"wet", OPTION_REAL, &job.wet, "DEPTH", "m; deeper is wet, for the extent (0.05)", 0, 1e3},
        {"resample", OPTION_FLAG, &job.resample, NULL,
         "brings B to the grid of A where they differ, by means over areas", 0, 0},
        {"zone", OPTION_TEXT, &job.zone, "ZONE",
         "of dates without one: +01:00 or a name such as Europe/London", 0, 0},
        {"max-rmse", OPTION_REAL, &job.limits.rmse, "X", "exit 7 where the RMSE is above", 0, 1e30},
        {"max-difference", OPTION_REAL, &job.limits.difference, "X",
         "exit 7 where a value differs by more; 0: equal", 0, 1e30},
        {"min-csi", OPTION_REAL, &job.limits.success, "X",
         "exit 7 where the critical success index is below", 0, 1},
        {"network", OPTION_FLAG, &gdal_network, NULL, "lets files name what lies on the network", 0,
         0},
        {"json", OPTION_FLAG, &job.as_json, NULL, "for machines", 0, 0},
        {NULL, OPTION_FLAG, NULL, NULL, NULL, 0, 0},
    };
    const option_set set = {
        .usage = "compare A B [options]",
        .about =
            "How far A (a result) is from B (the reference): root mean square error, bias (A - B),\n"
            "largest difference with its place, and for depths how well the wet extents agree.\n"
            "A and B are two rasters (.tif, .asc), two NetCDF files (all common variables at all\n"
            "common times), a raster and a NetCDF file, two CSV series (A interpolated to the times\n"
            "of B; empty cells are gaps), or the folders of two runs (all files they share).\n"
            "\n"
            "  hit rate                 wet in both / wet in B\n"
            "  false alarm ratio        wet only in A / wet in A\n"
            "  critical success index   wet in both / wet in A or B\n",
        .list = list,
        .max_words = 2};
    int words = 0;
    const int code = options_parse(tool, &set, argc, argv, &words);
    if (code != OPTIONS_GO_ON)
        return code;
    if (words != 2)
        return tool_error(tool, SPATE_ERROR_ARGUMENT,
                          "name two files or folders (spate compare --help)");
    job.wet_given = !isnan(job.wet);
    job.wet = job.wet_given ? job.wet : 0.05;
    return tool->rank == 0 ? compare(&job, argv[1], argv[2]) : 0;
}
