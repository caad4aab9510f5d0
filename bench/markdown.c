/* The rows of a benchmark as a Markdown table for bench/results. */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "bench/bench.h"

static void print_word(FILE *out, const char *text)
{
    fprintf(out, " %s |", text ? text : "");
}

static void print_number(FILE *out, const char *format, double x)
{
    fputc(' ', out);
    if (!isnan(x))
        fprintf(out, format, x);
    fputs(" |", out);
}

/* What the row is beside: its peer, or the error of its answer. */
static void print_remark(FILE *out, const bench_row *r)
{
    if (r->peer)
        fprintf(out, " %.2f x %s |", r->peer_ratio, r->peer);
    else
        print_number(out, "mean error of h %.3g m", r->l1_error);
}

void bench_markdown_row(FILE *out, const bench_row *r)
{
    fputc('|', out);
    print_word(out, r->kernel);
    print_word(out, r->backend);
    print_word(out, r->field);
    print_word(out, r->bed);
    print_word(out, r->friction);
    print_word(out, r->maxima);
    print_word(out, r->precision);
    print_word(out, r->integrator);
    fprintf(out, " %lld | %d | %d |", (long long)(r->n > 0 ? r->n : r->nx), r->threads, r->parts);
    print_number(out, "%.4g", r->seconds_best);
    print_number(out, "%.4g", r->seconds_median);
    print_number(out, "%.5g", r->steps_per_second);
    fprintf(out, " %.4g %s |", r->rate, r->rate_unit);
    print_number(out, "%.4g", r->gbs);
    print_number(out, "%.4g", r->copy_gbs);
    print_number(out, "%.0f %%", 100 * r->fraction);
    print_number(out, "%.1f %%", 100 * r->awake);
    print_remark(out, r);
    fputc('\n', out);
}

int bench_markdown_begin(bench_report *report, const char *path, const char *heading)
{
    int code = 0;
    if (report->rank == 0) {
        report->kept.markdown = tool_file_open(path);
        if (!report->kept.markdown.out)
            code = tool_error(report->tool, SPATE_ERROR_OUTPUT, "cannot write %s: %s", path,
                              strerror(errno));
        else
            fprintf(
                report->kept.markdown.out,
                "%s\n| kernel | backend | field | bed | friction | maxima | real | time | nx = "
                "ny | threads | parts | best s | median s | steps/s | rate | GB/s | copy GB/s "
                "| of copy | tiles awake | |\n"
                "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---"
                "|\n",
                heading);
    }
    return tool_agree(report->tool, code);
}
