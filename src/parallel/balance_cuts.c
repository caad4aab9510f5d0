/* Cuts of a grid for which the slowest device is as fast as possible. */
#include <math.h>

#include "parallel/balance.h"

/* The devices that get rows, from the south. */
typedef struct team {
    const balance_limits *limits;
    const double *row_work;
    int size, device[BALANCE_DEVICES];
    double rate[BALANCE_DEVICES];
} team;

static double work_of_row(const double *row_work, int row)
{
    return row_work ? row_work[row] : 1;
}

static int least_of(const team *t, int k)
{
    return k + 1 == t->size ? t->limits->least_last : t->limits->least;
}

/* The smallest first row of each member such that it and those north of it need no more than
 * `seconds`. Returns 0 if there is none. */
static int lowest_cuts(const team *t, double seconds, int lowest[BALANCE_DEVICES + 1])
{
    const balance_limits *l = t->limits;
    lowest[t->size] = l->rows;
    for (int k = t->size - 1; k >= 0; --k) {
        const int end = lowest[k + 1], d = t->device[k], south = k * l->least;
        const int most = end - least_of(t, k); /* the first row is no further north */
        double work = 0;
        int row = end;
        while (row > south && row > l->first[d]) {
            const double more = work + work_of_row(t->row_work, row - 1);
            if (row <= most && more > seconds * t->rate[k])
                break;
            work = more;
            --row;
        }
        if (row > most || work > seconds * t->rate[k] || end > l->end[d])
            return 0;
        lowest[k] = row;
    }
    return lowest[0] == 0;
}

/* The largest last row of member k that starts at `row`, and leaves rows for those in the north. */
static int highest_end(const team *t, double seconds, int k, int row)
{
    const balance_limits *l = t->limits;
    int end = row, most = l->end[t->device[k]];
    const int rest = l->rows - (t->size - 2 - k) * l->least - l->least_last;
    double work = 0;
    most = most < rest ? most : rest;
    while (end < most && work + work_of_row(t->row_work, end) <= seconds * t->rate[k])
        work += work_of_row(t->row_work, end++);
    return end;
}

/* Cuts that need no more than `seconds`, each as near to that of `now` as those before it allow. */
static void choose_cuts(const team *t, double seconds, const int *lowest, const balance_cuts *now,
                        int *first)
{
    first[0] = 0;
    for (int k = 0; k + 1 < t->size; ++k) {
        const int least = first[k] + t->limits->least;
        const int low = lowest[k + 1] > least ? lowest[k + 1] : least;
        const int high = highest_end(t, seconds, k, first[k]);
        const int wanted = now ? now->cut[t->device[k + 1]] : high;
        first[k + 1] = wanted > high ? high : wanted;
        first[k + 1] = first[k + 1] < low ? low : first[k + 1];
    }
}

static void fill_cuts(const team *t, int devices, const int *first, balance_cuts *out)
{
    int k = 0;
    out->devices = devices;
    for (int d = 0; d < devices; ++d) { /* a device without rows begins where the next one does */
        out->cut[d] = k < t->size ? first[k] : t->limits->rows;
        k += k < t->size && t->device[k] == d;
    }
    out->cut[devices] = t->limits->rows;
}

double balance_best_cuts(const balance_limits *limits, int devices, const double *rate,
                         const double *row_work, const balance_cuts *now, balance_cuts *out)
{
    team t = {.limits = limits, .row_work = row_work};
    int lowest[BALANCE_DEVICES + 1], first[BALANCE_DEVICES + 1];
    double total = 0, slowest = INFINITY;
    for (int d = 0; d < devices; ++d)
        if (rate[d] > 0) {
            t.device[t.size] = d;
            t.rate[t.size++] = rate[d];
            slowest = fmin(slowest, rate[d]);
        }
    for (int row = 0; row < limits->rows; ++row)
        total += work_of_row(row_work, row);
    double low = 0, high = 1.0001 * total / slowest; /* above the rounding of sums */
    if (t.size == 0 || !lowest_cuts(&t, high, lowest))
        return INFINITY;
    for (int n = 0; n < 60 && high - low > 1e-9 * high; ++n) {
        const double middle = 0.5 * (low + high);
        *(lowest_cuts(&t, middle, lowest) ? &high : &low) = middle;
    }
    lowest_cuts(&t, high, lowest);
    choose_cuts(&t, high, lowest, now, first);
    fill_cuts(&t, devices, first, out);
    return balance_time(out, rate, row_work);
}

double balance_time(const balance_cuts *cuts, const double *rate, const double *row_work)
{
    double most = 0;
    for (int d = 0; d < cuts->devices; ++d) {
        double work = 0;
        for (int row = cuts->cut[d]; row < cuts->cut[d + 1]; ++row)
            work += work_of_row(row_work, row);
        if (cuts->cut[d + 1] > cuts->cut[d])
            most = fmax(most, work / rate[d]);
    }
    return most;
}
