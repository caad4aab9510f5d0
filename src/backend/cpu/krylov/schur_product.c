/* Products with the Schur complement on the nodes E and O. As in direction.c, the vector that is
 * multiplied is made row by row in a buffer of three rows, so that directions and products are one
 * pass. */
#include "backend/cpu/krylov/krylov.h"
#include "backend/krylov/schur.h"

extern __typeof__(*((schur_kernels *)0)->residual) KRY_SYMBOL(schur_residual);
extern __typeof__(*((schur_kernels *)0)->direction) KRY_SYMBOL(schur_direction);
extern __typeof__(*((schur_kernels *)0)->product) KRY_SYMBOL(schur_product);
extern __typeof__(*((schur_kernels *)0)->judge) KRY_SYMBOL(schur_judge);

/* Room before the first column of a buffered row, which keeps it aligned. */
enum { LEAD = 16, ROW = KRY_STRIP + 2 * LEAD, SUMS = 3 };

typedef enum { MAKE_DIRECTION, MAKE_Z, READ_P } row_maker;
typedef enum { KEEP_DIRECTION, KEEP_PRODUCT, KEEP_RESIDUAL, KEEP_SIZES } row_user;

typedef struct pass {
    const kry_part *part;
    const level_schur *s;
    row_maker maker;
    row_user user;
    const calc *old; /* p of the iteration before; or the vector itself for READ_P */
    calc *made;      /* where rows are stored; NULL: nowhere */
    calc beta, back; /* back: 1 / scale */
} pass;

/* Three rows of a strip for each plane: column i of the part is at [LEAD + i - i0]. */
typedef struct strip_rows {
    calc row[2][3][ROW];
    double lanes[SUMS][2 * KRY_STRIP];
} strip_rows;

/* ---- rows of the vector ---- */

static void fill_row(const pass *w, ptrdiff_t at, int count, calc *restrict to)
{
    const calc *restrict old = w->old + at, beta = w->beta, back = w->back;
    const real *restrict z = (const real *)w->part->z + at;
    if (w->maker == READ_P)
        memcpy(to, old, sizeof *to * (size_t)count);
    else if (w->maker == MAKE_Z)
        for (int i = 0; i < count; ++i)
            to[i] = (calc)z[i] * back;
    else
        for (int i = 0; i < count; ++i)
            to[i] = (calc)z[i] * back + beta * old[i];
}

/* Row j of columns [i0 - 1, i1 + 1) of a plane; 0 outside the grid. Stored with the ghosts that the
 * strip touches, if `store`. */
static void make_row(const pass *w, int plane, int j, int i0, int i1, calc *buffer, int store)
{
    const kry_shape *s = &w->part->shape;
    const int from = i0 == 0 && !s->linked[0] ? 0 : i0 - 1;
    const int to = i1 == s->nx && !s->linked[1] ? s->nx : i1 + 1;
    const ptrdiff_t at = plane * s->plane + j * s->pitch;
    calc *row = buffer + LEAD - i0;
    row[i0 - 1] = row[i1] = C(0);
    if ((j < 0 && !s->linked[2]) || (j == s->ny && !s->linked[3]))
        memset(row + i0 - 1, 0, sizeof *row * (size_t)(i1 - i0 + 2));
    else
        fill_row(w, at + from, to - from, row + from);
    if (w->made && store) {
        const int first = i0 == 0 ? -1 : i0, end = i1 == s->nx ? i1 + 1 : i1;
        memcpy(w->made + at + first, row + first, sizeof *row * (size_t)(end - first));
    }
}

/* ---- products ---- */

/* Columns from i0 on: coefficients of a row and of the one to the south; rows of the vector. */
typedef struct row_pointers {
    const calc *plane[SCHUR_PLANES], *south[SCHUR_PLANES];
    const calc *e[3], *o[3]; /* south, own, north */
} row_pointers;

static row_pointers point(const pass *w, int j, int i0, const strip_rows *b)
{
    row_pointers p;
    for (int k = 0; k < SCHUR_PLANES; ++k) {
        p.plane[k] = (const calc *)w->s->plane[k] + j * w->s->pitch + i0;
        p.south[k] = p.plane[k] - w->s->pitch;
    }
    for (int k = 0; k < 3; ++k) {
        p.e[k] = b->row[0][(j + k) % 3] + LEAD;
        p.o[k] = b->row[1][(j + k) % 3] + LEAD;
    }
    return p;
}

#define SIGNED(x) (x)
#define SIZE(x) abs_r(x)

/* q of E and of O. f is applied to every factor. */
#define MULTIPLY(name, f)                                                                          \
    static void name(const row_pointers *p, int count, calc *restrict qe, calc *restrict qo)       \
    {                                                                                              \
        const calc *c = p->plane[S_E], *x = p->plane[S_E_EAST], *y = p->plane[S_E_NORTH],          \
                   *ys = p->south[S_E_NORTH];                                                      \
        const calc *co = p->plane[S_O], *xo = p->plane[S_O_EAST], *yo = p->plane[S_O_NORTH],       \
                   *yso = p->south[S_O_NORTH];                                                     \
        const calc *sw = p->plane[S_SW], *se = p->plane[S_SE], *nw = p->plane[S_NW],               \
                   *ne = p->plane[S_NE], *nws = p->south[S_NW], *nes = p->south[S_NE];             \
        const calc *e = p->e[1], *es = p->e[0], *en = p->e[2];                                     \
        const calc *o = p->o[1], *os = p->o[0], *on = p->o[2];                                     \
        _Pragma("omp simd") for (int i = 0; i < count; ++i) qe[i] =                                \
            KRY_PRODUCT_5(f(c[i]), f(e[i]), f(x[i - 1]), f(e[i - 1]), f(x[i]), f(e[i + 1]),        \
                          f(ys[i]), f(es[i]), f(y[i]), f(en[i])) +                                 \
            KRY_PRODUCT_DIAGONALS(f(nes[i - 1]), f(os[i - 1]), f(nws[i]), f(os[i]), f(se[i - 1]),  \
                                  f(o[i - 1]), f(sw[i]), f(o[i]));                                 \
        _Pragma("omp simd") for (int i = 0; i < count; ++i) qo[i] =                                \
            KRY_PRODUCT_5(f(co[i]), f(o[i]), f(xo[i - 1]), f(o[i - 1]), f(xo[i]), f(o[i + 1]),     \
                          f(yso[i]), f(os[i]), f(yo[i]), f(on[i])) +                               \
            KRY_PRODUCT_DIAGONALS(f(sw[i]), f(e[i]), f(se[i]), f(e[i + 1]), f(nw[i]), f(en[i]),    \
                                  f(ne[i]), f(en[i + 1]));                                         \
    }
MULTIPLY(multiply, SIGNED)
MULTIPLY(multiply_sizes, SIZE)

static void add_dots(int count, const calc *restrict a, const calc *restrict b,
                     double *restrict lanes)
{
    for (int i = 0; i < count; ++i)
        lanes[i] += (double)a[i] * (double)b[i];
}

static void add_sizes(int count, const calc *restrict a, const calc *restrict b,
                      double *restrict lanes)
{
    for (int i = 0; i < count; ++i)
        lanes[i] += (double)abs_r(a[i]) * (double)b[i];
}

/* r = b - product, and its square. */
static void subtract(int count, const calc *restrict b, const calc *restrict product,
                     calc *restrict r, double *restrict lanes)
{
    for (int i = 0; i < count; ++i) {
        r[i] = b[i] - product[i];
        lanes[i] += (double)r[i] * (double)r[i];
    }
}

static void use_row(const pass *w, int j, int i0, int count, strip_rows *b)
{
    const kry_part *part = w->part;
    const row_pointers p = point(w, j, i0, b);
    const ptrdiff_t at[2] = {j * part->shape.pitch + i0,
                             j * part->shape.pitch + i0 + part->shape.plane};
    const calc *const own[2] = {p.e[1], p.o[1]};
    calc scratch[2][KRY_STRIP];
    calc *q[2];
    for (int k = 0; k < 2; ++k)
        q[k] = w->user <= KEEP_PRODUCT ? (calc *)part->q + at[k] : scratch[k];
    multiply(&p, count, q[0], q[1]);
    for (int k = 0; k < 2; ++k) {
        calc *r = (calc *)part->r + at[k];
        double *lanes = b->lanes[0] + k * KRY_STRIP;
        if (w->user == KEEP_RESIDUAL) {
            subtract(count, (const calc *)part->b.first + at[k], q[k], r, lanes);
            continue;
        }
        add_dots(count, own[k], q[k], lanes);
        if (w->user == KEEP_PRODUCT) {
            add_dots(count, r, own[k], b->lanes[1] + k * KRY_STRIP);
            add_dots(count, r, r, b->lanes[2] + k * KRY_STRIP);
        }
    }
    if (w->user == KEEP_SIZES) {
        multiply_sizes(&p, count, q[0], q[1]);
        for (int k = 0; k < 2; ++k)
            add_sizes(count, own[k], q[k], b->lanes[1] + k * KRY_STRIP);
    }
}

/* ---- strips ---- */

static void close_row_of_tiles(const pass *w, int tile_row, int i0, int count, strip_rows *b)
{
    static const int sums[][SUMS] = {[KEEP_DIRECTION] = {KRY_PQ, -1, -1},
                                     [KEEP_PRODUCT] = {KRY_PQ, KRY_RZ, KRY_RR},
                                     [KEEP_RESIDUAL] = {KRY_RR, -1, -1},
                                     [KEEP_SIZES] = {KRY_PQ, KRY_SIZE, -1}};
    for (int k = 0; k < SUMS && sums[w->user][k] >= 0; ++k)
        kry_close_tiles(w->part, sums[w->user][k], tile_row, i0, count, b->lanes[k]);
}

/* Tile rows [first, end) of columns [i0, i1). */
static void run_strip(const pass *w, int first, int end, int i0, int i1)
{
    const kry_shape *s = &w->part->shape;
    const int j0 = first * kry_tile_y(s), j1 = kry_least(end * kry_tile_y(s), s->ny);
    strip_rows b;
    memset(b.lanes, 0, sizeof b.lanes);
    for (int j = j0 - 1; j <= j1; ++j) {
        const int store = (j >= j0 && j < j1) || j == -1 || j == s->ny;
        make_row(w, 0, j, i0, i1, b.row[0][(j + 1) % 3], store);
        make_row(w, 1, j, i0, i1, b.row[1][(j + 1) % 3], store);
        if (j > j0)
            use_row(w, j - 1, i0, i1 - i0, &b);
        if (j > j0 && (j == j1 || j % kry_tile_y(s) == 0))
            close_row_of_tiles(w, (j - 1) / kry_tile_y(s), i0, i1 - i0, &b);
    }
}

static void run(const pass *w)
{
    const kry_shape *s = &w->part->shape;
#pragma omp parallel num_threads(w->part->threads)
    {
        int first, end;
        kry_thread_rows(kry_tiles_y(s), &first, &end);
        for (int i0 = 0; i0 < s->nx && first < end; i0 += KRY_STRIP)
            run_strip(w, first, end, i0, kry_least(i0 + KRY_STRIP, s->nx));
    }
}

static pass pass_of(const kry_part *part, const level_schur *s)
{
    return (pass){.part = part,
                  .s = s,
                  .old = part->p[0],
                  .beta = (calc)part->scalars->beta,
                  .back = (calc)(1 / part->scalars->scale)};
}

void KRY_SYMBOL(schur_direction)(const kry_part *part, const level_schur *s, int turn)
{
    pass w = pass_of(part, s);
    w.maker = MAKE_DIRECTION;
    w.user = KEEP_DIRECTION;
    w.old = part->p[1 - turn];
    w.made = part->p[turn];
    if (part->scalars->state == KRY_RUNNING)
        run(&w);
}

void KRY_SYMBOL(schur_product)(const kry_part *part, const level_schur *s)
{
    pass w = pass_of(part, s);
    w.maker = MAKE_Z;
    w.user = KEEP_PRODUCT;
    if (part->scalars->state == KRY_RUNNING)
        run(&w);
}

void KRY_SYMBOL(schur_residual)(const kry_part *part, const level_schur *s)
{
    pass w = pass_of(part, s);
    w.maker = READ_P;
    w.user = KEEP_RESIDUAL;
    run(&w);
}

void KRY_SYMBOL(schur_judge)(const kry_part *part, const level_schur *s, int turn)
{
    pass w = pass_of(part, s);
    w.maker = READ_P;
    w.user = KEEP_SIZES;
    w.old = part->p[turn];
    run(&w);
}
