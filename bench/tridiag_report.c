/* Rows of the tridiagonal benchmark as a table for people, Markdown for a page or JSON for machines. */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "bench/tridiag.h"

int tridiag_report_begin(tridiag_report *report, const char *path, const char *heading)
{
    if (!path)
        return 0;
    report->kept.markdown = tool_file_open(path);
    if (!report->kept.markdown.out)
        return tool_error(report->tool, SPATE_ERROR_OUTPUT, "cannot write %s: %s", path,
                          strerror(errno));
    fprintf(report->kept.markdown.out,
            "%s\n| solver | matrix | layout | real | n | lines | threads | best s | median s | "
            "ns/unknown | GB/s | copy GB/s | of copy | residual | |\n"
            "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
            heading);
    return 0;
}

static void name_of(const tridiag_row *r, char *text, size_t room)
{
    snprintf(text, room, "%s%s", r->solver, r->chosen ? " (auto)" : "");
}

static void print_figure(FILE *out, const tridiag_row *r)
{
    const tridiag_figure *paper = tridiag_paper_figure(r);
    if (paper)
        fprintf(out, " paper 000: %.4g s, %.0f times as long: %s", paper->seconds,
                paper->seconds / r->seconds_best, paper->what);
}

static void print_markdown(FILE *out, const tridiag_row *r)
{
    char name[64];
    name_of(r, name, sizeof name);
    fprintf(out, "| %s | %s | %s | f%d | %lld | %lld | %d | %.4g | %.4g | %.4g | %.4g | %.4g | ",
            name, tridiag_class_names[r->setup.matrix], tridiag_layout_names[r->setup.layout],
            r->setup.precision, (long long)r->setup.n, (long long)r->setup.lines, r->setup.threads,
            r->seconds_best, r->seconds_median, r->ns_per_unknown, r->gbs, r->copy_gbs);
    fprintf(out, "%.0f %% | %.2g |", 100 * r->fraction, r->residual);
    if (r->peer)
        fprintf(out, " %.2f x %s", r->peer_ratio, r->peer);
    if (r->over_best > 0)
        fprintf(out, " (%.2f of the best)", r->over_best);
    print_figure(out, r);
    fprintf(out, " |\n");
}

static void print_text(const tridiag_row *r, int first)
{
    char name[64];
    name_of(r, name, sizeof name);
    if (first)
        printf("%-16s %-8s %-11s %-4s %6s %8s %3s %9s %9s %9s %7s %7s %5s %8s\n", "solver",
               "matrix", "layout", "real", "n", "lines", "thr", "best s", "median s", "ns/unkn",
               "GB/s", "copy", "share", "residual");
    printf("%-16s %-8s %-11s f%-3d %6lld %8lld %3d %9.3g %9.3g %9.3f %7.1f %7.1f %4.0f%% %8.2g",
           name, tridiag_class_names[r->setup.matrix], tridiag_layout_names[r->setup.layout],
           r->setup.precision, (long long)r->setup.n, (long long)r->setup.lines, r->setup.threads,
           r->seconds_best, r->seconds_median, r->ns_per_unknown, r->gbs, r->copy_gbs,
           100 * r->fraction, r->residual);
    if (r->peer)
        printf("  %.2f x %s", r->peer_ratio, r->peer);
    if (r->over_best > 0)
        printf("  %.2f of the best", r->over_best);
    print_figure(stdout, r);
    printf("\n");
    fflush(stdout);
}

void tridiag_report_add(tridiag_report *report, const tridiag_row *row)
{
    if (report->kept.markdown.out)
        print_markdown(report->kept.markdown.out, row);
    bench_rows_keep(&report->kept, row);
    if (!report->kept.as_json)
        print_text(row, report->kept.count == 1);
    if (row->over_best > 0) {
        const double cost = row->seconds_best * (1 - 1 / row->over_best);
        ++report->choices;
        if (cost > report->nothing)
            report->worst_choice = fmax(report->worst_choice, row->over_best);
        report->good_choices += row->over_best <= TRIDIAG_GOOD_CHOICE || cost <= report->nothing;
    }
}

void tridiag_report_note(const tridiag_report *report, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    bench_rows_note(&report->kept, format, args);
    va_end(args);
}

static void print_json(json_writer *j, const void *row)
{
    const tridiag_row *r = row;
    json_open_object(j, NULL);
    json_text(j, "kernel", "tridiag");
    json_text(j, "solver", r->solver);
    json_boolean(j, "auto", r->chosen);
    json_text(j, "backend", r->backend);
    json_text(j, "matrix", tridiag_class_names[r->setup.matrix]);
    json_text(j, "layout", tridiag_layout_names[r->setup.layout]);
    json_text(j, "precision", r->setup.precision == 32 ? "f32" : "f64");
    json_integer(j, "n", r->setup.n);
    json_integer(j, "batch", r->setup.lines);
    json_integer(j, "threads", r->setup.threads);
    json_real(j, "seconds_best", r->seconds_best);
    json_real(j, "seconds_median", r->seconds_median);
    json_real(j, "setup_seconds", r->setup_seconds);
    json_real(j, "rate", r->ns_per_unknown);
    json_text(j, "rate_unit", "ns/unknown");
    json_real(j, "bytes_floor", r->bytes_floor);
    json_real(j, "gbs", r->gbs);
    json_real(j, "copy_gbs", r->copy_gbs);
    json_real(j, "fraction", r->fraction);
    json_real(j, "residual", r->residual);
    if (r->over_best > 0)
        json_real(j, "over_best", r->over_best);
    const tridiag_figure *paper = tridiag_paper_figure(r);
    if (paper) {
        json_real(j, "paper_seconds", paper->seconds);
        json_text(j, "paper_what", paper->what);
    }
    if (r->peer) {
        json_text(j, "peer", r->peer);
        json_real(j, "peer_seconds", r->peer_seconds);
        json_real(j, "peer_ratio", r->peer_ratio);
    }
    json_close(j);
}

/* How good the choices of auto were. */
static void tell_choices(const tridiag_report *report)
{
    char text[160], nothing[32] = "";
    const double worst = 100 * (report->worst_choice - 1);
    if (report->choices == 0)
        return;
    if (report->nothing > 0)
        snprintf(nothing, sizeof nothing, " or %.1f us", 1e6 * report->nothing);
    if (report->good_choices == report->choices)
        snprintf(text, sizeof text, "auto: within %.1f %%%s of our best in all %d groups", worst,
                 nothing, report->choices);
    else
        snprintf(text, sizeof text,
                 "auto: within %.0f %%%s of our best in %d of %d groups, %.0f %% above it at worst",
                 100 * (TRIDIAG_GOOD_CHOICE - 1), nothing, report->good_choices, report->choices,
                 worst);
    if (report->kept.markdown.out)
        fprintf(report->kept.markdown.out, "\n%s.\n", text);
    if (!report->kept.as_json)
        printf("\n%s\n", text);
}

int tridiag_report_end(tridiag_report *report, int ok)
{
    if (ok)
        tell_choices(report);
    return bench_rows_end(&report->kept, report->tool, ok, print_json);
}
