/* Claim: an array cut into boxes in three directions, wherever the cuts are and however the parts lie, gives the bits of
 * one part, for every scheme, direction and number of threads, in place or not; nothing but results is written. */
#include <stdlib.h>

#include "boxes.h"
#include "check.h"
#include "compacts.h"

static spate_context *ctx;
static spate_compact_scheme schemes[SCHEMES_MOST];
static int count, every;

static int applied(const box_way *way, const double *f, double *g)
{
    int kept;
    const spate_status status = boxes_apply(ctx, way, BOX_BLOCKS, f, g, &kept, NULL);
    if (CHECK(status == SPATE_OK && kept))
        return 1;
    printf("  %s, %d x %d x %d parts: %s\n", way->scheme->name, way->parts[0], way->parts[1],
           way->parts[2], status ? spate_message(ctx) : "memory beside the results has changed");
    return 0;
}

static void compare(const box_way *way, const double *f, const double *wanted)
{
    const size_t bytes = (size_t)boxes_results(way) * sizeof(double);
    double *g = calloc(1, bytes);
    if (applied(way, f, g) && !CHECK(memcmp(g, wanted, bytes) == 0))
        printf("  %s f%d%s along %c, %d x %d x %d parts%s, layout %d%s, chunk %lld%s\n",
               way->scheme->name, way->precision, way->periodic ? " periodic" : "",
               "xyz"[way->direction], way -> parts[0], way -> parts[1], way -> parts[2],
               way -> wall ? " (wall)" : "", (int)way->layout, way->mixed ? " mixed" : "",
               (long long)way->chunk, way->in_place ? ", in place" : "");
    free(g);
}

static void cut_everywhere(box_way way, const double *f, const double *wanted)
{
    static const int parts[][3] = {{1, 1, 1}, {2, 1, 1}, {1, 2, 1}, {1, 1, 2}, {2, 2, 2},
                                   {3, 1, 2}, {1, 4, 3}, {4, 3, 1}, {3, 3, 3}};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; ++k) {
        way.threads = 1 + (int)k % 3;
        way.in_place = k % 2 == 1;
        way.layout = (box_layout)(k % BOX_LAYOUTS);
        way.mixed = k % 3 == 2;
        way.wall = k % 3 == 1;
        way.reduced = k % 2 ? "gather" : "all-to-all";
        boxes_at_random(&way, parts[k][0], parts[k][1], parts[k][2]);
        compare(&way, f, wanted);
    }
    const int along = way.direction;
    boxes_even(&way, along == 0 ? BOX_CUTS : 2, along == 1 ? BOX_CUTS : 1,
               along == 2 ? BOX_CUTS : 2);
    CHECK(way.parts[along] == way.size[along]); /* one value each */
    compare(&way, f, wanted);
}

static void one_case(const spate_compact_scheme *scheme, int direction, int periodic, int precision)
{
    static const int64_t sizes[2] = {23, 5};
    box_way way = {.scheme = scheme,
                   .direction = direction,
                   .periodic = periodic,
                   .precision = precision,
                   .spacing = 0.1,
                   .chunk = precision == 32 ? 8 : 5,
                   .reduced = "gather",
                   .threads = 1};
    for (int d = 0, k = 0; d < 3; ++d)
        way.size[d] = d == direction ? 37 : sizes[k++];
    const int64_t values = way.size[0] * way.size[1] * way.size[2];
    double *f = malloc((size_t)values * sizeof *f);
    double *wanted = calloc((size_t)boxes_results(&way), sizeof *wanted);
    for (int64_t k = 0; k < values; ++k)
        f[k] = draw_between(-1, 1);
    boxes_even(&way, 1, 1, 1);
    if (applied(&way, f, wanted))
        cut_everywhere(way, f, wanted);
    free(f);
    free(wanted);
}

static void a_line_has_the_same_bits_wherever_it_is_cut(void)
{
    for (int k = 0; k < count; k += every)
        for (int n = 0; n < 12; ++n)
            one_case(&schemes[k], n % 3, n / 3 % 2, n / 6 ? 64 : 32);
}

/* The chunk is part of the answer: otherwise nothing above would be a comparison. */
static void another_chunk_gives_other_bits(void)
{
    double f[40], first[40], second[40];
    box_way way = {.scheme = &schemes[1], .size = {40, 1, 1}, .precision = 64, .spacing = 1};
    for (int k = 0; k < 40; ++k)
        f[k] = draw_between(-1, 1);
    boxes_even(&way, 3, 1, 1);
    way.chunk = 64;
    if (!applied(&way, f, first))
        return;
    way.chunk = 7;
    if (applied(&way, f, second))
        CHECK(memcmp(first, second, sizeof first) != 0);
}

/* An argument: every so many schemes alone, where sanitizers make it slow. */
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
