/* Which arrays are measured: the shapes of tables 4.1 and 4.2 of methods/seed-002, then schemes, directions and
 * precisions on one cube; narrowed by the user. */
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
    const compact_wishes *wishes;
    compact_setup *setups;
    int count, room;
} plan;

static void add(plan *p, compact_setup s)
{
    const compact_wishes *w = p->wishes;
    s.scheme = w->scheme ? w->scheme : s.scheme;
    s.periodic = w->periodic >= 0 ? w->periodic : s.periodic;
    s.precision = w->precision > 0 ? w->precision : s.precision;
    s.threads = w->threads;
    if (w->direction >= 0 && w->direction != s.direction)
        return;
    if (p->count < p->room)
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
        if (kinds[k].quick || !p->wishes->quick)
            add_cube(p,
                     (compact_setup){.scheme = kinds[k].scheme,
                                     .periodic = kinds[k].periodic,
                                     .precision = kinds[k].precision},
                     n);
}

/* A scheme, ends or a precision by name: one cube of that. */
int compact_plan(const compact_wishes *w, compact_setup *setups, int room)
{
    plan p = {w, setups, 0, room};
    const int64_t side = w->n > 0 ? w->n : w->quick ? 128 : 256;
    const int narrowed = w->scheme || w->precision > 0 || w->periodic >= 0;
    if (narrowed) {
        add_cube(&p, (compact_setup){.scheme = "first-6", .precision = 64}, side);
        return p.count;
    }
    for (int k = 0; k < SHAPES && w->n <= 0; ++k)
        if (shapes[k].quick || !w->quick)
            add(&p, (compact_setup){.scheme = "first-4",
                                    .size = {shapes[k].n, shapes[k].lines, 1},
                                    .precision = 64});
    add_kinds(&p, side);
    if (!w->quick && w->n <= 0)
        add_cube(&p, (compact_setup){.scheme = "first-4", .precision = 64}, 512);
    return p.count;
}
