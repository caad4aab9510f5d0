/* Claim: a line whose levels are unknowns too, as in Aackermann & Pedersen (2012), has the fluxes
 * of the line that is solved for fluxes alone, up to rounding. The bound, with u = half an epsilon:
 *
 *   Elimination and substitution leave in a row of a tridiagonal system at most 4u |L||U||x|
 *   (Higham, Accuracy and Stability, theorem 9.14); with |L||U| <= |b| + 2 |a u'| on the diagonal,
 *   u' the upper entry of the row before. In a periodic line x = y - z x_last: 6u, with
 *   |y| + |z x_last| instead of |x|.
 *   Coefficients have at most 8 roundings of sums of absolute terms; the first stage of the paper
 *   adds 6.
 *   An error of a mass row enters the momentum row times the coefficient of its level.
 *
 * Both sums of errors are residuals r of the same system for fluxes; where it is diagonally
 * dominant the fluxes differ by at most the largest r / (|b| - |a| - |c|). Compiled for each
 * precision. */
#include "adi_penta_lines.h"
#include "backend/reference/adi_thomas.h"

/* ---- the paper's method ---- */

static void two_stages(const test_line *l, adi_row *rows)
{
    for (int n = 0; n < l->faces; ++n) {
        const int back = l->ring ? (n + CELLS - 1) % CELLS : n - 1;
        rows[2 * n] = adi_eliminated(&l->momentum[n], back >= 0 ? l->cell[back].predicted : C(0),
                                     n < CELLS ? l->cell[n].predicted : C(0), &l->k);
        if (n < CELLS)
            rows[2 * n + 1] = (adi_row){-l->k.along, C(1), l->k.along, l->cell[n].predicted};
    }
}

typedef struct solved {
    adi_row row[UNKNOWNS];
    calc value[UNKNOWNS], upper[UNKNOWNS], reply[UNKNOWNS];
    int count, ring;
} solved;

static void solve(solved *s)
{
    if (s->ring)
        adi_thomas_ring(s->row, s->count, s->upper, s->value, s->reply);
    else
        adi_thomas(s->row, s->count, s->upper, s->value);
}

/* ---- bounds ---- */

/* |y| + |z x_last| of a periodic line, |x| of another. */
static wide size_of(const solved *s, int n)
{
    const int at = (n + s->count) % s->count;
    if (!s->ring && (n < 0 || n >= s->count))
        return 0;
    const wide last = s->value[s->count - 1];
    const wide reply = s->ring && at < s->count - 1 ? fabsl(s->reply[at] * last) : 0;
    return fabsl((wide)s->value[at]) + 2 * reply;
}

/* Error of row n, in units of u. */
static wide left_by_solver(const solved *s, int n)
{
    const adi_row *r = &s->row[n];
    const wide before = n ? fabsl((wide)r->a * s->upper[n - 1]) : 0;
    return (s->ring ? 6 : 4) * (fabsl((wide)r->a) * size_of(s, n - 1) +
                                (fabsl((wide)r->b) + 2 * before) * size_of(s, n) +
                                fabsl((wide)r->c) * size_of(s, n + 1) + fabsl((wide)r->d));
}

static wide left_by_coefficients(const test_line *l, const solved *two, int n)
{
    const adi_momentum *m = &l->momentum[n];
    const wide beta = 1 / (wide)l->k.along;
    const wide levels =
        fabsl((wide)m->a) * size_of(two, 2 * n - 1) + fabsl((wide)m->c) * size_of(two, 2 * n + 1);
    const wide outer = (fabsl((wide)m->l) + fabsl((wide)m->r)) *
                       (size_of(two, 2 * n) + size_of(two, 2 * n - 2) + size_of(two, 2 * n + 2));
    /* The outer fluxes are replaced by predicted levels and by those found. */
    const int back = l->ring ? (n + CELLS - 1) % CELLS : n - 1;
    const wide put_in =
        beta * (fabsl((wide)m->l) * (size_of(two, 2 * n - 1) +
                                     (back >= 0 ? fabsl((wide)l->cell[back].predicted) : 0)) +
                fabsl((wide)m->r) * (size_of(two, 2 * n + 1) +
                                     (n < CELLS ? fabsl((wide)l->cell[n].predicted) : 0)));
    return (8 + 14) *
           (levels + outer + put_in + fabsl((wide)m->b) * size_of(two, 2 * n) + (wide)l->forces[n]);
}

static wide allowed(const test_line *l, const solved *one, const solved *two)
{
    const wide u = (wide)SPATE_CALC_EPSILON / 2;
    wide most = 0;
    for (int n = 0; n < l->faces; ++n) {
        const adi_row *r = &one->row[n], *t = &two->row[2 * n];
        const wide margin = fabsl((wide)r->b) - fabsl((wide)r->a) - fabsl((wide)r->c);
        const int before = (2 * n - 1 + two->count) % two->count;
        const wide mass =
            fabsl((wide)t->a) * (n > 0 || l->ring ? left_by_solver(two, before) : 0) +
            fabsl((wide)t->c) * (2 * n + 1 < two->count ? left_by_solver(two, 2 * n + 1) : 0);
        CHECK(margin > 0);
        most = fmaxl(most, u *
                               (left_by_solver(one, n) + left_by_solver(two, 2 * n) + mass +
                                left_by_coefficients(l, two, n)) /
                               margin);
    }
    return most;
}

/* ---- claims ---- */

static void compare_lines(int ring, int with_closed)
{
    wide worst = 0, loosest = 0;
    for (int number = 0; number < LINES; ++number) {
        const test_line l = make_line(number, ring, with_closed);
        solved one = {.count = l.faces, .ring = ring};
        solved two = {.count = 2 * CELLS + !ring, .ring = ring};
        memcpy(one.row, l.row, sizeof *one.row * (size_t)l.faces);
        two_stages(&l, two.row);
        solve(&one);
        solve(&two);
        wide apart = 0, top = 0;
        for (int n = 0; n < l.faces; ++n) {
            apart = fmaxl(apart, fabsl((wide)one.value[n] - (wide)two.value[2 * n]));
            top = fmaxl(top, fabsl((wide)one.value[n]));
        }
        const wide bound = allowed(&l, &one, &two);
        CHECK(apart <= bound);
        worst = fmaxl(worst, apart / bound);
        loosest = fmaxl(loosest, bound / top);
    }
    printf("  bound over the largest flux of its line: at most %.2Lg\n", loosest);
    CHECK_AT_MOST("fluxes apart over what rounding may do", worst, 1);
}

static void wet_lines_agree(void)
{
    compare_lines(0, 0);
}

static void lines_with_closed_and_dry_faces_agree(void)
{
    compare_lines(0, 1);
}

static void rings_agree(void)
{
    compare_lines(1, 0);
    compare_lines(1, 1);
}

int main(void)
{
    RUN(wet_lines_agree);
    RUN(lines_with_closed_and_dry_faces_agree);
    RUN(rings_agree);
    return check_done();
}
