/* Prints one checksum per scene: run alone and under mpirun, the lines must be equal (ranks.sh).
 * Usage: scene_hash [BACKEND [ISA [STEPS [SCHEME [SCENE,SCENE,... or all [PRECISION]]]]]] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene.h"

int main(int argc, char **argv)
{
    spate_context *ctx;
    int failed = 0;
    if (spate_context_create_parallel(&ctx) != SPATE_OK)
        return 1;
    for (int pass = 0; pass < (argc > 6 ? 1 : 2); ++pass)
        for (int variant = 0; variant < SCENE_VARIANTS; ++variant) {
            if (!scene_is_listed(argc > 5 ? argv[5] : NULL, variant))
                continue;
            spate_options wanted = {.precision = 32 * (pass + 1)};
            if (argc > 6)
                spate_options_set_precision(&wanted, argv[6]);
            scene s = scene_make(variant, wanted.precision);
            s.options.line_precision = wanted.line_precision;
            s.options.backend = argc > 1 ? argv[1] : "cpu";
            s.options.isa = argc > 2 ? argv[2] : "auto";
            if (argc > 3)
                s.steps = atoll(argv[3]);
            if (argc > 4 && strcmp(argv[4], s.options.scheme) != 0)
                scene_use_scheme(&s, argv[4]);
            s.air = scene_has_air(&s);
            double *values;
            spate_stats stats;
            const spate_status status = scene_run(ctx, &s, &values, &stats);
            if (status != SPATE_OK) {
                fprintf(stderr, "rank %d: %s\n", spate_rank(ctx), spate_message(ctx));
                failed = 1;
                continue;
            }
            if (spate_rank(ctx) == 0)
                printf("%s %s %016llx volume %a left %a entered %a rain %a\n", scene_name(variant),
                       spate_options_precision(&s.options),
                       (unsigned long long)scene_hash(&s, values), stats.volume, stats.left,
                       stats.entered, stats.rain);
            free(values);
        }
    spate_context_destroy(ctx);
    return failed;
}
