/* Kernels of the semi-implicit scheme on faces: fluxes, transport, amounts, new velocities. Compiled
 * for each precision and instruction set. */
#include "backend/cpu/semi_implicit/faces.h"

/* ---- the beginning of a step ---- */

/* Faces around the part whose fluxes its own faces need. */
enum { RING = 2 };

static void flux_row(const semi_view *v, int y, ptrdiff_t o, int count)
{
    for (int i = 0; i < count; ++i)
        v->amount[y][o + i] = (real)semi_flux_at(v, y, o + i);
}

/* Reads h, bed and both velocities; writes both fluxes: 6 words a cell. */
void SEMI_SYMBOL(semi_fluxes)(grid_part *part)
{
    const semi_view v = semi_view_of(part);
    const part_shape *s = &part->shape;
    const int width = s->nx + 2 * RING;
#pragma omp parallel for schedule(static)
    for (int j = -RING; j < s->ny + RING; ++j) {
        flux_row(&v, 0, semi_row_start(part, j) - RING, width);
        flux_row(&v, 1, semi_row_start(part, j) - RING, width);
    }
    if (!(v.axis[0].theta < C(1)))
        return;
#pragma omp parallel for schedule(static)
    for (int j = -1; j < s->ny + 1; ++j)
        for (int i = -1; i < s->nx + 1; ++i) {
            const ptrdiff_t o = semi_row_start(part, j) + i;
            v.share[o] = (real)semi_explicit_share(&v, o);
        }
}

/* ---- transport ---- */

typedef struct velocities {
    const real *from[2];
    real *to[2];
} velocities;

static velocities velocities_of(const grid_part *part, int from, int to)
{
    return (velocities){{(const real *)part->field[SEMI_U][from],
                         (const real *)part->field[SEMI_V][from]},
                        {(real *)part->field[SEMI_U][to], (real *)part->field[SEMI_V][to]}};
}

static inline __attribute__((always_inline)) void transport_row(const semi_view *v,
                                                                const velocities *w, int y,
                                                                ptrdiff_t o, int count,
                                                                const stag_axis *k, int advection)
{
    for (int i = 0; i < count; ++i)
        w->to[y][o + i] = (real)semi_transported_at(v, w->from, y, o + i, k, advection);
}

/* The form of advection as a constant for the compiler. */
static void transport_rows(const semi_view *v, const velocities *w, int y, ptrdiff_t o, int count,
                           const stag_axis *k, int advection)
{
    switch (advection) {
    case STAG_ENERGY: transport_row(v, w, y, o, count, k, STAG_ENERGY); break;
    case STAG_MOMENTUM: transport_row(v, w, y, o, count, k, STAG_MOMENTUM); break;
    case STAG_AUTOMATIC: transport_row(v, w, y, o, count, k, STAG_AUTOMATIC); break;
    case STAG_LIMITED: transport_row(v, w, y, o, count, k, STAG_LIMITED); break;
    default: transport_row(v, w, y, o, count, k, STAG_LINEAR); break;
    }
}

/* Reads h and, of both axes, flux and velocity; writes both velocities: 7 words a cell. */
void SEMI_SYMBOL(semi_transport_by_fluxes)(grid_part *part, int from, int to, double fraction,
                                           int advected)
{
    const semi_view v = semi_view_of(part);
    const velocities w = velocities_of(part, from, to);
    for (int y = 0; y < 2; ++y) {
        const stag_axis k = semi_axis_at(part, y, fraction).k;
        const int count = semi_columns(part, y), rows = semi_rows(part, y);
#pragma omp parallel for schedule(static)
        for (int j = 0; j < rows; ++j)
            transport_rows(&v, &w, y, semi_row_start(part, j), count, &k,
                           advected ? v.advection : STAG_LINEAR);
    }
}

void SEMI_SYMBOL(semi_follow)(grid_part *part, int from, int to, double fraction)
{
    const semi_view v = semi_view_of(part);
    const velocities w = velocities_of(part, from, to);
    for (int y = 0; y < 2; ++y) {
        const int count = semi_columns(part, y), rows = semi_rows(part, y);
#pragma omp parallel for schedule(static)
        for (int j = 0; j < rows; ++j)
            for (int i = 0; i < count; ++i) {
                const ptrdiff_t o = semi_row_start(part, j) + i;
                w.to[y][o] = (real)semi_followed_at(&v, w.from, y, o, fraction);
            }
    }
}

void SEMI_SYMBOL(semi_turn_half)(grid_part *part, int from, int to)
{
    const semi_view v = semi_view_of(part);
    const velocities w = velocities_of(part, from, to);
    for (int y = 0; y < 2; ++y) {
        const int count = semi_columns(part, y), rows = semi_rows(part, y);
#pragma omp parallel for schedule(static)
        for (int j = 0; j < rows; ++j) {
            const semi_turn t = semi_turn_of(&part->params.coriolis, y, j, part->clock->dt);
            for (int i = 0; i < count; ++i) {
                const ptrdiff_t o = semi_row_start(part, j) + i;
                w.to[y][o] = (real)semi_turned_at(&v, w.from, y, o, t);
            }
        }
    }
}

/* ---- the system ---- */

static inline __attribute__((always_inline)) void face_row(const semi_view *v,
                                                           const real *transported, int y,
                                                           ptrdiff_t o, int count)
{
    for (int i = 0; i < count; ++i) {
        const semi_face f = semi_face_at(v, transported, y, o + i);
        semi_store_face(v, y, o + i, &f);
    }
}

/* For each axis reads flux, transported velocity and both old ones, and h and bed; writes velocity,
 * amount, coupling and gain: 17 words a cell. */
void SEMI_SYMBOL(semi_faces)(grid_part *part, int from)
{
    const semi_view v = semi_view_of(part);
    for (int y = 0; y < 2; ++y) {
        const real *transported = (const real *)part->field[y ? SEMI_V : SEMI_U][from];
        const int count = semi_columns(part, y), rows = semi_rows(part, y);
        boundary_list *const list = y ? &part->boundary_y : &part->boundary_x;
#pragma omp parallel for schedule(static)
        for (int j = 0; j < rows; ++j)
            face_row(&v, transported, y, semi_row_start(part, j), count);
        for (int n = 0; n < list->count; ++n)
            semi_store_edge(part, &v, &list->faces[n], y);
    }
}

/* Reads x and, of each axis, velocity, gain, amount and coupling; writes velocity and amount: 13
 * words a cell. */
void SEMI_SYMBOL(semi_pass)(grid_part *part)
{
    const semi_view v = semi_view_of(part);
    for (int y = 0; y < 2; ++y) {
        const int count = semi_columns(part, y), rows = semi_rows(part, y);
        boundary_list *const list = y ? &part->boundary_y : &part->boundary_x;
#pragma omp parallel for schedule(static)
        for (int j = 0; j < rows; ++j)
            for (int i = 0; i < count; ++i)
                semi_pass_face(&v, y, semi_row_start(part, j) + i);
        for (int n = 0; n < list->count; ++n)
            semi_pass_edge(&v, &list->faces[n], y);
    }
}

void SEMI_SYMBOL(semi_drain)(grid_part *part)
{
    const semi_view v = semi_view_of(part);
    for (int y = 0; y < 2; ++y) {
        const int count = semi_columns(part, y), rows = semi_rows(part, y);
#pragma omp parallel for schedule(static)
        for (int j = 0; j < rows; ++j)
            for (int i = 0; i < count; ++i)
                semi_drain_face(&v, y, semi_row_start(part, j) + i);
    }
}

void SEMI_SYMBOL(semi_settle)(grid_part *part)
{
    const semi_view v = semi_view_of(part);
    const real *h = (const real *)part->field[FIELD_DEPTH][1 - part->clock->now];
    for (int y = 0; y < 2; ++y) {
        const int count = semi_columns(part, y), rows = semi_rows(part, y);
        boundary_list *const list = y ? &part->boundary_y : &part->boundary_x;
#pragma omp parallel for schedule(static)
        for (int j = 0; j < rows; ++j)
            for (int i = 0; i < count; ++i)
                semi_settle_face(&v, h, y, semi_row_start(part, j) + i);
        for (int n = 0; n < list->count; ++n)
            semi_note_face(part, &v, &list->faces[n], y);
    }
}
