/* See tide_reference.h. h_t + q_x = 0, q_t + (q^2/h)_x + g h h_x + g n^2 |q| q / h^(7/3) = 0 over a
 * flat bed. */
#include "tide_reference.h"

#include <math.h>
#include <string.h>

#include "cases/case.h"

typedef struct channel {
    int nodes;
    double derivative[TIDE_MOST_NODES][TIDE_MOST_NODES]; /* of values at the nodes, along x */
} channel;

typedef struct water {
    double h[TIDE_MOST_NODES], q[TIDE_MOST_NODES];
} water;

/* Trefethen, Spectral Methods in MATLAB, chapter 6: nodes x_k = cos(pi k / N), c = 2 at the ends
 * and 1 between, here numbered from the mouth to the end. Diagonals are minus the sums of their
 * rows: constants have no slope, to the last bit. */
static void make_channel(channel *c, int nodes)
{
    const int last = nodes - 1;
    c->nodes = nodes;
    for (int i = 0; i < nodes; ++i) {
        double sum = 0;
        for (int j = 0; j < nodes; ++j) {
            if (i == j)
                continue;
            const double weight = (i % last ? 1.0 : 2.0) / (j % last ? 1.0 : 2.0);
            const double apart = cos(CASE_PI * j / last) - cos(CASE_PI * i / last);
            const double d = weight * ((i + j) % 2 ? -1 : 1) / apart * 2 / TIDE_LENGTH;
            c->derivative[i][j] = d;
            sum += d;
        }
        c->derivative[i][i] = -sum;
    }
}

static double slope(const channel *c, const double *values, int i)
{
    double sum = 0;
    for (int j = 0; j < c->nodes; ++j)
        sum += c->derivative[i][j] * values[j];
    return sum;
}

/* Depth at the mouth; ramped up from rest in the first period. t counts from the start. */
static double mouth(double t)
{
    const double begun = t < TIDE_PERIOD ? pow(sin(0.5 * CASE_PI * t / TIDE_PERIOD), 4) : 1;
    return TIDE_DEPTH + begun * exact_tide_outside(t);
}

static void set_ends(const channel *c, double t, water *w)
{
    w->h[0] = mouth(t);
    w->q[c->nodes - 1] = 0;
}

/* Characteristics at an end: dq - (u +- c) dh of the arriving wave is kept; the rest follows from
 * the boundary condition. */
static void hold_ends(const channel *c, const water *w, double t, water *rate)
{
    const int end = c->nodes - 1;
    const double rising = (mouth(t + 1) - mouth(t - 1)) / 2; /* error (2 pi / period)^2 / 6 */
    const double fast = w->q[0] / w->h[0] + sqrt(CASE_GRAVITY * w->h[0]);
    rate->q[0] += fast * (rising - rate->h[0]);
    rate->h[0] = rising;
    rate->h[end] += rate->q[end] / sqrt(CASE_GRAVITY * w->h[end]);
    rate->q[end] = 0;
}

static void rates(const channel *c, const water *w, double t, water *rate)
{
    double thrust[TIDE_MOST_NODES]; /* q^2/h + g h^2/2 */
    for (int i = 0; i < c->nodes; ++i)
        thrust[i] = w->q[i] * w->q[i] / w->h[i] + 0.5 * CASE_GRAVITY * w->h[i] * w->h[i];
    for (int i = 0; i < c->nodes; ++i) {
        const double friction = CASE_GRAVITY * TIDE_MANNING * TIDE_MANNING * fabs(w->q[i]) *
                                w->q[i] / (w->h[i] * w->h[i] * cbrt(w->h[i]));
        rate->h[i] = -slope(c, w->q, i);
        rate->q[i] = -slope(c, thrust, i) - friction;
    }
    hold_ends(c, w, t, rate);
}

static water moved(const channel *c, const water *from, const water *rate, double dt, double t)
{
    water to;
    for (int i = 0; i < c->nodes; ++i) {
        to.h[i] = from->h[i] + dt * rate->h[i];
        to.q[i] = from->q[i] + dt * rate->q[i];
    }
    set_ends(c, t, &to);
    return to;
}

static void step(const channel *c, water *w, double t, double dt)
{
    water k[4], sum;
    rates(c, w, t, &k[0]);
    water at = moved(c, w, &k[0], dt / 2, t + dt / 2);
    rates(c, &at, t + dt / 2, &k[1]);
    at = moved(c, w, &k[1], dt / 2, t + dt / 2);
    rates(c, &at, t + dt / 2, &k[2]);
    at = moved(c, w, &k[2], dt, t + dt);
    rates(c, &at, t + dt, &k[3]);
    for (int i = 0; i < c->nodes; ++i) {
        sum.h[i] = (k[0].h[i] + 2 * (k[1].h[i] + k[2].h[i]) + k[3].h[i]) / 6;
        sum.q[i] = (k[0].q[i] + 2 * (k[1].q[i] + k[2].q[i]) + k[3].q[i]) / 6;
    }
    *w = moved(c, w, &sum, dt, t + dt);
}

static void copy_out(const water *w, tide_solution *out)
{
    memcpy(out->h, w->h, sizeof out->h);
    memcpy(out->q, w->q, sizeof out->q);
}

void tide_solve(int nodes, int steps, int periods, tide_watch *watch, void *user,
                tide_solution *out)
{
    channel c;
    water w = {{0}, {0}};
    make_channel(&c, nodes);
    *out = (tide_solution){.nodes = nodes, .steps = steps};
    for (int i = 0; i < nodes; ++i)
        w.h[i] = TIDE_DEPTH;
    set_ends(&c, 0, &w);
    for (int period = 0; period < periods; ++period) {
        const water before = w;
        for (int n = 0; n < steps; ++n) {
            step(&c, &w, TIDE_PERIOD * (period + (double)n / steps), TIDE_PERIOD / steps);
            copy_out(&w, out);
            if (watch && period == periods - 1)
                watch(out, n + 1, user);
        }
        out->change = 0;
        for (int i = 0; i < nodes; ++i)
            out->change = fmax(out->change, fabs(w.h[i] - before.h[i]));
    }
}

void tide_coefficients(const double *values, int nodes, double *coefficients)
{
    const int last = nodes - 1;
    for (int k = 0; k < nodes; ++k) {
        double sum = 0;
        for (int j = 0; j < nodes; ++j) /* at 2 x / length - 1 = -cos(pi j / last) */
            sum += values[j] * cos(CASE_PI * j * k / last) * (j % last ? 1 : 0.5);
        coefficients[k] = sum * (k % last ? 2.0 : 1.0) / last * (k % 2 ? -1 : 1);
    }
}
