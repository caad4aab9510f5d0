/* Cuts of a grid for which the slowest device is as fast as possible. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "parallel/balance_own.h"

/* The devices that get rows, from the south. */
typedef struct team {
    const balance_limits *limits;
    const double *row_work;
    int size, device[BALANCE_DEVICES];
    double rate[BALANCE_DEVICES], extra[BALANCE_DEVICES];
} team;

static double work_of_row(const double *row_work, int row)
{
    return row_work ? row_work[row] : 1;
}

/* The work that a member has done after so many seconds. */
static double work_in(const team *t, int k, double seconds)
{
    return (seconds - t->extra[k]) * t->rate[k];
}

static int least_of(const team *t, int k)
{
    return k + 1 == t->size ? t->limits->least_last : t->limits->least;
}

/* A set of rows. */
typedef struct row_set {
    uint64_t words[BALANCE_ROWS / 64 + 1];
} row_set;

static int is_in(const row_set *s, int row)
{
    return (int)(s->words[row / 64] >> (row % 64) & 1);
}

/* First rows of each member from which it and those north of it need no more than `seconds`. */
typedef struct first_rows {
    row_set of[BALANCE_DEVICES + 1];
} first_rows;

/* For each row, the nearest end that the members in the north allow is best: `end` falls as `row`
 * does, and `work` is that of the rows between. */
static void find_first_rows(const team *t, double seconds, int k, const row_set *ends,
                            row_set *firsts)
{
    const balance_limits *l = t->limits;
    const int d = t->device[k], least = least_of(t, k);
    int end = -1;
    double work = 0;
    memset(firsts, 0, sizeof *firsts);
    for (int row = l->rows - least; row >= l->first[d]; --row) {
        const int nearer = row + least;
        if (end >= 0)
            work += work_of_row(t->row_work, row);
        if (is_in(ends, nearer)) {
            end = nearer;
            work = 0;
            for (int r = row; r < end; ++r)
                work += work_of_row(t->row_work, r);
        }
        if (end >= 0 && end <= l->end[d] && work <= work_in(t, k, seconds))
            firsts->words[row / 64] |= UINT64_C(1) << (row % 64);
    }
}

/* Returns 0 if no cuts need so little time. */
static int find_cuts(const team *t, double seconds, first_rows *f)
{
    memset(&f->of[t->size], 0, sizeof f->of[0]);
    f->of[t->size].words[t->limits->rows / 64] |= UINT64_C(1) << (t->limits->rows % 64);
    for (int k = t->size - 1; k >= 0; --k)
        find_first_rows(t, seconds, k, &f->of[k + 1], &f->of[k]);
    return is_in(&f->of[0], 0);
}

/* Cuts that need no more than `seconds`, each as near to that of `now` as those before it allow. */
static void choose_cuts(const team *t, double seconds, const first_rows *f, const balance_cuts *now,
                        int *first)
{
    const balance_limits *l = t->limits;
    first[0] = 0;
    for (int k = 0; k + 1 < t->size; ++k) {
        const int wanted = now ? now->cut[t->device[k + 1]] : 0;
        double work = 0;
        int nearest = -1;
        for (int end = first[k] + 1; end <= l->end[t->device[k]]; ++end) {
            work += work_of_row(t->row_work, end - 1);
            if (work > work_in(t, k, seconds))
                break;
            if (end - first[k] >= l->least && is_in(&f->of[k + 1], end) &&
                (nearest < 0 || abs(end - wanted) <= abs(nearest - wanted)))
                nearest = end;
        }
        first[k + 1] = nearest;
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

/* The devices with a rate. One that is alone shares nothing. */
static team make_team(const balance_limits *limits, int devices, balance_speeds speeds,
                      const double *row_work)
{
    team t = {.limits = limits, .row_work = row_work};
    for (int d = 0; d < devices; ++d)
        if (speeds.rate[d] > 0) {
            t.device[t.size] = d;
            t.extra[t.size] = speeds.extra ? speeds.extra[d] : 0;
            t.rate[t.size++] = speeds.rate[d];
        }
    t.extra[0] = t.size == 1 ? 0 : t.extra[0];
    return t;
}

/* The shortest time is not below `low`, in which all of them do nothing but the work, and not above
 * `high`, in which the slowest does all of it. */
static void bound_time(const team *t, double *low, double *high)
{
    double total = 0, rates = 0, slowest = INFINITY, extra = 0, extra_work = 0;
    for (int row = 0; row < t->limits->rows; ++row)
        total += work_of_row(t->row_work, row);
    for (int k = 0; k < t->size; ++k) {
        slowest = fmin(slowest, t->rate[k]);
        extra = fmax(extra, t->extra[k]);
        rates += t->rate[k];
        extra_work += t->extra[k] * t->rate[k];
    }
    *low = 0.9999 * (total + extra_work) / rates; /* 0.9999, 1.0001: beyond the rounding of sums */
    *high = 1.0001 * total / slowest + extra;
}

double balance_best_cuts(const balance_limits *limits, int devices, balance_speeds speeds,
                         const double *row_work, const balance_cuts *now, balance_cuts *out)
{
    const team t = make_team(limits, devices, speeds, row_work);
    first_rows f;
    int first[BALANCE_DEVICES + 1];
    double low, high;
    if (t.size == 0 || limits->rows > BALANCE_ROWS)
        return INFINITY;
    bound_time(&t, &low, &high);
    if (!find_cuts(&t, high, &f))
        return INFINITY;
    for (int n = 0; t.size > 1 && n < 60 && high - low > 1e-9 * high; ++n) {
        const double middle = 0.5 * (low + high);
        *(find_cuts(&t, middle, &f) ? &high : &low) = middle;
    }
    find_cuts(&t, high, &f);
    choose_cuts(&t, high, &f, now, first);
    fill_cuts(&t, devices, first, out);
    return balance_time(out, speeds, row_work);
}

double balance_time(const balance_cuts *cuts, balance_speeds speeds, const double *row_work)
{
    double most = 0;
    const int shared = balance_count_at_work(cuts) > 1;
    for (int d = 0; d < cuts->devices; ++d) {
        double work = 0;
        for (int row = cuts->cut[d]; row < cuts->cut[d + 1]; ++row)
            work += work_of_row(row_work, row);
        if (cuts->cut[d + 1] > cuts->cut[d])
            most =
                fmax(most, work / speeds.rate[d] + (shared && speeds.extra ? speeds.extra[d] : 0));
    }
    return most;
}
