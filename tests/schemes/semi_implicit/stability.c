/* Claim: small waves on a stream do not grow in the semi-implicit scheme, whatever the Courant number
 * of waves, with the weight of the end of a step that semi_weight of physics/semi_implicit.h gives.
 * All wave numbers of a grid in two dimensions are searched for a growing eigenvalue, for upwind
 * transport in one pass (flow Courant numbers up to 1/2) and in several passes or along paths (any).
 *
 * Depth h, velocities u and v, in units of the depth and of the wave speed c, on a stream (U, V) = c
 * (Fx, Fy). With C = c dt / dx, s = F C and d = 2 i sin(k / 2) along each axis:
 *     u' = a u - C dx (theta h' + (1 - theta) h)
 *     h' = h - sum of C d (theta u' + (1 - theta) u) + s d b h
 * a: transport of velocity; b: the depth at a face, from the mean (cos(k/2)) to the upstream cell. */
#include <complex.h>

#define SPATE_REAL_BITS 64
#include "check.h"
#include "physics/semi_implicit.h"
#include "physics/semi_implicit_rates.h"

typedef double complex matrix[3][3];

static void multiply(matrix out, matrix a, matrix b)
{
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            out[i][j] = a[i][0] * b[0][j] + a[i][1] * b[1][j] + a[i][2] * b[2][j];
}

static double largest(matrix m)
{
    double top = 0;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            top = fmax(top, cabs(m[i][j]));
    return top;
}

/* Spectral radius: the growth of a high power, squared again and again. */
enum { SQUARINGS = 14 };
static double radius(matrix m)
{
    double log_size = 0;
    for (int n = 0; n < SQUARINGS; ++n) {
        matrix square;
        multiply(square, m, m);
        const double size = largest(square);
        log_size = 2 * log_size + log(size);
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j)
                m[i][j] = square[i][j] / size;
    }
    return exp(log_size / pow(2, SQUARINGS));
}

/* rest = A^-1 rest, by elimination; A is diagonal but for its first row and column. */
static void solve(double complex top, double complex p, double complex q, matrix rest)
{
    const double complex first = top - p * p - q * q;
    for (int j = 0; j < 3; ++j) {
        const double complex h = (rest[0][j] - p * rest[1][j] - q * rest[2][j]) / first;
        rest[0][j] = h;
        rest[1][j] -= p * h;
        rest[2][j] -= q * h;
    }
}

typedef struct stream {
    double courant, fx, fy;
    int along_paths; /* 1: transport is exact to linear interpolation; 0: upwind in passes */
    int long_ways;
} stream;

static double theta_of(const stream *s)
{
    const semi_axis a = {.theta = 0.5, .g = 1, .long_ways = s->long_ways};
    return semi_weight(s->fx, s->fy, 1, &a);
}

static double complex upwind(double s, double k)
{
    return 1 - s * (1 - cexp(-I * k));
}

static double complex transported(const stream *s, double k, double l)
{
    const double sx = s->fx * s->courant, sy = s->fy * s->courant;
    if (s->along_paths) {
        const double fx = sx - floor(sx), fy = sy - floor(sy);
        return cexp(-I * (k * floor(sx) + l * floor(sy))) * upwind(fx, k) * upwind(fy, l);
    }
    const double passes = semi_passes(1, sx + sy, SEMI_FLOW_COURANT);
    return cpow(1 - sx / passes * (1 - cexp(-I * k)) - sy / passes * (1 - cexp(-I * l)), passes);
}

/* Outflow of depth by the stream along an axis, s d b; weight: of the upstream depth. */
static double complex carried(double s, double k, double weight)
{
    const double complex b = (1 - weight) * cos(k / 2) + weight * cexp(-I * k / 2);
    return s * 2 * I * sin(k / 2) * b;
}

static double growth(const stream *s, double k, double l, double weight)
{
    const double theta = theta_of(s), c = s->courant, sx = s->fx * c, sy = s->fy * c;
    const double complex dx = 2 * I * sin(k / 2), dy = 2 * I * sin(l / 2);
    const double complex a = transported(s, k, l);
    const double wx = fmax(weight, fmin(sx, 1)), wy = fmax(weight, fmin(sy, 1));
    matrix m = {{1 - carried(sx, k, wx) - carried(sy, l, wy), -c * (1 - theta) * dx,
                 -c * (1 - theta) * dy},
                {-c * (1 - theta) * dx, a, 0},
                {-c * (1 - theta) * dy, 0, a}};
    solve(1, c * theta * dx, c * theta * dy, m);
    return radius(m);
}

/* Largest growth over the waves of a grid of 2 WAVES cells each way. */
enum { WAVES = 12 };
static double worst_growth(const stream *s)
{
    const double pi = 3.14159265358979323846;
    double worst = 0;
    for (int i = -WAVES; i <= WAVES; ++i)
        for (int j = 0; j <= WAVES; ++j)
            for (int weight = 0; weight < 2; ++weight)
                worst = fmax(worst, growth(s, pi * i / WAVES, pi * j / WAVES, weight));
    return worst;
}

/* A power of 2^SQUARINGS of a matrix with eigenvalues on the unit circle may grow as fast as its
 * exponent, and each squaring rounds. */
static const double limit = 1 + 1e-3;

static double search(int along_paths, int long_ways, double most)
{
    static const double courants[] = {0.5, 1, 2, 5, 10, 20, 50, 100};
    double worst = 0;
    for (int c = 0; c < 8; ++c)
        for (int part = 1; part <= 4; ++part)
            for (int angle = 0; angle < 3; ++angle) {
                const double flow = most * part / 4 / courants[c];
                const double fx = flow * (1 - 0.25 * angle), fy = flow * 0.25 * angle;
                const stream s = {courants[c], fx, fy, along_paths, long_ways};
                if (sqrt(fx * fx + fy * fy) <= 1)
                    worst = fmax(worst, worst_growth(&s));
            }
    return worst;
}

static void explicit_transport_does_not_feed_waves(void)
{
    CHECK_AT_MOST("largest eigenvalue", search(0, 0, SEMI_FLOW_COURANT), limit);
}

static void transport_in_passes_does_not_feed_waves(void)
{
    CHECK_AT_MOST("largest eigenvalue", search(0, 1, 8), limit);
}

static void transport_along_paths_does_not_feed_waves(void)
{
    CHECK_AT_MOST("largest eigenvalue", search(1, 1, 8), limit);
}

/* The search finds growth where there is some: Crank-Nicolson on a stream. */
static void without_the_weight_waves_grow(void)
{
    stream s = {5, 0.1, 0, 0, 0};
    const semi_axis half = {.theta = 0.5, .g = 1};
    CHECK(semi_weight(0, 0, 1, &half) == 0.5);
    s.fx = 0.1;
    matrix m;
    const double k = 1, c = s.courant, theta = 0.5;
    const double complex dx = 2 * I * sin(k / 2);
    memset(m, 0, sizeof m);
    m[0][0] = 1 - carried(s.fx * c, k, 1);
    m[0][1] = m[1][0] = -c * (1 - theta) * dx;
    m[1][1] = m[2][2] = transported(&s, k, 0);
    solve(1, c * theta * dx, 0, m);
    const double grows = radius(m);
    printf("  by %.3f in a step\n", grows);
    CHECK(grows > 1.1);
}

int main(void)
{
    RUN(explicit_transport_does_not_feed_waves);
    RUN(transport_in_passes_does_not_feed_waves);
    RUN(transport_along_paths_does_not_feed_waves);
    RUN(without_the_weight_waves_grow);
    return check_done();
}
