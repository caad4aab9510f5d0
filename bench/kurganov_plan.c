/* Which runs the Kurganov benchmark makes: named sets, changed by what the user fixed. */
#include <string.h>

#include "bench/kurganov.h"

typedef struct plan {
    const kurganov_bench *wishes;
    int quick;
    kurganov_group *groups;
    int count, room;
} plan;

static int same(const kurganov_setup *a, const kurganov_setup *b)
{
    return a->n == b->n && a->precision == b->precision && a->integrator == b->integrator &&
           a->bed == b->bed && a->friction == b->friction && a->maxima == b->maxima &&
           a->field == b->field && a->threads == b->threads && a->parts[0] == b->parts[0] &&
           a->parts[1] == b->parts[1];
}

static int has(const kurganov_group *g, const kurganov_setup *s)
{
    for (int k = 0; k < g->count; ++k)
        if (same(&g->runs[k], s))
            return 1;
    return 0;
}

/* A new group, which the following runs join. */
static void begin_group(plan *p, const char *peer_name)
{
    if (p->count > 0 && p->groups[p->count - 1].count == 0)
        --p->count; /* all its runs were there already */
    if (p->count < p->room)
        p->groups[p->count++] = (kurganov_group){.peer_name = peer_name};
}

/* Adds a run as the user wants it to the group. A run without a peer is left out where any group
 * has it. */
static void add(plan *p, kurganov_setup s)
{
    const kurganov_bench *w = p->wishes;
    kurganov_group *group = &p->groups[p->count - 1];
    s.n = w->n > 0 ? w->n : s.n;
    s.integrator = w->integrator >= 0 ? (spate_integrator)w->integrator : s.integrator;
    s.bed = w->bed >= 0 ? (spate_bed_model)w->bed : s.bed;
    s.friction = w->friction >= 0 ? w->friction : s.friction;
    s.maxima = w->maxima >= 0 ? w->maxima : s.maxima;
    s.field = w->field >= 0 ? (bench_field)w->field : s.field;
    s.threads = w->threads > 0 ? w->threads : s.threads;
    for (kurganov_group *g = group->peer_name ? group : p->groups; g <= group; ++g)
        if (has(g, &s))
            return;
    if (group->count < KURGANOV_MOST_TOGETHER)
        group->runs[group->count++] = s;
}

/* The run that the sets vary: RK2 on the paper's bed, wet, frictionless, all threads. */
static kurganov_setup typical(const plan *p, int precision)
{
    const int64_t host = p->quick ? 1024 : 4096, device = p->quick ? 4096 : 8192;
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
    begin_group(p, "plain");
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
                begin_group(p, NULL);
                add(p, s);
            }
        }
    }
}

static void plan_threads(plan *p, int precision)
{
    kurganov_setup s = typical(p, precision);
    const int most = s.threads;
    begin_group(p, "1 thread");
    for (s.threads = 1; s.threads < most; s.threads *= 2)
        add(p, s);
    s.threads = most;
    add(p, s);
}

static void plan_sizes(plan *p, int precision)
{
    kurganov_setup s = typical(p, precision);
    const int64_t most = (p->wishes->device ? 4 : 1) * (p->quick ? 2048 : 8192);
    for (s.n = 256; s.n <= most; s.n *= 2) {
        begin_group(p, NULL);
        add(p, s);
    }
}

static void plan_fields(plan *p, int precision)
{
    kurganov_setup s = typical(p, precision);
    s.bed = SPATE_BED_CELLS;
    begin_group(p, "fully wet");
    for (int field = FIELD_WET; field < FIELD_COUNT; ++field) {
        s.field = (bench_field)field;
        add(p, s);
    }
}

static void plan_parts(plan *p, int precision)
{
    kurganov_setup s = typical(p, precision);
    begin_group(p, "1 part");
    s.parts[0] = s.parts[1] = 1;
    add(p, s);
    s.parts[0] = 2;
    add(p, s);
}

static int has_dam_break(const char *set)
{
    return strcmp(set, "all") == 0 || strcmp(set, "cuda") == 0 || strcmp(set, "dam_break") == 0;
}

int kurganov_plan(const bench *b, void *groups, int room)
{
    /* device: part of the set `cuda`; slow: not of its quick form. */
    static const struct {
        const char *name;
        void (*plan)(plan *p, int precision);
        int device, slow;
    } sets[] = {{"costs", plan_costs, 1, 0},     {"fields", plan_fields, 1, 0},
                {"table", plan_table, 1, 1},     {"sizes", plan_sizes, 1, 0},
                {"threads", plan_threads, 0, 0}, {"parts", plan_parts, 0, 0}};
    const kurganov_bench *wishes = b->kind->user;
    plan p = {.wishes = wishes, .quick = b->quick, .groups = groups, .room = room};
    const int all = strcmp(wishes->set, "all") == 0, cuda = strcmp(wishes->set, "cuda") == 0;
    for (size_t k = 0; k < sizeof sets / sizeof *sets; ++k) {
        const int wanted = all || strcmp(wishes->set, sets[k].name) == 0 ||
                           (cuda && sets[k].device && !(sets[k].slow && b->quick));
        for (int precision = 32; wanted && precision <= 64; precision += 32)
            if (wishes->precision <= 0 || wishes->precision == precision)
                sets[k].plan(&p, precision);
    }
    begin_group(&p, NULL);
    p.groups[p.count - 1].is_dam_break = has_dam_break(wishes->set);
    return p.groups[p.count - 1].is_dam_break ? p.count : p.count - 1;
}
