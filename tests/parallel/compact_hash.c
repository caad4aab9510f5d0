/* Prints checksums of compact differences over boxes, and the messages for values that are not
 * finite: run alone and under mpirun, the output must be equal (ranks.sh). The cuts are the same
 * for any number of ranks, so this holds for decoupled parts too.
 *
 *   compact_hash [BACKEND]     cpu and cuda print the same (backend/cut_ranks.sh) */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "bits.h"
#include "parallel/comm.h"
#include "solvers/boxes.h"

static spate_context *ctx;
static const char *backend; /* NULL: the CPU, a larger array */
static int wrong;

static void complain(const char *what)
{
    fprintf(stderr, "rank %d: %s: %s\n", spate_rank(ctx), what, spate_message(ctx));
    wrong = 1;
}

/* True if result k belongs to a line with a value that is not finite: it is undefined then. */
static int fails(const box_variant *variant, const double *f, int64_t k)
{
    const int d = variant->direction;
    int64_t size[3] = {variant->size[0], variant->size[1], variant->size[2]}, step = 1, at = 0;
    size[d] = spate_compact_results(variant->scheme, variant->size[d], variant->periodic);
    int64_t along = 0;
    for (int n = 0; n < 3; ++n) {
        along = n == d ? step : along;
        at += n == d ? 0 : k % size[n] * step;
        k /= size[n];
        step *= variant->size[n];
    }
    for (int64_t i = 0; i < variant->size[d]; ++i)
        if (!isfinite(f[at + i * along]))
            return 1;
    return 0;
}

/* Order-free: every rank adds its results. f: NULL if all of it is finite. */
static int64_t hash_of_results(const box_variant *variant, const double *f, const double *g)
{
    int64_t sum = 0;
    for (int64_t k = 0; k < boxes_results(variant); ++k) {
        const struct {
            int64_t place;
            double value;
        } entry = {k, g[k]};
        if (!isnan(entry.value) && !(f && fails(variant, f, k)))
            sum += (int64_t)(hash_of(&entry, sizeof entry) >> 24);
    }
    comm_sum_count(ctx->comm, &sum, 1);
    return sum;
}

/* All ranks have the message of rank 0. */
static void check_message(void)
{
    int64_t sum[2] = {(int64_t)(hash_of(spate_message(ctx), strlen(spate_message(ctx))) >> 8), 1};
    const int64_t mine = sum[0];
    comm_sum_count(ctx->comm, sum, 2);
    if (sum[0] != mine * sum[1])
        complain("ranks say different things");
}

static void apply(const box_variant *variant, box_owners owners, const double *f,
                  spate_status wanted)
{
    const int64_t results = boxes_results(variant);
    double *g = malloc((size_t)results * sizeof *g);
    int kept;
    spate_compact_distributed_stats stats = {0};
    for (int64_t k = 0; g && k < results; ++k)
        g[k] = NAN;
    const spate_status status = boxes_apply(ctx, variant, owners, f, g, &kept, &stats);
    if (status != wanted || !kept)
        complain(kept ? "not applied" : "memory beside the results has changed");
    if (spate_rank_count(ctx) > 1 && owners == BOX_IN_TURN && !(stats.halo_bytes > 0))
        complain("nothing was sent");
    check_message();
    const int64_t hash = hash_of_results(variant, status == SPATE_OK ? NULL : f, g);
    if (spate_rank(ctx) == 0)
        printf("%s f%d%s along %c, %d x %d x %d parts, %s: %016" PRIx64 " %s\n",
               variant->scheme->name, variant->precision, variant->periodic ? " periodic" : "",
               "xyz"[variant->direction], variant -> parts[0], variant -> parts[1],
               variant -> parts[2], variant -> reduced, (uint64_t)hash,
               status == SPATE_OK ? "" : spate_message(ctx));
    free(g);
}

static double value_at(int64_t place)
{
    return (double)(hash_of(&place, sizeof place) >> 11) * 0x1p-52 - 1;
}

static void try_scheme(const spate_compact_scheme *scheme, int number)
{
    static const char *const reduced[] = {"gather", "all-to-all", "auto", "neighbours"};
    /* a small one on the stand-in, and one direction of each scheme but the first */
    const int64_t size[3] = {backend ? 41 : 61, backend ? 31 : 40, backend ? 9 : 33};
    const int64_t values = size[0] * size[1] * size[2];
    const int64_t one = 13 + size[0] * (7 + size[1] * 6),
                  another = 40 + size[0] * (30 + size[1] * 5);
    double *f = malloc((size_t)values * sizeof *f);
    for (int64_t k = 0; f && k < values; ++k)
        f[k] = value_at(k);
    for (int direction = 0; f && direction < 3; ++direction) {
        const int n = number + direction;
        if (backend && number > 0 && direction != number % 3)
            continue;
        box_variant variant = {.scheme = scheme,
                               .size = {size[0], size[1], size[2]},
                               .direction = direction,
                               .periodic = n % 2,
                               .precision = n % 4 < 2 ? 64 : 32,
                               .spacing = 0.25,
                               .chunk = 8,
                               .mixed = 1,
                               .wall = n % 3 == 0,
                               .in_place = n % 2,
                               .reduced = reduced[n % 4],
                               .tolerance = 0.9,
                               .backend = backend};
        boxes_even(&variant, 5, 5, 3); /* cyclic: no neighbour of a part is on its rank */
        apply(&variant, BOX_IN_TURN, f, SPATE_OK);
        boxes_even(&variant, direction == 0 ? 20 : 1, direction == 1 ? 20 : 1,
                   direction == 2 ? 20 : 1);
        variant.reduced = reduced[n % 3]; /* parts of two values are coupled */
        apply(&variant, n % 2 ? BOX_IN_TURN : BOX_BLOCKS, f, SPATE_OK);
        f[one] = n % 2 ? NAN : INFINITY;
        f[another] = NAN;
        apply(&variant, BOX_IN_TURN, f, SPATE_ERROR_NUMERICAL);
        f[one] = value_at(one);
        f[another] = value_at(another);
    }
    free(f);
}

/* solvers_compact_distributed_bits has all schemes. */
int main(int argc, char **argv)
{
    static const char *const names[] = {"first-6", "second-6", "to-half-first-6",
                                        "from-half-mean-6", "filter-8"};
    backend = argc > 1 ? argv[1] : NULL;
    if (spate_context_create_parallel(&ctx) != SPATE_OK)
        return 1;
    for (int k = 0; k < 5; ++k) {
        spate_compact_scheme scheme;
        if (spate_compact_find(names[k], &scheme))
            try_scheme(&scheme, k);
        else
            complain(names[k]);
    }
    spate_context_destroy(ctx);
    return wrong;
}
