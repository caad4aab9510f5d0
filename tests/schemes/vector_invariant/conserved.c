/* Claims: with lumped mass, mass is kept to rounding; what the form keeps (energy, potential
 * enstrophy, or both) changes only by the error of the steps in time, of the order of the
 * stepper or better, on rectangular cells, over a bed and with rotation; what it does not keep
 * changes more. Energy is also kept in a basin with walls and a block. */
#include "frame.h"

enum { NX = 24, NY = 20 };
#define DX (1.3 / NX)
#define DY (0.8 / NY)
#define TIME 0.5

static double hills(double x, double y, void *user)
{
    (void)user;
    return 0.2 * sin(2 * PI * x / 1.3) * cos(4 * PI * y / 0.8);
}

static double level(double x, double y, void *user)
{
    (void)user;
    return 1 + 0.05 * cos(2 * PI * x / 1.3) * sin(2 * PI * y / 0.8);
}

static double stream_u(double x, double y, void *user)
{
    (void)user;
    return 0.2 * sin(2 * PI * y / 0.8) + 0.1 * sin(4 * PI * x / 1.3);
}

static double stream_v(double x, double y, void *user)
{
    (void)y, (void)user;
    return 0.2 * cos(2 * PI * x / 1.3);
}

static double not_in_a_block(double x, double y, void *user)
{
    (void)user;
    return !(x > 0.5 && x < 0.8 && y > 0.3 && y < 0.5);
}

typedef struct totals {
    double energy, enstrophy, mass_error;
} totals;

/* Index of a neighbour on the ring. */
static int64_t before(int64_t i, int64_t n)
{
    return (i + n - 1) % n;
}

/* Sums over cells and faces of what the differences keep: h_x u^2 / 2 + h_y v^2 / 2 + g h (h / 2 +
 * b), and h_q q^2 / 2 at corners. The velocity of a closed face is 0. */
static totals totals_of(spate_sim *sim)
{
    const double f = sim->options.coriolis, g = sim->options.gravity;
    totals t = {0};
    for (int64_t j = 0; j < NY; ++j)
        for (int64_t i = 0; i < NX; ++i) {
            const int64_t w = before(i, NX), s = before(j, NY);
            const double h = state_at(sim, FIELD_DEPTH, i, j), bed = state_at(sim, FIELD_BED, i, j);
            const double west = state_at(sim, FIELD_DEPTH, w, j);
            const double south = state_at(sim, FIELD_DEPTH, i, s);
            const double u = state_at(sim, VI_U, i, j), v = state_at(sim, VI_V, i, j);
            const double depth = (h + west + south + state_at(sim, FIELD_DEPTH, w, s)) / 4;
            const double turn =
                (v - state_at(sim, VI_V, w, j)) / DX - (u - state_at(sim, VI_U, i, s)) / DY + f;
            t.energy += (h + west) / 4 * u * u + (h + south) / 4 * v * v + g * h * (h / 2 + bed);
            t.enstrophy += turn * turn / depth / 2;
        }
    spate_stats stats;
    ok(spate_get_stats(sim, &stats));
    t.mass_error = stats.mass_error;
    return t;
}

static spate_sim *start_flow(const char *scheme, spate_form form, double dt, int walls)
{
    spate_options o = square_options(scheme, NX);
    o.ny = NY;
    o.dx = DX;
    o.dy = DY;
    o.form = form;
    o.coriolis = 1;
    o.dt_max = dt;
    spate_sim *sim = NULL;
    for (int e = 0; e < 4 && walls; ++e)
        o.edges[e] = SPATE_WALL;
    ok(spate_sim_create(ctx, &o, &sim));
    if (walls)
        ok(spate_set_active(sim, not_in_a_block, NULL));
    ok(spate_set_bed(sim, hills, NULL));
    ok(spate_set_level(sim, level, NULL));
    ok(spate_set_velocity(sim, stream_u, stream_v, NULL));
    return sim;
}

/* Relative changes over a time. */
static totals change_over(double time, const char *scheme, spate_form form, int steps, int walls)
{
    spate_sim *sim = start_flow(scheme, form, time / steps, walls);
    const totals first = totals_of(sim);
    ok(spate_advance(sim, time));
    const totals last = totals_of(sim);
    spate_sim_destroy(sim);
    return (totals){.energy = fabs(last.energy / first.energy - 1),
                    .enstrophy = fabs(last.enstrophy / first.enstrophy - 1),
                    .mass_error = fabs(last.mass_error)};
}

static totals change(const char *scheme, spate_form form, int steps, int walls)
{
    return change_over(TIME, scheme, form, steps, walls);
}

/* Twice the steps: what is kept changes by 2^order less, the other by the same again. Between
 * the two lies a quarter for order 2, which the measured one may miss by a third of an order. */
static void check_orders(double time, int steps)
{
    for (int s = 0; s < 2; ++s)
        for (int form = SPATE_FORM_ENSTROPHY; form <= SPATE_FORM_PAPER; ++form) {
            const totals a = change_over(time, schemes[s], (spate_form)form, steps, 0);
            const totals b = change_over(time, schemes[s], (spate_form)form, 2 * steps, 0);
            const double energy = log2(a.energy / b.energy);
            const double enstrophy = log2(a.enstrophy / b.enstrophy);
            printf("  %s, form %d: energy %.2e, %.2e (order %.2f), enstrophy %.2e, %.2e (order "
                   "%.2f)\n",
                   schemes[s], form, a.energy, b.energy, energy, a.enstrophy, b.enstrophy,
                   enstrophy);
            const double least = (s == 0 ? 2 : 3) - 1.0 / 3;
            CHECK((form != SPATE_FORM_PAPER) == (energy > least));
            CHECK((form != SPATE_FORM_ENERGY) == (enstrophy > least));
            /* Each stage rounds the depth of a cell: by an epsilon of it at most. */
            CHECK(a.mass_error <= 3 * steps * 0x1p-52);
        }
}

static void what_a_form_keeps_changes_by_the_error_in_time(void)
{
    check_orders(TIME, 100);
}

/* A hundred times as many steps, half as long. What a form does not keep changes by up to a
 * fifth. */
static void it_is_so_after_ten_thousand_steps(void)
{
    check_orders(50 * TIME, 10000);
}

static void walls_keep_energy(void)
{
    enum { STEPS = 100 };
    for (int s = 0; s < 2; ++s)
        for (int form = SPATE_FORM_ENSTROPHY; form <= SPATE_FORM_ENERGY; ++form) {
            const totals a = change(schemes[s], (spate_form)form, STEPS, 1);
            const totals b = change(schemes[s], (spate_form)form, 2 * STEPS, 1);
            printf("  %s, form %d: energy %.2e, %.2e (order %.2f), mass %.1e\n", schemes[s], form,
                   a.energy, b.energy, log2(a.energy / b.energy), a.mass_error);
            CHECK(log2(a.energy / b.energy) > (s == 0 ? 2 : 3) - 1.0 / 3);
            CHECK(a.mass_error <= 3 * STEPS * 0x1p-52);
        }
}

int main(void)
{
    CHECK(spate_context_create(&ctx) == SPATE_OK);
    RUN(what_a_form_keeps_changes_by_the_error_in_time);
    RUN(it_is_so_after_ten_thousand_steps);
    RUN(walls_keep_energy);
    spate_context_destroy(ctx);
    return check_done();
}
