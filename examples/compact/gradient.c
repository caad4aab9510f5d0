/* The gradient of a field on a 3-D grid that is divided into boxes, one for each rank. Prints its
 * error, which is the same for any number of ranks. mpicc gradient.c -I spate/include -L
 * spate/build -lspate -lm; mpirun -n 8 ./a.out */
#include <math.h>
#include <spate/compact_distributed.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 48 };

static double field(const double x[3])
{
    return sin(x[0]) * cos(2 * x[1]) * sin(x[2] + 1);
}

static double slope(const double x[3], int direction)
{
    if (direction == 0)
        return cos(x[0]) * cos(2 * x[1]) * sin(x[2] + 1);
    if (direction == 1)
        return -2 * sin(x[0]) * sin(2 * x[1]) * sin(x[2] + 1);
    return sin(x[0]) * cos(2 * x[1]) * cos(x[2] + 1);
}

/* The largest divisor of n whose power is at most n. */
static int near_root(int n, int power)
{
    int best = 1;
    for (int k = 1; pow(k, power) <= n; ++k)
        best = n % k == 0 ? k : best;
    return best;
}

/* Ranks as a grid of boxes, as even as their number allows. */
static spate_compact_part box_of(int rank, int ranks)
{
    const int px = near_root(ranks, 3), py = near_root(ranks / px, 2);
    const int parts[3] = {px, py, ranks / px / py};
    spate_compact_part p = {.first = {0}};
    for (int d = 0; d < 3; rank /= parts[d], ++d) {
        const int at = rank % parts[d];
        p.first[d] = N * at / parts[d];
        p.size[d] = N * (at + 1) / parts[d] - p.first[d];
    }
    return p;
}

static void position_of(const spate_compact_part *p, int64_t k, double x[3])
{
    const double h = 1.0 / (N - 1);
    for (int d = 0; d < 3; k /= p->size[d], ++d)
        x[d] = h * (double)(p->first[d] + k % p->size[d]);
}

static spate_status differentiate(spate_context *ctx, const spate_compact_part *mine, int direction,
                                  const void *f, void *g)
{
    spate_compact_distributed *c = NULL;
    spate_compact_distributed_options o;
    spate_compact_distributed_options_default(&o);
    o.scheme = "first-6-ends-5";
    o.size[0] = o.size[1] = o.size[2] = N;
    o.direction = direction;
    o.spacing = 1.0 / (N - 1);
    o.chunk = 8;
    spate_status status = spate_compact_distributed_create(ctx, &o, mine, 1, &c);
    if (status == SPATE_OK && (status = spate_compact_distributed_setup(c)) == SPATE_OK)
        status = spate_compact_distributed_apply(c, &f, &g); /* as often as wanted */
    spate_compact_distributed_destroy(c);
    return status;
}

int main(void)
{
    spate_context *ctx;
    if (spate_context_create_parallel(&ctx) != SPATE_OK)
        return 1;
    const int rank = spate_rank(ctx), ranks = spate_rank_count(ctx);
    const spate_compact_part mine = box_of(rank, ranks);
    const int64_t values = mine.size[0] * mine.size[1] * mine.size[2];
    double *f = malloc((size_t)values * sizeof *f), *g = malloc((size_t)values * sizeof *g), x[3];
    spate_status status = f && g ? SPATE_OK : SPATE_ERROR_MEMORY;
    double largest = 0;
    for (int64_t k = 0; k < values && status == SPATE_OK; ++k) {
        position_of(&mine, k, x);
        f[k] = field(x);
    }
    for (int d = 0; d < 3 && status == SPATE_OK; ++d) {
        status = differentiate(ctx, &mine, d, f, g);
        for (int64_t k = 0; k < values && status == SPATE_OK; ++k) {
            position_of(&mine, k, x);
            largest = fmax(largest, fabs(g[k] - slope(x, d)));
        }
    }
    if (status != SPATE_OK)
        fprintf(stderr, "%s\n", spate_message(ctx));
    else
        printf("rank %d of %d, %lld x %lld x %lld values: largest error of the gradient %.3g\n",
               rank, ranks, (long long)mine.size[0], (long long)mine.size[1],
               (long long)mine.size[2], largest);
    free(f);
    free(g);
    spate_context_destroy(ctx);
    return status != SPATE_OK;
}
