/* A model of the time of one step on many processes, each with a box of cells of the grid:
 *
 *     T = cells / rate + messages * latency + bytes / bandwidth + reductions * log2(P) * latency
 *
 * of the process with the most of each. Computing and messages do not overlap. It is plain
 * arithmetic and knows no scheme, no machine and nothing of Spate. */
#ifndef SPATE_BENCH_SCALING_MODEL_H
#define SPATE_BENCH_SCALING_MODEL_H

#include <stddef.h>
#include <stdint.h>

/* A machine that runs a scheme. */
typedef struct scaling_machine {
    double rate;      /* cells and steps per second of one process */
    double latency;   /* s of a message */
    double bandwidth; /* bytes per second that a process sends; INFINITY: any number */
} scaling_machine;

/* What a step of a scheme needs from neighbours: means, so not always whole numbers. */
typedef struct scaling_scheme {
    double exchanges;  /* of ghost cells, all neighbours at once */
    double fields;     /* of all exchanges together: values for each ghost cell */
    double reductions; /* over all processes */
    int width;         /* ghost cells on a side */
    int value_bytes;
} scaling_scheme;

/* nx x ny cells in px x py boxes, cut where a tile ends, as equal as tiles allow. */
typedef struct scaling_grid {
    int64_t nx, ny;
    int px, py;
    int periodic;
    int tile_x, tile_y; /* 1 where boxes may be cut anywhere */
} scaling_grid;

/* What a process does in a step. */
typedef struct scaling_load {
    int processes;
    double cells, messages, bytes, reductions;
} scaling_load;

/* Terms of the model in seconds. */
typedef struct scaling_time {
    double compute, latency, transfer, reduce, whole;
} scaling_time;

/* The load of process (ix, iy): one message for each of up to eight neighbours and exchange. */
scaling_load scaling_load_of(const scaling_scheme *s, const scaling_grid *g, int ix, int iy);
/* The most of each over all processes. */
scaling_load scaling_largest_load(const scaling_scheme *s, const scaling_grid *g);
scaling_time scaling_predict(const scaling_machine *m, const scaling_load *load);

/* As square as possible: px <= py. */
void scaling_process_grid(int processes, int *px, int *py);

/* What one process needs over what `processes` need: of the same grid (strong), or of one
 * `processes` times as large (weak). */
double scaling_strong(double alone, double together, int processes);
double scaling_weak(double alone, double together);

/* A measured exchange. */
typedef struct scaling_exchange {
    double messages, bytes, seconds;
} scaling_exchange;

/* Least squares of seconds = messages * latency + bytes / bandwidth. Where one of them would be
 * negative, or the bytes of the largest exchange would take no longer than what the law leaves of
 * some exchange (noise), the bandwidth is INFINITY or the latency 0 and the other one is fitted
 * alone. */
void scaling_fit(const scaling_exchange *all, int count, double *latency, double *bandwidth);

/* "a latency of 5 us and a bandwidth of 9 GB/s", or which of them the fit could not find. */
void scaling_say_link(double latency, double bandwidth, char *text, size_t size);

#endif
