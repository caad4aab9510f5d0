/* A dam break in a channel, with arrays of one's own. Build and run it against an installed Spate:
 *     cc dam_break.c -o dam_break $(pkg-config --cflags --libs spate) && ./dam_break */
#include <spate/spate.h>
#include <stdio.h>

enum { NX = 200, NY = 20 };

int main(void)
{
    static float bed[NY][NX], level[NY][NX], depth[NY][NX];
    spate_context *ctx = NULL;
    spate_sim *sim = NULL;
    spate_options o;
    spate_stats stats = {0};
    for (int j = 0; j < NY; ++j)
        for (int i = 0; i < NX; ++i)
            level[j][i] = i < NX / 2 ? 2 : 1; /* and bed is 0 */
    const spate_array in_bed = {.values = bed, .precision = 32};
    const spate_array in_level = {.values = level, .precision = 32};
    const spate_array out = {.values = depth, .precision = 32};
    spate_options_default(&o);
    o.nx = NX, o.ny = NY, o.dx = o.dy = 5;
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    if (spate_sim_create(ctx, &o, &sim) != SPATE_OK ||
        spate_set_array(sim, SPATE_BED, &in_bed) != SPATE_OK ||
        spate_set_array(sim, SPATE_LEVEL, &in_level) != SPATE_OK ||
        spate_advance(sim, 30) != SPATE_OK || spate_get_array(sim, SPATE_DEPTH, &out) != SPATE_OK ||
        spate_get_stats(sim, &stats) != SPATE_OK) {
        fprintf(stderr, "%s\n", spate_message(ctx));
        return 1;
    }
    printf("after %g s and %lld steps: depth at the dam %.3f m, water lost %.0e\n", stats.t,
           (long long)stats.steps, depth[NY / 2][NX / 2], stats.mass_error);
    spate_sim_destroy(sim);
    spate_context_destroy(ctx);
    return 0;
}
