/* Claim: on a strict backend the vector-invariant schemes have the bits of the CPU: both schemes,
 * three forms, f32 and f64, a filter, walls, blocks and periodic edges, rotation that varies, in one
 * part and several, resumed on either side, with maxima and frames. A fast backend differs by
 * rounding alone. A mass matrix is refused by name.
 *
 *   gpu_vector_invariant [--backend cuda] [--isa strict]
 *
 * Exits with 77 where there is no such backend. */
#include <stdlib.h>

#include "backend_args.h"
#include "check.h"
#include "schemes/vector_invariant/frame.h"
#include "tape.h"

static const char *backend, *isa;

/* Walls: in the west and the east, and blocks of inactive cells. Else a ring in both directions. */
typedef struct run {
    const char *scheme;
    spate_form form;
    double filter;
    int precision, nx, ny, walls;
} run;

static const run runs[] = {
    {"vi-leapfrog", SPATE_FORM_ENSTROPHY, 0, 64, 61, 47, 1},
    {"vi-leapfrog", SPATE_FORM_ENERGY, 0, 32, 257, 35, 0},
    {"vi-leapfrog", SPATE_FORM_PAPER, 0.1, 64, 67, 35, 0},
    {"vi-rk3", SPATE_FORM_ENSTROPHY, 0, 32, 131, 35, 0},
    {"vi-rk3", SPATE_FORM_ENERGY, 0, 64, 67, 35, 1},
    {"vi-rk3", SPATE_FORM_PAPER, 0, 32, 61, 47, 1},
};
enum { RUNS = sizeof runs / sizeof *runs, STEPS = 5 };

/* Where a run is, and in how many parts. */
typedef struct place {
    const char *backend, *isa;
    int parts_x, parts_y;
} place;

static const place on_cpu = {"cpu", "auto", 1, 1};

static double wave(double x, int64_t n)
{
    return sin(2 * PI * x / (double)n);
}

static double bed(double x, double y, void *user)
{
    const run *r = user;
    return 300 + 0.4 * wave(x, r->nx) * wave(y + 3, r->ny);
}

static double level(double x, double y, void *user)
{
    const run *r = user;
    return 302 + 0.2 * wave(2 * x, r->nx) * wave(y, r->ny);
}

static double stream(double x, double y, void *user)
{
    const run *r = user;
    return 0.3 * wave(x, r->nx) * wave(2 * y + 5, r->ny);
}

static double active(double x, double y, void *user)
{
    (void)user;
    return !(x > 20 && x < 29 && y > 11 && y < 30) && (int)(x / 3) % 17 + (int)y % 13 != 8;
}

static spate_options options_of(const run *r, const place *p)
{
    spate_options o;
    spate_options_default(&o);
    o.nx = r->nx;
    o.ny = r->ny;
    o.dx = 1;
    o.dy = 0.8;
    o.scheme = r->scheme;
    o.precision = r->precision;
    o.form = r->form;
    o.filter = r->filter;
    o.coriolis = 0.05;
    o.coriolis_beta = r->walls ? 0.001 : 0;
    o.backend = p->backend;
    o.isa = p->isa;
    o.threads = 1;
    o.parts_x = p->parts_x;
    o.parts_y = p->parts_y;
    for (int e = 0; e < 4; ++e)
        o.edges[e] = r->walls ? SPATE_WALL : SPATE_PERIODIC;
    return o;
}

static spate_sim *start_run(const run *r, const place *p, int tracked)
{
    const spate_options o = options_of(r, p);
    spate_sim *sim = NULL;
    ok(spate_sim_create(ctx, &o, &sim));
    if (r->walls)
        ok(spate_set_active(sim, active, NULL));
    ok(spate_set_bed(sim, bed, (void *)r));
    ok(spate_set_level(sim, level, (void *)r));
    ok(spate_set_velocity(sim, stream, stream, (void *)r));
    if (tracked)
        ok(spate_track_maxima(sim, 0.01, 2));
    return sim;
}

/* Steps up to a given time, the last of another length. */
static void first_half(spate_sim *sim)
{
    spate_stats stats;
    ok(spate_advance_steps(sim, STEPS - 3));
    ok(spate_get_stats(sim, &stats));
    ok(spate_advance(sim, stats.t + 2.3 * stats.dt));
}

static void second_half(spate_sim *sim)
{
    ok(spate_advance_steps(sim, STEPS));
}

static tape save(spate_sim *sim)
{
    tape t = {0};
    ok(spate_save(sim, tape_write, &t));
    return t;
}

static tape run_through(const run *r, const place *p)
{
    spate_sim *sim = start_run(r, p, 1);
    first_half(sim);
    second_half(sim);
    tape t = save(sim);
    spate_sim_destroy(sim);
    return t;
}

/* Half of it in one place, the rest in another. */
static tape run_in_two_places(const run *r, const place *p, const place *then)
{
    spate_sim *first = start_run(r, p, 1), *second = start_run(r, then, 1);
    first_half(first);
    tape half = save(first);
    ok(spate_load(second, tape_read, &half));
    second_half(second);
    tape t = save(second);
    free(half.bytes);
    spate_sim_destroy(first);
    spate_sim_destroy(second);
    return t;
}

static void compare(const tape *cpu, tape other, const char *how)
{
    size_t different = cpu->size != other.size;
    for (size_t n = 0; n < cpu->size && n < other.size; ++n)
        different += cpu->bytes[n] != other.bytes[n];
    printf("    %s: %zu of %zu bytes differ\n", how, different, cpu->size);
    CHECK(different == 0);
    free(other.bytes);
}

static void compare_with_one_part(const run *r, const tape *cpu)
{
    const place one = {backend, isa, 1, 1}, many = {backend, isa, 2, 3};
    compare(cpu, run_through(r, &one), "one part");
    compare(cpu, run_in_two_places(r, &one, &on_cpu), "resumed on the CPU");
    compare(cpu, run_in_two_places(r, &on_cpu, &many), "begun on the CPU");
    compare(cpu, run_in_two_places(r, &many, &one), "resumed in one part");
}

static void a_strict_backend_has_the_bits_of_the_cpu(void)
{
    const place many = {backend, isa, 2, 3};
    for (int n = 0; n < RUNS; ++n) {
        const run *r = &runs[n];
        printf("  %s, form %d, filter %g, f%d, %dx%d%s\n", r->scheme, (int)r->form, r->filter,
               r->precision, r->nx, r->ny, r->walls ? ", walls" : "");
        tape cpu = run_through(r, &on_cpu);
        CHECK(cpu.size > (size_t)(r->nx * r->ny) * 3 * sizeof(float));
        compare(&cpu, run_through(r, &many), "2x3 parts");
        if (!strchr(backend, ',')) /* a part on one of several devices is as on one */
            compare_with_one_part(r, &cpu);
        free(cpu.bytes);
    }
}

/* ---- frames ---- */

/* Fields of now, at once and by a frame that is fetched three steps later. */
static void a_frame_holds_the_moment_it_was_started_at(void)
{
    enum { FIELDS = 3 };
    static const spate_field_name names[FIELDS] = {SPATE_DEPTH, SPATE_VELOCITY_X, SPATE_VELOCITY_Y};
    for (int n = 0; n < RUNS; n += RUNS - 1) {
        const place one = {backend, isa, 1, 1};
        spate_sim *sim = start_run(&runs[n], &one, 0);
        const size_t cells = (size_t)(runs[n].nx * runs[n].ny);
        float *at_once[FIELDS], *framed[FIELDS];
        spate_frame *frame = NULL;
        ok(spate_advance_steps(sim, STEPS));
        for (int k = 0; k < FIELDS; ++k) {
            at_once[k] = malloc(cells * sizeof(float));
            framed[k] = calloc(cells, sizeof(float));
            ok(spate_get_field_f32(sim, names[k], at_once[k]));
        }
        ok(spate_frame_start(sim, FIELDS, names, framed, &frame));
        CHECK(frame != NULL); /* in the background */
        ok(spate_advance_steps(sim, 3));
        ok(spate_frame_wait(frame, ctx));
        for (int k = 0; k < FIELDS; ++k) {
            CHECK(memcmp(at_once[k], framed[k], cells * sizeof(float)) == 0);
            free(at_once[k]);
            free(framed[k]);
        }
        spate_sim_destroy(sim);
    }
}

/* ---- rounding ---- */

/* Values of a row of results are sums of at most 64 rounded operations each, on numbers no larger
 * than g times the depth range and the bed's, whose difference is 1 m here, and the squares of
 * speeds: relative to depth H and celerity sqrt(g H) a stage errs by at most OPERATIONS eps, and a
 * stable step does not enlarge what it is given by more than 2. A depth itself is rounded by eps H. */
enum { OPERATIONS = 64, FAST_STEPS = 2, STAGES = 3 };
#define FAST_BOUND ((double)OPERATIONS * STAGES * FAST_STEPS * 4)

static void a_fast_backend_differs_by_rounding_alone(void)
{
    static const spate_field_name names[] = {SPATE_DEPTH, SPATE_MOMENTUM_X, SPATE_MOMENTUM_Y};
    const place there = {backend, isa, 1, 1};
    for (int n = 0; n < RUNS; ++n) {
        const run *r = &runs[n];
        const size_t cells = (size_t)(r->nx * r->ny);
        const double eps = r->precision == 32 ? 0x1p-23 : 0x1p-52, depth = 3;
        double *a = malloc(sizeof *a * cells), *b = malloc(sizeof *b * cells);
        spate_sim *cpu = start_run(r, &on_cpu, 0), *other = start_run(r, &there, 0);
        ok(spate_advance_steps(cpu, FAST_STEPS));
        ok(spate_advance_steps(other, FAST_STEPS));
        double worst = 0;
        for (int k = 0; k < 3; ++k) {
            const double unit = eps * depth * (k ? sqrt(9.81 * depth) : 1);
            ok(spate_get_field(cpu, names[k], a));
            ok(spate_get_field(other, names[k], b));
            for (size_t o = 0; o < cells; ++o)
                worst = a[o] == b[o] || (isnan(a[o]) && isnan(b[o]))
                            ? worst
                            : fmax(worst, fabs(a[o] - b[o]) / unit);
        }
        CHECK_AT_MOST(r->scheme, worst, FAST_BOUND);
        spate_sim_destroy(cpu);
        spate_sim_destroy(other);
        free(a);
        free(b);
    }
}

/* ---- refusals ---- */

static void a_mass_matrix_is_refused(void)
{
    const place one = {backend, isa, 1, 1};
    spate_options o = options_of(&runs[0], &one);
    spate_sim *sim = NULL;
    o.mass_matrix = SPATE_MASS_CONSISTENT;
    CHECK(spate_sim_create(ctx, &o, &sim) != SPATE_OK);
    CHECK_CONTAINS(spate_message(ctx), "use mass_matrix lumped, or backend cpu");
    spate_sim_destroy(sim);
}

int main(int argc, char **argv)
{
    backend = argument(argc, argv, "--backend", "cuda");
    isa = argument(argc, argv, "--isa", "strict");
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    const spate_status status = try_backend(ctx, backend, isa);
    if (status != SPATE_OK) {
        spate_context_destroy(ctx);
        return status == SPATE_ERROR_BACKEND ? TEST_SKIPPED : 1;
    }
    if (strcmp(isa, "strict") == 0)
        RUN(a_strict_backend_has_the_bits_of_the_cpu);
    else
        RUN(a_fast_backend_differs_by_rounding_alone);
    RUN(a_frame_holds_the_moment_it_was_started_at);
    RUN(a_mass_matrix_is_refused);
    spate_context_destroy(ctx);
    return check_done();
}
