/* Which runs the ADI benchmark makes: sizes of the paper and beyond, methods, precisions,
 * coefficients and threads. */
#include <string.h>

#include "bench/adi.h"

/* The largest speed-ups of S14 and S24 in the paper; other methods are compared with S14,
 * its best. */
#define S14                                                                                        \
    {                                                                                              \
        203, 82                                                                                    \
    }
#define S24                                                                                        \
    {                                                                                              \
        145, 42                                                                                    \
    }

const adi_method adi_methods[] = {
    {"plain", "reference", "auto", 0, 0, S14},
    {"penta", "reference", "penta", 0, 0, S14}, /* levels are unknowns too */
    {"cut-lines", "cpu", "cut", 1, 0, S14},
    {"fused", "cuda", "fused", 0, 0, S14},
    {"cut-lines", "cuda", "cut", 0, 0, S14},
    {"s1", "cuda", "s1", 0, 0, S14},
    {"s14", "cuda", "s14", 0, 0, S14},
    {"s2-pcr", "cuda", "s2-pcr", 0, 0, S24},
    {"s2-cr-pcr", "cuda", "s2-cr-pcr", 0, 0, S24},
    {"cusparse", "cuda", "s2-pcr", 0, 1, S14},
    {NULL, NULL, NULL, 0, 0, {0, 0}},
};

const adi_method *adi_method_named(const char *name)
{
    for (const adi_method *m = adi_methods; name && m->name; ++m)
        if (strcmp(m->name, name) == 0)
            return m;
    return NULL;
}

int adi_method_is_of(const adi_method *method, const char *backend)
{
    return strncmp(backend, method->backend, strlen(method->backend)) == 0;
}

const char *adi_setup_real(const adi_setup *setup)
{
    return setup->mixed ? "mixed" : setup->precision == 32 ? "f32" : "f64";
}

typedef struct plan {
    const bench *b;
    const adi_bench *wishes;
    adi_setup *setups;
    int count, room;
} plan;

static void add(plan *p, adi_setup s)
{
    for (int k = 0; k < p->count; ++k) {
        const adi_setup *o = &p->setups[k];
        if (o->method == s.method && o->n == s.n && o->precision == s.precision &&
            o->mixed == s.mixed && o->extrapolated == s.extrapolated && o->threads == s.threads)
            return;
    }
    if (p->count < p->room)
        p->setups[p->count++] = s;
}

/* One thread, then all; or as many as the user wants. */
static void add_threads(plan *p, adi_setup s)
{
    const int wanted = p->b->threads, most = s.method->threaded ? p->b->max_threads : 1;
    s.threads = s.method->threaded && wanted > 0 ? wanted : 1;
    add(p, s);
    s.threads = wanted > 0 ? s.threads : most;
    add(p, s);
}

static void add_coefficients(plan *p, adi_setup s)
{
    for (s.extrapolated = 0; s.extrapolated < 2; ++s.extrapolated)
        if (p->wishes->extrapolated < 0 || p->wishes->extrapolated == s.extrapolated)
            add_threads(p, s);
}

/* The peer in f64 with the paper's coefficients, whatever the user wants: all others are compared
 * with it. */
static void add_peer(plan *p, int64_t n)
{
    const int64_t most = p->wishes->plain_most;
    add(p, (adi_setup){
               .method = &adi_methods[0], .n = n < most ? n : most, .precision = 64, .threads = 1});
}

/* The paper's own methods are slow on larger grids than the paper has: there they run only where
 * the user names one. */
enum { PAPER_MOST = 4096 };

static int is_of_paper(const adi_method *m)
{
    return m->lines[0] == 's' && !m->uses_cusparse;
}

static int is_wanted(const adi_bench *w, const adi_method *m, int64_t n)
{
    if (is_of_paper(m) && n > PAPER_MOST && w->n <= 0 && !w->method)
        return 0;
    const int here =
        w->backend ? adi_method_is_of(m, w->backend) : w->device || strcmp(m->backend, "cuda") != 0;
    return here && (!w->method || strcmp(w->method, m->name) == 0) &&
           (strcmp(m->backend, "reference") != 0 || n <= w->plain_most);
}

/* Neither fused sweeps nor the peer have lines of f64 with a state of f32. Usually only the fast
 * methods of the CPU run them. */
static int is_wanted_in(const adi_bench *w, const adi_setup *s)
{
    if (s->mixed && (s->method->uses_cusparse || strcmp(s->method->lines, "fused") == 0))
        return 0;
    if (!w->real)
        return !s->mixed || s->method->threaded;
    return strcmp(w->real, "both") == 0 ? !s->mixed : strcmp(w->real, adi_setup_real(s)) == 0;
}

static void add_size(plan *p, int64_t n)
{
    const adi_bench *w = p->wishes;
    add_peer(p, n);
    for (const adi_method *m = adi_methods; m->name; ++m)
        for (int k = 0; k < 3 && is_wanted(w, m, n); ++k) {
            const adi_setup s = {.method = m, .n = n, .precision = k ? 32 : 64, .mixed = k == 2};
            if (is_wanted_in(w, &s))
                add_coefficients(p, s);
        }
}

int adi_plan(const bench *b, void *setups, int room)
{
    const adi_bench *wishes = b->kind->user;
    plan p = {b, wishes, setups, 0, room};
    const int64_t most = b->quick ? 1024 : 8192;
    if (wishes->n > 0)
        add_size(&p, wishes->n);
    for (int64_t n = 128; n <= most && wishes->n <= 0; n *= 2)
        add_size(&p, n);
    return p.count;
}
