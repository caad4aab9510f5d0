/* The model of spate bench scaling: values computed by hand, limits, the fit of latency and
 * bandwidth, and the bytes of an exchange beside those that the halo exchange of every scheme
 * counts. */
#include "bench/scaling_model.h"

#include "check.h"
#include "run/sim.h"

/* Three exchanges of 10 values in all, 5 reductions, f64. */
static const scaling_scheme scheme = {
    .exchanges = 3, .fields = 10, .reductions = 5, .width = 2, .value_bytes = 8};
static const scaling_machine machine = {.rate = 1e6, .latency = 1e-5, .bandwidth = 1e8};

/* A sum of four products: the rounding of each and of the sum, 8 in all. */
static double rounding(double value)
{
    return 8 * 0x1p-53 * value;
}

static void a_step_has_the_time_computed_by_hand(void)
{
    /* 4 x 4 boxes of 100 x 50 cells, periodic: 8 neighbours, (104 x 54 - 100 x 50) = 616 ghosts. */
    const scaling_grid g = {400, 200, 4, 4, 1, 1, 1};
    const scaling_load l = scaling_largest_load(&scheme, &g);
    CHECK(l.processes == 16 && l.cells == 5000 && l.messages == 24);
    CHECK(l.bytes == 616 * 10 * 8 && l.reductions == 5);
    const scaling_time t = scaling_predict(&machine, &l);
    CHECK_NEAR(t.compute, 5e-3, rounding(5e-3));
    CHECK_NEAR(t.latency, 24e-5, rounding(24e-5));
    CHECK_NEAR(t.transfer, 49280e-8, rounding(49280e-8));
    CHECK_NEAR(t.reduce, 5 * 4 * 1e-5, rounding(2e-4));
    CHECK_NEAR(t.whole, 5e-3 + 24e-5 + 49280e-8 + 2e-4, rounding(t.whole));
}

static void walls_have_no_neighbours(void)
{
    /* 3 x 1 boxes: the middle one has two, and sends 2 x 2 x 40 cells. At the upper wall the last
     * faces are sent, too. */
    const scaling_grid g = {90, 40, 3, 1, 0, 1, 1};
    const scaling_load middle = scaling_load_of(&scheme, &g, 1, 0);
    CHECK(middle.messages == 2 * 3 && middle.bytes == 2 * 2 * 41 * 10 * 8);
    CHECK(scaling_load_of(&scheme, &g, 0, 0).messages == 3);
    /* With periodic edges the box above is the box itself: no message. Beside it three are. */
    const scaling_grid ring = {90, 40, 3, 1, 1, 1, 1};
    CHECK(scaling_load_of(&scheme, &ring, 0, 0).messages == 6 * 3);
}

static void tiles_are_not_cut(void)
{
    /* 5 tiles of 8 for 2 boxes: 16 and 24 cells. */
    const scaling_grid g = {32, 40, 1, 2, 0, 32, 8};
    CHECK(scaling_load_of(&scheme, &g, 0, 0).cells == 32 * 16);
    CHECK(scaling_largest_load(&scheme, &g).cells == 32 * 24);
}

static void one_process_computes_and_nothing_else(void)
{
    for (int periodic = 0; periodic < 2; ++periodic) {
        const scaling_grid g = {400, 200, 1, 1, periodic, 1, 1};
        const scaling_load l = scaling_largest_load(&scheme, &g);
        const scaling_time t = scaling_predict(&machine, &l);
        CHECK(l.messages == 0 && l.bytes == 0);
        CHECK(t.whole == t.compute && t.whole == 400 * 200 / machine.rate);
    }
}

/* Seconds of a step of n x n cells on p x p processes. */
static double seconds(const scaling_machine *m, int64_t n, int p)
{
    const scaling_grid g = {n, n, p, p, 1, 1, 1};
    const scaling_load l = scaling_largest_load(&scheme, &g);
    return scaling_predict(m, &l).whole;
}

static void without_latency_and_with_any_bandwidth_the_efficiency_is_1(void)
{
    const scaling_machine ideal = {machine.rate, 0, (double)INFINITY};
    for (int p = 1; p <= 8; p *= 2) {
        CHECK_NEAR(scaling_strong(seconds(&ideal, 640, 1), seconds(&ideal, 640, p), p * p), 1,
                   rounding(1));
        CHECK_NEAR(scaling_weak(seconds(&ideal, 640, 1), seconds(&ideal, 640 * p, p)), 1,
                   rounding(1));
        CHECK(p == 1 ||
              scaling_strong(seconds(&machine, 640, 1), seconds(&machine, 640, p), p * p) < 1);
    }
}

static void a_step_takes_longer_with_more_latency_and_less_bandwidth(void)
{
    scaling_machine m = machine;
    double before = 0;
    for (m.latency = 0; m.latency < 1e-3; m.latency += 1e-4) {
        CHECK(seconds(&m, 640, 4) > before);
        before = seconds(&m, 640, 4);
    }
    for (m.bandwidth = 1e8; m.bandwidth > 1e5; m.bandwidth /= 2) {
        const scaling_machine less = {m.rate, m.latency, 0.5 * m.bandwidth};
        CHECK(seconds(&less, 640, 4) > seconds(&m, 640, 4));
    }
}

static void grids_of_processes_are_as_square_as_possible(void)
{
    static const int wanted[][3] = {{1, 1, 1}, {2, 1, 2},   {4, 2, 2},
                                    {6, 2, 3}, {13, 1, 13}, {64, 8, 8}};
    for (size_t k = 0; k < sizeof wanted / sizeof *wanted; ++k) {
        int px, py;
        scaling_process_grid(wanted[k][0], &px, &py);
        CHECK(px == wanted[k][1] && py == wanted[k][2]);
    }
}

/* Exchanges that follow the law: the fit returns it. The condition of the normal equations is that
 * of the data, below 1e3, squared. */
static void the_fit_finds_latency_and_bandwidth(void)
{
    scaling_exchange e[6];
    double latency, bandwidth;
    for (int k = 0; k < 6; ++k) {
        e[k].messages = 8;
        e[k].bytes = 1e4 * (k + 1);
        e[k].seconds = e[k].messages * 2e-5 + e[k].bytes / 5e8;
    }
    scaling_fit(e, 6, &latency, &bandwidth);
    CHECK_NEAR(latency, 2e-5, 1e6 * 0x1p-53 * 2e-5);
    CHECK_NEAR(bandwidth, 5e8, 1e6 * 0x1p-53 * 5e8);
    scaling_fit(e, 1, &latency, &bandwidth); /* one exchange: all of it is latency */
    CHECK_NEAR(latency, e[0].seconds / 8, rounding(e[0].seconds));
    CHECK(isinf(bandwidth));
    for (int k = 0; k < 6; ++k)
        e[k].seconds = 1e-4 - 1e-10 * e[k].bytes; /* more bytes in less time: no bandwidth */
    scaling_fit(e, 6, &latency, &bandwidth);
    CHECK(isinf(bandwidth) && latency > 0);
    for (int k = 0; k < 6; ++k)
        e[k].seconds = e[k].bytes * 1e-9 - 5e-6; /* no latency */
    scaling_fit(e, 6, &latency, &bandwidth);
    CHECK(latency == 0 && bandwidth > 0 && isfinite(bandwidth));
}

/* Four exchanges of 1, 2, 3 and 4 times 10 kB and eight messages of 5 us, at 1 GB/s, with noise
 * +a, -a, -a, +a: it is orthogonal to a constant and to a slope, so that least squares find both
 * whatever a is, and leave a. */
static void noisy_exchanges(double a, scaling_exchange e[4])
{
    for (int k = 0; k < 4; ++k) {
        e[k].messages = 8;
        e[k].bytes = 1e4 * (k + 1);
        e[k].seconds = 8 * 5e-6 + e[k].bytes / 1e9 + (k == 0 || k == 3 ? a : -a);
    }
}

/* The largest exchange has 40 us of bytes. */
static void the_fit_finds_both_while_bytes_take_longer_than_noise(void)
{
    scaling_exchange e[4];
    double latency, bandwidth;
    noisy_exchanges(39e-6, e);
    scaling_fit(e, 4, &latency, &bandwidth);
    CHECK_NEAR(latency, 5e-6, 1e6 * 0x1p-53 * 5e-6);
    CHECK_NEAR(bandwidth, 1e9, 1e6 * 0x1p-53 * 1e9);
    noisy_exchanges(41e-6, e);
    scaling_fit(e, 4, &latency, &bandwidth);
    CHECK(isinf(bandwidth));
    /* The mean over messages: 40 us, and 25 kB at 1 GB/s. */
    CHECK_NEAR(latency, 65e-6 / 8, rounding(4 * 65e-6));
}

/* What a GPU shows that hardly sees the bytes: the largest exchange is the fastest. */
static void noise_that_lets_bytes_gain_time_gives_a_latency_alone(void)
{
    static const double us[] = {41, 40, 42, 39};
    scaling_exchange e[4];
    double latency, bandwidth;
    for (int k = 0; k < 4; ++k)
        e[k] = (scaling_exchange){8, 1e4 * (k + 1), 1e-6 * us[k]};
    scaling_fit(e, 4, &latency, &bandwidth);
    CHECK(isinf(bandwidth));
    CHECK_NEAR(latency, 40.5e-6 / 8, rounding(4 * 40.5e-6));
    for (int k = 0; k < 4; ++k)
        e[k].seconds = 40e-6; /* none takes longer than another */
    scaling_fit(e, 4, &latency, &bandwidth);
    CHECK(isinf(bandwidth));
    CHECK_NEAR(latency, 5e-6, rounding(4 * 40e-6));
}

static void what_cannot_be_told_is_said_in_words(void)
{
    char text[200];
    scaling_say_link(5e-6, 9e9, text, sizeof text);
    CHECK(strcmp(text, "a latency of 5 us and a bandwidth of 9 GB/s") == 0);
    scaling_say_link(5e-6, (double)INFINITY, text, sizeof text);
    CHECK(strstr(text, "bandwidth cannot be told") && !strstr(text, "inf"));
    scaling_say_link(0, 9e9, text, sizeof text);
    CHECK(strstr(text, "latency cannot be told") && strstr(text, "9 GB/s"));
}

/* ---- the halo exchange ---- */

static halo_counts counts_of_exchange(spate_sim *sim)
{
    const halo_counts a = sim->ops->exchanged(sim->scheme);
    sim->ops->exchange(sim->scheme);
    const halo_counts b = sim->ops->exchanged(sim->scheme);
    return (halo_counts){.exchanges = b.exchanges - a.exchanges,
                         .fields = b.fields - a.fields,
                         .copies = b.copies - a.copies,
                         .copied_bytes = b.copied_bytes - a.copied_bytes};
}

/* The loads of all parts are what the halo of this process counts. Copies within a part (periodic
 * edges that are not cut) are no messages, so both directions are cut or there are walls. */
static void compare_exchange(spate_context *ctx, const scheme_description *about, int px, int py,
                             int periodic)
{
    spate_sim *sim = NULL;
    spate_options o;
    spate_options_default(&o);
    o.nx = 150, o.ny = 61;
    o.dx = o.dy = 1;
    o.scheme = about->name;
    o.backend = "cpu";
    o.bed_model = scheme_bed_model(about, o.bed_model);
    o.precision = about->can.has & SCHEME_F64 ? 64 : 32;
    o.parts_x = px, o.parts_y = py;
    o.threads = 1;
    for (int edge = 0; edge < 4 && periodic; ++edge)
        o.edges[edge] = SPATE_PERIODIC;
    if (!CHECK(spate_sim_create(ctx, &o, &sim) == SPATE_OK)) {
        printf("  %s: %s\n", about->name, spate_message(ctx));
        return;
    }
    const halo_counts c = counts_of_exchange(sim);
    const scaling_scheme s = {.exchanges = (double)c.exchanges,
                              .fields = (double)c.fields,
                              .width = about->halo_width,
                              .value_bytes = o.precision / 8};
    const scaling_grid g = {o.nx, o.ny, px, py, periodic, SPATE_TILE_X, SPATE_TILE_Y};
    double messages = 0, bytes = 0;
    for (int n = 0; n < px * py; ++n) {
        const scaling_load l = scaling_load_of(&s, &g, n % px, n / px);
        messages += l.messages;
        bytes += l.bytes;
    }
    printf("  %s, %d x %d parts%s: %.0f messages, %.0f bytes\n", about->name, px, py,
           periodic ? ", periodic" : "", messages, bytes);
    CHECK(c.exchanges >= 1 && c.fields >= 3);
    CHECK(messages == (double)c.copies);
    CHECK(bytes == (double)c.copied_bytes);
    spate_sim_destroy(sim);
}

static void bytes_of_an_exchange_are_those_of_the_halo(void)
{
    spate_context *ctx = NULL;
    if (!CHECK(spate_context_create(&ctx) == SPATE_OK))
        return;
    for (const scheme_ops *const *s = scheme_list(); *s; ++s) {
        compare_exchange(ctx, (*s)->about, 1, 3, 0);
        compare_exchange(ctx, (*s)->about, 3, 4, 0);
        if ((*s)->about->can.least_ring != SCHEME_NO_RING)
            compare_exchange(ctx, (*s)->about, 2, 3, 1);
    }
    spate_context_destroy(ctx);
}

int main(void)
{
    RUN(a_step_has_the_time_computed_by_hand);
    RUN(walls_have_no_neighbours);
    RUN(tiles_are_not_cut);
    RUN(one_process_computes_and_nothing_else);
    RUN(without_latency_and_with_any_bandwidth_the_efficiency_is_1);
    RUN(a_step_takes_longer_with_more_latency_and_less_bandwidth);
    RUN(grids_of_processes_are_as_square_as_possible);
    RUN(the_fit_finds_latency_and_bandwidth);
    RUN(the_fit_finds_both_while_bytes_take_longer_than_noise);
    RUN(noise_that_lets_bytes_gain_time_gives_a_latency_alone);
    RUN(what_cannot_be_told_is_said_in_words);
    RUN(bytes_of_an_exchange_are_those_of_the_halo);
    return check_done();
}
