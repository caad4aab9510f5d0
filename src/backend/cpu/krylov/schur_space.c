/* From the grid to the nodes E and O and back, once for each solve.
 *
 * Traffic in values per unknown: scale_reds reads 1 and writes 0.5, reduce reads 3 and writes 0.5,
 * expand reads 4 and writes 1. */
#include "backend/cpu/krylov/krylov.h"
#include "backend/krylov/schur.h"

extern __typeof__(*((schur_kernels *)0)->scale_reds) KRY_SYMBOL(schur_scale_reds);
extern __typeof__(*((schur_kernels *)0)->reduce) KRY_SYMBOL(schur_reduce);
extern __typeof__(*((schur_kernels *)0)->take_x) KRY_SYMBOL(schur_take_x);
extern __typeof__(*((schur_kernels *)0)->expand) KRY_SYMBOL(schur_expand);

#define FOR_ROWS(part)                                                                             \
    _Pragma("omp parallel for schedule(static) num_threads(part->threads)") for (int J = 0;        \
                                                                                 J <               \
                                                                                 part->shape.ny;   \
                                                                                 ++J)

static calc *array_row(const kry_array *a, ptrdiff_t j)
{
    return (calc *)a->first + j * a->pitch;
}

static calc *space_row(const kry_part *part, void *vector, int plane, ptrdiff_t J)
{
    return (calc *)vector + plane * part->shape.plane + J * part->shape.pitch;
}

/* A row of nodes: i = first + 2 I. The neighbours west, east, south and north of node I. */
typedef struct node_row {
    int count;
    const calc *b, *centre, *east, *north, *south; /* of node 0 */
    const calc *at_west, *at_east, *at_south, *at_north;
} node_row;

static node_row row_at(const kry_part *part, const level_part *l, const kry_array *given_b,
                       int first, int j)
{
    const kry_matrix *m = &part->matrix;
    const ptrdiff_t at = j * m->pitch + first;
    return (node_row){.count = j < l->ny ? (l->nx - first + 1) / 2 : 0,
                      .b = array_row(given_b, j) + first,
                      .centre = (const calc *)m->centre + at,
                      .east = (const calc *)m->east + at,
                      .north = (const calc *)m->north + at,
                      .south = (const calc *)m->north + at - m->pitch};
}

/* ---- reduce ---- */

static void divide_row(const node_row *n, calc *restrict to)
{
    const calc *b = n->b, *centre = n->centre;
#pragma omp simd
    for (int I = 0; I < n->count; ++I)
        to[I] = b[2 * I] / centre[2 * I];
}

void KRY_SYMBOL(schur_scale_reds)(const kry_part *part, const level_part *l,
                                  const kry_array *given_b)
{
    FOR_ROWS(part)
    {
        const node_row r1 = row_at(part, l, given_b, 1, 2 * J),
                       r2 = row_at(part, l, given_b, 0, 2 * J + 1);
        divide_row(&r1, space_row(part, part->p[0], 0, J));
        divide_row(&r2, space_row(part, part->p[0], 1, J));
    }
}

static void reduce_row(const node_row *n, calc *restrict to)
{
    const calc *b = n->b, *east = n->east, *north = n->north, *south = n->south;
    const calc *vw = n->at_west, *ve = n->at_east, *vs = n->at_south, *vn = n->at_north;
#pragma omp simd
    for (int I = 0; I < n->count; ++I)
        to[I] = KRY_REDUCED(b[2 * I], KRY_NEIGHBOURS(east[2 * I - 1], vw[I], east[2 * I], ve[I],
                                                     south[2 * I], vs[I], north[2 * I], vn[I]));
}

void KRY_SYMBOL(schur_reduce)(const kry_part *part, const level_part *l, const kry_array *given_b)
{
    FOR_ROWS(part)
    {
        const calc *r1 = space_row(part, part->p[0], 0, J), *r1_north = r1 + part->shape.pitch;
        const calc *r2 = space_row(part, part->p[0], 1, J), *r2_south = r2 - part->shape.pitch;
        node_row e = row_at(part, l, given_b, 0, 2 * J);
        node_row o = row_at(part, l, given_b, 1, 2 * J + 1);
        e.at_west = r1 - 1, e.at_east = r1, e.at_south = r2_south, e.at_north = r2;
        o.at_west = r2, o.at_east = r2 + 1, o.at_south = r1, o.at_north = r1_north;
        reduce_row(&e, space_row(part, part->b.first, 0, J));
        reduce_row(&o, space_row(part, part->b.first, 1, J));
    }
}

static void take_row(const calc *from, int count, calc *restrict to)
{
#pragma omp simd
    for (int I = 0; I < count; ++I)
        to[I] = from[2 * I];
}

void KRY_SYMBOL(schur_take_x)(const kry_part *part, const level_part *l, const kry_array *given_x)
{
    FOR_ROWS(part)
    {
        const node_row e = row_at(part, l, given_x, 0, 2 * J),
                       o = row_at(part, l, given_x, 1, 2 * J + 1);
        take_row(e.b, e.count, space_row(part, part->x.first, 0, J));
        take_row(o.b, o.count, space_row(part, part->x.first, 1, J));
    }
}

/* ---- expand ---- */

/* x of eliminated nodes, with stride 2. */
static void solve_row(const node_row *n, calc *restrict to)
{
    const calc *b = n->b, *centre = n->centre, *east = n->east, *north = n->north,
               *south = n->south;
    const calc *vw = n->at_west, *ve = n->at_east, *vs = n->at_south, *vn = n->at_north;
#pragma omp simd
    for (int I = 0; I < n->count; ++I)
        to[2 * I] = KRY_EXPANDED(b[2 * I],
                                 KRY_NEIGHBOURS(east[2 * I - 1], vw[I], east[2 * I], ve[I],
                                                south[2 * I], vs[I], north[2 * I], vn[I]),
                                 centre[2 * I]);
}

static void give_row(const calc *from, int count, calc *restrict to)
{
#pragma omp simd
    for (int I = 0; I < count; ++I)
        to[2 * I] = from[I];
}

static void expand_row(const kry_part *part, const level_part *l, const kry_array *given_b,
                       const kry_array *given_x, int J)
{
    const calc *e = space_row(part, part->x.first, 0, J), *e_north = e + part->shape.pitch;
    const calc *o = space_row(part, part->x.first, 1, J), *o_south = o - part->shape.pitch;
    node_row r1 = row_at(part, l, given_b, 1, 2 * J);
    node_row r2 = row_at(part, l, given_b, 0, 2 * J + 1);
    r1.at_west = e, r1.at_east = e + 1, r1.at_south = o_south, r1.at_north = o;
    r2.at_west = o - 1, r2.at_east = o, r2.at_south = e, r2.at_north = e_north;
    give_row(e, (l->nx + 1) / 2, array_row(given_x, 2 * J));
    solve_row(&r1, array_row(given_x, 2 * J) + 1);
    if (r2.count) {
        solve_row(&r2, array_row(given_x, 2 * J + 1));
        give_row(o, l->nx / 2, array_row(given_x, 2 * J + 1) + 1);
    }
}

/* x.b and x.Cx of a strip of a row of the grid; C: the centres. */
static void add_sums(int count, const calc *x, const calc *b, const calc *centre,
                     double *restrict with_b, double *restrict with_c)
{
#pragma omp simd
    for (int i = 0; i < count; ++i) {
        with_b[i] += (double)x[i] * (double)b[i];
        with_c[i] += (double)centre[i] * ((double)x[i] * (double)x[i]);
    }
}

/* Tiles of the grid have the numbers of those of the space. */
static void sum_tile_row(const kry_part *grid, const kry_array *given_b, const kry_array *given_x,
                         int tile_row)
{
    const int tile_y = kry_tile_y(&grid->shape), j0 = tile_row * tile_y;
    for (int i0 = 0; i0 < grid->shape.nx; i0 += KRY_STRIP) {
        const int count = kry_least(KRY_STRIP, grid->shape.nx - i0);
        double lanes[2][KRY_STRIP] = {{0}};
        for (int j = j0; j < kry_least(j0 + tile_y, grid->shape.ny); ++j)
            add_sums(count, array_row(given_x, j) + i0, array_row(given_b, j) + i0,
                     (const calc *)grid->matrix.centre + j * grid->matrix.pitch + i0, lanes[0],
                     lanes[1]);
        kry_close_tiles(grid, KRY_PQ, tile_row, i0, count, lanes[0]);
        kry_close_tiles(grid, KRY_SIZE, tile_row, i0, count, lanes[1]);
    }
}

void KRY_SYMBOL(schur_expand)(const kry_part *part, const level_part *l, const kry_array *given_b,
                              const kry_array *given_x)
{
    kry_part grid = *part;
    grid.shape.nx = l->nx;
    grid.shape.ny = l->ny;
    grid.shape.planes = 1;
#pragma omp parallel for schedule(static) num_threads(part->threads)
    for (int tile_row = 0; tile_row < kry_tiles_y(&grid.shape); ++tile_row) {
        const int tile_y = kry_tile_y(&part->shape), J0 = tile_row * tile_y;
        for (int J = J0; J < kry_least(J0 + tile_y, part->shape.ny); ++J)
            expand_row(part, l, given_b, given_x, J);
        sum_tile_row(&grid, given_b, given_x, tile_row);
    }
}
