/* What all benchmarks share: a row of results and how rows are printed. A benchmark measures
 * through the public interface and prints its ceiling beside its figure. */
#ifndef SPATE_BENCH_BENCH_H
#define SPATE_BENCH_BENCH_H

#include <stdint.h>

#include "bench/rows.h"

/* A figure that was not measured is NaN, a word that says nothing NULL. */
typedef struct bench_row {
    const char *kernel, *backend, *isa, *precision, *integrator;
    const char *bed, *friction, *maxima, *field;
    int64_t nx, ny; /* of a grid */
    int64_t n;      /* of a line or an array; 0 for a grid */
    int threads, parts, ranks;
    double seconds_best, seconds_median; /* one time step, or the whole run of dam_break */
    double setup_seconds;                /* memory, terrain and water, before the first step */
    double steps_per_second;             /* time steps, of the best */
    double rate;                         /* of the best */
    const char *rate_unit;
    double bytes_floor;              /* the fewest bytes that must move in seconds_best */
    double gbs;                      /* bytes_floor / seconds_best */
    double copy_gbs;                 /* of a copy with the same threads in this process */
    double fraction;                 /* gbs / copy_gbs */
    const char *peer;                /* what peer_seconds belongs to */
    double peer_seconds, peer_ratio; /* peer_seconds / seconds_best: above 1 we are faster */
    double l1_error;                 /* m: mean error of the depth */
    double awake;                    /* share of the tiles that the last stage computed */
} bench_row;

/* Rows as they come (text) or all at the end (JSON, Markdown). Only rank 0 prints. */
typedef struct bench_report {
    const spate_tool *tool;
    int rank;
    bench_rows kept;
} bench_report;

bench_row bench_row_blank(void);
bench_report bench_report_begin(const spate_tool *tool, int as_json);
void bench_report_add(bench_report *report, const bench_row *row);
/* A remark between rows, on stderr. */
void bench_report_note(const bench_report *report, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* ok: 0 if the benchmark failed; then no Markdown file is left. Returns an exit code. */
int bench_report_end(bench_report *report, int ok);

/* From now on rows go to a Markdown table too, below the heading. Returns an exit code, on all
 * ranks. */
int bench_markdown_begin(bench_report *report, const char *path, const char *heading);
void bench_markdown_row(FILE *out, const bench_row *row);

enum { BENCH_MOST_REPEATS = 101 };

/* Sorts the times; returns the middle one. */
double bench_median(double *seconds, int count);
/* Bytes of memory that could be taken without swapping. */
double bench_free_memory(void);

int bench_adi(spate_tool *tool, int argc, char **argv);
int bench_kurganov(spate_tool *tool, int argc, char **argv);
int bench_tridiag(spate_tool *tool, int argc, char **argv);
int bench_tridiag_distributed(spate_tool *tool, int argc, char **argv);
int bench_compact(spate_tool *tool, int argc, char **argv);

#endif
