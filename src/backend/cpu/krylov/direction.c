/* Products with the matrix of the grid. The vector that is multiplied is made row by row in a
 * buffer of three rows that stays in cache, so that directions and products are one pass:
 *   direction  reads centre, east, north, z, p; writes p, q: 7 values per unknown
 *   product    reads centre, east, north, r, z; writes q: 6 values
 *   residual   reads centre, east, north, p, b; writes r: 6 values */
#include "backend/cpu/krylov/rows.h"

extern __typeof__(*((kry_cg_kernels *)0)->direction) KRY_SYMBOL(kry_direction);
extern __typeof__(*((kry_cg_kernels *)0)->combine) KRY_SYMBOL(kry_combine);
extern __typeof__(*((kry_cg_kernels *)0)->make_z) KRY_SYMBOL(kry_make_z);
extern __typeof__(*((kry_cg_kernels *)0)->product) KRY_SYMBOL(kry_product);
extern __typeof__(*((kry_cg_kernels *)0)->residual) KRY_SYMBOL(kry_residual);
extern __typeof__(*((kry_cg_kernels *)0)->judge) KRY_SYMBOL(kry_judge);

/* Rows of the matrix from column i0 on, and of the vector: south, own, north. */
typedef struct row_pointers {
    const calc *centre, *east, *north, *south;
    const calc *ne, *nw, *sw, *se; /* of 9 points; sw and se: of the row to the south */
    const calc *v[3];
} row_pointers;

static row_pointers point(const pass *w, int j, int i0, const strip_rows *b)
{
    const kry_matrix *m = &w->part->matrix;
    const ptrdiff_t at = j * m->pitch + i0, below = at - m->pitch;
    row_pointers p = {.centre = (const calc *)m->centre + at,
                      .east = (const calc *)m->east + at,
                      .north = (const calc *)m->north + at,
                      .south = (const calc *)m->north + below};
    if (m->north_east) {
        p.ne = (const calc *)m->north_east + at;
        p.nw = (const calc *)m->north_west + at;
        p.sw = (const calc *)m->north_east + below;
        p.se = (const calc *)m->north_west + below;
    }
    for (int k = 0; k < 3; ++k)
        p.v[k] = b->row[(j + k) % 3] + LEAD;
    return p;
}

static void multiply_5(const row_pointers *p, int count, calc *restrict q)
{
    const calc *restrict centre = p->centre, *restrict east = p->east, *restrict north = p->north,
                         *restrict south = p->south;
    const calc *restrict vs = p->v[0], *restrict v = p->v[1], *restrict vn = p->v[2];
    for (int i = 0; i < count; ++i)
        q[i] = KRY_PRODUCT_5(centre[i], v[i], east[i - 1], v[i - 1], east[i], v[i + 1], south[i],
                             vs[i], north[i], vn[i]);
}

static void multiply_9(const row_pointers *p, int count, calc *restrict q)
{
    const calc *restrict sw = p->sw, *restrict se = p->se, *restrict nw = p->nw,
                         *restrict ne = p->ne;
    const calc *restrict vs = p->v[0], *restrict vn = p->v[2];
    multiply_5(p, count, q);
    for (int i = 0; i < count; ++i)
        q[i] += KRY_PRODUCT_DIAGONALS(sw[i - 1], vs[i - 1], se[i + 1], vs[i + 1], nw[i], vn[i - 1],
                                      ne[i], vn[i + 1]);
}

static void add_dots(int count, const calc *restrict a, const calc *restrict b,
                     double *restrict lanes)
{
    for (int i = 0; i < count; ++i)
        lanes[i] += (double)a[i] * (double)b[i];
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

/* |v|.|A||v| of a row. */
static void add_sizes(const row_pointers *p, int count, double *restrict lanes)
{
    for (int i = 0; i < count; ++i) {
        double sum =
            (double)(KRY_PRODUCT_5(abs_r(p->centre[i]), abs_r(p->v[1][i]), abs_r(p->east[i - 1]),
                                   abs_r(p->v[1][i - 1]), abs_r(p->east[i]), abs_r(p->v[1][i + 1]),
                                   abs_r(p->south[i]), abs_r(p->v[0][i]), abs_r(p->north[i]),
                                   abs_r(p->v[2][i])));
        if (p->ne)
            sum += (double)(KRY_PRODUCT_DIAGONALS(abs_r(p->sw[i - 1]), abs_r(p->v[0][i - 1]),
                                                  abs_r(p->se[i + 1]), abs_r(p->v[0][i + 1]),
                                                  abs_r(p->nw[i]), abs_r(p->v[2][i - 1]),
                                                  abs_r(p->ne[i]), abs_r(p->v[2][i + 1])));
        lanes[i] += sum * (double)abs_r(p->v[1][i]);
    }
}

static void use_row(const pass *w, int j, int i0, int count, strip_rows *b)
{
    const kry_part *part = w->part;
    const ptrdiff_t at = j * part->shape.pitch + i0;
    const row_pointers p = point(w, j, i0, b);
    calc *q = (calc *)part->q + at, *r = (calc *)part->r + at;
    calc scratch[KRY_STRIP];
    if ((w->user == KEEP_RESIDUAL && !w->given) || w->user == KEEP_SIZES)
        q = scratch;
    if (!w->given) {
        if (part->matrix.north_east)
            multiply_9(&p, count, q);
        else
            multiply_5(&p, count, q);
    }
    if (w->user == KEEP_RESIDUAL) {
        subtract(count, (const calc *)part->b.first + j * part->b.pitch + i0, q, r, b->lanes[0]);
        return;
    }
    add_dots(count, p.v[1], q, b->lanes[0]);
    if (w->user == KEEP_SIZES)
        add_sizes(&p, count, b->lanes[1]);
    if (w->user == KEEP_PRODUCT) {
        add_dots(count, r, p.v[1], b->lanes[1]);
        add_dots(count, r, r, b->lanes[2]);
    }
}

static void close_row_of_tiles(const pass *w, int tile_row, int i0, int count, strip_rows *b)
{
    kry_close_tiles(w->part, w->user == KEEP_RESIDUAL ? KRY_RR : KRY_PQ, tile_row, i0, count,
                    b->lanes[0]);
    if (w->user == KEEP_SIZES)
        kry_close_tiles(w->part, KRY_SIZE, tile_row, i0, count, b->lanes[1]);
    if (w->user == KEEP_PRODUCT) {
        kry_close_tiles(w->part, KRY_RZ, tile_row, i0, count, b->lanes[1]);
        kry_close_tiles(w->part, KRY_RR, tile_row, i0, count, b->lanes[2]);
    }
}

/* Tile rows [first, end) of columns [i0, i1). */
static void run_strip(const pass *w, int first, int end, int i0, int i1)
{
    const kry_shape *s = &w->part->shape;
    const int j0 = first * kry_tile_y(s), j1 = kry_least(end * kry_tile_y(s), s->ny);
    strip_rows b;
    memset(b.lanes, 0, sizeof b.lanes);
    for (int j = j0 - 1; j <= j1; ++j) {
        calc *row = b.row[(j + 1) % 3];
        make_row(w, j, i0, i1, row);
        if ((j >= j0 && j < j1) || j == -1 || j == s->ny)
            store_row(w, j, i0, i1, row);
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

static pass pass_of(const kry_part *part)
{
    return (pass){.part = part,
                  .old = part->p[0],
                  .beta = (calc)part->scalars->beta,
                  .back = (calc)(1 / part->scalars->scale)};
}

void KRY_SYMBOL(kry_direction)(const kry_part *part, int turn)
{
    pass w = pass_of(part);
    w.maker = MAKE_DIRECTION;
    w.user = KEEP_DIRECTION;
    w.old = part->p[1 - turn];
    w.made = part->p[turn];
    if (part->scalars->state == KRY_RUNNING)
        run(&w);
}

void KRY_SYMBOL(kry_product)(const kry_part *part, int given)
{
    pass w = pass_of(part);
    w.maker = MAKE_Z;
    w.user = KEEP_PRODUCT;
    w.given = given;
    if (part->scalars->state == KRY_RUNNING)
        run(&w);
}

void KRY_SYMBOL(kry_residual)(const kry_part *part, int given)
{
    pass w = pass_of(part);
    w.maker = READ_P;
    w.user = KEEP_RESIDUAL;
    w.given = given;
    run(&w);
}

void KRY_SYMBOL(kry_judge)(const kry_part *part, int turn)
{
    pass w = pass_of(part);
    w.maker = READ_P;
    w.user = KEEP_SIZES;
    w.old = part->p[turn];
    run(&w);
}

/* Rows alone, without a product. */
static void run_rows_of_plane(const pass *w)
{
    const kry_shape *s = &w->part->shape;
#pragma omp parallel for num_threads(w->part->threads) schedule(static)
    for (int j = -1; j <= s->ny; ++j) {
        calc row[ROW];
        for (int i0 = 0; i0 < s->nx; i0 += KRY_STRIP) {
            const int i1 = kry_least(i0 + KRY_STRIP, s->nx);
            make_row(w, j, i0, i1, row);
            store_row(w, j, i0, i1, row);
        }
    }
}

static void run_rows(const pass *w)
{
    for (int plane = 0; plane < w->part->shape.planes; ++plane) {
        const ptrdiff_t at = plane * w->part->shape.plane;
        kry_part part = *w->part;
        pass of_plane = *w;
        part.r = (calc *)part.r + at;
        part.z = (real *)part.z + at;
        of_plane.part = &part;
        of_plane.old += at;
        of_plane.made += at;
        run_rows_of_plane(&of_plane);
    }
}

void KRY_SYMBOL(kry_combine)(const kry_part *part, int turn)
{
    pass w = pass_of(part);
    w.maker = MAKE_DIRECTION;
    w.old = part->p[1 - turn];
    w.made = part->p[turn];
    run_rows(&w);
}

void KRY_SYMBOL(kry_make_z)(const kry_part *part, void *to)
{
    pass w = pass_of(part);
    w.maker = MAKE_Z;
    w.made = to;
    if (part->scalars->state == KRY_RUNNING)
        run_rows(&w);
}
