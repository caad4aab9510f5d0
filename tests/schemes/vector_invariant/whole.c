/* Claims: a Runge-Kutta step whose stages are computed at once has the bits of plain loops over one
 * stage after another, whatever lies at the edges of the grid and however large it is, on every
 * instruction set; and a step that fails in one of its stages fails as it does there. */
#include "frame.h"
#include "tape.h"

enum { STEPS = 2 };
#define DEPTH 30.0
#define DY 0.8

typedef struct whole_run {
    int nx, ny;
    spate_field_fn active; /* NULL: all cells have water */
    int ring_x, ring_y;
    spate_form form;
    int precision;
    const char *backend, *isa;
    int threads;
} whole_run;

static double rough_bed(double x, double y, void *user)
{
    (void)user;
    return sin(0.9 * x) * cos(1.3 * y);
}

static double rough_level(double x, double y, void *user)
{
    (void)user;
    return DEPTH + 0.3 * sin(1.7 * x + 0.4 * y) * cos(0.8 * y);
}

static double rough_flow(double x, double y, void *user)
{
    (void)user;
    return 0.5 * sin(0.6 * x - 1.1 * y);
}

/* Single cells, walls of cells, and pairs across periodic edges. */
static double some_cells(double x, double y, void *user)
{
    (void)user;
    const int i = (int)x, j = (int)y;
    return !((7 * i + 5 * j) % 31 == 0 || (i % 40 == 31 && j % 9 < 5));
}

/* Single ones next to rectangles of 256 x 32 cells that see none in their own tiles. */
static double neighbours(double x, double y, void *user)
{
    static const int blocked[][2] = {{253, 50}, {300, 93}, {258, 142}, {560, 66}};
    int here = 0;
    (void)user;
    for (int n = 0; n < 4; ++n)
        here |= (int)x == blocked[n][0] && (int)(y / DY) == blocked[n][1];
    return !here;
}

/* NULL: this machine or build lacks the instruction set. */
static spate_sim *create(const whole_run *r)
{
    spate_options o;
    spate_sim *sim = NULL;
    spate_options_default(&o);
    o.nx = r->nx;
    o.ny = r->ny;
    o.dx = 1;
    o.dy = DY;
    o.scheme = "vi-rk3";
    o.precision = r->precision;
    o.backend = r->backend;
    o.isa = r->isa;
    o.threads = r->threads;
    o.form = r->form;
    o.coriolis = 0.3;
    o.coriolis_beta = r->ring_y ? 0 : 0.01;
    for (int e = 0; e < 4; ++e)
        o.edges[e] = SPATE_WALL;
    if (r->ring_x)
        o.edges[SPATE_WEST] = o.edges[SPATE_EAST] = SPATE_PERIODIC;
    if (r->ring_y)
        o.edges[SPATE_SOUTH] = o.edges[SPATE_NORTH] = SPATE_PERIODIC;
    const spate_status status = spate_sim_create(ctx, &o, &sim);
    if (status == SPATE_ERROR_BACKEND)
        return NULL;
    ok(status);
    if (r->active)
        ok(spate_set_active(sim, r->active, NULL));
    ok(spate_set_bed(sim, rough_bed, NULL));
    return sim;
}

/* The caller frees its bytes. No bytes: as create. */
static tape state_after_steps(const whole_run *r)
{
    spate_sim *sim = create(r);
    tape t = {0};
    if (!sim)
        return t;
    ok(spate_set_level(sim, rough_level, NULL));
    ok(spate_set_velocity(sim, rough_flow, rough_flow, NULL));
    ok(spate_advance_steps(sim, STEPS));
    ok(spate_save(sim, tape_write, &t));
    spate_sim_destroy(sim);
    return t;
}

static void check_bits(whole_run r)
{
    static const char *const sets[] = {"base", "avx2", "avx512"};
    int compared = 0;
    r.backend = "reference";
    r.isa = "auto";
    tape plain = state_after_steps(&r);
    r.backend = "cpu";
    for (int n = 0; n < 3; ++n) {
        r.isa = sets[n];
        tape whole = state_after_steps(&r);
        if (!whole.bytes)
            continue;
        ++compared;
        CHECK(whole.size == plain.size && memcmp(whole.bytes, plain.bytes, plain.size) == 0);
        free(whole.bytes);
    }
    CHECK(plain.size > 0 && compared > 0);
    free(plain.bytes);
}

static void check_edges(whole_run r)
{
    for (int edges = 0; edges < 4; ++edges)
        for (int blocked = 0; blocked < 2; ++blocked) {
            r.active = blocked ? some_cells : NULL;
            r.ring_x = edges & 1;
            r.ring_y = edges >> 1;
            check_bits(r);
        }
}

static void check_forms(int nx, int ny, int threads)
{
    whole_run r = {.nx = nx, .ny = ny, .threads = threads};
    for (r.precision = 32; r.precision <= 64; r.precision += 32)
        for (int form = SPATE_FORM_ENSTROPHY; form <= SPATE_FORM_PAPER; ++form) {
            r.form = (spate_form)form;
            check_edges(r);
        }
}

static void a_step_has_the_bits_of_its_stages(void)
{
    check_forms(70, 37, 1);
}

/* Rectangles that see both edges, and rows and columns that come round more than once. */
static void however_small_the_grid_is(void)
{
    check_forms(5, 3, 1);
    check_forms(33, 9, 1);
}

/* Several rectangles along x, and along y. */
static void in_many_rectangles(void)
{
    check_forms(545, 19, 2);
    check_forms(41, 100, 2);
}

static void beside_blocked_cells_of_another_rectangle(void)
{
    whole_run r = {
        .nx = 577, .ny = 168, .active = neighbours, .ring_x = 1, .ring_y = 1, .threads = 2};
    for (r.precision = 32; r.precision <= 64; r.precision += 32) {
        r.form = SPATE_FORM_ENERGY;
        check_bits(r);
        r.form = SPATE_FORM_ENSTROPHY;
        check_bits(r);
    }
}

/* ---- failures ---- */

static double all_cells(double x, double y, void *user)
{
    (void)x, (void)y, (void)user;
    return DEPTH;
}

/* Water leaves cell (20, 11) faster than it can within a step of given length. */
static double outflow(double x, double y, void *user)
{
    (void)y, (void)user;
    return x > 20.2 ? 8 : -8;
}

static void a_step_that_fails_does_so_in_either_way(void)
{
    char messages[2][400];
    for (int n = 0; n < 2; ++n) {
        const whole_run r = {.nx = 40,
                             .ny = 24,
                             .precision = 64,
                             .form = SPATE_FORM_ENERGY,
                             .backend = n ? "cpu" : "reference",
                             .isa = "auto",
                             .threads = 1};
        spate_sim *sim = create(&r);
        ok(spate_set_level(sim, all_cells, NULL));
        ok(spate_set_velocity(sim, outflow, outflow, NULL));
        CHECK(spate_advance_steps(sim, 2000) != SPATE_OK);
        snprintf(messages[n], sizeof messages[n], "%s", spate_message(ctx));
        spate_sim_destroy(sim);
    }
    printf("  %s\n", messages[1]);
    CHECK(strcmp(messages[0], messages[1]) == 0);
}

int main(void)
{
    CHECK(spate_context_create(&ctx) == SPATE_OK);
    RUN(a_step_has_the_bits_of_its_stages);
    RUN(however_small_the_grid_is);
    RUN(in_many_rectangles);
    RUN(beside_blocked_cells_of_another_rectangle);
    RUN(a_step_that_fails_does_so_in_either_way);
    spate_context_destroy(ctx);
    return check_done();
}
