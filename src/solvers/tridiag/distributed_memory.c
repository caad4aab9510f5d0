/* Scratch of the threads, sized for the largest bundle. */
#include <stdlib.h>

#include "base/memory.h"
#include "solvers/tridiag/distributed_panel.h"

/* Values, or counts, needed by the largest bundle. */
typedef struct needs {
    int64_t stack, bounds, raw, kept, last, lanes;
    int64_t pieces, answers, part_kept, parts; /* if all parts of a bundle are in this process */
} needs;

static void raise_to(int64_t *most, int64_t value)
{
    *most = value > *most ? value : *most;
}

static void add_tape(needs *n, const dist_tape *tape, int64_t lanes, int segment)
{
    raise_to(&n->stack, (tape->depth + 1) * segment * lanes);
    raise_to(&n->bounds, (2 * (int64_t)tape->depth + 4) * lanes);
}

int64_t dist_part_kept_values(const spate_tridiag_distributed *t, const dist_part *p)
{
    return (p->tape.merges + p->n) * dist_kept_values(t);
}

static void add_bundle(const spate_tridiag_distributed *t, needs *n, const dist_bundle *b)
{
    const int segment = dist_segment_values(t);
    int64_t pieces = 0, answers = 0, kept = 0;
    for (int p = 0; p < b->part_count; ++p) {
        const dist_part *part = &b->parts[p];
        add_tape(n, &part->tape, b->lanes, segment);
        raise_to(&n->bounds,
                 (2 * (int64_t)part->nodes + 2 * (int64_t)part->tape.depth + 4) * b->lanes);
        pieces += dist_piece_values(t, part);
        answers += dist_answer_values(part);
        kept += dist_part_kept_values(t, part);
    }
    add_tape(n, &b->top, b->lanes, segment);
    raise_to(&n->raw, b->raw * b->lanes);
    raise_to(&n->kept, (b->top.merges + b->raw) * dist_kept_values(t) * b->lanes);
    raise_to(&n->last, (b->pieces + 1) * b->lanes);
    raise_to(&n->lanes, b->lanes);
    raise_to(&n->parts, b->part_count);
    if (dist_is_fused(b)) {
        raise_to(&n->pieces, pieces * b->lanes);
        raise_to(&n->answers, answers * b->lanes);
        raise_to(&n->part_kept, kept * b->lanes);
    }
}

static char *carve(const spate_tridiag_distributed *t, block_carver *c, int64_t values)
{
    return solver_carve(c, (size_t)values * dist_bytes(t));
}

static void carve_scratch(const spate_tridiag_distributed *t, const needs *n, block_carver *c,
                          dist_scratch *s)
{
    const int64_t rows = (dist_x_rows(t) + 1) * n->lanes;
    s->stack = carve(t, c, n->stack);
    s->bounds = carve(t, c, n->bounds);
    for (int k = 0; k < 4; ++k) {
        s->block[k] = carve(t, c, DIST_ROWS_SUPPLIED * n->lanes);
        s->raw[k] = carve(t, c, n->raw);
    }
    s->x = carve(t, c, rows);
    s->kept = carve(t, c, n->kept);
    s->last = carve(t, c, n->last);
    s->piece_block = carve(t, c, n->pieces);
    s->answer_block = carve(t, c, n->answers);
    s->kept_block = carve(t, c, n->part_kept);
    const int64_t pointers = (int64_t)(sizeof(char *) / dist_bytes(t)) * n->parts + 1;
    s->pieces = (char **)(void *)carve(t, c, pointers);
    s->answers = (char **)(void *)carve(t, c, pointers);
}

spate_status dist_allocate(spate_tridiag_distributed *t)
{
    needs n = {.lanes = 1, .parts = 1};
    for (int k = 0; k < t->bundle_count && !t->device; ++k) /* a device has its own memory */
        add_bundle(t, &n, &t->bundles[k]);
    dist_free_memory(t);
    dist_scratch none;
    block_carver count = {NULL, 0};
    carve_scratch(t, &n, &count, &none);
    t->scratch_block = memory_alloc(count.used * (size_t)t->threads);
    t->scratch = calloc((size_t)t->threads, sizeof *t->scratch);
    t->arrays = calloc((size_t)t->local_count + 1, sizeof *t->arrays);
    if (!t->scratch_block || !t->scratch || !t->arrays)
        return fail_memory(t->ctx,
                           "no memory for lines of %lld rows (%zu bytes for each of %d threads)",
                           (long long)t->n, count.used, t->threads);
    for (int k = 0; k < t->threads; ++k) {
        block_carver c = {t->scratch_block + (size_t)k * count.used, 0};
        carve_scratch(t, &n, &c, &t->scratch[k]);
    }
    return SPATE_OK;
}

void dist_free_memory(spate_tridiag_distributed *t)
{
    memory_free(t->scratch_block);
    free(t->scratch);
    free(t->arrays);
    t->scratch_block = NULL;
    t->scratch = NULL;
    t->arrays = NULL;
}
