/* Export of the matrix as compressed rows. */
#include <stdlib.h>

#include "solvers/krylov/solver.h"

/* Neighbours of a row in ascending order of their column, and which coefficient couples them: that
 * of the row itself, or of the neighbour. */
typedef struct coupling {
    int di, dj;
    int coefficient; /* of kry_copy */
    int of_neighbour;
} coupling;
static const coupling couplings[9] = {{-1, -1, 3, 1}, {0, -1, 2, 1}, {1, -1, 4, 1},
                                      {-1, 0, 1, 1},  {0, 0, 0, 0},  {1, 0, 1, 0},
                                      {-1, 1, 4, 0},  {0, 1, 2, 0},  {1, 1, 3, 0}};

/* The matrix of a part in host memory: that of the CPU itself, or a copy with its ring of ghosts. */
typedef struct host_matrix {
    kry_matrix m;
    char *block;
} host_matrix;

static host_matrix download(const kry_solver *s, int n)
{
    const kry_matrix *m = &s->parts[n].matrix;
    const kry_shape *shape = &s->grid_shapes[n];
    const size_t bytes = kry_bytes(s), row = (size_t)(shape->nx + 2) * bytes,
                 rows = (size_t)shape->ny + 2;
    const void *fields[] = {m->centre, m->east, m->north, m->north_east, m->north_west};
    host_matrix h = {*m, NULL};
    if (!s->device->own_memory)
        return h;
    h.block = malloc(KRY_COEFFICIENTS * row * rows);
    for (int k = 0; k < KRY_COEFFICIENTS && h.block; ++k) {
        char *to = h.block + (size_t)k * row * rows;
        if (!fields[k])
            continue;
        s->device->copy(to, row, (const char *)fields[k] - ((size_t)m->pitch + 1) * bytes,
                        (size_t)m->pitch * bytes, row, rows, s->stream);
        fields[k] = to + row + bytes;
    }
    h.m = (kry_matrix){fields[0], fields[1], fields[2], fields[3], fields[4], shape->nx + 2};
    return h;
}

static double coupling_value(const kry_solver *s, const kry_matrix *m, int i, int j,
                             const coupling *c)
{
    const void *const fields[] = {m->centre, m->east, m->north, m->north_east, m->north_west};
    const ptrdiff_t at = c->of_neighbour ? (j + c->dj) * m->pitch + i + c->di : j * m->pitch + i;
    return fields[c->coefficient] ? solver_value(s->choice.precision, fields[c->coefficient], at)
                                  : 0;
}

/* Writes the entries of a row from entry `at` on, where the arrays exist. Returns their number. */
static int64_t write_row(const kry_solver *s, const kry_shape *shape, const kry_matrix *m, int i,
                         int j, const spate_csr *csr, int64_t at)
{
    int64_t count = 0;
    for (int k = 0; k < 9; ++k) {
        const coupling *c = &couplings[k];
        const double value = coupling_value(s, m, i, j, c);
        if (value == 0)
            continue;
        if (csr->value) {
            csr->column[at + count] = shape->i0 + i + c->di + (shape->j0 + j + c->dj) * s->grid.nx;
            csr->value[at + count] = value;
        }
        ++count;
    }
    return count;
}

static void write_part(const kry_solver *s, const kry_shape *shape, const kry_matrix *m,
                       spate_csr *csr)
{
    for (int j = 0; j < shape->ny; ++j)
        for (int i = 0; i < shape->nx; ++i) {
            if (csr->value) {
                csr->row[csr->rows] = shape->i0 + i + (shape->j0 + j) * s->grid.nx;
                csr->first[csr->rows] = csr->entries;
            }
            csr->entries += write_row(s, shape, m, i, j, csr, csr->entries);
            ++csr->rows;
        }
}

/* Counts rows and entries, or writes them where the arrays exist. Returns 0 without memory. */
static int write_rows(const kry_solver *s, spate_csr *csr)
{
    csr->rows = csr->entries = 0;
    for (int n = 0; n < s->part_count; ++n) {
        const host_matrix h = download(s, n);
        if (s->device->own_memory && !h.block)
            return 0;
        write_part(s, &s->grid_shapes[n], &h.m, csr);
        free(h.block);
    }
    if (csr->value)
        csr->first[csr->rows] = csr->entries;
    return 1;
}

spate_status spate_krylov_export_csr(const spate_krylov *k, spate_csr *csr)
{
    if (csr)
        *csr = (spate_csr){0};
    if (!k)
        return SPATE_ERROR_ARGUMENT;
    if (!csr)
        return fail_argument(k->ctx, "csr is NULL");
    if (!k->matrix_set)
        return fail_argument(k->ctx, "the matrix was not set");
    const int counted = write_rows(k, csr);
    csr->row = malloc(sizeof *csr->row * (size_t)csr->rows);
    csr->first = malloc(sizeof *csr->first * ((size_t)csr->rows + 1));
    csr->column = malloc(sizeof *csr->column * (size_t)(csr->entries + 1));
    csr->value = malloc(sizeof *csr->value * (size_t)(csr->entries + 1));
    if (!counted || !csr->row || !csr->first || !csr->column || !csr->value ||
        !write_rows(k, csr)) {
        spate_csr_free(csr);
        return fail_memory(k->ctx, "no memory for a matrix in compressed rows");
    }
    return SPATE_OK;
}

void spate_csr_free(spate_csr *csr)
{
    if (!csr)
        return;
    free(csr->row);
    free(csr->first);
    free(csr->column);
    free(csr->value);
    *csr = (spate_csr){0};
}
