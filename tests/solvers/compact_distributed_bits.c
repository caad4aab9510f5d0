/* Claim: an array cut into boxes in three directions, with any cuts and layouts of parts, gives
 * the bits of one part, for every scheme, direction and number of threads, in place or not;
 * nothing but results is written. */
#include <stdlib.h>

#include "boxes.h"
#include "check.h"
#include "compacts.h"

static spate_context *ctx;
static spate_compact_scheme schemes[SCHEMES_MOST];
static int count, every;

static int applied(const box_variant *variant, const double *f, double *g)
{
    int kept;
    const spate_status status = boxes_apply(ctx, variant, BOX_BLOCKS, f, g, &kept, NULL);
    if (CHECK(status == SPATE_OK && kept))
        return 1;
    printf("  %s, %d x %d x %d parts: %s\n", variant->scheme->name, variant->parts[0],
           variant->parts[1], variant->parts[2],
           status ? spate_message(ctx) : "memory beside the results has changed");
    return 0;
}

static void compare(const box_variant *variant, const double *f, const double *wanted)
{
    const size_t bytes = (size_t)boxes_results(variant) * sizeof(double);
    double *g = calloc(1, bytes);
    if (applied(variant, f, g) && !CHECK(memcmp(g, wanted, bytes) == 0))
        printf("  %s f%d%s along %c, %d x %d x %d parts%s, layout %d%s, chunk %lld%s\n",
               variant->scheme->name, variant->precision, variant->periodic ? " periodic" : "",
               "xyz"[variant->direction], variant -> parts[0], variant -> parts[1],
               variant -> parts[2], variant -> wall ? " (wall)" : "", (int)variant->layout,
               variant->mixed ? " mixed" : "", (long long)variant->chunk,
               variant->in_place ? ", in place" : "");
    free(g);
}

static void cut_everywhere(box_variant variant, const double *f, const double *wanted)
{
    static const int parts[][3] = {{1, 1, 1}, {2, 1, 1}, {1, 2, 1}, {1, 1, 2}, {2, 2, 2},
                                   {3, 1, 2}, {1, 4, 3}, {4, 3, 1}, {3, 3, 3}};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; ++k) {
        variant.threads = 1 + (int)k % 3;
        variant.in_place = k % 2 == 1;
        variant.layout = (box_layout)(k % BOX_LAYOUTS);
        variant.mixed = k % 3 == 2;
        variant.wall = k % 3 == 1;
        variant.reduced = k % 2 ? "gather" : "all-to-all";
        boxes_at_random(&variant, parts[k][0], parts[k][1], parts[k][2]);
        compare(&variant, f, wanted);
    }
    const int along = variant.direction;
    boxes_even(&variant, along == 0 ? BOX_CUTS : 2, along == 1 ? BOX_CUTS : 1,
               along == 2 ? BOX_CUTS : 2);
    CHECK(variant.parts[along] == variant.size[along]); /* one value each */
    compare(&variant, f, wanted);
}

static void one_case(const spate_compact_scheme *scheme, int direction, int periodic, int precision)
{
    static const int64_t sizes[2] = {23, 5};
    box_variant variant = {.scheme = scheme,
                           .direction = direction,
                           .periodic = periodic,
                           .precision = precision,
                           .spacing = 0.1,
                           .chunk = precision == 32 ? 8 : 5,
                           .reduced = "gather",
                           .threads = 1};
    for (int d = 0, k = 0; d < 3; ++d)
        variant.size[d] = d == direction ? 37 : sizes[k++];
    const int64_t values = variant.size[0] * variant.size[1] * variant.size[2];
    double *f = malloc((size_t)values * sizeof *f);
    double *wanted = calloc((size_t)boxes_results(&variant), sizeof *wanted);
    for (int64_t k = 0; k < values; ++k)
        f[k] = draw_between(-1, 1);
    boxes_even(&variant, 1, 1, 1);
    if (applied(&variant, f, wanted))
        cut_everywhere(variant, f, wanted);
    free(f);
    free(wanted);
}

static void a_line_has_the_same_bits_wherever_it_is_cut(void)
{
    for (int k = 0; k < count; k += every)
        for (int n = 0; n < 12; ++n)
            one_case(&schemes[k], n % 3, n / 3 % 2, n / 6 ? 64 : 32);
}

/* The bits depend on the chunk: otherwise the comparisons above would prove nothing. */
static void another_chunk_gives_other_bits(void)
{
    double f[40], first[40], second[40];
    box_variant variant = {.scheme = &schemes[1],
                           .size = {40, 1, 1},
                           .precision = 64,
                           .spacing = 1};
    for (int k = 0; k < 40; ++k)
        f[k] = draw_between(-1, 1);
    boxes_even(&variant, 3, 1, 1);
    variant.chunk = 64;
    if (!applied(&variant, f, first))
        return;
    variant.chunk = 7;
    if (applied(&variant, f, second))
        CHECK(memcmp(first, second, sizeof first) != 0);
}

/* Argument: uses every n-th scheme only, for slow builds with sanitizers. */
int main(int argc, char **argv)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    count = all_schemes(schemes);
    every = argc > 1 ? atoi(argv[1]) : 1;
    RUN(another_chunk_gives_other_bits);
    RUN(a_line_has_the_same_bits_wherever_it_is_cut);
    spate_context_destroy(ctx);
    return check_done();
}
