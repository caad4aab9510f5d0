/* Claim: a wrong argument of compact differences over parts gives a status and a message that
 * names it, and has no other effect. */
#include <stdlib.h>

#include "small_boxes.h"

static void expect_refused(const char *what, const spate_compact_distributed_options *o,
                           const spate_compact_part *parts, int count, spate_status wanted,
                           const char *word)
{
    spate_compact_distributed *c = (spate_compact_distributed *)&ctx; /* anything but NULL */
    spate_status status = spate_compact_distributed_create(ctx, o, parts, count, &c);
    if (status == SPATE_OK)
        status = spate_compact_distributed_setup(c);
    else
        CHECK(c == NULL);
    if (!CHECK(status == wanted))
        printf("  %s: %s, not %s\n", what, spate_status_text(status), spate_status_text(wanted));
    CHECK_CONTAINS(spate_message(ctx), word);
    spate_compact_distributed_destroy(c);
}

static void wrong_options_are_refused(void)
{
    spate_compact_distributed_options o;
    spate_compact_part parts[MOST];
    const int count = default_parts(parts);
#define REFUSED(change, word)                                                                      \
    do {                                                                                           \
        o = default_options();                                                                     \
        change;                                                                                    \
        expect_refused(#change, &o, parts, count, SPATE_ERROR_ARGUMENT, word);                     \
    } while (0)
    REFUSED(o.scheme = "first-5", "first-5");
    REFUSED(o.scheme = NULL, "no scheme");
    REFUSED(o.size[1] = 0, "size[1] is 0");
    REFUSED((o.size[1] = INT64_MAX / 4, o.size[2] = 1000), "address space");
    REFUSED(o.direction = 3, "direction is 3");
    REFUSED(o.spacing = 0, "spacing is 0");
    REFUSED((o.spacing = 1e-30, o.precision = 32, o.scheme = "second-4"), "f32");
    REFUSED(o.precision = 16, "precision is 16");
    REFUSED(o.threads = -1, "threads is -1");
    REFUSED(o.reduced = NULL, "reduced is NULL");
    REFUSED(o.reduced = "some other way of solving", "some other way");
    REFUSED(o.reduced = "nonsense", "nonsense");
    REFUSED(o.chunk = -1, "chunk is -1");
    REFUSED(o.tolerance = -1, "tolerance");
    REFUSED((o.direction = 2, o.scheme = "filter-6"), "lines of this scheme have at least");
#undef REFUSED
    spate_compact_distributed *c = NULL;
    o = default_options();
    CHECK(spate_compact_distributed_create(NULL, &o, parts, count, &c) == SPATE_ERROR_ARGUMENT);
    CHECK(spate_compact_distributed_create(ctx, NULL, parts, count, &c) == SPATE_ERROR_ARGUMENT);
    CHECK(spate_compact_distributed_create(ctx, &o, parts, count, NULL) == SPATE_ERROR_ARGUMENT);
    CHECK(spate_compact_distributed_setup(NULL) == SPATE_ERROR_ARGUMENT);
    spate_compact_distributed_destroy(NULL);
}

static void wrong_parts_are_refused(void)
{
    const spate_compact_distributed_options o = default_options();
    spate_compact_part parts[MOST];
    int count;
#define REFUSED(change, word)                                                                      \
    do {                                                                                           \
        count = default_parts(parts);                                                              \
        change;                                                                                    \
        expect_refused(#change, &o, parts, count, SPATE_ERROR_ARGUMENT, word);                     \
    } while (0)
    REFUSED(parts[1].size[0] = 0, "part 1: size[0] is 0");
    REFUSED(parts[1].size[0] = 7, "part 1 has values 10 to 16 in direction 0, the array 0 to 15");
    REFUSED(parts[1].first[2] = -1, "part 1 has values -1");
    REFUSED((parts[0].size[0] = 9), "value (9, 0, 0) is in no part");
    REFUSED((parts[1].size[0] = 5), "value (15, 0, 0) is in no part");
    REFUSED((parts[0].size[0] = 11), "value (10, 0, 0) is in more than one part");
    REFUSED((count = 3), "value (7, 2, 0) is in no part");
    REFUSED((count = 2), "parts have 8 lines along x, the array 24");
    REFUSED((parts[1].size[1] = 1), "share some lines along x, but not all");
    REFUSED((parts[2].first[1] = parts[3].first[1] = 1), "share some lines along x, but not all");
    REFUSED((parts[2].stride[0] = 1, parts[2].stride[1] = 6, parts[2].stride[2] = 28), "part 2:");
    REFUSED((parts[2].stride[0] = 1), "part 2: stride[1] is 0");
    REFUSED((parts[3].out_stride[0] = 1, parts[3].out_stride[1] = 9, parts[3].out_stride[2] = 30),
            "part 3:");
    REFUSED((count = -1), "the number of parts is negative");
#undef REFUSED
    expect_refused("no list", &o, NULL, 2, SPATE_ERROR_ARGUMENT, "parts is NULL");
    expect_refused("no part", &o, parts, 0, SPATE_ERROR_ARGUMENT, "parts have 0 lines");
    /* the part with the last value has one result more: packed as f it has no space for it */
    spate_compact_distributed_options more = default_options();
    more.scheme = "from-half-first-4";
    count = default_parts(parts);
    expect_refused("results", &more, parts, count, SPATE_ERROR_ARGUMENT, "part 1: 7 results");
}

/* ---- arrays ---- */

static void wrong_arrays_are_refused(void)
{
    const spate_compact_distributed_options o = default_options();
    spate_compact_distributed *c = ready(&o);
    const void *good = f[1];
    const struct {
        const void *f;
        void *g;
        const char *word;
    } table[] = {
        {NULL, g[1], "f of part 1 is NULL"},
        {good, NULL, "g of part 1 is NULL"},
        {(const char *)good + 4, g[1], "f of part 1 is misaligned"},
        {good, (char *)g[1] + 1, "g of part 1 is misaligned"},
        {good, store[0][1] + 1, "f and g of part 1 overlap"},
        {good, store[0][1] + 6 * 2 * NZ - 1, "f and g of part 1 overlap"},
    };
    void *to = g[1];
    for (size_t k = 0; k < sizeof table / sizeof *table; ++k) {
        f[1] = table[k].f;
        g[1] = table[k].g;
        CHECK(spate_compact_distributed_apply(c, f, g) == SPATE_ERROR_ARGUMENT);
        CHECK_CONTAINS(spate_message(ctx), table[k].word);
    }
    f[1] = good;
    g[1] = to;
    CHECK(spate_compact_distributed_apply(c, NULL, g) == SPATE_ERROR_ARGUMENT);
    CHECK(spate_compact_distributed_apply(c, f, NULL) == SPATE_ERROR_ARGUMENT);
    CHECK(spate_compact_distributed_apply(NULL, f, g) == SPATE_ERROR_ARGUMENT);
    /* none of this affects later applies */
    CHECK(spate_compact_distributed_apply(c, f, g) == SPATE_OK);
    spate_compact_distributed_destroy(c);
}

static void calls_out_of_order_are_refused(void)
{
    spate_compact_distributed_options o = default_options();
    spate_compact_distributed *c = ready(&o);
    spate_compact_scheme s;
    CHECK(spate_compact_find("second-4", &s));
    CHECK(spate_compact_distributed_set_scheme(c, &s) == SPATE_OK);
    CHECK(spate_compact_distributed_apply(c, f, g) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "setup");
    CHECK(spate_compact_distributed_setup(c) == SPATE_OK);
    CHECK(spate_compact_distributed_apply(c, f, g) == SPATE_OK);
    s.alpha = 1;
    CHECK(spate_compact_distributed_set_scheme(c, &s) == SPATE_ERROR_ARGUMENT);
    CHECK(spate_compact_distributed_set_scheme(c, NULL) == SPATE_ERROR_ARGUMENT);
    CHECK(spate_compact_distributed_apply(c, f, g) == SPATE_OK); /* the old scheme is still set */
    CHECK(spate_compact_distributed_set_scheme(NULL, &s) == SPATE_ERROR_ARGUMENT);
    spate_compact_distributed_destroy(c);
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(wrong_options_are_refused);
    RUN(wrong_parts_are_refused);
    RUN(wrong_arrays_are_refused);
    RUN(calls_out_of_order_are_refused);
    spate_context_destroy(ctx);
    return check_done();
}
