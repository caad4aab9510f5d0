/* Claims: a run that loads a saved state continues to the bit, with other parts and threads too,
 * and its statistics are those of the run that was not interrupted; the stream does not depend on
 * parts; what is cut off, corrupted or of another run is refused and the message says why. */
#include <stdlib.h>

#include "api.h"
#include "poison.h"
#include "tape.h"

enum { NX = 75, NY = 43, CELLS = NX * NY };

static int full_disk(const void *bytes, uint64_t count, void *user)
{
    (void)bytes;
    uint64_t *room = user;
    if (count > *room)
        return 0;
    *room -= count;
    return 1;
}

/* ---- a run with everything that has a memory ---- */

static double hills(double x, double y, void *user)
{
    (void)user;
    return 210 + sin(0.31 * x) * cos(0.23 * y) + 0.02 * x;
}

static double pools(double x, double y, void *user)
{
    (void)user;
    return x < 30 && y > 8 ? 211.2 : 210.1;
}

static double gaps(double x, double y, void *user)
{
    (void)user;
    return !(fmod(x, 17) < 1 && fmod(y, 11) < 3);
}

static spate_options options_of(int variant)
{
    spate_options opt = api_options();
    opt.nx = NX, opt.ny = NY;
    opt.precision = variant & 1 ? 64 : 32;
    opt.edges[SPATE_EAST] = opt.edges[SPATE_NORTH] = opt.edges[SPATE_SOUTH] = SPATE_OPEN;
    opt.friction = SPATE_FRICTION_MANNING;
    opt.friction_coefficient = 0.03;
    opt.rain = variant & 2 ? 1e-5 : 0;
    opt.integrator = variant & 4 ? SPATE_EULER : SPATE_RK2;
    opt.bed_model = variant & 4 ? SPATE_BED_BILINEAR : SPATE_BED_CELLS;
    opt.cfl = 0.25;
    return opt;
}

static spate_sim *make(spate_context *ctx, const spate_options *opt)
{
    spate_sim *sim = NULL;
    CHECK(spate_sim_create(ctx, opt, &sim) == SPATE_OK);
    CHECK(spate_set_active(sim, gaps, NULL) == SPATE_OK);
    CHECK(spate_set_bed(sim, hills, NULL) == SPATE_OK);
    CHECK(spate_set_level(sim, pools, NULL) == SPATE_OK);
    return sim;
}

static int same_state(spate_sim *a, spate_sim *b)
{
    static double one[CELLS], other[CELLS];
    static const spate_field_name names[] = {SPATE_DEPTH, SPATE_MOMENTUM_X, SPATE_MOMENTUM_Y};
    int same = 1;
    for (size_t k = 0; k < sizeof names / sizeof *names; ++k) {
        CHECK(spate_get_field(a, names[k], one) == SPATE_OK);
        CHECK(spate_get_field(b, names[k], other) == SPATE_OK);
        same = same && memcmp(one, other, sizeof one) == 0;
    }
    return same;
}

/* Everything that does not depend on the machine or on which tiles are at rest. */
static int same_stats(spate_sim *a, spate_sim *b)
{
    spate_stats p, q;
    CHECK(spate_get_stats(a, &p) == SPATE_OK);
    CHECK(spate_get_stats(b, &q) == SPATE_OK);
    return p.t == q.t && p.dt == q.dt && p.steps == q.steps && p.redone == q.redone &&
           p.volume == q.volume && p.initial_volume == q.initial_volume && p.entered == q.entered &&
           p.left == q.left && p.rain == q.rain && p.infiltrated == q.infiltrated &&
           p.mass_error == q.mass_error && p.max_speed == q.max_speed;
}

static void loaded_run_continues_to_the_bit(void)
{
    spate_context *ctx;
    CHECK(spate_context_create(&ctx) == SPATE_OK);
    for (int variant = 0; variant < 8; ++variant) {
        const spate_options opt = options_of(variant);
        spate_options cut = opt;
        cut.parts_x = 1 + variant % 2, cut.parts_y = 3;
        cut.threads = 2;
        cut.skip_still = variant % 3 != 0;
        cut.backend = variant == 5 ? "reference" : "cpu";
        spate_sim *whole = make(ctx, &opt), *other = make(ctx, &cut);
        tape t = {0};
        spate_stats stats;
        CHECK(spate_advance_steps(whole, 41) == SPATE_OK);
        CHECK(spate_save(whole, tape_write, &t) == SPATE_OK);
        CHECK(spate_load(other, tape_read, &t) == SPATE_OK);
        CHECK(t.at == t.size);
        CHECK(same_state(whole, other));
        CHECK(same_stats(whole, other));
        CHECK(spate_advance_steps(whole, 37) == SPATE_OK);
        CHECK(spate_advance_steps(other, 37) == SPATE_OK);
        CHECK(same_state(whole, other));
        CHECK(same_stats(whole, other));
        CHECK(spate_get_stats(whole, &stats) == SPATE_OK);
        CHECK(stats.left > 0); /* otherwise the volumes of faces are not tested */
        spate_sim_destroy(whole);
        spate_sim_destroy(other);
        free(t.bytes);
    }
    spate_context_destroy(ctx);
}

static void stream_does_not_depend_on_parts(void)
{
    spate_context *ctx;
    tape tapes[2] = {{0}};
    CHECK(spate_context_create(&ctx) == SPATE_OK);
    for (int k = 0; k < 2; ++k) {
        spate_options opt = options_of(2);
        opt.parts_x = opt.parts_y = 1 + k;
        opt.threads = 1 + k;
        spate_sim *sim = make(ctx, &opt);
        CHECK(spate_advance_steps(sim, 20) == SPATE_OK);
        CHECK(spate_save(sim, tape_write, &tapes[k]) == SPATE_OK);
        spate_sim_destroy(sim);
    }
    CHECK(tapes[0].size == tapes[1].size);
    CHECK(tapes[0].size == tapes[1].size &&
          memcmp(tapes[0].bytes, tapes[1].bytes, tapes[0].size) == 0);
    free(tapes[0].bytes);
    free(tapes[1].bytes);
    spate_context_destroy(ctx);
}

/* Saved again after loading: the same bytes, so nothing was lost. */
static void saving_what_was_loaded_gives_the_same_bytes(void)
{
    spate_context *ctx;
    tape t = {0}, again = {0};
    CHECK(spate_context_create(&ctx) == SPATE_OK);
    const spate_options opt = options_of(3);
    spate_sim *sim = make(ctx, &opt), *other = make(ctx, &opt);
    CHECK(spate_advance(sim, 3.0) == SPATE_OK);
    CHECK(spate_save(sim, tape_write, &t) == SPATE_OK);
    CHECK(spate_load(other, tape_read, &t) == SPATE_OK);
    CHECK(spate_save(other, tape_write, &again) == SPATE_OK);
    CHECK(t.size == again.size && memcmp(t.bytes, again.bytes, t.size) == 0);
    spate_sim_destroy(sim);
    spate_sim_destroy(other);
    free(t.bytes);
    free(again.bytes);
    spate_context_destroy(ctx);
}

/* ---- refusals ---- */

static void refuses(spate_context *ctx, spate_options opt, const tape *t, const char *why)
{
    tape copy = *t;
    spate_sim *sim = make(ctx, &opt);
    CHECK(spate_load(sim, tape_read, &copy) == SPATE_ERROR_DATA);
    CHECK_CONTAINS(spate_message(ctx), why);
    spate_sim_destroy(sim);
}

static void other_runs_are_refused_by_name(void)
{
    spate_context *ctx;
    tape t = {0};
    CHECK(spate_context_create(&ctx) == SPATE_OK);
    const spate_options opt = options_of(3);
    spate_sim *sim = make(ctx, &opt);
    CHECK(spate_advance_steps(sim, 3) == SPATE_OK);
    CHECK(spate_save(sim, tape_write, &t) == SPATE_OK);
    spate_sim_destroy(sim);
    spate_options other = opt;
    other.nx = NX + 1;
    refuses(ctx, other, &t, "nx is 75, and 76 in this run");
    other = opt, other.precision = 32;
    refuses(ctx, other, &t, "precision is 64, and 32");
    other = opt, other.dy = 2;
    refuses(ctx, other, &t, "dy is 1, and 2");
    other = opt, other.rain = 0;
    refuses(ctx, other, &t, "\"carried rain\" where this run has \"time\"");
    other = opt, other.edges[SPATE_NORTH] = SPATE_WALL;
    refuses(ctx, other, &t, "\"listed faces\" has");
    other = opt, other.bed_model = SPATE_BED_BILINEAR;
    refuses(ctx, other, &t, "the sum of the bed is");
    free(t.bytes);
    spate_context_destroy(ctx);
}

static void torn_and_corrupted_streams_are_refused(void)
{
    spate_context *ctx;
    tape t = {0};
    CHECK(spate_context_create(&ctx) == SPATE_OK);
    const spate_options opt = options_of(2);
    spate_sim *sim = make(ctx, &opt);
    CHECK(spate_advance_steps(sim, 3) == SPATE_OK);
    CHECK(spate_save(sim, tape_write, &t) == SPATE_OK);
    const size_t whole = t.size;
    for (size_t k = 0; k < 60; ++k) { /* cut off anywhere */
        t.size = whole * k / 60;
        t.at = 0;
        CHECK(spate_load(sim, tape_read, &t) == SPATE_ERROR_DATA);
        CHECK_CONTAINS(spate_message(ctx), "it ends or cannot be read at");
    }
    t.size = whole;
    for (size_t k = 0; k < 16 + 64; ++k) { /* every byte of the head and the first item's name */
        t.at = 0;
        t.bytes[k] ^= 0x5a;
        CHECK(spate_load(sim, tape_read, &t) == SPATE_ERROR_DATA);
        CHECK_CONTAINS(spate_message(ctx), "saved state: ");
        t.bytes[k] ^= 0x5a;
    }
    t.at = 0;
    CHECK(spate_load(sim, tape_read, &t) == SPATE_OK); /* the older one is still valid */
    spate_sim_destroy(sim);
    free(t.bytes);
    spate_context_destroy(ctx);
}

/* Random damage anywhere: for any result of the load, the run after it ends. */
static void damage_neither_crashes_nor_hangs(void)
{
    spate_context *ctx;
    tape t = {0};
    CHECK(spate_context_create(&ctx) == SPATE_OK);
    spate_options opt = options_of(3);
    opt.parts_y = 2, opt.parts_x = 1;
    spate_sim *sim = make(ctx, &opt);
    CHECK(spate_advance_steps(sim, 3) == SPATE_OK);
    CHECK(spate_save(sim, tape_write, &t) == SPATE_OK);
    int loaded = 0;
    for (int n = 0; n < 200; ++n) {
        const size_t at = n < 100 ? (size_t)draw_below((int)t.size)
                                  : t.size - 1 - (size_t)draw_below(4000); /* clock and scalars */
        const unsigned char before = t.bytes[at];
        t.bytes[at] = (unsigned char)draw_bits();
        t.at = 0;
        if (spate_load(sim, tape_read, &t) == SPATE_OK) {
            ++loaded;
            (void)spate_advance_steps(sim, 2);
        }
        t.bytes[at] = before;
    }
    printf("  %d of 200 damaged states were loaded\n", loaded);
    t.at = 0;
    CHECK(spate_load(sim, tape_read, &t) == SPATE_OK);
    CHECK(spate_advance_steps(sim, 2) == SPATE_OK);
    spate_sim_destroy(sim);
    free(t.bytes);
    spate_context_destroy(ctx);
}

/* Each number of a state in turn becomes impossible, with everything else valid. */
static void numbers_that_no_run_has_are_refused_by_name(void)
{
    static const struct {
        const char *item;
        double value;
    } wrong[] = {{"depth", NAN},
                 {"depth", -1},
                 {"depth", 1e308},
                 {"depth", INFINITY},
                 {"momentum x", NAN},
                 {"momentum y", -1e308},
                 {"carried rain", NAN},
                 {"largest depth", -1},
                 {"largest speed", NAN},
                 {"largest momentum", INFINITY},
                 {"arrival", NAN},
                 {"deep since", 1e300},
                 {"duration", NAN},
                 {"time", NAN},
                 {"time", 1e308},
                 {"time", -1},
                 {"time step", INFINITY},
                 {"rate", NAN},
                 {"rain depth", NAN},
                 {"rain of maps", 1e308},
                 {"initial volume", NAN},
                 {"sources before", 1e308},
                 {"entered before", -1e40},
                 {"left before", NAN}};
    spate_context *ctx;
    tape t = {0};
    CHECK(spate_context_create(&ctx) == SPATE_OK);
    const spate_options opt = options_of(3); /* f64, with rain */
    spate_sim *sim = make(ctx, &opt);
    CHECK(spate_track_maxima(sim, 0.01, 0.3) == SPATE_OK);
    CHECK(spate_advance_steps(sim, 3) == SPATE_OK);
    CHECK(spate_save(sim, tape_write, &t) == SPATE_OK);
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; ++k) {
        double before;
        const size_t at = tape_values_of(&t, wrong[k].item);
        if (!CHECK(at > 0))
            continue;
        memcpy(&before, t.bytes + at, sizeof before);
        memcpy(t.bytes + at, &wrong[k].value, sizeof before);
        t.at = 0;
        if (!CHECK(spate_load(sim, tape_read, &t) == SPATE_ERROR_DATA))
            printf("  %s of %g was loaded\n", wrong[k].item, wrong[k].value);
        CHECK_CONTAINS(spate_message(ctx), "saved state: ");
        memcpy(t.bytes + at, &before, sizeof before);
    }
    int64_t steps = INT64_MAX, before;
    const size_t at = tape_values_of(&t, "steps");
    memcpy(&before, t.bytes + at, sizeof before);
    memcpy(t.bytes + at, &steps, sizeof steps);
    t.at = 0;
    CHECK(at > 0 && spate_load(sim, tape_read, &t) == SPATE_ERROR_DATA);
    memcpy(t.bytes + at, &before, sizeof before);
    t.at = 0;
    CHECK(spate_load(sim, tape_read, &t) == SPATE_OK); /* the tape itself is sound */
    spate_sim_destroy(sim);
    free(t.bytes);
    spate_context_destroy(ctx);
}

static void full_disk_is_an_output_error(void)
{
    spate_context *ctx;
    tape t = {0};
    CHECK(spate_context_create(&ctx) == SPATE_OK);
    const spate_options opt = options_of(2);
    spate_sim *sim = make(ctx, &opt);
    CHECK(spate_save(sim, tape_write, &t) == SPATE_OK);
    for (size_t k = 0; k < 30; ++k) {
        uint64_t room = t.size * k / 30;
        CHECK(spate_save(sim, full_disk, &room) == SPATE_ERROR_OUTPUT);
        CHECK_CONTAINS(spate_message(ctx), "could not be written");
    }
    CHECK(spate_advance_steps(sim, 2) == SPATE_OK);
    spate_sim_destroy(sim);
    free(t.bytes);
    spate_context_destroy(ctx);
}

/* ---- a state that cannot go on ---- */

/* NaN put into a loaded state: the message names the cell and shows what was around it. */
static void failure_shows_the_surroundings(void)
{
    spate_context *ctx;
    CHECK(spate_context_create(&ctx) == SPATE_OK);
    for (int parts = 1; parts <= 2; ++parts) {
        tape t = {0};
        spate_options opt = options_of(1);
        opt.parts_x = opt.parts_y = parts;
        spate_sim *sim = make(ctx, &opt);
        CHECK(spate_advance_steps(sim, 2) == SPATE_OK);
        CHECK(spate_save(sim, tape_write, &t) == SPATE_OK);
        CHECK(spate_load(sim, tape_read, &t) == SPATE_OK);
        poison_depth(sim, 12, 20, NAN);
        CHECK(spate_advance_steps(sim, 1) == SPATE_ERROR_NUMERICAL);
        CHECK_CONTAINS(spate_message(ctx), "in cell (12, 20), x = 12.5, y = 20.5");
        CHECK_CONTAINS(spate_message(ctx), "Before the step, columns 10 to 14 and rows 22 to 18");
        CHECK_CONTAINS(spate_message(ctx), "\n  bed, m\n");
        CHECK_CONTAINS(spate_message(ctx), "\n  momentum north, m2/s\n");
        spate_sim_destroy(sim);
        free(t.bytes);
    }
    spate_context_destroy(ctx);
}

int main(void)
{
    RUN(loaded_run_continues_to_the_bit);
    RUN(stream_does_not_depend_on_parts);
    RUN(saving_what_was_loaded_gives_the_same_bytes);
    RUN(other_runs_are_refused_by_name);
    RUN(torn_and_corrupted_streams_are_refused);
    RUN(damage_neither_crashes_nor_hangs);
    RUN(numbers_that_no_run_has_are_refused_by_name);
    RUN(full_disk_is_an_output_error);
    RUN(failure_shows_the_surroundings);
    return check_done();
}
