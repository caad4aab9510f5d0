/* The benchmark of compact differences in pieces: plan (which arrays), data (what values), measure (how long),
 * peer (LAPACK on the same data), report (the table). */
#ifndef SPATE_BENCH_COMPACT_H
#define SPATE_BENCH_COMPACT_H

#include "backend/backend.h"
#include "bench/bench.h"
#include "bench/rows.h"
#include "spate/compact.h"

/* One group of rows: ours and the peer, on the same data. */
typedef struct compact_setup {
    const char *scheme;
    int64_t size[3];
    int direction, periodic, precision, threads;
    int parts[3]; /* 0: whole lines alone */
    int only_cut; /* the row of whole lines is there already */
    const char *reduced;
    double tolerance;
} compact_setup;

/* What the user fixed; NULL, negative or 0: the plan's own. */
typedef struct compact_wishes {
    const char *scheme;
    int direction, periodic, precision, threads, quick;
    int64_t n; /* along each side of a cube */
    int paper; /* the shapes of methods/seed-002 alone */
    int parts[3];
    int along; /* 1, 2, 4 ... parts along the lines; 0: as parts says */
    const char *reduced;
    double tolerance;
} compact_wishes;

/* Fills at most `room` setups; returns how many. */
int compact_plan(const compact_wishes *wishes, compact_setup *setups, int room);

/* Arrays of one setup: f packed, x fastest; g alike, with room for one more result where a line has it. */
typedef struct compact_data {
    spate_compact_scheme scheme;
    spate_compact_options options; /* for the library */
    int64_t values, results;       /* of all lines */
    int64_t places;                /* of g */
    int64_t stride[3], out_stride[3];
    void *f, *g;
} compact_data;

double compact_bytes(const compact_setup *setup); /* of both arrays */
/* Everything but the arrays; 0 where there is no such scheme. */
int compact_data_describe(const compact_setup *setup, compact_data *data);
/* The value of f at a place of the packed array, put to array[k]. */
void compact_put_value(void *array, int precision, int64_t k, int64_t place);
/* 0: no memory. Released by compact_data_free either way. */
int compact_data_make(const compact_setup *setup, compact_data *data);
void compact_data_free(compact_data *data);
/* Largest |A g - B f| over |A| |g| + |B| |f| of a sample of lines, row by row. */
double compact_residual(const compact_setup *setup, const compact_data *data);

/* The same through LAPACK: a loop for the right-hand side, then gttrs, some lines at a time. */
typedef struct compact_peer {
    const char *name;
    int (*begin)(const compact_setup *setup, const compact_data *data); /* 0: not for this setup */
    void (*apply)(const compact_setup *setup, const compact_data *data);
    void (*end)(void);
} compact_peer;

/* NULL with a sentence where there is none. */
const compact_peer *compact_find_peer(const char **why);

typedef struct compact_row {
    const char *solver; /* "spate", "cut" or the peer */
    compact_setup setup;
    int64_t points; /* results of all lines */
    double seconds_best, seconds_median, setup_seconds, ns_per_point;
    double bytes_floor, gbs, copy_gbs, fraction;
    const char *peer;
    double peer_seconds, peer_ratio; /* above 1 we are faster */
    double residual;
    int ranks;         /* of "cut" and 0 of others, as are the following */
    double moved;      /* bytes that were counted over the fewest */
    double over_whole; /* seconds, over those of whole lines */
    double sent_bytes; /* to other ranks, by the one that sends the most */
} compact_row;

typedef struct compact_report {
    const spate_tool *tool;
    bench_rows kept;
} compact_report;

/* path NULL: no Markdown. Returns an exit code. */
int compact_report_begin(compact_report *report, const char *path, const char *heading);
void compact_report_add(compact_report *report, const compact_row *row);
void compact_report_note(const compact_report *report, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
int compact_report_end(compact_report *report, int ok);

typedef struct compact_bench {
    spate_tool *tool;
    compact_report *report;
    const compact_peer *peer;     /* NULL: none */
    const spate_backend *backend; /* whose memory is copied for comparison */
    const char *backend_name;     /* of a device; NULL: the CPU */
    int repeat, quick;
} compact_bench;

/* Finds the device. Returns an exit code. */
int compact_cuda_begin(compact_bench *b, const char *backend);
/* As compact_measure, in the memory of the device. */
int compact_cuda_measure(const compact_bench *b, const compact_setup *setup);

/* Measures ours and the peer in turns and adds their rows. Returns an exit code. */
int compact_measure(const compact_bench *b, const compact_setup *setup);
/* The same for setup->parts; collective. */
int compact_cut_measure(const compact_bench *b, const compact_setup *setup);

#endif
