/* The named schemes. Interiors: Lele (1992). Closures satisfy as many order conditions as their
 * coefficients allow. docs/theory/compact.md derives them, tests/solvers/compact_orders.c checks
 * them. */
#include <math.h>
#include <string.h>

#include "solvers/compact/solver.h"

/* clang-format off */
#define FIRST SPATE_COMPACT_SAME, .derivative = 1, .odd = 1

/* Rows 0 of first derivatives, of order 3, 4 and 5; rows 1 of order 4 and 5. */
#define FIRST_0_3 {0, 2., 3, {-5. / 2, 2., 1. / 2}}
#define FIRST_0_4 {0, 3., 4, {-17. / 6, 3. / 2, 3. / 2, -1. / 6}}
#define FIRST_0_5 {0, 4., 5, {-37. / 12, 2. / 3, 3., -2. / 3, 1. / 12}}
#define FIRST_1_4 {1. / 4, 1. / 4, 3, {-3. / 4, 0, 3. / 4}}
#define FIRST_1_5 {1. / 6, 1. / 2, 4, {-5. / 9, -1. / 2, 1., 1. / 18}}
#define FIRST_6 FIRST, .alpha = 1. / 3, .pairs = 2, .pair = {7. / 9, 1. / 36}

#define SECOND SPATE_COMPACT_SAME, .derivative = 2
/* Row 0 with a neighbour of weight 11 (order 3), and without one (order 4). Weight 10 would save
 * a point, but its second pivot is 0. */
#define SECOND_0_3 {0, 11., 4, {13., -27., 15., -1.}}
#define SECOND_0_4 {0, 0, 6, {15. / 4, -77. / 6, 107. / 6, -13., 61. / 12, -5. / 6}}
#define SECOND_1_4 {1. / 10, 1. / 10, 3, {6. / 5, -12. / 5, 6. / 5}}

#define TO_HALF SPATE_COMPACT_TO_HALF
#define FROM_HALF SPATE_COMPACT_FROM_HALF
#define HALF_FIRST_4 .derivative = 1, .odd = 1, .alpha = 1. / 22, .pairs = 1, .pair = {12. / 11}
#define HALF_FIRST_6 \
    .derivative = 1, .odd = 1, .alpha = 9. / 62, .pairs = 2, .pair = {63. / 62, 17. / 186}
#define HALF_MEAN_4 .alpha = 1. / 6, .pairs = 1, .pair = {2. / 3}
#define HALF_MEAN_6 .alpha = 3. / 10, .pairs = 2, .pair = {3. / 4, 1. / 20}

static const spate_compact_scheme schemes[] = {
    {.name = "first-4", .points = FIRST, .alpha = 1. / 4, .pairs = 1, .pair = {3. / 4},
     .closures = 1, .closure = {FIRST_0_3}},
    {.name = "first-6", .points = FIRST_6, .closures = 2, .closure = {FIRST_0_3, FIRST_1_4}},
    {.name = "first-6-ends-4", .points = FIRST_6, .closures = 2, .closure = {FIRST_0_4, FIRST_1_4}},
    {.name = "first-6-ends-5", .points = FIRST_6, .closures = 2, .closure = {FIRST_0_5, FIRST_1_5}},
    {.name = "second-4", .points = SECOND, .alpha = 1. / 10, .centre = -12. / 5, .pairs = 1,
     .pair = {6. / 5}, .closures = 1, .closure = {SECOND_0_3}},
    {.name = "second-6", .points = SECOND, .alpha = 2. / 11, .centre = -51. / 22, .pairs = 2,
     .pair = {12. / 11, 3. / 44}, .closures = 2, .closure = {SECOND_0_4, SECOND_1_4}},
    {.name = "to-half-first-4", .points = TO_HALF, HALF_FIRST_4, .closures = 1,
     .closure = {{0, -1., 3, {-1., 2., -1.}}}},
    {.name = "to-half-first-6", .points = TO_HALF, HALF_FIRST_6, .closures = 1,
     .closure = {{0, 0, 6,
                  {-563. / 640, 67. / 128, 143. / 192, -37. / 64, 29. / 128, -71. / 1920}}}},
    {.name = "from-half-first-4", .points = FROM_HALF, HALF_FIRST_4, .closures = 1,
     .closure = {{0, 0, 4, {-71. / 24, 47. / 8, -31. / 8, 23. / 24}}}},
    {.name = "from-half-first-6", .points = FROM_HALF, HALF_FIRST_6, .closures = 2,
     .closure = {{0, 0, 6,
                  {-3043. / 640, 5353. / 384, -1163. / 64, 859. / 64, -2041. / 384, 563. / 640}},
                 {1. / 22, -127. / 198, 4, {-665. / 594, 41. / 22, -17. / 22, 17. / 594}}}},
    {.name = "to-half-mean-4", .points = TO_HALF, HALF_MEAN_4, .closures = 1,
     .closure = {{0, 1. / 3, 2, {1. / 3, 1.}}}},
    {.name = "to-half-mean-6", .points = TO_HALF, HALF_MEAN_6, .closures = 1,
     .closure = {{0, 5. / 3, 4, {5. / 24, 15. / 8, 5. / 8, -1. / 24}}}},
    {.name = "from-half-mean-4", .points = FROM_HALF, HALF_MEAN_4, .closures = 1,
     .closure = {{0, 3., 2, {3., 1.}}}},
    {.name = "from-half-mean-6", .points = FROM_HALF, HALF_MEAN_6, .closures = 2,
     .closure = {{0, 7., 4, {35. / 8, 35. / 8, -7. / 8, 1. / 8}},
                 {1. / 10, 1. / 2, 3, {1. / 2, 1., 1. / 10}}}},
};
/* clang-format on */
enum { SCHEME_COUNT = sizeof schemes / sizeof *schemes };

static const char *const names[] = {
    "first-4",
    "first-6",
    "first-6-ends-4",
    "first-6-ends-5",
    "second-4",
    "second-6",
    "filter-6",
    "filter-8",
    "to-half-first-4",
    "to-half-first-6",
    "from-half-first-4",
    "from-half-first-6",
    "to-half-mean-4",
    "to-half-mean-6",
    "from-half-mean-4",
    "from-half-mean-6",
    NULL,
};

const char *const *spate_compact_schemes(void)
{
    return names;
}

int spate_compact_find(const char *name, spate_compact_scheme *scheme)
{
    static const double default_alpha = 0.45;
    if (!name || !scheme)
        return 0;
    for (int k = 0; k < SCHEME_COUNT; ++k)
        if (strcmp(schemes[k].name, name) == 0) {
            *scheme = schemes[k];
            return 1;
        }
    if (strcmp(name, "filter-6") != 0 && strcmp(name, "filter-8") != 0)
        return 0;
    return spate_compact_filter(NULL, name[7] - '0', default_alpha, scheme) == SPATE_OK;
}

compact_shift compact_shift_of(spate_compact_points points)
{
    switch (points) {
    case SPATE_COMPACT_TO_HALF: return (compact_shift){0, 1};
    case SPATE_COMPACT_FROM_HALF: return (compact_shift){1, 0};
    default: return (compact_shift){1, 1};
    }
}

int64_t spate_compact_results(const spate_compact_scheme *s, int64_t n, int periodic)
{
    if (!s || n < 1)
        return 0;
    if (periodic || s->points == SPATE_COMPACT_SAME)
        return n;
    return s->points == SPATE_COMPACT_TO_HALF ? n - 1 : n + 1;
}

double spate_compact_symbol(const spate_compact_scheme *s, double kh)
{
    if (!s || s->pairs > SPATE_COMPACT_PAIRS)
        return NAN;
    const double half = s->points == SPATE_COMPACT_SAME ? 0 : 0.5;
    double sum = s->odd ? 0 : s->centre;
    for (int k = 0; k < s->pairs; ++k) {
        const double angle = (k + 1 - half) * kh;
        sum += 2 * s->pair[k] * (s->odd ? sin(angle) : cos(angle));
    }
    return (s->derivative == 2 ? -sum : sum) / (1 + 2 * s->alpha * cos(kh));
}
