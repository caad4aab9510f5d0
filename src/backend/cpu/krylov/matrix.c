/* Checks of the matrix, and its centre from row sums. */
#include "backend/cpu/krylov/krylov.h"

extern __typeof__(*((kry_cg_kernels *)0)->find_wrong) KRY_SYMBOL(kry_find_wrong);
extern __typeof__(*((kry_cg_kernels *)0)->centre_from_shift) KRY_SYMBOL(kry_centre_from_shift);

/* Whether a row has any wrong value: quick, without its place. */
static int any_wrong(const calc *row, int count, int positive)
{
    calc sum = 0; /* NaN as soon as a value is not finite */
    int below = 0;
    for (int i = 0; i < count; ++i) {
        sum += row[i] - row[i];
        below |= positive && !(row[i] > 0);
    }
    return below || sum != 0;
}

int64_t KRY_SYMBOL(kry_find_wrong)(const kry_shape *shape, const void *field, kry_coefficient kind,
                                   const uint8_t edges[4])
{
    for (int j = 0; j < shape->ny; ++j) {
        const calc *row = (const calc *)field + j * shape->pitch;
        const int whole = any_wrong(row, shape->nx, kind == KRY_CENTRE);
        const int edge =
            kind != KRY_CENTRE && (edges[0] || edges[1] || (edges[3] && j == shape->ny - 1));
        for (int i = 0; i < shape->nx && (whole || edge); ++i)
            if (kry_is_wrong(row[i], kind, kry_leaves_grid(shape, kind, edges, i, j)))
                return i + (int64_t)j * shape->nx;
    }
    return -1;
}

void KRY_SYMBOL(kry_centre_from_shift)(const kry_part *part)
{
    const kry_shape *s = &part->shape;
    const kry_matrix *m = &part->matrix;
    union {
        const void *read;
        void *write;
    } centre = {m->centre}; /* the solver's own copy */
    for (int j = 0; j < s->ny; ++j)
        for (int i = 0; i < s->nx; ++i)
            ((calc *)centre.write)[j * m->pitch + i] -= kry_coupling_sum(m, j * m->pitch + i);
}
