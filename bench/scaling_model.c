/* Boxes, ghost cells and the sum of four terms. */
#include "bench/scaling_model.h"

#include <math.h>
#include <stdio.h>

/* ---- boxes ---- */

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Cells before cut k of n. */
static int64_t cut(int64_t cells, int tile, int k, int n)
{
    const int64_t tiles = (cells + tile - 1) / tile;
    return smaller(tiles * k / n * tile, cells);
}

static int64_t piece(int64_t cells, int tile, int k, int n)
{
    return cut(cells, tile, k + 1, n) - cut(cells, tile, k, n);
}

/* Whether a box has a neighbour at distance d (-1, 0, 1) along an axis, itself included. */
static int has_neighbour(int k, int n, int d, int periodic)
{
    return periodic || (k + d >= 0 && k + d < n);
}

/* Cells that a message carries along an axis: a side, or the whole length. At the end of a grid
 * with walls the last faces have no cell; they are sent, too. */
static int64_t extent(const scaling_scheme *s, int64_t cells, int d, int is_last)
{
    return d != 0 ? s->width : cells + is_last;
}

scaling_load scaling_load_of(const scaling_scheme *s, const scaling_grid *g, int ix, int iy)
{
    const int64_t nx = piece(g->nx, g->tile_x, ix, g->px);
    const int64_t ny = piece(g->ny, g->tile_y, iy, g->py);
    const int last_x = !g->periodic && ix == g->px - 1, last_y = !g->periodic && iy == g->py - 1;
    int64_t neighbours = 0, ghosts = 0;
    for (int dj = -1; dj <= 1; ++dj)
        for (int di = -1; di <= 1; ++di) {
            const int leaves = (di != 0 && g->px > 1) || (dj != 0 && g->py > 1);
            if (!leaves || !has_neighbour(ix, g->px, di, g->periodic) ||
                !has_neighbour(iy, g->py, dj, g->periodic))
                continue;
            ++neighbours;
            ghosts += extent(s, nx, di, last_x) * extent(s, ny, dj, last_y);
        }
    return (scaling_load){.processes = g->px * g->py,
                          .cells = (double)(nx * ny),
                          .messages = s->exchanges * (double)neighbours,
                          .bytes = s->fields * (double)(ghosts * s->value_bytes),
                          .reductions = s->reductions};
}

scaling_load scaling_largest_load(const scaling_scheme *s, const scaling_grid *g)
{
    scaling_load most = {.processes = g->px * g->py, .reductions = s->reductions};
    for (int iy = 0; iy < g->py; ++iy)
        for (int ix = 0; ix < g->px; ++ix) {
            const scaling_load l = scaling_load_of(s, g, ix, iy);
            most.cells = fmax(most.cells, l.cells);
            most.messages = fmax(most.messages, l.messages);
            most.bytes = fmax(most.bytes, l.bytes);
        }
    return most;
}

void scaling_process_grid(int processes, int *px, int *py)
{
    *px = (int)sqrt((double)processes);
    while (processes % *px != 0)
        --*px;
    *py = processes / *px;
}

/* ---- times ---- */

scaling_time scaling_predict(const scaling_machine *m, const scaling_load *l)
{
    scaling_time t = {.compute = l->cells / m->rate,
                      .latency = l->messages * m->latency,
                      .transfer = l->bytes / m->bandwidth,
                      .reduce = l->reductions * log2((double)l->processes) * m->latency};
    t.whole = t.compute + t.latency + t.transfer + t.reduce;
    return t;
}

double scaling_strong(double alone, double together, int processes)
{
    return alone / (together * processes);
}

double scaling_weak(double alone, double together)
{
    return alone / together;
}

/* ---- the fit ---- */

/* Whether the bytes of the largest exchange take no longer than the largest residual. */
static int is_lost_in_noise(const scaling_exchange *all, int count, double latency, double per_byte)
{
    double longest = 0, noise = 0;
    for (int k = 0; k < count; ++k) {
        const double transfer = per_byte * all[k].bytes;
        longest = fmax(longest, transfer);
        noise = fmax(noise, fabs(all[k].seconds - all[k].messages * latency - transfer));
        noise = fmax(noise, 1e-9 * all[k].seconds); /* no clock and no sum is as exact */
    }
    return !(longest > noise);
}

void scaling_fit(const scaling_exchange *all, int count, double *latency, double *bandwidth)
{
    double mm = 0, mb = 0, bb = 0, mt = 0, bt = 0;
    for (int k = 0; k < count; ++k) {
        const scaling_exchange *e = &all[k];
        mm += e->messages * e->messages;
        mb += e->messages * e->bytes;
        bb += e->bytes * e->bytes;
        mt += e->messages * e->seconds;
        bt += e->bytes * e->seconds;
    }
    /* Relative to mm bb, a determinant this small is that of proportional columns. */
    const double determinant = mm * bb - mb * mb, least = 1e-9 * mm * bb;
    const double l = determinant > least ? (mt * bb - bt * mb) / determinant : 0;
    const double per_byte = determinant > least ? (bt * mm - mt * mb) / determinant : -1;
    const int is_told = !is_lost_in_noise(all, count, l, per_byte);
    if (is_told && l >= 0) {
        *latency = l;
        *bandwidth = 1 / per_byte;
    } else if (is_told && bt > 0) {
        *latency = 0;
        *bandwidth = bb / bt;
    } else {
        *latency = mm > 0 ? mt / mm : 0;
        *bandwidth = (double)INFINITY;
    }
}

void scaling_say_link(double latency, double bandwidth, char *text, size_t size)
{
    if (isinf(bandwidth))
        snprintf(text, size,
                 "a latency of %.3g us; its bandwidth cannot be told, since larger exchanges took "
                 "hardly longer",
                 1e6 * latency);
    else if (!(latency > 0))
        snprintf(text, size,
                 "a bandwidth of %.4g GB/s; its latency cannot be told, since smaller exchanges "
                 "took no longer than their bytes",
                 1e-9 * bandwidth);
    else
        snprintf(text, size, "a latency of %.3g us and a bandwidth of %.4g GB/s", 1e6 * latency,
                 1e-9 * bandwidth);
}
