/* Which runs the ADI benchmark makes: sizes of the paper and beyond, methods, precisions, coefficients and threads. */
#include <string.h>

#include "bench/adi.h"

/* GPUs join here, a line for each way to solve lines on them. */
const adi_method adi_methods[] = {
    {"plain", "reference", 0},
    {"cut-lines", "cpu", 1},
    {NULL, NULL, 0},
};

const adi_method *adi_method_named(const char *name)
{
    for (const adi_method *m = adi_methods; name && m->name; ++m)
        if (strcmp(m->name, name) == 0)
            return m;
    return NULL;
}

typedef struct plan {
    const adi_wishes *wishes;
    adi_setup *setups;
    int count, room;
} plan;

static void add(plan *p, adi_setup s)
{
    for (int k = 0; k < p->count; ++k) {
        const adi_setup *o = &p->setups[k];
        if (o->method == s.method && o->n == s.n && o->precision == s.precision &&
            o->extrapolated == s.extrapolated && o->threads == s.threads)
            return;
    }
    if (p->count < p->room)
        p->setups[p->count++] = s;
}

/* One thread, then all; or as many as the user says. */
static void add_threads(plan *p, adi_setup s)
{
    const adi_wishes *w = p->wishes;
    const int most = s.method->threaded ? w->max_threads : 1;
    s.threads = s.method->threaded && w->threads > 0 ? w->threads : 1;
    add(p, s);
    s.threads = w->threads > 0 ? s.threads : most;
    add(p, s);
}

static void add_coefficients(plan *p, adi_setup s)
{
    for (s.extrapolated = 0; s.extrapolated < 2; ++s.extrapolated)
        if (p->wishes->extrapolated < 0 || p->wishes->extrapolated == s.extrapolated)
            add_threads(p, s);
}

/* The peer in f64 with the paper's coefficients, whatever the user asked for: all others are measured by it. */
static void add_peer(plan *p, int64_t n)
{
    add(p, (adi_setup){.method = &adi_methods[0], .n = n, .precision = 64, .threads = 1});
}

static int is_wanted(const adi_wishes *w, const adi_method *m)
{
    return (!w->method || w->method == m) &&
           (!w->backend || strncmp(w->backend, m->backend, strlen(m->backend)) == 0);
}

static void add_size(plan *p, int64_t n)
{
    const adi_wishes *w = p->wishes;
    add_peer(p, n);
    for (const adi_method *m = adi_methods; m->name; ++m)
        for (int precision = 64; precision >= 32 && is_wanted(w, m); precision -= 32)
            if (w->precision <= 0 || w->precision == precision)
                add_coefficients(p, (adi_setup){.method = m, .n = n, .precision = precision});
}

int adi_plan(const adi_wishes *wishes, adi_setup *setups, int room)
{
    plan p = {wishes, setups, 0, room};
    const int64_t most = wishes->quick ? 1024 : 8192;
    if (wishes->n > 0)
        add_size(&p, wishes->n);
    for (int64_t n = 128; n <= most && wishes->n <= 0; n *= 2)
        add_size(&p, n);
    return p.count;
}
