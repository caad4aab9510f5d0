/* Decoupled parts. The coupling of a part's last unknown to the unknown before the part, and of its
 * first unknown to the one behind, is dropped. Two equations remain at each cut. The error bound
 * (docs/theory/tridiag_distributed.md):
 *     |error| <= dropped * amplified * stretch * max|x|. */
#include <stdlib.h>
#include <string.h>

#include "solvers/tridiag/distributed_panel.h"

/* Returns NaN if an argument is NaN. */
static double larger(double a, double b)
{
    return a <= b ? b : a;
}

/* Largest |v| + |w| of a part. v and w are its solutions without a right-hand side that are 1 in
 * the row before and 0 in the last row, and vice versa. This bounds the growth of an error of
 * these two unknowns in between. */
static double stretch_of(const spate_tridiag_distributed *t, const dist_part *p, double *space)
{
    double *const *m = t->shared;
    double *upper = space, *from_before = space + p->n;
    const int64_t last = p->n - 1;
    for (int64_t i = 0; i < last; ++i) {
        const int64_t row = p->first + i;
        const double a = m[0][row], scale = 1 / (m[1][row] - (i ? a * upper[i - 1] : 0));
        upper[i] = m[2][row] * scale;
        from_before[i] = -(a * (i ? from_before[i - 1] : 1)) * scale;
    }
    double most = 1, v = 0, w = 1;
    for (int64_t i = last - 1; i >= 0; --i) {
        v = from_before[i] - upper[i] * v;
        w = -(upper[i] * w);
        most = larger(solver_magnitude(v) + solver_magnitude(w), most);
    }
    return most;
}

/* Factors of the face of part p, and of its two equations with the next part. */
static double bound_cut(const dist_part *p, const dist_part *behind, dist_cut *cut)
{
    const dist_segment *l = &p->segments[0], *r = &behind->segments[0];
    const double c = l->c / l->p, q = r->q - r->r * (r->e / r->p), rest = 1 - c * q;
    cut->face = (tri_face_factors){.scale = 1 / l->p, .r = l->r};
    cut->coupling = c;
    cut->scale = 1 / rest;
    return (1 + larger(solver_magnitude(c), solver_magnitude(q))) / solver_magnitude(rest);
}

spate_status dist_bound_shared(spate_tridiag_distributed *t, dist_bundle *b)
{
    double *space = malloc(2 * sizeof *space * (size_t)t->n);
    double dropped = 0, amplified = 1, stretch = 1;
    free(b->cuts);
    b->cuts = calloc((size_t)b->part_count, sizeof *b->cuts);
    if (!b->cuts || !space) {
        free(space);
        return fail_memory(t->ctx, "no memory for %d parts", b->part_count);
    }
    for (int k = 0; k < b->part_count; ++k) {
        const dist_segment *s = &b->parts[k].segments[0];
        const dist_part *behind = &b->parts[(k + 1) % b->part_count];
        dropped = larger(solver_magnitude(s->e / s->p), dropped);
        dropped = larger(solver_magnitude(s->r * s->c / s->p), dropped);
        amplified = larger(bound_cut(&b->parts[k], behind, &b->cuts[k]), amplified);
        stretch = larger(stretch_of(t, &b->parts[k], space), stretch);
    }
    free(space);
    t->dropped = larger(dropped * amplified * stretch, t->dropped);
    return SPATE_OK;
}

static size_t row_of(const spate_tridiag_distributed *t, const dist_bundle *b)
{
    return (size_t)b->lanes * dist_bytes(t);
}

void dist_make_faces(const spate_tridiag_distributed *t, const dist_bundle *b, const dist_part *p,
                     char *pieces, dist_diagnostics *found)
{
    if (dist_shared(t))
        t->kernels->faces_shared(b->lanes, &b->cuts[p - b->parts].face, pieces, pieces);
    else
        t->kernels->faces(b->lanes, pieces, pieces, &found->dropped);
}

/* Solves for the unknown left of a cut. */
static void join(const spate_tridiag_distributed *t, const dist_bundle *b, int left,
                 const char *left_face, const char *right_face, char *last, dist_diagnostics *found)
{
    const dist_cut *cut = &b->cuts[left];
    if (dist_shared(t))
        t->kernels->join_shared(b->lanes, cut->coupling, cut->scale, left_face, right_face, last);
    else
        t->kernels->join(b->lanes, left_face, right_face, last, &found->amplified);
}

void dist_join_faces(const spate_tridiag_distributed *t, const dist_bundle *b, const dist_part *p,
                     const char *before, const char *mine, const char *after, char *answers,
                     dist_diagnostics *found)
{
    const int k = (int)(p - b->parts), ahead = (k + b->part_count - 1) % b->part_count;
    const size_t row = row_of(t, b), to_front = dist_face_rows(t) * row;
    char *last = answers + row;
    if (before)
        join(t, b, ahead, before, mine + to_front, answers, found);
    else
        memset(answers, 0, row);
    if (after)
        join(t, b, k, mine, after, last, found);
    else
        memcpy(last, mine, row); /* end of the line: last = g */
}
