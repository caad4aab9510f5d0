/* Claims: classes of hazard are those of the published tables; the largest values of a run give
 * exactly the worst class H of any moment, and a British rating that is never too low; deep still
 * water is not called safe. */
#include "physics/hazard.h"

#include <stdlib.h>

#include "api.h"

/* Australian Rainfall and Runoff 2019, book 6, table 6.7.4: one case on each limit and one just
 * beyond. */
static void classes_h_have_the_limits_of_the_table(void)
{
    static const struct {
        double depth, speed;
        int class;
    } cases[] = {
        {0.3, 1.0, 1},  {0.15, 2.0, 1},  {0.301, 0.5, 2}, {0.2, 1.51, 2},
        {0.5, 1.2, 2},  {0.51, 1.0, 3},  {1.2, 0.5, 3},   {1.21, 0.1, 4},
        {0.5, 1.21, 4}, {0.5, 2.0, 4},   {2.0, 0.5, 4},   {2.01, 0, 5},
        {0.1, 2.01, 5}, {0.51, 2.0, 5},  {1.0, 4.0, 5},   {4.0, 1.0, 5},
        {4.01, 0, 6},   {0.05, 4.01, 6}, {1.5, 2.7, 6},   {6.0, 0.0, 6}, /* 6 m of still sea */
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
        const double d = cases[k].depth, v = cases[k].speed;
        const int class = hazard_arr_class(d, v, d * v);
        if (class != cases[k].class)
            printf("  %g m, %g m/s: H%d, not H%d\n", d, v, class, cases[k].class);
        CHECK(class == cases[k].class);
    }
}

/* HR = d (v + 0.5) + DF, computed by hand. */
static void ratings_are_those_of_the_note_of_2008(void)
{
    CHECK_NEAR(hazard_uk_rating(0.25, 0), 0.625, 0);
    CHECK_NEAR(hazard_uk_rating(0.5, 0.5 * 1.0), 1.75, 0);
    CHECK_NEAR(hazard_uk_rating(1.0, 1.0 * 2.0), 3.5, 0);
    CHECK(hazard_uk_class(0.625) == 1 && hazard_uk_class(0.75) == 2 && hazard_uk_class(1.25) == 3);
    CHECK(hazard_uk_class(2.0) == 3 && hazard_uk_class(2.01) == 4);
    CHECK(hazard_uk_class(hazard_uk_rating(6, 0)) == 4); /* 6 m of still sea */
}

static double random_up_to(double most)
{
    check_random = check_random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return most * (double)(check_random >> 11) * 0x1p-53;
}

static void maxima_give_the_worst_class_of_any_moment(void)
{
    for (int run = 0; run < 20000; ++run) {
        double depth = 0, speed = 0, product = 0, rating = 0;
        int worst = 0;
        for (int moment = 0; moment < 5; ++moment) {
            const double scale = random_up_to(1), d = scale * random_up_to(5),
                         v = random_up_to(5) * scale;
            const int class = hazard_arr_class(d, v, d * v);
            worst = class > worst ? class : worst;
            rating = fmax(rating, hazard_uk_rating(d, d * v));
            depth = fmax(depth, d), speed = fmax(speed, v), product = fmax(product, d * v);
        }
        CHECK(hazard_arr_class(depth, speed, product) == worst);
        CHECK(hazard_uk_rating(depth, product) >= rating);
    }
}

static double steps(double x, double y, void *user)
{
    (void)y;
    (void)user;
    return x < 4 ? -6 : x < 8 ? -0.4 : 1;
}

static double sea(double x, double y, void *user)
{
    (void)x;
    (void)y;
    (void)user;
    return 0;
}

/* 6 m and 0.4 m of water at rest, and dry land. */
static void fields_of_still_water(void)
{
    enum { N = 12 };
    spate_context *ctx = NULL;
    spate_sim *sim = NULL;
    spate_options opt = api_options();
    opt.nx = N, opt.ny = N;
    opt.dx = opt.dy = 1;
    static double arr[N * N], uk[N * N];
    CHECK(spate_context_create(&ctx) == SPATE_OK);
    CHECK(spate_sim_create(ctx, &opt, &sim) == SPATE_OK);
    CHECK(spate_set_bed(sim, steps, NULL) == SPATE_OK &&
          spate_set_level(sim, sea, NULL) == SPATE_OK);
    CHECK(spate_get_field(sim, SPATE_HAZARD_ARR, arr) == SPATE_ERROR_ARGUMENT);
    CHECK(spate_track_maxima(sim, 0.05, 0.3) == SPATE_OK);
    CHECK(spate_advance_steps(sim, 3) == SPATE_OK);
    CHECK(spate_get_field(sim, SPATE_HAZARD_ARR, arr) == SPATE_OK);
    CHECK(spate_get_field(sim, SPATE_HAZARD_UK, uk) == SPATE_OK);
    for (int k = 0; k < N * N; ++k) {
        const int i = k % N;
        if (i < 4)
            CHECK(arr[k] == 6 && uk[k] == 4);
        else if (i < 8)
            CHECK(arr[k] == 2 && uk[k] == 2); /* 0.4 m: H2; 0.2 + 1 = 1.2: moderate */
        else
            CHECK(isnan(arr[k]) && isnan(uk[k]));
    }
    spate_sim_destroy(sim);
    spate_context_destroy(ctx);
}

int main(void)
{
    RUN(classes_h_have_the_limits_of_the_table);
    RUN(ratings_are_those_of_the_note_of_2008);
    RUN(maxima_give_the_worst_class_of_any_moment);
    RUN(fields_of_still_water);
    return check_done();
}
