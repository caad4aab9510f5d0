/* Claim: wrong options, arrays and values give a status and a message that names the cause,
 * never a wrong answer. Valid ones at the limits are accepted. */
#include <stdlib.h>

#include "check.h"
#include "compacts.h"

static spate_context *ctx;

enum { NX = 16, NY = 4, VALUES = NX * NY };

static spate_compact_options default_options(void)
{
    spate_compact_options o;
    spate_compact_options_default(&o);
    o.scheme = "first-6";
    o.size[0] = NX;
    o.size[1] = NY;
    o.threads = 1;
    return o;
}

/* By create or by setup, whichever detects it first. */
static void expect_refused(const char *what, const spate_compact_options *o, spate_status wanted,
                           const char *word)
{
    spate_compact *c = (spate_compact *)&ctx; /* anything but NULL */
    spate_status status = spate_compact_create(ctx, o, &c);
    if (status == SPATE_OK)
        status = spate_compact_setup(c);
    else
        CHECK(c == NULL);
    if (!CHECK(status == wanted))
        printf("  %s: %s, not %s\n", what, spate_status_text(status), spate_status_text(wanted));
    CHECK_CONTAINS(spate_message(ctx), word);
    spate_compact_destroy(c);
}

static void wrong_options_are_refused(void)
{
    spate_compact_options o;
#define REFUSED(change, status, word)                                                              \
    do {                                                                                           \
        o = default_options();                                                                     \
        change;                                                                                    \
        expect_refused(#change, &o, status, word);                                                 \
    } while (0)
    REFUSED(o.scheme = "first-5", SPATE_ERROR_ARGUMENT, "first-5");
    REFUSED(o.scheme = NULL, SPATE_ERROR_ARGUMENT, "no scheme");
    REFUSED(o.size[1] = 0, SPATE_ERROR_ARGUMENT, "size[1]");
    REFUSED(o.size[0] = -3, SPATE_ERROR_ARGUMENT, "-3");
    REFUSED(o.size[0] = 4, SPATE_ERROR_ARGUMENT, "at least 5");
    REFUSED((o.size[0] = 4, o.periodic = 1), SPATE_ERROR_ARGUMENT, "at least 5");
    REFUSED((o.direction = 1, o.scheme = "filter-6"), SPATE_ERROR_ARGUMENT, "size[1]");
    REFUSED(o.direction = 3, SPATE_ERROR_ARGUMENT, "direction");
    REFUSED(o.direction = -1, SPATE_ERROR_ARGUMENT, "direction");
    REFUSED(o.spacing = 0, SPATE_ERROR_ARGUMENT, "spacing");
    REFUSED(o.spacing = -1, SPATE_ERROR_ARGUMENT, "spacing");
    REFUSED(o.spacing = NAN, SPATE_ERROR_ARGUMENT, "spacing");
    REFUSED(o.spacing = INFINITY, SPATE_ERROR_ARGUMENT, "spacing");
    REFUSED((o.spacing = 1e-30, o.precision = 32, o.scheme = "second-4"), SPATE_ERROR_ARGUMENT,
            "f32");
    REFUSED(o.precision = 16, SPATE_ERROR_ARGUMENT, "16");
    REFUSED(o.threads = -1, SPATE_ERROR_ARGUMENT, "threads");
    REFUSED(o.backend = "nonsense", SPATE_ERROR_BACKEND, "nonsense");
    REFUSED(o.backend = NULL, SPATE_ERROR_ARGUMENT, "backend");
    REFUSED((o.stride[0] = 1, o.stride[1] = NX - 1, o.stride[2] = VALUES), SPATE_ERROR_ARGUMENT,
            "overlap");
    REFUSED((o.stride[0] = 1, o.stride[1] = 0, o.stride[2] = 0), SPATE_ERROR_ARGUMENT, "stride[1]");
    REFUSED((o.out_stride[0] = 1, o.out_stride[1] = NX - 1, o.out_stride[2] = VALUES),
            SPATE_ERROR_ARGUMENT, "out_stride");
    /* one result more than values: packed rows of f have no space for it */
    REFUSED(o.scheme = "from-half-first-4", SPATE_ERROR_ARGUMENT, "17 results");
    REFUSED((o.size[1] = INT64_MAX / 4, o.size[2] = 1000), SPATE_ERROR_ARGUMENT, "address space");
#undef REFUSED
    spate_compact *c = NULL;
    CHECK(spate_compact_create(ctx, NULL, &c) == SPATE_ERROR_ARGUMENT && c == NULL);
    CHECK(spate_compact_create(ctx, &o, NULL) == SPATE_ERROR_ARGUMENT);
    CHECK(spate_compact_create(NULL, &o, &c) == SPATE_ERROR_ARGUMENT);
    CHECK(spate_compact_setup(NULL) == SPATE_ERROR_ARGUMENT);
    spate_compact_destroy(NULL);
}

/* Pade with three rows: 1 - 2 (1/4) / (1/2) = 0. */
static void a_singular_matrix_is_reported(void)
{
    spate_compact_options o = default_options();
    o.scheme = "first-4";
    o.size[0] = 3;
    expect_refused("three rows", &o, SPATE_ERROR_NUMERICAL, "pivot");
}

/* ---- arrays ---- */

static double store[4 * VALUES];

static spate_compact *ready(const spate_compact_options *o)
{
    spate_compact *c = NULL;
    for (int k = 0; k < 4 * VALUES; ++k)
        store[k] = sin(k);
    if (!CHECK(spate_compact_create(ctx, o, &c) == SPATE_OK) ||
        !CHECK(spate_compact_setup(c) == SPATE_OK))
        printf("  %s\n", spate_message(ctx));
    return c;
}

static void wrong_arrays_are_refused(void)
{
    spate_compact_options o = default_options();
    spate_compact *c = ready(&o);
    double *f = store, *g = store + VALUES, before[4 * VALUES];
    memcpy(before, store, sizeof store);
    const struct {
        const void *f;
        void *g;
        const char *word;
    } table[] = {
        {NULL, g, "f is NULL"},         {f, NULL, "g is NULL"},
        {(char *)f + 4, g, "f is mis"}, {f, (char *)g + 1, "g is mis"},
        {f, f + 1, "overlap"},          {f + 1, f, "overlap"},
        {f, f + VALUES - 1, "overlap"}, {f + VALUES - 1, f, "overlap"},
    };
    for (size_t k = 0; k < sizeof table / sizeof *table; ++k) {
        CHECK(spate_compact_apply(c, table[k].f, table[k].g) == SPATE_ERROR_ARGUMENT);
        CHECK_CONTAINS(spate_message(ctx), table[k].word);
        CHECK(memcmp(before, store, sizeof store) == 0);
    }
    CHECK(spate_compact_apply(c, f, g) == SPATE_OK); /* none of this affects later applies */
    CHECK(spate_compact_apply(c, f, f) == SPATE_OK);
    CHECK(memcmp(f, g, VALUES * sizeof *f) == 0);
    spate_compact_destroy(c);
    CHECK(spate_compact_apply(NULL, f, g) == SPATE_ERROR_ARGUMENT);
}

static void calls_out_of_order_are_refused(void)
{
    spate_compact_options o = default_options();
    spate_compact *c = NULL;
    spate_compact_scheme s;
    CHECK(spate_compact_create(ctx, &o, &c) == SPATE_OK);
    CHECK(spate_compact_apply(c, store, store + VALUES) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "setup");
    CHECK(spate_compact_setup(c) == SPATE_OK);
    CHECK(spate_compact_find("second-4", &s) && spate_compact_set_scheme(c, &s) == SPATE_OK);
    CHECK(spate_compact_apply(c, store, store + VALUES) == SPATE_ERROR_ARGUMENT);
    CHECK(spate_compact_setup(c) == SPATE_OK);
    CHECK(spate_compact_apply(c, store, store + VALUES) == SPATE_OK);
    s.alpha = 1;
    CHECK(spate_compact_set_scheme(c, &s) == SPATE_ERROR_ARGUMENT);
    CHECK(spate_compact_apply(c, store, store + VALUES) ==
          SPATE_OK); /* the old scheme is still set */
    spate_compact_destroy(c);
}

/* ---- values ---- */

static void nan_is_reported(void)
{
    static const char *const names[] = {"first-6", "filter-8", "second-6", "to-half-first-6"};
    for (int k = 0; k < 4; ++k)
        for (int periodic = 0; periodic < 2; ++periodic)
            for (int i = 0; i < NX; ++i) {
                spate_compact_options o = default_options();
                char word[64];
                o.scheme = names[k];
                o.periodic = periodic;
                spate_compact *c = ready(&o);
                store[2 * NX + i] = i % 2 ? NAN : -INFINITY;
                store[3 * NX + 7] = NAN;
                CHECK(spate_compact_apply(c, store, store + 2 * VALUES) == SPATE_ERROR_NUMERICAL);
                snprintf(word, sizeof word, "line 2, point %d:", i);
                CHECK_CONTAINS(spate_message(ctx), word);
                for (int j = 0; j < 2 * NX - 1; ++j) /* all other lines are right */
                    CHECK(isfinite(store[2 * VALUES + j]));
                spate_compact_destroy(c);
            }
}

static void stats_are_correct(void)
{
    spate_compact_options o = default_options();
    o.scheme = "from-half-first-6";
    o.out_stride[0] = 1;
    o.out_stride[1] = NX + 1;
    o.out_stride[2] = VALUES + NY;
    o.precision = 32;
    spate_compact *c = ready(&o);
    spate_compact_stats stats;
    memset(store, 0, sizeof store); /* zeros of f32 as well */
    CHECK(spate_compact_apply(c, store, (float *)(void *)store + 2 * VALUES) == SPATE_OK);
    spate_compact_get_stats(c, &stats);
    CHECK(strcmp(stats.scheme, "from-half-first-6") == 0 && strcmp(stats.backend, "cpu") == 0);
    CHECK(stats.threads == 1 && stats.applied == 1);
    CHECK(stats.orders.interior == 6 && stats.orders.least == 5);
    CHECK(stats.reach[0] == 2 && stats.reach[1] == 1);
    CHECK(stats.results == NX + 1 && stats.lines == NY);
    CHECK(stats.floor_bytes == 4.0 * NY * (NX + NX + 1));
    spate_compact_destroy(c);
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(wrong_options_are_refused);
    RUN(a_singular_matrix_is_reported);
    RUN(wrong_arrays_are_refused);
    RUN(calls_out_of_order_are_refused);
    RUN(nan_is_reported);
    RUN(stats_are_correct);
    spate_context_destroy(ctx);
    return check_done();
}
