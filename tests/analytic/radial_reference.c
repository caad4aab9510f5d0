/* Prints the table in src/cases/circular_reference.c: the circular dam break of the case `circular`
 * solved along the radius, on cells of 17.5 mm. Not a test; run by hand, takes about a minute:
 *
 *     gcc -std=c11 -O3 tests/analytic/radial_reference.c -lm -o radial && ./radial
 *
 * In polar coordinates (r h)_t + (r h u)_r = 0, (r h u)_t + (r (h u^2 + g h^2/2))_r = g h^2/2.
 * Cells hold means of h and h u weighted by r; van Leer slopes of h and u, HLL fluxes, SSP-RK2. It
 * is of second order and shares no code with the solver. With the pressure source h^2/2 of
 * the cell times the difference of the face radii, still water stays at rest. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define CELLS 20000
#define RADIUS 350.0
#define T_END 15.0
#define G 9.81

typedef struct state {
    double h[CELLS + 2], q[CELLS + 2]; /* one ghost cell on either side */
} state;

static double limited(double a, double b)
{
    return a * b > 0.0 ? 2.0 * a * b / (a + b) : 0.0;
}

static void hll(double hl, double ul, double hr, double ur, double f[2])
{
    const double sl = fmin(ul - sqrt(G * hl), ur - sqrt(G * hr));
    const double sr = fmax(ul + sqrt(G * hl), ur + sqrt(G * hr));
    const double f0l = hl * ul, f0r = hr * ur;
    const double f1l = hl * ul * ul + 0.5 * G * hl * hl, f1r = hr * ur * ur + 0.5 * G * hr * hr;
    const double a = fmin(sl, 0.0), b = fmax(sr, 0.0);
    f[0] = (b * f0l - a * f0r + a * b * (hr - hl)) / (b - a);
    f[1] = (b * f1l - a * f1r + a * b * (hr * ur - hl * ul)) / (b - a);
}

/* out = in + dt R(in); the ghost cells of in: mirror at the centre, still water far out. */
static void euler(state *in, state *out, double dt)
{
    static double sh[CELLS + 2], su[CELLS + 2];
    const double dr = RADIUS / CELLS;
    in->h[0] = in->h[1], in->q[0] = -in->q[1];
    in->h[CELLS + 1] = in->h[CELLS], in->q[CELLS + 1] = in->q[CELLS];
    for (int i = 1; i <= CELLS; ++i) {
        const double u = in->q[i] / in->h[i];
        sh[i] = 0.5 * limited(in->h[i] - in->h[i - 1], in->h[i + 1] - in->h[i]);
        su[i] = 0.5 * limited(u - in->q[i - 1] / in->h[i - 1], in->q[i + 1] / in->h[i + 1] - u);
    }
    sh[0] = -sh[1], su[0] = su[1];
    sh[CELLS + 1] = su[CELLS + 1] = 0.0;

    double west[2] = {0.0, 0.0}; /* no flux through a face of radius 0 */
    for (int i = 1; i <= CELLS; ++i) {
        const double rw = (i - 1) * dr, re = i * dr, r = 0.5 * (rw + re);
        double east[2];
        hll(in->h[i] + sh[i], in->q[i] / in->h[i] + su[i], in->h[i + 1] - sh[i + 1],
            in->q[i + 1] / in->h[i + 1] - su[i + 1], east);
        const double source = 0.5 * G * in->h[i] * in->h[i];
        out->h[i] = in->h[i] - dt * (re * east[0] - rw * west[0]) / (r * dr);
        out->q[i] = in->q[i] - dt * ((re * east[1] - rw * west[1]) / dr - source) / r;
        west[0] = east[0], west[1] = east[1];
    }
}

static double at(const double *a, double r)
{
    const double dr = RADIUS / CELLS, k = r / dr + 0.5;
    const int i = (int)k;
    return a[i] + (k - i) * (a[i + 1] - a[i]);
}

/* At 0, 1, 2 ... m, up to the last whole metre inside the shock. */
static void print(const char *name, const double *a, int last)
{
    printf("static const double %s[] = {", name);
    for (int r = 0; r <= last; ++r)
        printf("%s%.4f,", r % 10 ? " " : "\n    ", at(a, r));
    printf("\n};\n");
}

int main(void)
{
    state *s = calloc(3, sizeof *s);
    if (!s)
        return 1;
    const double dr = RADIUS / CELLS;
    for (int i = 0; i < CELLS + 2; ++i)
        s->h[i] = (i - 0.5) * dr < 100.0 ? 15.0 : 10.0;

    for (double t = 0.0, dt; t < T_END; t += dt) {
        double speed = 0.0;
        for (int i = 1; i <= CELLS; ++i)
            speed = fmax(speed, fabs(s->q[i] / s->h[i]) + sqrt(G * s->h[i]));
        dt = fmin(0.4 * dr / speed, T_END - t);
        euler(&s[0], &s[1], dt);
        euler(&s[1], &s[2], dt);
        for (int i = 1; i <= CELLS; ++i) {
            s->h[i] = 0.5 * (s->h[i] + s[2].h[i]);
            s->q[i] = 0.5 * (s->q[i] + s[2].q[i]);
        }
        if (dt <= 1e-13)
            break;
    }

    /* The outer shock; another one approaches the centre. */
    int shock = (int)(50.0 / dr);
    for (int i = shock; i < CELLS; ++i)
        if (s->h[i] - s->h[i + 1] > s->h[shock] - s->h[shock + 1])
            shock = i;
    printf("#define SHOCK %.3f\n", shock * dr);
    print("depth", s->h, (int)(shock * dr));
    print("momentum", s->q, (int)(shock * dr));
    free(s);
    return 0;
}
