/* Prints checksums of lines cut into parts, and the messages of failing lines: run alone and under
 * mpirun, the output must be equal (ranks.sh). The cuts are the same for any number of ranks, so
 * this holds for decoupled parts too.
 *
 * tridiag_hash [BACKEND] what every backend supports: cpu and cuda print the same
 * (backend/cut_ranks.sh) */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "bits.h"
#include "parallel/comm.h"
#include "solvers/cuts.h"

static spate_context *ctx;
static const char *backend; /* NULL: the CPU, everything it supports */
static int wrong;

static void complain(const char *what)
{
    fprintf(stderr, "rank %d: %s: %s\n", spate_rank(ctx), what, spate_message(ctx));
    wrong = 1;
}

/* Order-free: every rank adds its values. */
static int64_t hash_of_lines(const systems *s)
{
    int64_t sum = 0;
    for (int64_t k = 0; k < s->n * s->lines; ++k) {
        const struct {
            int64_t place;
            double value;
        } entry = {k, s->x[k]};
        if (!isnan(entry.value))
            sum += (int64_t)(hash_of(&entry, sizeof entry) >> 24);
    }
    comm_sum_count(ctx->comm, &sum, 1);
    return sum;
}

static int prints(void)
{
    return spate_rank(ctx) == 0;
}

static void forget(systems *s)
{
    for (int64_t k = 0; k < s->n * s->lines; ++k)
        s->x[k] = NAN;
}

static void solve(const cut_variant *variant, cut_owners owners, systems *s)
{
    int kept;
    spate_tridiag_distributed_stats stats;
    forget(s);
    const spate_status status = cuts_solve(ctx, variant, owners, s, &kept, &stats);
    if (status != SPATE_OK || !kept)
        complain(kept ? "not solved" : "memory beside the unknowns has changed");
    if (spate_rank_count(ctx) > 1 && strcmp(variant->reduced, "gather") != 0 &&
        stats.messages == 0 && variant->parts >= spate_rank_count(ctx))
        complain("nothing was sent");
    if (stats.messages > 0 && s->lines > 100 && stats.batches < 3)
        complain("nothing can travel while something else is computed");
    const int64_t hash = hash_of_lines(s);
    if (prints())
        printf("class %d f%d%s n %" PRId64 " x %" PRId64 " chunk %" PRId64
               " %d parts %s: %016" PRIx64 "\n",
               (int)variant->matrix, variant->precision, s->periodic ? " periodic" : "", s->n,
               s->lines, variant->chunk, variant->parts, variant->reduced, (uint64_t)hash);
}

static void try_variants(cut_variant variant, systems *s)
{
    static const char *const reduced[] = {"gather", "all-to-all", "neighbours", "auto"};
    for (int k = 0; k < 4; ++k) {
        variant.reduced = reduced[k];
        variant.in_place = k % 2;
        variant.tolerance = k == 2 ? 0.9 : 0;
        if (backend && k == 3) /* the same again */
            continue;
        if (k == 2 && variant.parts > 5) /* their parts are too short */
            continue;
        variant.mixed = k % 2;
        variant.supplied = variant.received = k == 3; /* not for a GPU */
        solve(&variant, k % 2 ? OWNERS_IN_TURN : OWNERS_BLOCKS, s);
    }
}

static void try_size(spate_tridiag_class matrix, int precision, int periodic, int64_t n,
                     int64_t lines, int64_t chunk)
{
    static const row_pattern patterns[] = {ROWS_FREE, ROWS_SHARED, ROWS_TOEPLITZ};
    systems s;
    if (!systems_make(&s, n, lines, periodic)) {
        complain("no memory");
        return;
    }
    systems_fill(&s, MATRIX_DOMINANT, patterns[matrix], precision);
    cut_variant variant = {.matrix = matrix,
                           .precision = precision,
                           .chunk = chunk,
                           .backend = backend};
    variant.layout = lines > 100 ? LAYOUT_Y : LAYOUT_Z3;
    cuts_at_chunks(&variant, n, 4);
    try_variants(variant, &s);
    variant.parts = 4;
    for (int k = 1; k < 4; ++k)
        variant.cut[k] = n * k / 4 + k % 2;
    if (!backend)
        try_variants(variant, &s);
    cuts_at_random(&variant, n, 7);
    try_variants(variant, &s);
    systems_free(&s);
}

/* ---- failures ---- */

/* All ranks have the message of rank 0. */
static void check_message(void)
{
    int64_t sum[2] = {(int64_t)(hash_of(spate_message(ctx), strlen(spate_message(ctx))) >> 8), 1};
    const int64_t mine = sum[0];
    comm_sum_count(ctx->comm, sum, 2);
    if (sum[0] != mine * sum[1])
        complain("ranks say different things");
}

static void fail_with(const char *what, const cut_variant *variant, systems *s)
{
    int kept;
    const spate_status status = cuts_solve(ctx, variant, OWNERS_IN_TURN, s, &kept, NULL);
    check_message();
    if (prints())
        printf("%s: status %d, %s\n", what, (int)status, spate_message(ctx));
}

static void try_failures(const char *reduced, int in_place)
{
    systems s;
    cut_variant variant = {.precision = 64,
                           .chunk = 8,
                           .reduced = reduced,
                           .in_place = in_place,
                           .supplied = in_place && !backend,
                           .backend = backend,
                           .parts = 4,
                           .cut = {0, 16, 27, 40}};
    if (!systems_make(&s, 60, 70, 0)) {
        complain("no memory");
        return;
    }
    systems_fill(&s, MATRIX_DOMINANT, ROWS_FREE, 64);
    const int64_t at = 33 * s.n;
    const double b = s.b[at + 50], d = s.d[at + 30], a = s.a[at + 50];
    s.d[at + 30] = NAN;
    fail_with("NaN in d", &variant, &s);
    s.d[at + 30] = d;
    s.b[at + 50] = INFINITY;
    fail_with("infinite b", &variant, &s);
    s.b[at + 48] = 0;
    s.b[at + 50] = b;
    fail_with("pivot 0 in a chunk", &variant, &s);
    s.b[at + 48] = 1;
    s.a[at + 57] = s.a[at + 59] = s.b[at + 59] = s.c[at + 59] = 0; /* alone, in the last row */
    fail_with("pivot 0 in the last row", &variant, &s);
    s.a[at + 50] = a;
    systems_free(&s);
}

int main(int argc, char **argv)
{
    backend = argc > 1 ? argv[1] : NULL;
    if (spate_context_create_parallel(&ctx) != SPATE_OK)
        return 1;
    for (int matrix = 0; matrix < 3; ++matrix)
        for (int precision = 32; precision <= 64; precision += 32)
            for (int periodic = 0; periodic < 2; ++periodic) {
                const int many = !backend || (matrix + precision / 32 + periodic) % 4 == 1;
                if (many) /* on the stand-in one in four */
                    try_size((spate_tridiag_class)matrix, precision, periodic, 133, 400, 8);
                if (!backend || !many)
                    try_size((spate_tridiag_class)matrix, precision, periodic, 64, 12, 16);
            }
    try_failures("gather", 0);
    try_failures("all-to-all", 1);
    spate_context_destroy(ctx);
    return wrong;
}
