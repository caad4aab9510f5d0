/* A grid cut into 3 x 2 parts, each with an array of its own: lines along x, then along y, in
 * place, as an alternating scheme has them. Prints a checksum: run alone and under mpirun, it must
 * be equal (ranks.sh), and equal to that of one part. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/context.h"
#include "bits.h"
#include "parallel/comm.h"
#include "spate/tridiag_distributed.h"

enum { NX = 150, NY = 83, MOST_PARTS = 6, STEPS = 3 };

typedef struct part {
    int i0, j0, nx, ny, column, row, pitch;
    double *a, *b, *c, *u;
} part;

static spate_context *ctx;

/* Dominant rows, a function of place and direction alone. */
static double entry(int i, int j, int which)
{
    const struct {
        int i, j, which;
    } place = {i, j, which};
    return (double)(hash_of(&place, sizeof place) >> 11) * 0x1p-53 + (which == 1 ? 2 : 0);
}

static void fill(const part *p, int step)
{
    for (int j = 0; j < p->ny; ++j)
        for (int i = 0; i < p->nx; ++i) {
            const int at = j * p->pitch + i, gi = p->i0 + i, gj = p->j0 + j;
            p->a[at] = -entry(gi, gj, 0);
            p->b[at] = entry(gi, gj, 1);
            p->c[at] = -entry(gi, gj, 2);
            if (step == 0)
                p->u[at] = entry(gi, gj, 3);
        }
}

static part make_part(int columns, int rows, int k)
{
    static const int x_cuts[] = {0, 32, 101}, y_cuts[] = {0, 48};
    part p = {.column = k % columns, .row = k / columns};
    p.i0 = x_cuts[p.column];
    p.j0 = y_cuts[p.row];
    p.nx = (p.column + 1 < columns ? x_cuts[p.column + 1] : NX) - p.i0;
    p.ny = (p.row + 1 < rows ? y_cuts[p.row + 1] : NY) - p.j0;
    p.pitch = p.nx + 3 + k;
    double **const arrays[] = {&p.a, &p.b, &p.c, &p.u};
    for (int n = 0; n < 4; ++n)
        if (!(*arrays[n] = calloc((size_t)(p.pitch * p.ny), sizeof(double))))
            abort();
    return p;
}

static spate_status sweep(const part *parts, int count, int along_y)
{
    spate_tridiag_distributed_options o;
    spate_tridiag_distributed *t = NULL;
    spate_line_part lines[MOST_PARTS];
    const void *a[MOST_PARTS], *b[MOST_PARTS], *c[MOST_PARTS], *d[MOST_PARTS];
    void *x[MOST_PARTS];
    spate_tridiag_distributed_options_default(&o);
    o.n = along_y ? NY : NX;
    o.chunk = along_y ? 16 : 32;
    for (int k = 0; k < count; ++k) {
        const part *p = &parts[k];
        const spate_lines x_lines = {p->nx, 1, {p->ny, 1}, {p->pitch, 0}};
        const spate_lines y_lines = {p->ny, p->pitch, {p->nx, 1}, {1, 0}};
        lines[k] = along_y ? (spate_line_part){p->column, p->j0, y_lines}
                           : (spate_line_part){p->row, p->i0, x_lines};
        a[k] = p->a, b[k] = p->b, c[k] = p->c, d[k] = p->u, x[k] = p->u;
    }
    spate_status status = spate_tridiag_distributed_create(ctx, &o, lines, count, &t);
    if (status == SPATE_OK)
        status = spate_tridiag_distributed_setup(t);
    if (status == SPATE_OK)
        status = spate_tridiag_distributed_solve(t, a, b, c, d, x);
    spate_tridiag_distributed_destroy(t);
    return status;
}

static int64_t checksum(const part *parts, int count)
{
    int64_t sum = 0;
    for (int k = 0; k < count; ++k)
        for (int j = 0; j < parts[k].ny; ++j)
            for (int i = 0; i < parts[k].nx; ++i) {
                const struct {
                    int64_t place;
                    double value;
                } v = {(int64_t)(parts[k].j0 + j) * NX + parts[k].i0 + i,
                       parts[k].u[j * parts[k].pitch + i]};
                sum += (int64_t)(hash_of(&v, sizeof v) >> 24);
            }
    comm_sum_count(ctx->comm, &sum, 1);
    return sum;
}

static int run(int columns, int rows, int64_t *sum)
{
    part parts[MOST_PARTS];
    int count = 0;
    spate_status status = SPATE_OK;
    for (int k = 0; k < columns * rows; ++k)
        if (k % spate_rank_count(ctx) == spate_rank(ctx))
            parts[count++] = make_part(columns, rows, k);
    for (int step = 0; step < STEPS && status == SPATE_OK; ++step) {
        for (int k = 0; k < count; ++k)
            fill(&parts[k], step);
        status = sweep(parts, count, 0);
        if (status == SPATE_OK)
            status = sweep(parts, count, 1);
    }
    *sum = checksum(parts, count);
    for (int k = 0; k < count; ++k) {
        free(parts[k].a);
        free(parts[k].b);
        free(parts[k].c);
        free(parts[k].u);
    }
    if (status != SPATE_OK)
        fprintf(stderr, "rank %d: %s\n", spate_rank(ctx), spate_message(ctx));
    return status == SPATE_OK;
}

int main(void)
{
    int64_t one, cut;
    int failed = 0;
    if (spate_context_create_parallel(&ctx) != SPATE_OK)
        return 1;
    if (!run(1, 1, &one))
        failed = 1;
    for (int rows = 1; rows <= 2; ++rows)
        for (int columns = 1; columns <= 3; ++columns) {
            if (!run(columns, rows, &cut) || cut != one)
                failed = 1;
            if (spate_rank(ctx) == 0)
                printf("%d x %d parts: %016" PRIx64 "%s\n", columns, rows, (uint64_t)cut,
                       cut == one ? "" : " DIFFERS from one part");
        }
    spate_context_destroy(ctx);
    return failed;
}
