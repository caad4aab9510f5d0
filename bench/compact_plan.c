/* Which arrays are measured: the shapes of Srinath (2015), tables 4.1 and 4.2, then schemes,
 * directions and precisions on one cube; narrowed by the user. */
#include "bench/compact.h"

/* Table 4.1: n and systems. */
static const struct {
    int64_t n, lines;
    int quick;
} shapes[] = {{32, 32, 1},   {64, 64, 0},     {128, 128, 0},   {256, 256, 0},
              {512, 512, 1}, {1024, 1024, 0}, {2048, 2048, 1}, {32, 1024, 0},
              {64, 4096, 0}, {128, 16384, 0}, {256, 65536, 0}, {512, 262144, 0}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static const struct {
    const char *scheme;
    int periodic, precision, quick;
} kinds[] = {
    {"first-4", 0, 64, 1},  {"first-6", 0, 64, 1},         {"first-6", 0, 32, 0},
    {"first-6", 1, 64, 0},  {"second-6", 0, 64, 0},        {"filter-8", 0, 64, 0},
    {"filter-8", 0, 32, 0}, {"to-half-first-6", 0, 64, 0},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

typedef struct plan {
    const bench *b;
    const compact_bench *wishes;
    compact_setup *setups;
    int count, room;
} plan;

static void add(plan *p, compact_setup s)
{
    const compact_bench *w = p->wishes;
    s.scheme = w->scheme ? w->scheme : s.scheme;
    s.periodic = w->periodic >= 0 ? w->periodic : s.periodic;
    s.precision = w->precision > 0 ? w->precision : s.precision;
    s.threads = p->b->threads > 0 ? p->b->threads : p->b->max_threads;
    for (int d = 0; d < 3 && w->parts[0] > 0; ++d)
        s.parts[d] = w->parts[d];
    if (w->direction >= 0 && w->direction != s.direction)
        return;
    for (int n = 1; n <= w->along && p->count < p->room; n *= 2) {
        s.parts[0] = s.parts[1] = s.parts[2] = 1;
        s.parts[s.direction] = n;
        s.only_cut = n > 1;
        p->setups[p->count++] = s;
    }
    if (w->along == 0 && p->count < p->room)
        p->setups[p->count++] = s;
}

static void add_cube(plan *p, compact_setup s, int64_t n)
{
    for (s.direction = 0; s.direction < 3; ++s.direction) {
        s.size[0] = s.size[1] = s.size[2] = n;
        add(p, s);
    }
}

static void add_kinds(plan *p, int64_t n)
{
    for (int k = 0; k < KINDS; ++k)
        if (kinds[k].quick || !p->b->quick)
            add_cube(p,
                     (compact_setup){.scheme = kinds[k].scheme,
                                     .periodic = kinds[k].periodic,
                                     .precision = kinds[k].precision},
                     n);
}

static void add_shapes(plan *p)
{
    for (int k = 0; k < SHAPES; ++k)
        if (shapes[k].quick || !p->b->quick)
            add(p, (compact_setup){.scheme = "first-4",
                                   .size = {shapes[k].n, shapes[k].lines, 1},
                                   .precision = 64});
}

/* Table 4.2: the derivative along x of a cube, on 1, 8 and 64 parts; cubes up to --n. */
static void add_cubes_of_the_paper(plan *p)
{
    static const int64_t sides[] = {256, 512, 1024, 2048};
    const int steps = p->wishes->parts[0] > 0 ? 1 : 3; /* the user chose the parts */
    const int64_t most = p->wishes->n > 0 ? p->wishes->n : p->b->quick ? sides[0] : sides[3];
    for (int k = 0; k < 4 && sides[k] <= most; ++k)
        for (int n = 0; n < steps; ++n) {
            compact_setup s = {.scheme = "first-4",
                               .size = {sides[k], sides[k], sides[k]},
                               .precision = 64,
                               .only_cut = n > 0};
            for (int d = 0; d < 3 && n > 0; ++d)
                s.parts[d] = n == 1 ? 2 : 4;
            add(p, s);
        }
}

/* A scheme, ends or a precision by name: one cube of that. */
int compact_plan(const bench *b, void *setups, int room)
{
    const compact_bench *w = b->kind->user;
    plan p = {b, w, setups, 0, room};
    const int64_t side = w->n > 0 ? w->n : b->quick ? 128 : 256;
    if (w->paper) {
        add_shapes(&p);
        add_cubes_of_the_paper(&p);
    } else if (w->scheme || w->precision > 0 || w->periodic >= 0) {
        add_cube(&p, (compact_setup){.scheme = "first-6", .precision = 64}, side);
    } else {
        if (w->n <= 0)
            add_shapes(&p);
        add_kinds(&p, side);
        if (!b->quick && w->n <= 0)
            add_cube(&p, (compact_setup){.scheme = "first-4", .precision = 64}, 512);
    }
    return p.count;
}
