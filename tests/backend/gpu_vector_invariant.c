/* Claim: on a strict backend the vector-invariant schemes have the bits of the CPU: explicit and
 * implicit steps, three forms, f32 and f64, every mass matrix, a filter, walls, blocks and periodic edges,
 * rotation that varies, in one part and several, resumed on either side, with maxima and frames; and
 * what fails on the CPU fails there with the same message. A fast backend differs by rounding alone.
 * What solves equations is refused on several devices of a process.
 *
 *   gpu_vector_invariant [--backend cuda] [--isa strict]
 *
 * Exits with 77 where there is no such backend. */
#include <stdlib.h>

#include "backend_args.h"
#include "gpu_vector_invariant.h"
#include "tape.h"

static const char *backend, *isa;

enum { STEPS = 5 };

static spate_sim *start_run(const run *r, const place *p, int tracked)
{
    const spate_options o = options_of(r, p);
    spate_sim *sim = start_with(r, &o);
    if (tracked)
        ok(spate_track_maxima(sim, 0.01, 2));
    return sim;
}

static int on_several_devices(void)
{
    return strchr(backend, ',') != NULL;
}

/* Steps up to a given time, the last of another length. */
static void first_half(spate_sim *sim)
{
    spate_stats stats;
    ok(spate_advance_steps(sim, STEPS - 3));
    ok(spate_get_stats(sim, &stats));
    ok(spate_advance(sim, stats.t + 2.3 * stats.dt));
}

static void second_half(const run *r, spate_sim *sim)
{
    ok(spate_advance_steps(sim, solves(r) ? STEPS - 3 : STEPS));
}

static tape save(spate_sim *sim)
{
    tape t = {0};
    ok(spate_save(sim, tape_write, &t));
    return t;
}

/* The state and what is reported of it. */
static tape outcome(spate_sim *sim)
{
    spate_stats s;
    tape t = save(sim);
    ok(spate_get_stats(sim, &s));
    const double reported[] = {s.t, s.dt, (double)s.steps, s.volume, s.mass_error, s.max_speed};
    CHECK(tape_write(reported, sizeof reported, &t));
    return t;
}

static tape run_through(const run *r, const place *p)
{
    spate_sim *sim = start_run(r, p, 1);
    first_half(sim);
    second_half(r, sim);
    tape t = outcome(sim);
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
    second_half(r, second);
    tape t = outcome(second);
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

/* A step costs more where equations are solved, so that these runs change their place fewer times. */
static void compare_with_one_part(const run *r, const tape *cpu)
{
    const place one = {backend, isa, 1, 1}, many = {backend, isa, 2, 3},
                bands = {backend, isa, 1, 3};
    compare(cpu, run_in_two_places(r, &one, &on_cpu), "resumed on the CPU");
    compare(cpu, run_in_two_places(r, &on_cpu, &many), "begun on the CPU");
    if (r->mass == LINES && !is_implicit(r)) /* lines along x are whole, those along y are cut */
        compare(cpu, run_in_two_places(r, &bands, &one), "three bands, then one part");
    if (solves(r))
        return;
    compare(cpu, run_through(r, &one), "one part");
    compare(cpu, run_in_two_places(r, &many, &one), "resumed in one part");
}

static void a_strict_backend_has_the_bits_of_the_cpu(void)
{
    const place many = {backend, isa, 2, 3};
    for (int n = 0; n < RUNS; ++n) {
        const run *r = &runs[n];
        if (solves(r) && on_several_devices())
            continue;
        print_run(r);
        tape cpu = run_through(r, &on_cpu);
        CHECK(cpu.size > (size_t)(r->nx * r->ny) * 3 * sizeof(float));
        compare(&cpu, run_through(r, &many), "2x3 parts");
        if (!on_several_devices()) /* a part on one of several devices is as on one */
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
        if (solves(&runs[n]) && on_several_devices())
            continue;
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

static void a_fast_backend_differs_by_rounding_alone(void)
{
    const place there = {backend, isa, 1, 1};
    compare_fast(ctx, &there);
}

/* ---- failures ---- */

typedef struct failure {
    spate_status status;
    char message[512];
    tape state;
} failure;

/* Faster than waves: cells fall dry where it parts. */
static double torrent(double x, double y, void *user)
{
    return 40 * stream(x, y, user);
}

/* A run that is too fast, or has too few iterations; and the state that it leaves. */
static failure fail_on(const run *r, const place *p)
{
    enum { MOST = 100 };
    spate_options o = options_of(r, p);
    failure f = {0};
    if (r->precision == 64) {
        o.newton_most = 1;
        o.newton_tolerance = 1e-12;
    }
    spate_sim *sim = start_with(r, &o);
    if (r->precision == 32)
        ok(spate_set_velocity(sim, torrent, torrent, (void *)r));
    f.status = spate_advance_steps(sim, MOST);
    snprintf(f.message, sizeof f.message, "%s", spate_message(ctx));
    f.state = outcome(sim);
    spate_sim_destroy(sim);
    return f;
}

static void what_fails_on_the_cpu_fails_alike(void)
{
    const place many = {backend, isa, 2, 3};
    for (int n = 0; n < RUNS; ++n) {
        if (!solves(&runs[n]) || (!is_implicit(&runs[n]) && runs[n].precision == 64))
            continue; /* does not fail */
        failure cpu = fail_on(&runs[n], &on_cpu), there = fail_on(&runs[n], &many);
        print_run(&runs[n]);
        printf("    %.*s\n", (int)strcspn(cpu.message, "\n"), cpu.message);
        CHECK(cpu.status != SPATE_OK && cpu.status == there.status);
        CHECK(strcmp(cpu.message, there.message) == 0);
        compare(&cpu.state, there.state, "state left");
        free(cpu.state.bytes);
    }
}

static void several_devices_are_refused(void)
{
    const place one = {backend, isa, 1, 2};
    for (int n = 0; n < RUNS; ++n) {
        const spate_options o = options_of(&runs[n], &one);
        spate_sim *sim = NULL;
        if (!solves(&runs[n]))
            continue;
        CHECK(spate_sim_create(ctx, &o, &sim) != SPATE_OK);
        CHECK_CONTAINS(spate_message(ctx), "on one device in each process");
        spate_sim_destroy(sim);
    }
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
    if (on_several_devices())
        RUN(several_devices_are_refused);
    else if (strcmp(isa, "strict") == 0)
        RUN(what_fails_on_the_cpu_fails_alike);
    spate_context_destroy(ctx);
    return check_done();
}
