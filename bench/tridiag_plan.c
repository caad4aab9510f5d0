/* Which lines are solved: classes, layouts, precisions, lengths and threads, narrowed by
 * the user. */
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

/* Set auto. Lines of a chunk or two, then lines that fill registers, blocks, the device; lines 0: 4
 * Mi unknowns, or what the user wants if less. */
static const int64_t auto_lengths[] = {1, 4, 8, 16, 32, 64, 256, 1024};
static const int64_t auto_lines[] = {1, 16, 64, 1024, 0};
static const double AUTO_UNKNOWNS = 1 << 22;

/* Set paper: S1 has one thread for each line, lines side by side; S2 one block for each line, lines
 * contiguous. */
static const struct {
    tridiag_layout layout;
    int64_t grid;
} paper_grids[] = {{TRIDIAG_INTERLEAVED, 128},  {TRIDIAG_INTERLEAVED, 256},
                   {TRIDIAG_INTERLEAVED, 512},  {TRIDIAG_INTERLEAVED, 1024},
                   {TRIDIAG_INTERLEAVED, 2048}, {TRIDIAG_INTERLEAVED, 4096},
                   {TRIDIAG_CONTIGUOUS, 256},   {TRIDIAG_CONTIGUOUS, 512},
                   {TRIDIAG_CONTIGUOUS, 1024}};
enum {
    AUTO_LENGTHS = sizeof auto_lengths / sizeof *auto_lengths,
    AUTO_LINES = sizeof auto_lines / sizeof *auto_lines,
    PAPER_GRIDS = sizeof paper_grids / sizeof *paper_grids
};

typedef struct plan {
    const bench *b;
    const tridiag_bench *wishes;
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

/* One thread, then all; or as many as the user wants. */
static void add_threads(plan *p, tridiag_setup s)
{
    const tridiag_bench *w = p->wishes;
    if (w->threads > 0) {
        s.threads = w->threads;
        add(p, s);
        return;
    }
    s.threads = 1;
    add(p, s);
    s.threads = p->b->max_threads;
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
    const tridiag_bench *w = p->wishes;
    for (int k = 0; k < LENGTHS; ++k) {
        s.n = w->n > 0 ? w->n : lengths[k];
        if ((w->n > 0 && k > 0) || (p->b->quick && w->n <= 0 && k != 0 && k != 2))
            continue;
        add_threads(p, s);
    }
    if (w->n <= 0 && s.matrix == SPATE_TRIDIAG_GENERAL && s.layout == TRIDIAG_CONTIGUOUS)
        add_few_lines(p, s);
}

static void add_auto(plan *p, tridiag_setup s)
{
    const tridiag_bench *w = p->wishes;
    const double unknowns = fmin(AUTO_UNKNOWNS, w->unknowns);
    s.only_ours = 1;
    for (int k = 0; k < AUTO_LENGTHS; ++k)
        for (int j = 0; j < AUTO_LINES; ++j) {
            s.n = auto_lengths[k];
            s.lines = auto_lines[j] > 0 ? auto_lines[j] : (int64_t)fmax(1, unknowns / (double)s.n);
            if (w->n <= 0 || w->n == s.n)
                add_threads(p, s);
        }
}

/* A line has a level in each cell and a flux on each face between them: 2 grid - 1 unknowns. */
static void add_paper(plan *p, tridiag_setup s)
{
    const tridiag_bench *w = p->wishes;
    for (int k = 0; k < PAPER_GRIDS; ++k) {
        s.grid = s.lines = paper_grids[k].grid;
        s.n = 2 * s.grid - 1;
        if (paper_grids[k].layout == s.layout && (w->n <= 0 || w->n == s.n) &&
            !(p->b->quick && s.grid > 256))
            add_threads(p, s);
    }
}

static void add_kind(plan *p, tridiag_setup s)
{
    const int general = s.matrix == SPATE_TRIDIAG_GENERAL;
    if (p->wishes->set == TRIDIAG_USUAL)
        add_lengths(p, s);
    else if (p->wishes->set == TRIDIAG_PAPER && general)
        add_paper(p, s);
    else if (p->wishes->set == TRIDIAG_AUTO && general && s.layout != TRIDIAG_STRIDED)
        add_auto(p, s);
}

int tridiag_plan(const bench *b, void *setups, int room)
{
    const tridiag_bench *wishes = b->kind->user;
    plan p = {b, wishes, setups, 0, room};
    for (int k = 0; k < KINDS; ++k) {
        tridiag_setup s = {.matrix = kinds[k].matrix, .layout = kinds[k].layout};
        if ((wishes->matrix >= 0 && wishes->matrix != (int)s.matrix) ||
            (wishes->layout >= 0 && wishes->layout != (int)s.layout))
            continue;
        for (s.precision = 32; s.precision <= 64; s.precision += 32)
            if (wishes->precision <= 0 || wishes->precision == s.precision)
                add_kind(&p, s);
    }
    return p.count;
}
