/* The frame of all benchmarks. A benchmark describes its options, its columns, what it plans to measure and how one of
 * these is measured. The frame reads the command line, times, compares with a copy and with peers, and prints a table,
 * Markdown or JSON. It knows nothing of what is measured. */
#ifndef SPATE_BENCH_FRAME_H
#define SPATE_BENCH_FRAME_H

#include <stdint.h>
#include <stdio.h>

#include "backend/backend.h"
#include "base/json_writer.h"
#include "base/timers.h"
#include "program/options.h"
#include "program/tool_file.h"

/* ---- columns and rows ---- */

/* Values that all benchmarks share. A benchmark numbers its own ones from BENCH_OWN on. */
enum {
    BENCH_BEST,   /* s, of one run: a solve, a step */
    BENCH_MEDIAN, /* s */
    BENCH_SETUP,  /* s */
    BENCH_RATE,
    BENCH_RATE_UNIT,
    BENCH_FLOOR, /* the fewest bytes that must move in one run */
    BENCH_GBS,   /* that over the best time */
    BENCH_COPY,  /* GB/s of a copy with the same threads in this process */
    BENCH_SHARE, /* BENCH_GBS over BENCH_COPY */
    BENCH_RESIDUAL,
    BENCH_PEER,
    BENCH_PEER_SECONDS,
    BENCH_PEER_RATIO, /* above 1 we are faster */
    BENCH_REMARK,     /* at the end of a line */
    BENCH_OWN,
    BENCH_MOST_VALUES = 48
};

typedef struct bench_column {
    int value;
    const char *key;                 /* in JSON; NULL: not there */
    const char *head;                /* in the printed table; NULL: not there */
    int width;                       /* negative: aligned to the left */
    const char *format;              /* of printf, without a width */
    const char *title, *page_format; /* in Markdown; NULL: not there */
    double scale; /* tables show the value times this, JSON the value; 0: as it is */
} bench_column;

#define BENCH_MEMORY_COLUMNS                                                                       \
    {BENCH_GBS, "gbs", "GB/s", 7, "%.1f", "GB/s", "%.4g", 0},                                      \
        {BENCH_COPY, "copy_gbs", "copy", 7, "%.1f", "copy GB/s", "%.4g", 0},                       \
    {                                                                                              \
        BENCH_SHARE, "fraction", "share", 5, "%.0f%%", "of copy", "%.0f %%", 100                   \
    }
#define BENCH_RESIDUAL_COLUMN                                                                      \
    {                                                                                              \
        BENCH_RESIDUAL, "residual", "residual", 8, "%.2g", "residual", "%.2g", 0                   \
    }
#define BENCH_REMARK_COLUMN                                                                        \
    {                                                                                              \
        BENCH_REMARK, NULL, "", -1, "%s", "", "%s", 0                                              \
    }
/* What only JSON has of the shared values. */
#define BENCH_JSON_COLUMNS                                                                         \
    {BENCH_SETUP, "setup_seconds", NULL, 0, NULL, NULL, NULL, 0},                                  \
        {BENCH_RATE_UNIT, "rate_unit", NULL, 0, NULL, NULL, NULL, 0},                              \
        {BENCH_FLOOR, "bytes_floor", NULL, 0, NULL, NULL, NULL, 0},                                \
        {BENCH_PEER, "peer", NULL, 0, NULL, NULL, NULL, 0},                                        \
        {BENCH_PEER_SECONDS, "peer_seconds", NULL, 0, NULL, NULL, NULL, 0},                        \
    {                                                                                              \
        BENCH_PEER_RATIO, "peer_ratio", NULL, 0, NULL, NULL, NULL, 0                               \
    }
#define BENCH_JSON_ONLY(value, key)                                                                \
    {                                                                                              \
        value, key, NULL, 0, NULL, NULL, NULL, 0                                                   \
    }

typedef struct bench_value {
    enum {
        BENCH_ABSENT,
        BENCH_TEXT,
        BENCH_FORMATTED, /* a text at texts + integer of the row: rows may be copied */
        BENCH_INTEGER,
        BENCH_BOOLEAN,
        BENCH_REAL
    } kind;
    const char *text;
    int64_t integer;
    double real;
} bench_value;

/* Starts as zeros: all values absent. */
typedef struct bench_row {
    bench_value values[BENCH_MOST_VALUES];
    char texts[4096]; /* of values that were formatted */
    size_t used;
} bench_row;

void bench_put_text(bench_row *row, int value, const char *text); /* NULL: absent; not copied */
void bench_put_integer(bench_row *row, int value, int64_t integer);
void bench_put_boolean(bench_row *row, int value, int yes); /* in JSON only */
/* NaN is blank in tables and null in JSON. */
void bench_put_real(bench_row *row, int value, double real);
void bench_put_format(bench_row *row, int value, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Adds to BENCH_REMARK. */
void bench_remark(bench_row *row, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* GB/s and the share of a copy, from BENCH_BEST and the fewest bytes that must move. */
void bench_put_memory(bench_row *row, double bytes, double copy_gbs);
/* The ratio, from BENCH_BEST, as a remark too. */
void bench_put_peer(bench_row *row, const char *name, double seconds);

/* ---- a benchmark ---- */

typedef struct bench bench;

typedef struct bench_kind {
    const char *name;                   /* after "bench" */
    const char *title;                  /* of a page */
    const char *about;                  /* first sentences of the help */
    const char *reading;                /* how to read the table: in the help and on a page */
    const char *backend, *backend_help; /* the usual one, and which there are */
    const option *options;              /* its own; a NULL name ends them */
    const bench_column *columns;        /* a negative value ends them */
    int repeat, quick_repeat;           /* usual numbers of timed stretches */
    int ranks;                          /* 1: several ranks may measure together */
    int goes_on;                        /* 1: what fails does not end the benchmark */
    size_t setup_bytes;                 /* of one item of the plan */
    void *user;                         /* options and state of the benchmark */
    int (*prepare)(bench *b);           /* chooses the backend; returns an exit code */
    void (*begin)(bench *b);            /* before the first row; may be NULL */
    int (*plan)(const bench *b, void *setups, int room); /* returns how many */
    int (*nothing_planned)(const bench *b);      /* the exit code of an empty plan; may be NULL */
    int (*measure)(bench *b, const void *setup); /* adds rows; returns an exit code */
    int (*finish)(bench *b, int code); /* after the last row; may be NULL; returns an exit code */
} bench_kind;

struct bench {
    spate_tool *tool;
    const bench_kind *kind;
    const char *backend_name; /* of the user, or the usual one */
    const spate_backend *backend;
    int threads, max_threads; /* of the user, or 0; of OpenMP */
    int repeat;               /* 0 until chosen: by the user, or the usual number */
    int quick, as_json;
    int rows;           /* so far */
    tool_file markdown; /* out is NULL where there is none */
    json_writer json;   /* in memory: it is printed where the benchmark succeeds */
    char *json_text;
    size_t json_length;
};

/* Runs a benchmark from its command line; returns an exit code. */
int bench_main(spate_tool *tool, const bench_kind *kind, int argc, char **argv);

/* Rank 0 prints and writes; others do nothing. */
void bench_add(bench *b, const bench_row *row);
/* A remark between rows, on stderr. */
void bench_note(const bench *b, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Chooses b->backend by b->backend_name. opt: further wishes, or NULL. Returns an exit code. */
int bench_choose_backend(bench *b, const spate_options *opt);
/* Index of a word among names, -1 for none. */
int bench_index(const char *word, const char *const *names, int count);
/* 1 where so many bytes, with some slack, are free; otherwise a note "skipped: WHAT take about ..." */
int bench_fits(const bench *b, double bytes, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- timing ---- */

enum { BENCH_MOST_REPEATS = 101 };

/* Something to be timed. */
typedef struct bench_runner {
    const char *name;
    int is_peer;
    void *user;
    spate_status (*run)(struct bench_runner *r, int64_t count); /* so many runs, finished */
    void (*before)(struct bench_runner *r);                     /* outside the clock; may be NULL */
    void (*after)(struct bench_runner *r);
    int64_t most; /* runs of a stretch at most; 0: as the pace says */
    double setup_seconds, residual;
    /* ---- results ---- */
    int64_t count; /* runs of a stretch */
    int repeats;
    double seconds[BENCH_MOST_REPEATS]; /* of one run, sorted */
    double best, median;
} bench_runner;

/* How long is measured. */
typedef struct bench_pace {
    double enough;       /* s: a stretch takes about as long */
    int64_t first, most; /* runs of the first trial, and of a stretch at most */
    int warm;            /* stretches before that are not looked at */
    double limit;        /* s: no further stretch of a runner after so long; 0: no limit */
} bench_pace;

/* Runners take turns, so that all see the same state of a shared machine. All ranks begin a stretch together, and the
 * slowest one counts. Collective. */
spate_status bench_time(const bench *b, const bench_pace *pace, bench_runner *runners, int count);
/* Sorts the seconds of a runner; sets best and median. bench_time does it. */
void bench_summarise(bench_runner *r);
/* The fastest peer, NULL without one. */
const bench_runner *bench_best_peer(const bench_runner *runners, int count);

/* The work of one run. */
typedef struct bench_work {
    double items;
    const char *unit; /* "ns/cell": time for each item */
    double bytes;     /* the fewest that must move */
    double copy_gbs;
} bench_work;

/* Times, rate, share of a copy, residual and, for what is no peer itself, the peer. */
void bench_put_work(bench_row *row, const bench_runner *r, const bench_work *work,
                    const bench_runner *peer);

int bench_adi(spate_tool *tool, int argc, char **argv);
int bench_kurganov(spate_tool *tool, int argc, char **argv);
int bench_tridiag(spate_tool *tool, int argc, char **argv);
int bench_tridiag_distributed(spate_tool *tool, int argc, char **argv);
int bench_compact(spate_tool *tool, int argc, char **argv);
int bench_krylov(spate_tool *tool, int argc, char **argv);
int bench_staggered(spate_tool *tool, int argc, char **argv);
int bench_vector_invariant(spate_tool *tool, int argc, char **argv);
int bench_devices(spate_tool *tool, int argc, char **argv);

#endif
