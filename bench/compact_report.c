/* Rows of the benchmark of compact differences as a table for people, Markdown for a page or JSON for machines. */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "bench/compact.h"

int compact_report_begin(compact_report *report, const char *path, const char *heading)
{
    if (!path)
        return 0;
    report->kept.markdown = tool_file_open(path);
    if (!report->kept.markdown.out)
        return tool_error(report->tool, SPATE_ERROR_OUTPUT, "cannot write %s: %s", path,
                          strerror(errno));
    fprintf(report->kept.markdown.out,
            "%s\n| by | scheme | ends | real | size | along | threads | best ms | median ms | "
            "ns/value | GB/s | copy GB/s | of copy | residual | |\n"
            "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
            heading);
    return 0;
}

static const char *ends_of(const compact_row *r)
{
    return r->setup.periodic ? "periodic" : "closed";
}

static void size_of(const compact_row *r, char *text, size_t room)
{
    const int64_t *n = r->setup.size;
    if (n[2] > 1)
        snprintf(text, room, "%lldx%lldx%lld", (long long)n[0], (long long)n[1], (long long)n[2]);
    else
        snprintf(text, room, "%lldx%lld", (long long)n[0], (long long)n[1]);
}

static void print_markdown(FILE *out, const compact_row *r)
{
    char size[64];
    size_of(r, size, sizeof size);
    fprintf(out, "| %s | %s | %s | f%d | %s | %c | %d | %.4g | %.4g | %.4g | %.4g | %.4g | ",
            r->solver, r->setup.scheme, ends_of(r), r->setup.precision, size,
            "xyz"[r->setup.direction], r -> setup.threads, 1e3 * r->seconds_best,
            1e3 * r->seconds_median, r->ns_per_point, r->gbs, r->copy_gbs);
    fprintf(out, "%.0f %% | %.2g |", 100 * r->fraction, r->residual);
    if (r->peer)
        fprintf(out, " %.2f x %s |\n", r->peer_ratio, r->peer);
    else if (r->ranks > 0)
        fprintf(out, " %dx%dx%d on %d: %.2f x whole, moved %.3f, sent %.3g B |\n",
                r->setup.parts[0], r->setup.parts[1], r->setup.parts[2], r->ranks, r->over_whole,
                r->moved, r->sent_bytes);
    else
        fprintf(out, " |\n");
}

static void print_text(const compact_row *r, int first)
{
    char size[64];
    size_of(r, size, sizeof size);
    if (first)
        printf("%-6s %-17s %-8s %-4s %-13s %-5s %3s %9s %9s %9s %7s %7s %5s %8s\n", "by", "scheme",
               "ends", "real", "size", "along", "thr", "best ms", "median ms", "ns/value", "GB/s",
               "copy", "share", "residual");
    printf("%-6s %-17s %-8s f%-3d %-13s %-5c %3d %9.4g %9.4g %9.3f %7.1f %7.1f %4.0f%% %8.2g",
           r->solver, r->setup.scheme, ends_of(r), r->setup.precision, size,
           "xyz"[r->setup.direction], r -> setup.threads, 1e3 * r->seconds_best,
           1e3 * r->seconds_median, r->ns_per_point, r->gbs, r->copy_gbs, 100 * r->fraction,
           r->residual);
    if (r->peer)
        printf("  %.2f x %s", r->peer_ratio, r->peer);
    if (r->ranks > 0)
        printf("  %dx%dx%d on %d: %.2f x whole, moved %.3f, sent %.3g B", r->setup.parts[0],
               r->setup.parts[1], r->setup.parts[2], r->ranks, r->over_whole, r->moved,
               r->sent_bytes);
    printf("\n");
    fflush(stdout);
}

void compact_report_add(compact_report *report, const compact_row *row)
{
    if (report->kept.markdown.out)
        print_markdown(report->kept.markdown.out, row);
    bench_rows_keep(&report->kept, row);
    if (!report->kept.as_json)
        print_text(row, report->kept.count == 1);
}

void compact_report_note(const compact_report *report, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    bench_rows_note(&report->kept, format, args);
    va_end(args);
}

static void print_json(json_writer *j, const void *row)
{
    const compact_row *r = row;
    static const char *const directions[] = {"x", "y", "z"};
    json_open_object(j, NULL);
    json_text(j, "kernel", "compact");
    json_text(j, "solver", r->solver);
    json_text(j, "backend",
              r->peer || r->ranks > 0 || strcmp(r->solver, "spate") == 0 ? "cpu" : "lapack");
    json_text(j, "scheme", r->setup.scheme);
    json_text(j, "ends", ends_of(r));
    json_text(j, "precision", r->setup.precision == 32 ? "f32" : "f64");
    json_integer(j, "nx", r->setup.size[0]);
    json_integer(j, "ny", r->setup.size[1]);
    json_integer(j, "nz", r->setup.size[2]);
    json_text(j, "direction", directions[r->setup.direction]);
    json_integer(j, "threads", r->setup.threads);
    json_real(j, "seconds_best", r->seconds_best);
    json_real(j, "seconds_median", r->seconds_median);
    json_real(j, "setup_seconds", r->setup_seconds);
    json_real(j, "rate", r->ns_per_point);
    json_text(j, "rate_unit", "ns/value");
    json_real(j, "bytes_floor", r->bytes_floor);
    json_real(j, "gbs", r->gbs);
    json_real(j, "copy_gbs", r->copy_gbs);
    json_real(j, "fraction", r->fraction);
    json_real(j, "residual", r->residual);
    if (r->peer) {
        json_text(j, "peer", r->peer);
        json_real(j, "peer_seconds", r->peer_seconds);
        json_real(j, "peer_ratio", r->peer_ratio);
    }
    if (r->ranks > 0) {
        json_integer(j, "parts_x", r->setup.parts[0]);
        json_integer(j, "parts_y", r->setup.parts[1]);
        json_integer(j, "parts_z", r->setup.parts[2]);
        json_integer(j, "ranks", r->ranks);
        json_real(j, "over_whole", r->over_whole);
        json_real(j, "moved", r->moved);
        json_real(j, "sent_bytes", r->sent_bytes);
    }
    json_close(j);
}

int compact_report_end(compact_report *report, int ok)
{
    return bench_rows_end(&report->kept, report->tool, ok, print_json);
}
