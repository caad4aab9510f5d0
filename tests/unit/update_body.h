/* Claims about the update of one cell whose four faces are given, by hand: all numbers are binary
 * fractions, so there is no tolerance unless it is stated. */
#include "check.h"
#include "physics/kurganov_update.h"

static const kp_conserved still = {.h = C(4)};
static const kp_surround quiet;

/* dt/dx = 1/4, dt/dy = 1/2. */
static kp_stage euler(void)
{
    return (kp_stage){.last = 1,
                      .dt = C(0.5),
                      .g = C(16),
                      .h_dry = C(0.0009765625),
                      .inv_dx = C(0.5),
                      .inv_dy = C(1)};
}

static kp_result update(const kp_surround *f, kp_conserved q, kp_conserved q0, const kp_stage *k)
{
    return kp_update(f, q, kp_primitive(q.h, q.hu, q.hv, C(0), k->h_dry), q0, C(0), k);
}

static kp_surround busy(void)
{
    return (kp_surround){
        .west = {.mass = C(1), .left = C(99), .right = C(3), .shear = C(2), .speed = C(8)},
        .east = {.mass = C(2), .left = C(5), .right = C(99), .shear = C(4), .speed = C(4)},
        .south = {.mass = C(3), .left = C(99), .right = C(1), .shear = C(6), .speed = C(1)},
        .north = {.mass = C(1), .left = C(2), .right = C(99), .shear = C(5), .speed = C(2)},
        .source_x = C(8),
        .source_y = C(-16),
    };
}

static void an_euler_step_has_its_hand_value(void)
{
    const kp_surround f = busy();
    const kp_stage k = euler();
    const kp_conserved q = {.h = C(4), .hu = C(1), .hv = C(2)};
    const kp_result r = update(&f, q, q, &k);
    CHECK(r.q.h == C(4 - 0.25 * (2 - 1) - 0.5 * (1 - 3)));
    CHECK(r.q.hu == C(1 - 0.25 * (5 - 3 + 8) - 0.5 * (5 - 6)));
    CHECK(r.q.hv == C(2 - 0.5 * (2 - 1 - 16) - 0.25 * (4 - 2)));
    CHECK(r.face_rate == C(6)); /* 8 * 1/2 + 2 * 1 */
}

static void the_second_stage_is_the_mean_of_old_and_new(void)
{
    const kp_surround f = busy();
    kp_stage k = euler();
    const kp_conserved q = {.h = C(4), .hu = C(1), .hv = C(2)},
                       q0 = {.h = C(8), .hu = C(-3), .hv = C(4)};
    const kp_conserved e = update(&f, q, q, &k).q;
    k.averaged = 1;
    const kp_conserved r = update(&f, q, q0, &k).q;
    CHECK(r.h == C(0.5) * (C(8) + e.h) && r.hu == C(0.5) * (C(-3) + e.hu) &&
          r.hv == C(0.5) * (C(4) + e.hv));
}

/* What leaves one cell enters the next: the same number, from the same face. */
static void what_leaves_one_cell_enters_the_next(void)
{
    const kp_stage k = euler();
    for (int n = 0; n < 1000; ++n) {
        const calc m = C(draw_below(1 << 10) - (1 << 9)) * C(0.0078125);
        const kp_flux face = {.mass = m, .shear = C(2) * m, .speed = C(1)};
        kp_surround west = quiet, east = quiet, south = quiet, north = quiet;
        west.east = east.west = south.north = north.south = face;
        CHECK(update(&west, still, still, &k).q.h - C(4) ==
              C(4) - update(&east, still, still, &k).q.h);
        CHECK(update(&south, still, still, &k).q.h - C(4) ==
              C(4) - update(&north, still, still, &k).q.h);
        CHECK(update(&west, still, still, &k).q.h == C(4) - C(0.25) * m);
        CHECK(update(&west, still, still, &k).q.hv == -update(&east, still, still, &k).q.hv);
        CHECK(update(&south, still, still, &k).q.hu == -update(&north, still, still, &k).q.hu);
    }
}

static void a_film_loses_its_momentum(void)
{
    kp_surround f = quiet;
    const kp_stage k = euler();
    f.east.mass = C(16) - C(4) * k.h_dry; /* leaves just h_dry */
    const kp_conserved q = {.h = C(4), .hu = C(8), .hv = C(-8)};
    const kp_result film = update(&f, q, q, &k);
    CHECK(film.q.h == k.h_dry && film.q.hu == C(0) && film.q.hv == C(0) && film.cell_rate == C(0));
    f.east.mass -= C(4) * k.h_dry;
    const kp_result wet = update(&f, q, q, &k);
    CHECK(wet.q.h == C(2) * k.h_dry && wet.q.hu == C(8) && wet.q.hv == C(-8) &&
          wet.cell_rate > C(0));
}

/* -0 and 0 are equal but differ in a bit, and bits must not depend on the path. */
/* g = 16 and h = 4: sqrt(g h) h = 32, so the least momentum is 32 * 2^-24 eps. */
static void dust_is_swept_and_what_is_not_dust_is_kept(void)
{
    const kp_stage k = euler();
    const calc least = C(32) * C(KP_STILL) * SPATE_CALC_EPSILON;
    const kp_conserved dust = {.h = C(4), .hu = C(-0.5) * least, .hv = C(0.5) * least},
                       slow = {.h = C(4), .hu = C(-1.5) * least, .hv = C(0)};
    const kp_conserved swept = update(&quiet, dust, dust, &k).q,
                       kept = update(&quiet, slow, slow, &k).q;
    CHECK(swept.hu == C(0) && swept.hv == C(0) && swept.h == C(4));
    CHECK(kept.hu == slow.hu && kept.hv == C(0));
}

static void only_a_cell_at_rest_has_no_activity(void)
{
    const kp_stage k = euler();
    const kp_conserved along_x = {.h = C(4), .hu = C(1)}, along_y = {.h = C(4), .hv = C(-1)};
    kp_surround leaking = quiet, pushed = quiet, passing = quiet;
    leaking.north.mass = C(0.5);
    pushed.source_y = C(1);
    passing.west.mass = passing.east.mass = C(1); /* what comes in goes out: at rest */
    CHECK(update(&quiet, still, still, &k).activity == C(0));
    CHECK(update(&passing, still, still, &k).activity == C(0));
    CHECK(update(&leaking, still, still, &k).activity > C(0));
    CHECK(update(&pushed, still, still, &k).activity > C(0));
    CHECK(update(&quiet, along_x, along_x, &k).activity > C(0));
    CHECK(update(&quiet, along_y, along_y, &k).activity > C(0));
}

static void no_momentum_is_minus_zero(void)
{
    const kp_stage k = euler();
    const kp_conserved q = {.h = C(4), .hu = -C(0), .hv = -C(0)};
    const kp_result r = update(&quiet, q, q, &k);
    CHECK(signbit(q.hu) && r.q.hu == C(0) && !signbit(r.q.hu) && !signbit(r.q.hv));
}

static void a_depth_of_nan_is_reported(void)
{
    kp_surround f = quiet;
    const kp_stage k = euler();
    f.east.mass = C(NAN);
    CHECK(isinf(update(&f, still, still, &k).face_rate));
    f.east.mass = C(16);
    CHECK(update(&f, still, still, &k).q.h == C(0) &&
          update(&f, still, still, &k).face_rate == C(0));
    f.east.mass = C(16.5);
    CHECK(update(&f, still, still, &k).q.h < C(0) && isinf(update(&f, still, still, &k).face_rate));
}

/* Waves cross the cell 8/2 + 8/1 = 12 times a second; twice that rate cannot empty it. */
static void a_depth_below_zero_in_too_long_a_step_has_its_rate(void)
{
    kp_surround f = quiet;
    const kp_stage k = euler();
    f.east = (kp_flux){.mass = C(16.5), .speed = C(8)};
    f.north.speed = C(8);
    CHECK(update(&f, still, still, &k).q.h < C(0) &&
          update(&f, still, still, &k).face_rate == C(24));
    f.east.mass = C(1);
    CHECK(update(&f, still, still, &k).q.h > C(0) &&
          update(&f, still, still, &k).face_rate == C(12));
}

/* Otherwise comparisons hide it from the rates, and the run continues with steps of an hour. */
static void a_momentum_of_nan_is_reported(void)
{
    const kp_stage k = euler();
    kp_surround f = quiet;
    f.east.left = C(NAN);
    CHECK(isinf(update(&f, still, still, &k).face_rate));
    f.east.left = C(0), f.north.left = C(NAN);
    CHECK(isinf(update(&f, still, still, &k).face_rate));
    const kp_conserved q = {.h = C(4), .hu = C(NAN)};
    CHECK(isinf(update(&quiet, q, q, &k).face_rate));
}

/* The first stage of two may go negative as long as the mean does not: it is still reported. */
static void a_negative_stage_is_reported_although_the_mean_is_positive(void)
{
    kp_surround f = quiet;
    kp_stage k = euler();
    k.averaged = 1;
    f.east.mass = C(20);
    const kp_result r = update(&f, still, still, &k);
    CHECK(r.q.h > C(0) && isinf(r.face_rate));
}

static void rates_have_their_hand_values(void)
{
    const kp_water q = {.h = C(4), .w = C(9), .u = C(-3), .v = C(1)}; /* c = sqrt(16 * 4) = 8 */
    CHECK(kp_cell_rate(q, C(16), C(0.5), C(1)) == C(14.5));           /* 11/2 + 9 */
    CHECK(kp_cell_rate(q, C(16), C(1), C(0.5)) == C(15.5));           /* 11 + 9/2 */
    const kp_water dry = {.h = C(0), .w = C(9), .u = C(3)};
    CHECK(kp_cell_rate(dry, C(16), C(1), C(1)) == C(0));
    /* g (hE + hW)/2 (wE - wW) with hE + hW = 2 h, wE - wW = 2 slope. */
    CHECK(kp_bed_source(C(3), C(0.25), C(16)) == C(24));
    /* The new state's rate in the last stage only. */
    kp_stage k = euler();
    CHECK(update(&quiet, still, still, &k).cell_rate == C(12)); /* 8/2 + 8/1 */
    k.last = 0;
    CHECK(update(&quiet, still, still, &k).cell_rate == C(0));
}

/* ---- sources ---- */

static kp_sourced rained_on(const source_input *source, kp_conserved q)
{
    const kp_stage k = euler();
    return kp_water_sources(q, source, WATER_GAINED, 0, &k);
}

static void rain_falls_on_water_and_film(void)
{
    const source_input rain = {.gain = C(0.125)};
    const kp_conserved moving = {.h = C(4), .hu = C(8), .hv = C(-4)}, film = {.h = C(0)};
    const kp_sourced r = rained_on(&rain, moving);
    CHECK(r.q.h == C(4.125) && r.q.hu == C(8) && r.q.hv == C(-4) && r.activity > C(0));
    /* sqrt(16 * 1/8) = sqrt 2 over 2 m of dx and 1 m of dy. */
    CHECK_NEAR(rained_on(&rain, film).cell_rate, 1.5 * sqrt(2), 4 * SPATE_CALC_EPSILON);
}

static void carried_rain_is_handed_on(void)
{
    /* eps/2 per step on 4 m: an eighth of a last place */
    source_input rain = {.gain = C(0.5) * SPATE_CALC_EPSILON};
    const kp_sourced a = rained_on(&rain, still);
    CHECK(a.q.h == C(4) && a.carry == C(0.5) * SPATE_CALC_EPSILON && a.activity > C(0));
    rain.carry = C(3.5) * SPATE_CALC_EPSILON;
    const kp_sourced b = rained_on(&rain, still);
    CHECK(b.q.h == C(4) + C(4) * SPATE_CALC_EPSILON && b.carry == C(0));
    /* Without rain what is carried stays, and the cell is at rest. */
    rain.gain = C(0), rain.carry = C(0.5) * SPATE_CALC_EPSILON;
    const kp_sourced c = rained_on(&rain, still);
    CHECK(c.q.h == C(4) && c.carry == rain.carry && c.activity == C(0));
}

static void what_infiltrates_takes_its_momentum_along(void)
{
    /* K dt = 1 of 4 m with 8 m2/s: the velocity of 2 m/s stays. */
    const source_input ground = {.conductivity = C(2), .infiltrated = 10};
    const kp_conserved moving = {.h = C(4), .hu = C(8), .hv = C(-4)};
    const kp_stage k = euler();
    const kp_sourced r = kp_water_sources(moving, &ground, WATER_INFILTRATES, 0, &k);
    CHECK(r.q.h == C(3) && r.q.hu == C(6) && r.q.hv == C(-3) && r.infiltrated == 11);
    const kp_conserved thin = {.h = C(0.5), .hu = C(-1)};
    const kp_sourced gone = kp_water_sources(thin, &ground, WATER_INFILTRATES, 0, &k);
    CHECK(gone.q.h == C(0) && gone.q.hu == C(0) && !signbit(gone.q.hu) && gone.cell_rate == C(0));
}

static void wind_and_rotation_push_what_is_wet(void)
{
    const kp_conserved moving = {.h = C(4), .hu = C(8), .hv = C(-4)};
    const kp_conserved film = {.h = C(0.00048828125)};
    kp_stage k = euler();
    k.pushed = 1, k.wind_x = C(1), k.wind_y = C(-2);
    CHECK(update(&quiet, still, still, &k).q.hu == C(0.5));
    CHECK(update(&quiet, still, still, &k).q.hv == C(-1));
    CHECK(update(&quiet, film, film, &k).q.hu == C(0));
    /* Below a centimetre in proportion: here 1/5 (rounded once) of dt stress = 1/2. */
    const kp_conserved thin = {.h = C(0.002)};
    CHECK_NEAR(update(&quiet, thin, thin, &k).q.hu, 0.1, 4 * 0.1 * SPATE_CALC_EPSILON);
    k.wind_x = k.wind_y = C(0), k.coriolis = C(0.25);
    const kp_result r = update(&quiet, moving, moving, &k);
    CHECK(r.q.hu == C(7.5) && r.q.hv == C(-5) && r.q.h == C(4)); /* to the right of the flow */
}

int main(void)
{
    RUN(an_euler_step_has_its_hand_value);
    RUN(the_second_stage_is_the_mean_of_old_and_new);
    RUN(what_leaves_one_cell_enters_the_next);
    RUN(a_film_loses_its_momentum);
    RUN(dust_is_swept_and_what_is_not_dust_is_kept);
    RUN(only_a_cell_at_rest_has_no_activity);
    RUN(no_momentum_is_minus_zero);
    RUN(a_depth_of_nan_is_reported);
    RUN(a_depth_below_zero_in_too_long_a_step_has_its_rate);
    RUN(a_momentum_of_nan_is_reported);
    RUN(a_negative_stage_is_reported_although_the_mean_is_positive);
    RUN(rates_have_their_hand_values);
    RUN(rain_falls_on_water_and_film);
    RUN(carried_rain_is_handed_on);
    RUN(what_infiltrates_takes_its_momentum_along);
    RUN(wind_and_rotation_push_what_is_wet);
    return check_done();
}
