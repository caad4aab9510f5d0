/* A sweep on the CPU: rows one by one, lines by recursion over the solver's tree of chunks. */
#include <math.h>

#include <vector>

#include "backend/tridiag/segment_ops.h"
#include "gpu_adi_lines.h"

/* A line: its rows, then the solution x. */
struct oracle_line {
    int chunk, ring;
    std::vector<seg_given> rows;
    std::vector<real> x;
};

struct oracle_node {
    seg_whole whole;
    seg_left kept;             /* of the merge */
    std::vector<seg_left> all; /* of a chunk: of each row but the last */
    int first, end;            /* rows */
    std::vector<oracle_node> halves;
};

static oracle_node oracle_chunk(const oracle_line &l, int first, int end)
{
    oracle_node n = {};
    n.first = first;
    n.end = end;
    seg_begin(&n.whole, &l.rows[first]);
    for (int k = first + 1; k < end; ++k) {
        seg_left kept;
        seg_append(&n.whole, &l.rows[k], &kept);
        n.all.push_back(kept);
    }
    return n;
}

/* The node of 2^level chunks from number `begin` on, as far as they exist. */
static oracle_node oracle_up(const oracle_line &l, int level, int begin)
{
    const int rows = (int)l.rows.size(), first = begin * l.chunk;
    if (level == 0)
        return oracle_chunk(l, first, first + l.chunk < rows ? first + l.chunk : rows);
    const int middle = begin + (1 << (level - 1));
    oracle_node left = oracle_up(l, level - 1, begin);
    if (middle * l.chunk >= rows)
        return left;
    oracle_node right = oracle_up(l, level - 1, middle), n = {};
    n.first = left.first;
    n.end = right.end;
    n.whole = left.whole;
    seg_merge(&n.whole, &right.whole, &n.kept);
    n.halves = {left, right};
    return n;
}

static void oracle_down(oracle_line &l, const oracle_node &n, real before, real last)
{
    l.x[n.end - 1] = last;
    if (n.halves.empty()) {
        for (int k = n.end - 2; k >= n.first; --k) {
            const real next = l.x[k + 1];
            seg_back(&n.all[k - n.first], &before, &next, &l.x[k]);
        }
        return;
    }
    real middle;
    seg_back(&n.kept, &before, &last, &middle);
    oracle_down(l, n.halves[0], before, middle);
    oracle_down(l, n.halves[1], middle, last);
}

static void oracle_solve(oracle_line &l)
{
    const int chunks = ((int)l.rows.size() + l.chunk - 1) / l.chunk;
    int level = 0;
    while (1 << level < chunks)
        ++level;
    if (!l.ring) {
        l.rows.front().a = 0;
        l.rows.back().c = 0;
    }
    const oracle_node all = oracle_up(l, level, 0);
    real last;
    seg_close(l.ring, &all.whole, &last);
    l.x.resize(l.rows.size());
    oracle_down(l, all, l.ring ? last : (real)0, last);
}

/* Rows of a line, with those of boundaries. */
static oracle_line oracle_rows(const lines_part *p, const adi_view *v, int stage, int line)
{
    const int axis = stage == ADI_SWEEP_X ? 0 : 1;
    const boundary_list *list = axis == 0 ? &p->part->boundary_x : &p->part->boundary_y;
    oracle_line l = {};
    l.ring = p->setup.ring[axis];
    for (int k = 0; k < p->device.faces[axis]; ++k) {
        const ptrdiff_t o = line * v->across + k * v->along;
        adi_row row = adi_row_at(v, o);
        for (int n = 0; n < list->count; ++n) {
            const boundary_face *f = &list->faces[n];
            if (f->i == (axis == 0 ? k : line) && f->j == (axis == 0 ? line : k) &&
                f->kind != FACE_PROBE)
                row = adi_listed_row(p->part, v, f, o, stage);
        }
        const seg_given given = {(real)row.a, (real)row.b, (real)row.c, (real)row.d};
        l.rows.push_back(given);
    }
    return l;
}

/* Largest effect of the roundings of a row's coefficients on x where |b| >= |a| + |c| + 1, so that
 * the inverse is at most 1. Each coefficient is the result of less than ROUNDINGS operations;
 * slopes are differences of levels. */
static double oracle_bound(const adi_view *v, const oracle_line &l, int line)
{
    enum { ROUNDINGS = 64 };
    double most = 0, largest = 0;
    for (real x : l.x)
        largest = fmax(largest, fabs((double)x));
    for (size_t k = 0; k < l.rows.size(); ++k) {
        const ptrdiff_t o = line * v->across + (ptrdiff_t)k * v->along;
        const double depth = (double)v->h[o] + (double)v->h[o - v->along];
        const double level = fabs((double)v->bed[o]) + depth;
        const double size =
            fabs((double)l.rows[k].a) + fabs((double)l.rows[k].b) + fabs((double)l.rows[k].c);
        most = fmax(most,
                    size * largest + fabs((double)l.rows[k].d) + (double)v->k.pull * depth * level);
    }
    return ROUNDINGS * (double)SPATE_CALC_EPSILON * most;
}

static unsigned lines_expect(const lines_part *p, int stage, int chunk, real *flux, real *depth,
                             double *bound_flux, double *bound_depth)
{
    const int axis = stage == ADI_SWEEP_X ? 0 : 1, lines = axis == 0 ? p->setup.ny : p->setup.nx;
    const int cells = axis == 0 ? p->setup.nx : p->setup.ny;
    const adi_view v = adi_view_of(p->part, stage);
    unsigned wrong = 0;
    adi_flows f = adi_flows_of(p->part, &v, stage, 0);
    f.along_new = flux;
    *bound_flux = *bound_depth = 0;
    for (int line = 0; line < lines; ++line) {
        oracle_line l = oracle_rows(p, &v, stage, line);
        l.chunk = chunk;
        oracle_solve(l);
        for (size_t k = 0; k < l.x.size(); ++k)
            flux[line * v.across + (ptrdiff_t)k * v.along] = l.x[k];
        if (l.ring)
            flux[line * v.across + cells * v.along] = l.x[0];
        *bound_flux = fmax(*bound_flux, oracle_bound(&v, l, line));
    }
    for (int line = 0; line < lines; ++line)
        for (int k = 0; k < cells; ++k) {
            const ptrdiff_t o = line * v.across + k * v.along;
            wrong += (unsigned)adi_new_depth(&v, &f, o, &depth[o]);
            *bound_depth = fmax(*bound_depth, 8 * (double)SPATE_CALC_EPSILON * (double)v.h[o]);
        }
    *bound_depth += 2 * (double)v.k.along * *bound_flux;
    return wrong;
}
