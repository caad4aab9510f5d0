/* Rows of results as a table for people or JSON for machines. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/bench.h"

bench_row bench_row_blank(void)
{
    const bench_row row = {.seconds_best = NAN,
                           .seconds_median = NAN,
                           .rate = NAN,
                           .bytes_floor = NAN,
                           .gbs = NAN,
                           .copy_gbs = NAN,
                           .fraction = NAN,
                           .peer_seconds = NAN,
                           .peer_ratio = NAN,
                           .setup_seconds = NAN,
                           .steps_per_second = NAN,
                           .l1_error = NAN,
                           .awake = NAN};
    return row;
}

bench_report bench_report_begin(const spate_tool *tool, int as_json)
{
    const bench_report report = {.tool = tool,
                                 .rank = tool->rank,
                                 .kept = {.each = sizeof(bench_row), .as_json = as_json}};
    return report;
}

static void print_heads(void)
{
    printf("%-9s %-6s %-8s %-8s %-6s %-4s %-5s %6s %3s %5s %9s %9s %9s %9s %7s %7s %5s\n", "kernel",
           "field", "bed", "friction", "maxima", "real", "time", "nx", "thr", "parts", "best s",
           "median s", "steps/s", "cell-st/s", "GB/s", "copy", "share");
}

static const char *word(const char *text)
{
    return text ? text : "-";
}

static void print_number(const char *format, double x)
{
    if (!isnan(x))
        printf(format, x);
}

static void print_text(const bench_row *r)
{
    printf("%-9s %-6s %-8s %-8s %-6s %-4s %-5s %6lld %3d %5d %9.3g %9.3g %9.5g", r->kernel,
           word(r->field), word(r->bed), word(r->friction), word(r->maxima), word(r->precision),
           word(r->integrator), (long long)r->nx, r->threads, r->parts, r->seconds_best,
           r->seconds_median, r->steps_per_second);
    printf(" %7.1f %c", r->rate, r->rate_unit[0]); /* M or G */
    print_number(" %7.1f", r->gbs);
    print_number(" %7.1f", r->copy_gbs);
    print_number(" %4.0f%%", 100 * r->fraction);
    if (r->peer)
        printf("  %.2f x %s", r->peer_ratio, r->peer);
    print_number("  mean error of h %.3g m", r->l1_error);
    printf("\n");
    fflush(stdout);
}

void bench_report_add(bench_report *report, const bench_row *row)
{
    if (report->rank != 0)
        return;
    if (report->kept.markdown.out)
        bench_markdown_row(report->kept.markdown.out, row);
    bench_rows_keep(&report->kept, row);
    if (report->kept.as_json)
        return;
    if (report->kept.count == 1)
        print_heads();
    print_text(row);
}

void bench_report_note(const bench_report *report, const char *format, ...)
{
    if (report->rank != 0)
        return;
    va_list args;
    va_start(args, format);
    bench_rows_note(&report->kept, format, args);
    va_end(args);
}

static void print_row_json(json_writer *j, const void *row)
{
    const bench_row *r = row;
    json_open_object(j, NULL);
    json_text(j, "kernel", r->kernel);
    json_text(j, "backend", r->backend);
    if (r->isa)
        json_text(j, "isa", r->isa);
    json_text(j, "precision", r->precision);
    json_text(j, "integrator", r->integrator);
    if (r->n > 0) {
        json_integer(j, "n", r->n);
        json_integer(j, "batch", 1);
    } else {
        json_integer(j, "nx", r->nx);
        json_integer(j, "ny", r->ny);
    }
    json_integer(j, "threads", r->threads);
    json_real(j, "seconds_best", r->seconds_best);
    json_real(j, "seconds_median", r->seconds_median);
    if (!isnan(r->setup_seconds))
        json_real(j, "setup_seconds", r->setup_seconds);
    if (!isnan(r->steps_per_second))
        json_real(j, "steps_per_second", r->steps_per_second);
    json_real(j, "rate", r->rate);
    json_text(j, "rate_unit", r->rate_unit);
    json_real(j, "bytes_floor", r->bytes_floor);
    json_real(j, "gbs", r->gbs);
    json_real(j, "copy_gbs", r->copy_gbs);
    json_real(j, "fraction", r->fraction);
    if (r->peer) {
        json_text(j, "peer", r->peer);
        json_real(j, "peer_seconds", r->peer_seconds);
        json_real(j, "peer_ratio", r->peer_ratio);
    }
    if (r->bed)
        json_text(j, "bed", r->bed);
    if (r->friction)
        json_text(j, "friction", r->friction);
    if (r->maxima)
        json_text(j, "maxima", r->maxima);
    if (r->field)
        json_text(j, "field", r->field);
    if (!isnan(r->awake))
        json_real(j, "awake", r->awake);
    if (r->parts > 0)
        json_integer(j, "parts", r->parts);
    if (r->ranks > 0)
        json_integer(j, "ranks", r->ranks);
    if (!isnan(r->l1_error))
        json_real(j, "l1_error", r->l1_error);
    json_close(j);
}

int bench_report_end(bench_report *report, int ok)
{
    return report->rank == 0 ? bench_rows_end(&report->kept, report->tool, ok, print_row_json) : 0;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_median(double *seconds, int count)
{
    qsort(seconds, (size_t)count, sizeof *seconds, compare);
    return 0.5 * (seconds[(count - 1) / 2] + seconds[count / 2]);
}

double bench_free_memory(void)
{
    char line[128];
    double kilobytes = NAN;
    FILE *file = fopen("/proc/meminfo", "r");
    while (file && isnan(kilobytes) && fgets(line, sizeof line, file))
        if (strncmp(line, "MemAvailable:", 13) == 0)
            kilobytes = strtod(line + 13, NULL);
    if (file)
        fclose(file);
    if (isnan(kilobytes)) /* not Linux: what is free right now */
        kilobytes = (double)sysconf(_SC_AVPHYS_PAGES) * (double)sysconf(_SC_PAGESIZE) / 1024;
    return 1024 * kilobytes;
}
