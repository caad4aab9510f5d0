/* Which lines are solved: classes, layouts, precisions, lengths and threads, narrowed by the user. */
#include <math.h>

#include "bench/tridiag.h"

const char *const tridiag_layout_names[TRIDIAG_LAYOUTS] = {"contiguous", "strided", "interleaved"};
const char *const tridiag_class_names[3] = {"general", "shared", "toeplitz"};

/* A matrix for all lines is shown in two layouts: interleaved lies as strided does. */
static const struct {
    spate_tridiag_class matrix;
    tridiag_layout layout;
} kinds[] = {
    {SPATE_TRIDIAG_GENERAL, TRIDIAG_CONTIGUOUS},  {SPATE_TRIDIAG_GENERAL, TRIDIAG_STRIDED},
    {SPATE_TRIDIAG_GENERAL, TRIDIAG_INTERLEAVED}, {SPATE_TRIDIAG_SHARED, TRIDIAG_CONTIGUOUS},
    {SPATE_TRIDIAG_SHARED, TRIDIAG_STRIDED},      {SPATE_TRIDIAG_TOEPLITZ, TRIDIAG_CONTIGUOUS},
    {SPATE_TRIDIAG_TOEPLITZ, TRIDIAG_STRIDED},
};
static const int64_t lengths[] = {64, 256, 1024, 4096, 65536};
enum { KINDS = sizeof kinds / sizeof *kinds, LENGTHS = sizeof lengths / sizeof *lengths };

typedef struct plan {
    const tridiag_wishes *wishes;
    tridiag_setup *setups;
    int count, room;
} plan;

static void add(plan *p, tridiag_setup s)
{
    if (s.lines == 0)
        s.lines = (int64_t)fmax(1, p->wishes->unknowns / (double)s.n);
    if (p->count < p->room)
        p->setups[p->count++] = s;
}

/* One thread, then all; or as many as the user says. */
static void add_threads(plan *p, tridiag_setup s)
{
    const tridiag_wishes *w = p->wishes;
    if (w->threads > 0) {
        s.threads = w->threads;
        add(p, s);
        return;
    }
    s.threads = 1;
    add(p, s);
    s.threads = w->max_threads;
    if (s.threads > 1)
        add(p, s);
}

/* Lines that fill neither lanes nor threads: auto has to choose. */
static void add_few_lines(plan *p, tridiag_setup s)
{
    static const int64_t few[][2] = {{256, 1}, {4096, 1}, {4096, 8}, {65536, 4}};
    for (int k = 0; k < 4; ++k) {
        s.n = few[k][0];
        s.lines = few[k][1];
        add_threads(p, s);
    }
}

static void add_lengths(plan *p, tridiag_setup s)
{
    const tridiag_wishes *w = p->wishes;
    for (int k = 0; k < LENGTHS; ++k) {
        s.n = w->n > 0 ? w->n : lengths[k];
        if ((w->n > 0 && k > 0) || (w->quick && w->n <= 0 && k != 0 && k != 2))
            continue;
        add_threads(p, s);
    }
    if (w->n <= 0 && s.matrix == SPATE_TRIDIAG_GENERAL && s.layout == TRIDIAG_CONTIGUOUS)
        add_few_lines(p, s);
}

int tridiag_plan(const tridiag_wishes *wishes, tridiag_setup *setups, int room)
{
    plan p = {wishes, setups, 0, room};
    for (int k = 0; k < KINDS; ++k) {
        tridiag_setup s = {.matrix = kinds[k].matrix, .layout = kinds[k].layout};
        if ((wishes->matrix >= 0 && wishes->matrix != (int)s.matrix) ||
            (wishes->layout >= 0 && wishes->layout != (int)s.layout))
            continue;
        for (s.precision = 32; s.precision <= 64; s.precision += 32)
            if (wishes->precision <= 0 || wishes->precision == s.precision)
                add_lengths(&p, s);
    }
    return p.count;
}
