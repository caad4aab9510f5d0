/* Which runs the Kurganov benchmark makes: named sets, changed by what the user fixed. */
#include <string.h>

#include "bench/kurganov.h"

typedef struct plan {
    const kurganov_wishes *wishes;
    kurganov_setup *setups;
    int count, room, group;
} plan;

static int same(const kurganov_setup *a, const kurganov_setup *b)
{
    return a->n == b->n && a->precision == b->precision && a->integrator == b->integrator &&
           a->bed == b->bed && a->friction == b->friction && a->maxima == b->maxima &&
           a->field == b->field && a->threads == b->threads && a->parts[0] == b->parts[0] &&
           a->parts[1] == b->parts[1];
}

/* Adds a run as the user wants it, unless the plan has it already in another group of one. */
static void add(plan *p, kurganov_setup s)
{
    const kurganov_wishes *w = p->wishes;
    s.n = w->n > 0 ? w->n : s.n;
    s.integrator = w->integrator >= 0 ? (spate_integrator)w->integrator : s.integrator;
    s.bed = w->bed >= 0 ? (spate_bed_model)w->bed : s.bed;
    s.friction = w->friction >= 0 ? w->friction : s.friction;
    s.maxima = w->maxima >= 0 ? w->maxima : s.maxima;
    s.field = w->field >= 0 ? (bench_field)w->field : s.field;
    s.threads = w->threads > 0 ? w->threads : s.threads;
    s.group = p->group;
    for (int k = 0; k < p->count; ++k)
        if (same(&p->setups[k], &s) && (!s.peer_name || p->setups[k].group == s.group))
            return;
    if (p->count < p->room)
        p->setups[p->count++] = s;
}

/* The run that the sets vary: RK2 on the paper's bed, wet, frictionless, all threads. */
static kurganov_setup typical(const plan *p, int precision)
{
    const int64_t host = p->wishes->quick ? 1024 : 4096, device = p->wishes->quick ? 4096 : 8192;
    const kurganov_setup s = {.n = p->wishes->device ? device : host,
                              .precision = precision,
                              .integrator = SPATE_RK2,
                              .bed = SPATE_BED_BILINEAR,
                              .field = FIELD_WET,
                              .threads = p->wishes->max_threads};
    return s;
}

/* What friction and maxima cost, alone and together. */
static void plan_costs(plan *p, int precision)
{
    kurganov_setup s = typical(p, precision);
    s.peer_name = "plain";
    ++p->group;
    for (s.maxima = 0; s.maxima <= 1; ++s.maxima)
        for (s.friction = 0; s.friction <= 1; ++s.friction)
            add(p, s);
}

static void plan_table(plan *p, int precision)
{
    kurganov_setup s = typical(p, precision);
    for (int integrator = SPATE_RK2; integrator >= SPATE_EULER; --integrator) {
        for (int bed = SPATE_BED_BILINEAR; bed >= SPATE_BED_CELLS; --bed) {
            for (int extra = 0; extra < (p->wishes->device ? 3 : 2); ++extra) {
                s.integrator = (spate_integrator)integrator;
                s.bed = (spate_bed_model)bed;
                s.friction = extra == 1;
                s.maxima = extra == 2;
                ++p->group;
                add(p, s);
            }
        }
    }
}

static void plan_threads(plan *p, int precision)
{
    kurganov_setup s = typical(p, precision);
    const int most = s.threads;
    s.peer_name = "1 thread";
    ++p->group;
    for (s.threads = 1; s.threads < most; s.threads *= 2)
        add(p, s);
    s.threads = most;
    add(p, s);
}

static void plan_sizes(plan *p, int precision)
{
    kurganov_setup s = typical(p, precision);
    const int64_t most = (p->wishes->device ? 4 : 1) * (p->wishes->quick ? 2048 : 8192);
    for (s.n = 256; s.n <= most; s.n *= 2) {
        ++p->group;
        add(p, s);
    }
}

static void plan_fields(plan *p, int precision)
{
    kurganov_setup s = typical(p, precision);
    s.peer_name = "fully wet";
    s.bed = SPATE_BED_CELLS;
    ++p->group;
    for (int field = FIELD_WET; field < FIELD_COUNT; ++field) {
        s.field = (bench_field)field;
        add(p, s);
    }
}

static void plan_parts(plan *p, int precision)
{
    kurganov_setup s = typical(p, precision);
    s.peer_name = "1 part";
    ++p->group;
    s.parts[0] = s.parts[1] = 1;
    add(p, s);
    s.parts[0] = 2;
    add(p, s);
}

int kurganov_plan(const kurganov_wishes *wishes, kurganov_setup *setups, int room)
{
    /* device: part of the set `cuda`; slow: not where that one shall be quick. */
    static const struct {
        const char *name;
        void (*plan)(plan *p, int precision);
        int device, slow;
    } sets[] = {{"costs", plan_costs, 1, 0},     {"fields", plan_fields, 1, 0},
                {"table", plan_table, 1, 1},     {"sizes", plan_sizes, 1, 0},
                {"threads", plan_threads, 0, 0}, {"parts", plan_parts, 0, 0}};
    plan p = {.wishes = wishes, .setups = setups, .room = room};
    const int all = strcmp(wishes->set, "all") == 0, cuda = strcmp(wishes->set, "cuda") == 0;
    for (size_t k = 0; k < sizeof sets / sizeof *sets; ++k) {
        const int wanted = all || strcmp(wishes->set, sets[k].name) == 0 ||
                           (cuda && sets[k].device && !(sets[k].slow && wishes->quick));
        for (int precision = 32; wanted && precision <= 64; precision += 32)
            if (wishes->precision <= 0 || wishes->precision == precision)
                sets[k].plan(&p, precision);
    }
    return p.count;
}
