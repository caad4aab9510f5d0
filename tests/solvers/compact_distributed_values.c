/* Claim: compact differences over parts report NaN and infinite values with line and point, in
 * place too, and all other lines are correct. Parts know their number of results, and the stats
 * are correct. */
#include "small_boxes.h"

/* Line 2 + 3 * NY along x is in parts 2 and 3, whose first row of lines is 2. */
static void nan_is_reported(void)
{
    static const char *const names[] = {"first-6", "filter-8", "second-6", "to-half-first-6"};
    for (int k = 0; k < 16; ++k)
        for (int i = 0; i < NX; ++i) {
            spate_compact_distributed_options o = default_options();
            char word[64];
            o.scheme = names[k / 4];
            o.periodic = k % 2;
            spate_compact_distributed *c = ready(&o);
            const int in_place = k / 2 % 2, at = i < 7 ? 3 * 7 * 4 + i : 3 * 9 * 4 + i - 7;
            store[0][i < 7 ? 2 : 3][at] = i % 2 ? NAN : -INFINITY;
            store[0][3][3 * 9 * 4 + 9 + 5] = NAN; /* line 3 + 3 * NY comes later */
            for (int p = 0; p < 4 && in_place; ++p)
                g[p] = store[0][p];
            CHECK(spate_compact_distributed_apply(c, f, g) == SPATE_ERROR_NUMERICAL);
            snprintf(word, sizeof word, "line %d, point %d: f is not a finite", 2 + 3 * NY, i);
            CHECK_CONTAINS(spate_message(ctx), word);
            for (int n = 0; n < 3 * 7 * 4; ++n) /* all other lines are correct */
                CHECK(isfinite(((double *)g[2])[n]));
            spate_compact_distributed_destroy(c);
        }
}

static void an_overflow_is_reported(void)
{
    spate_compact_distributed_options o = default_options();
    o.spacing = 0x1p-100;
    spate_compact_distributed *c = ready(&o);
    store[0][2][5] = 0x1p1000;
    CHECK(spate_compact_distributed_apply(c, f, g) == SPATE_ERROR_NUMERICAL);
    CHECK_CONTAINS(spate_message(ctx), "the results of a line overflow");
    spate_compact_distributed_destroy(c);
}

static void parts_know_their_results(void)
{
    spate_compact_scheme to, from;
    CHECK(spate_compact_find("to-half-first-4", &to) &&
          spate_compact_find("from-half-mean-4", &from));
    CHECK(spate_compact_results_here(&to, 16, 0, 0, 10) == 10);
    CHECK(spate_compact_results_here(&to, 16, 0, 10, 6) == 5);
    CHECK(spate_compact_results_here(&to, 16, 1, 10, 6) == 6);
    CHECK(spate_compact_results_here(&to, 16, 0, 15, 1) == 0);
    CHECK(spate_compact_results_here(&from, 16, 0, 10, 6) == 7);
    CHECK(spate_compact_results_here(&from, 16, 0, 3, 6) == 6);
}

static void stats_are_correct(void)
{
    const spate_compact_distributed_options o = default_options();
    spate_compact_distributed *c = ready(&o);
    spate_compact_distributed_stats stats;
    CHECK(spate_compact_distributed_apply(c, f, g) == SPATE_OK);
    spate_compact_distributed_get_stats(c, &stats);
    CHECK(strcmp(stats.scheme, "first-6") == 0 && strcmp(stats.reduced, "gather") == 0);
    CHECK(stats.threads == 1 && stats.applied == 1);
    CHECK(stats.orders.interior == 6 && stats.orders.least == 3);
    CHECK(stats.reach[0] == 2 && stats.reach[1] == 2);
    CHECK(stats.results == NX && stats.chunk == NX);
    CHECK(stats.floor_bytes == 8.0 * 2 * VALUES);
    CHECK(stats.counted_bytes == stats.floor_bytes + stats.interface_bytes);
    CHECK(stats.sent_bytes == 0 && stats.messages == 0 && stats.halo_bytes == 0);
    spate_compact_distributed_destroy(c);
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(nan_is_reported);
    RUN(an_overflow_is_reported);
    RUN(parts_know_their_results);
    RUN(stats_are_correct);
    spate_context_destroy(ctx);
    return check_done();
}
