/* Counted traffic of a solve. */
#include "solvers/tridiag/distributed_device.h"

static const char *name_of(dist_reduced reduced)
{
    switch (reduced) {
    case DIST_GATHER: return "gather";
    case DIST_ALL_TO_ALL: return "all-to-all";
    case DIST_NEIGHBOURS: return "neighbours";
    default: return "auto";
    }
}

/* Values of a line that are written and read again in addition to the arrays of a part. */
static double additional_values(const spate_tridiag_distributed *t, const dist_part *p)
{
    return 2 * (double)(dist_piece_values(t, p) + dist_answer_values(p));
}

void spate_tridiag_distributed_get_stats(const spate_tridiag_distributed *t,
                                         spate_tridiag_distributed_stats *stats)
{
    if (!stats)
        return;
    *stats = (spate_tridiag_distributed_stats){0};
    if (!t)
        return;
    const int least = dist_shared(t) ? 2 : 5;
    const double value = (double)dist_bytes(t);
    *stats = (spate_tridiag_distributed_stats){
        .reduced = name_of(t->ready ? t->reduced : t->wanted),
        .backend = t->device ? "cuda" : "cpu",
        .threads = t->threads,
        .chunk = t->chunk,
        .solves = t->solves,
        .sent_bytes = t->sent_bytes,
        .messages = t->messages,
        .dropped = t->reduced == DIST_NEIGHBOURS ? t->dropped : 0,
    };
    for (int k = 0; k < t->bundle_count; ++k) {
        const dist_bundle *b = &t->bundles[k];
        const double lines = (double)b->lines;
        stats->batches += dist_is_fused(b) ? 0 : (int)b->batches;
        for (int p = 0; p < b->part_count; ++p) {
            const dist_part *part = &b->parts[p];
            if (part->local < 0)
                continue;
            stats->floor_bytes += lines * (double)part->n * least * value;
            stats->interface_bytes += lines * additional_values(t, part) * value;
            stats->scratch_bytes += (double)b->lanes * (double)dist_part_kept_values(t, part) *
                                    value * (t->device ? (double)b->batch : 1);
        }
    }
    stats->counted_bytes = stats->floor_bytes + stats->interface_bytes;
}
