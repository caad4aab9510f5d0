/* Rows of the ADI benchmark as a table for people, Markdown for a page or JSON for machines. */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "bench/adi.h"

int adi_report_begin(adi_report *report, const char *path, const char *heading)
{
    if (!path)
        return 0;
    report->kept.markdown = tool_file_open(path);
    if (!report->kept.markdown.out)
        return tool_error(report->tool, SPATE_ERROR_OUTPUT, "cannot write %s: %s", path,
                          strerror(errno));
    fprintf(report->kept.markdown.out,
            "%s\n| method | backend | real | coefficients | nx = ny | threads | steps | ms/step | "
            "median ms | ns/cell | GB/s | of copy | of triad | times plain | paper |\n"
            "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
            heading);
    return 0;
}

static const char *coefficients(const adi_bench_row *r)
{
    return r->setup.extrapolated ? "extrapolated" : "printed";
}

static void print_markdown(FILE *out, const adi_bench_row *r)
{
    fprintf(out,
            "| %s | %s (%s) | %s | %s | %lld | %d | %lld | %.4g | %.4g | %.4g | %.4g | %.1f %% | ",
            r->setup.method->name, r->backend, r->isa, adi_setup_real(&r->setup), coefficients(r),
            (long long)r->setup.n, r->setup.threads, (long long)r->steps, 1e3 * r->seconds_best,
            1e3 * r->seconds_median, r->ns_per_cell, r->gbs, 100 * r->of_copy);
    if (!isnan(r->of_triad))
        fprintf(out, "%.1f %%", 100 * r->of_triad);
    fprintf(out, " | ");
    if (!isnan(r->speedup))
        fprintf(out, "%s%.2f", r->peer_n < r->setup.n ? "~" : "", r->speedup);
    fprintf(out, " | %.0f |\n", r->paper_speedup);
}

static void print_text(const adi_bench_row *r, int first)
{
    if (first)
        printf("%-10s %-9s %-7s %-5s %-12s %5s %3s %5s %9s %9s %8s %6s %6s %6s %7s %5s\n", "method",
               "backend", "isa", "real", "coefficients", "nx", "thr", "steps", "ms/step", "median",
               "ns/cell", "GB/s", "copy", "triad", "x plain", "paper");
    char triad[16] = "";
    if (!isnan(r->of_triad))
        snprintf(triad, sizeof triad, "%.1f%%", 100 * r->of_triad);
    printf(
        "%-10s %-9s %-7s %-5s %-12s %5lld %3d %5lld %9.4g %9.4g %8.4f %6.4g %5.1f%% %6s %s%.2f %5.0f\n",
        r->setup.method->name, r->backend, r->isa, adi_setup_real(&r->setup), coefficients(r),
        (long long)r->setup.n, r->setup.threads, (long long)r->steps, 1e3 * r->seconds_best,
        1e3 * r->seconds_median, r->ns_per_cell, r->gbs, 100 * r->of_copy, triad,
        r->peer_n < r->setup.n ? "~" : " ", r->speedup, r->paper_speedup);
    fflush(stdout);
}

void adi_report_add(adi_report *report, const adi_bench_row *row)
{
    if (report->kept.markdown.out)
        print_markdown(report->kept.markdown.out, row);
    bench_rows_keep(&report->kept, row);
    if (!report->kept.as_json)
        print_text(row, report->kept.count == 1);
}

void adi_report_note(const adi_report *report, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    bench_rows_note(&report->kept, format, args);
    va_end(args);
}

static void print_json(json_writer *j, const void *row)
{
    const adi_bench_row *r = row;
    json_open_object(j, NULL);
    json_text(j, "kernel", "adi");
    json_text(j, "method", r->setup.method->name);
    json_text(j, "backend", r->backend);
    json_text(j, "isa", r->isa);
    json_text(j, "lines", r->lines);
    json_text(j, "precision", adi_setup_real(&r->setup));
    json_text(j, "coefficients", coefficients(r));
    json_integer(j, "nx", r->setup.n);
    json_integer(j, "ny", r->setup.n);
    json_integer(j, "threads", r->setup.threads);
    json_integer(j, "steps", r->steps);
    json_real(j, "dt", r->dt);
    json_real(j, "seconds_best", r->seconds_best);
    json_real(j, "seconds_median", r->seconds_median);
    json_real(j, "rate", r->ns_per_cell);
    json_text(j, "rate_unit", "ns/cell");
    json_real(j, "bytes_floor", r->bytes_floor);
    json_real(j, "gbs", r->gbs);
    json_real(j, "copy_gbs", r->copy_gbs);
    json_real(j, "triad_gbs", r->triad_gbs);
    json_real(j, "fraction", r->of_copy);
    json_real(j, "fraction_of_triad", r->of_triad);
    json_text(j, "peer", adi_methods[0].name);
    json_real(j, "peer_seconds", r->peer_seconds);
    json_integer(j, "peer_nx", r->peer_n);
    json_real(j, "peer_ratio", r->speedup);
    json_real(j, "paper_ratio", r->paper_speedup);
    json_real(j, "mass_error", r->mass_error);
    json_close(j);
}

int adi_report_end(adi_report *report, int ok)
{
    return bench_rows_end(&report->kept, report->tool, ok, print_json);
}
