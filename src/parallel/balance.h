/* How the tile rows of a grid are divided among the devices of a process, and when that changes.
 * Decides from numbers: it has no clock, no memory and no device. Times are seconds, work is in
 * tiles: a tile that a step computes counts 1, one at rest counts `idle`. */
#ifndef SPATE_PARALLEL_BALANCE_H
#define SPATE_PARALLEL_BALANCE_H

#include <stdint.h>

enum { BALANCE_DEVICES = 16, BALANCE_ROWS = 16384 };

typedef struct balance_options {
    double smoothing; /* least weight of a new measurement, above 0 to 1 */
    double idle;      /* work of a tile at rest; 0 to 1 */
    double care; /* 1: a slow device of uncertain speed has time to spare (balance_safe); 0: none */
    double gain; /* cuts move if that shortens a step by this fraction or more */
    double overhead;  /* largest fraction of the time of a run that tuning may take */
    double drop_gain; /* a device is dropped if that shortens a step by this fraction or more */
    double look;      /* s that a decision is assumed to take before one has been made */
    int64_t interval_first, interval_least, interval_most; /* steps between decisions */
    int retry; /* decisions until a dropped device is tried again; doubles with each failure */
} balance_options;

balance_options balance_defaults(void);

/* Device d has the tile rows [cut[d], cut[d + 1]), from the south; a dropped one has none. */
typedef struct balance_cuts {
    int devices;
    int cut[BALANCE_DEVICES + 1];
} balance_cuts;

/* What limits the cuts. */
typedef struct balance_limits {
    int rows;       /* tile rows of the grid, at most BALANCE_ROWS */
    int least;      /* tile rows of a device that has any */
    int least_last; /* of the northernmost one, where the last tile row is low; at least `least` */
    /* Rows for which a device has memory. */
    int first[BALANCE_DEVICES], end[BALANCE_DEVICES];
    int pinned; /* 1: no device is dropped */
} balance_limits;

/* Sums over the steps since the decision before. */
typedef struct balance_measure {
    int64_t steps;                   /* those that were made again count, too */
    double wall;                     /* s, all steps together, and nothing between them */
    double seconds[BALANCE_DEVICES]; /* that each device has computed */
    double work[BALANCE_DEVICES];    /* of each device */
    /* s that each device had to do beside its work to share the steps: a host launches kernels. */
    double extra[BALANCE_DEVICES];
    const double *row_work; /* of each tile row, in the last step */
    double spent;           /* s that the decision before and its move took */
    double moved;           /* of them, the move; 0: none */
} balance_measure;

typedef enum {
    BALANCE_KEEP,  /* the gain is too small, or does not pay for the move */
    BALANCE_MOVE,  /* new cuts among the same devices */
    BALANCE_DROP,  /* a device only slowed the run */
    BALANCE_RETRY, /* a dropped device gets rows again */
    BALANCE_RETURN /* the retry was slower */
} balance_action;

typedef struct balance_decision {
    balance_action action;
    int device;        /* dropped, tried or returned; -1 */
    balance_cuts cuts; /* those to have next: unchanged with BALANCE_KEEP */
    int64_t steps;     /* until the next decision */
    double imbalance;  /* largest time of a device over the mean of those at work, less 1; with what
                          each had to do beside its work */
    double step;       /* s, as measured */
    double predicted;  /* s of a step with the new cuts */
} balance_decision;

/* By how much measurements have differed from what was expected, s per work, smoothed. */
typedef struct balance_errors {
    double mean, size;
} balance_errors;

/* All that is remembered. Plain values: it may be copied. */
typedef struct balance {
    balance_options options;
    balance_limits limits;
    int devices;
    double rate[BALANCE_DEVICES]; /* work per second, smoothed; 0: unknown */
    balance_errors errors[BALANCE_DEVICES];
    double extra[BALANCE_DEVICES];  /* s of a shared step beside the work, smoothed */
    double rest;                    /* s of a step beyond the slowest device, smoothed */
    double rest_before, rest_twice; /* the same of the last look; the smaller one of the last two */
    int measured;                   /* extra and rest are of the run itself */
    int known[BALANCE_DEVICES];     /* the rate is of the run itself, not of a trial */
    double left;                    /* loss that remained after the decision before */
    double drift;                   /* growth of the loss, per step, smoothed */
    double cost, move_cost;         /* s of a decision, and of a move, smoothed */
    int64_t interval;
    /* Devices without rows: decisions until they are tried again, 0 at work; and how many it is the
     * next time. A drop that did not help waits as long before it is tried again. */
    int dropped[BALANCE_DEVICES], patience[BALANCE_DEVICES], kept[BALANCE_DEVICES];
    double rest_with[BALANCE_DEVICES]; /* rest when the device was dropped */
    /* The change under test: its device, -1 for none, and what a step took before, s per work. */
    int testing, again; /* again: a test of old rates has been prolonged */
    double before;
} balance;

void balance_begin(balance *b, const balance_options *options, const balance_limits *limits,
                   int devices);
/* Cuts by rates of a trial alone, work per second of each device, for rows of equal work (row_work NULL) or
 * not. Also sets the rates that later measurements are smoothed with. */
balance_cuts balance_start(balance *b, const double *rates, const double *row_work);
/* What a step of several devices takes beyond the slowest of them, s, by a trial of all together. */
void balance_expect_rest(balance *b, double seconds);
/* Decisions before and soon after the first step: the best cuts, and no rows for devices that with
 * what it costs to share shorten a step by less than drop_gain. m: the first steps; NULL: the rates
 * are those of balance_start. Where one device is left, the next decision is so late that it costs no
 * more than `overhead` of the steps before. */
balance_decision balance_first(balance *b, const balance_measure *m, const double *row_work,
                               const balance_cuts *now);
/* Must be called with the measurements of the cuts now in use. */
balance_decision balance_decide(balance *b, const balance_measure *m, const balance_cuts *now);

/* How fast devices are. */
typedef struct balance_speeds {
    const double *rate;  /* work per second; 0: the device gets no rows */
    const double *extra; /* s of a step beside the work, where several share it; NULL: none */
} balance_speeds;

/* The cuts with the shortest time of the slowest device, as near to `now` as that allows (NULL: any).
 * Returns that time, s; INFINITY where no cuts satisfy the limits. */
double balance_best_cuts(const balance_limits *limits, int devices, balance_speeds speeds,
                         const double *row_work, const balance_cuts *now, balance_cuts *out);
/* The time of the slowest device with these cuts. */
double balance_time(const balance_cuts *cuts, balance_speeds speeds, const double *row_work);
/* Steps between decisions for which losses by drift and costs are least, sqrt(2 cost / (step
 * drift)), within the limits of the options. */
int64_t balance_interval(const balance_options *o, double step, double drift, double cost);

#endif
