/* Claim: data that are not a valid scheme are refused with a message that names the cause.
 * User-defined schemes are accepted, and their orders reported. */
#include "check.h"
#include "compacts.h"

static spate_context *ctx;

enum { NX = 16, NY = 4, VALUES = NX * NY };

static void wrong_schemes_are_refused(void)
{
    spate_compact_scheme good, s;
    CHECK(spate_compact_find("first-6", &good));
#define REFUSED(change, word)                                                                      \
    do {                                                                                           \
        s = good;                                                                                  \
        change;                                                                                    \
        if (!CHECK(spate_compact_check(ctx, &s, NULL) == SPATE_ERROR_ARGUMENT))                    \
            printf("  %s\n", #change);                                                             \
        CHECK_CONTAINS(spate_message(ctx), word);                                                  \
    } while (0)
    REFUSED(s.derivative = 3, "derivative");
    REFUSED(s.derivative = -1, "derivative");
    REFUSED(s.points = (spate_compact_points)9, "points");
    REFUSED(s.alpha = 0.5, "alpha");
    REFUSED(s.alpha = -0.7, "alpha");
    REFUSED(s.alpha = NAN, "alpha");
    REFUSED(s.pairs = 0, "pairs");
    REFUSED(s.pairs = 6, "pairs");
    REFUSED(s.centre = 1, "centre");
    REFUSED(s.pair[1] = INFINITY, "finite");
    REFUSED(s.pair[0] = 7. / 9 + 1e-12, "interior is not consistent: its order is 0");
    REFUSED(s.odd = 0, "not consistent");
    REFUSED(s.closures = 1, "closures is 1");
    REFUSED(s.closures = 6, "closures is 6");
    REFUSED(s.closure[1].width = 0, "closure[1].width");
    REFUSED(s.closure[1].width = 12, "closure[1].width");
    REFUSED(s.closure[0].before = 1, "closure[0].before");
    REFUSED(s.closure[1].value[2] = NAN, "closure[1]");
    REFUSED(s.closure[1].value[2] = 0.8, "closure[1] is not consistent");
    REFUSED(s.closure[0].after = 0, "closure[0] is not consistent");
    /* equation 1.3 of Srinath (2015) as printed: without the 2 in the denominator */
    REFUSED((s.closure[0].value[0] = -5, s.closure[0].value[1] = 4, s.closure[0].value[2] = 1),
            "closure[0] is not consistent");
#undef REFUSED
    CHECK(spate_compact_check(ctx, NULL, NULL) == SPATE_ERROR_ARGUMENT);
    CHECK(spate_compact_check(NULL, &good, NULL) == SPATE_ERROR_ARGUMENT);
    CHECK(spate_compact_find("nonsense", &s) == 0 && spate_compact_find(NULL, &s) == 0);
}

/* A scheme without closures is for periodic lines; explicit ones (alpha 0) are valid too. */
static void user_defined_schemes_are_accepted(void)
{
    const spate_compact_scheme explicit_4 = {
        .name = "mine", .derivative = 1, .odd = 1, .pairs = 2, .pair = {2. / 3, -1. / 12}};
    spate_compact_orders orders;
    CHECK(spate_compact_check(ctx, &explicit_4, &orders) == SPATE_OK);
    CHECK(orders.interior == 4 && orders.least == 4);
    spate_compact_options o;
    spate_compact_options_default(&o);
    o.size[0] = NX;
    o.size[1] = NY;
    spate_compact *c = NULL;
    CHECK(spate_compact_create(ctx, &o, &c) == SPATE_OK);
    CHECK(spate_compact_set_scheme(c, &explicit_4) == SPATE_OK);
    CHECK(spate_compact_setup(c) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "periodic");
    spate_compact_destroy(c);
    o.periodic = 1;
    CHECK(spate_compact_create(ctx, &o, &c) == SPATE_OK);
    CHECK(spate_compact_set_scheme(c, &explicit_4) == SPATE_OK);
    CHECK(spate_compact_setup(c) == SPATE_OK);
    double f[VALUES], g[VALUES];
    for (int k = 0; k < VALUES; ++k)
        f[k] = k % NX;
    CHECK(spate_compact_apply(c, f, g) == SPATE_OK);
    CHECK_NEAR(g[NX / 2], 1, 16 * 0x1p-53 * NX);
    /* NaN is reported even if rows are not coupled */
    f[NX + 5] = NAN;
    CHECK(spate_compact_apply(c, f, g) == SPATE_ERROR_NUMERICAL);
    CHECK_CONTAINS(spate_message(ctx), "line 1, point 5");
    spate_compact_destroy(c);
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(wrong_schemes_are_refused);
    RUN(user_defined_schemes_are_accepted);
    spate_context_destroy(ctx);
    return check_done();
}
