/* Periodic grids. Conjugate gradients run on the ring itself. Preconditioners that eliminate or relax
 * unknowns in an order cannot go round: a ring of odd length has no red-black order. They get the
 * matrix without the couplings across the seam. Centres keep these couplings, so the matrix stays
 * positive definite. */
#include "parallel/comm.h"
#include "solvers/krylov/precondition.h"

enum { FIELDS = 3 }; /* centre, east, north: the matrix has 5 points */

int kry_has_rings(const kry_solver *s)
{
    return s->grid.periodic_x || s->grid.periodic_y;
}

grid kry_grid_without_rings(const kry_solver *s)
{
    grid g = s->grid;
    g.periodic_x = g.periodic_y = 0;
    return g;
}

void kry_release_cut(kry_solver *s)
{
    for (int n = 0; n < s->part_count; ++n)
        for (int k = 0; k < FIELDS; ++k) {
            kry_vector_free(s, &s->grid_shapes[n], kry_bytes(s), s->cut[n].field[k]);
            s->cut[n].field[k] = NULL;
        }
}

static spate_status allocate(kry_solver *s)
{
    for (int n = 0; n < s->part_count; ++n)
        for (int k = 0; k < FIELDS; ++k) {
            void **field = &s->cut[n].field[k];
            if (!*field)
                *field = kry_vector_alloc(s, &s->grid_shapes[n], kry_bytes(s));
            if (!*field)
                return fail_memory(s->ctx, "no memory for a matrix without periodic edges");
        }
    return SPATE_OK;
}

/* Values [x0, x1) x [y0, y1) of a field, ghosts included. What is never copied stays 0. */
static void copy_values(const kry_solver *s, int n, int field, const void *from, int x0, int x1,
                        int y0, int y1)
{
    const size_t bytes = kry_bytes(s);
    const ptrdiff_t to_pitch = s->grid_shapes[n].pitch, from_pitch = s->parts[n].matrix.pitch;
    s->device->move((char *)s->cut[n].field[field] + (y0 * to_pitch + x0) * (ptrdiff_t)bytes,
                    (size_t)to_pitch * bytes,
                    (const char *)from + (y0 * from_pitch + x0) * (ptrdiff_t)bytes,
                    (size_t)from_pitch * bytes, (size_t)(x1 - x0) * bytes, (size_t)(y1 - y0),
                    s->stream);
}

static void cut_part(const kry_solver *s, int n)
{
    const kry_shape *p = &s->grid_shapes[n];
    const kry_matrix *m = &s->parts[n].matrix;
    const int ring_x = s->grid.periodic_x, ring_y = s->grid.periodic_y;
    const int west = ring_x && p->i0 == 0, east = ring_x && p->i0 + p->nx == s->grid.nx;
    const int south = ring_y && p->j0 == 0, north = ring_y && p->j0 + p->ny == s->grid.ny;
    /* Beyond a seam there are no couplings, as outside a grid without rings. */
    const int x0 = west ? 0 : -1, x1 = east ? p->nx : p->nx + 1;
    const int y0 = south ? 0 : -1, y1 = north ? p->ny : p->ny + 1;
    copy_values(s, n, KRY_CENTRE, m->centre, -1, p->nx + 1, -1, p->ny + 1);
    copy_values(s, n, KRY_EAST, m->east, x0, x1 - east, y0, y1);
    copy_values(s, n, KRY_NORTH, m->north, x0, x1, y0, y1 - north);
}

spate_status kry_cut_rings(kry_solver *s)
{
    if (!kry_has_rings(s) || !(s->preconditioner->properties & KRY_CUTS_RINGS))
        return SPATE_OK;
    SPATE_TRY(comm_agree(s->ctx, allocate(s)));
    for (int n = 0; n < s->part_count; ++n)
        cut_part(s, n);
    return SPATE_OK;
}

kry_matrix kry_matrix_of_preconditioner(const kry_solver *s, int n)
{
    void *const *field = s->cut[n].field;
    return field[0] ? (kry_matrix){.centre = field[KRY_CENTRE],
                                   .east = field[KRY_EAST],
                                   .north = field[KRY_NORTH],
                                   .pitch = s->grid_shapes[n].pitch}
                    : s->parts[n].matrix;
}
