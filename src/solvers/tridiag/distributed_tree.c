/* The fixed tree of a line, and the tapes that go up in it. Node (level, j) covers chunks j
 * 2^level to (j + 1) 2^level - 1, as far as they exist. Cuts do not change the tree. */
#include <stdlib.h>

#include "solvers/tridiag/distributed.h"

typedef struct tree_walk {
    int64_t n, chunk, chunks;
    dist_tape *tape;
    int failed; /* out of memory */
    int depth;  /* current number of segments on the stack */
    /* of a part */
    int64_t begin, end; /* its complete chunks */
    int64_t first;      /* its first row */
    int nodes, fold;    /* fold: merge all pieces into one */
    /* of the top */
    const dist_bundle *bundle;
    int part, node;
    int64_t piece, raw;
} tree_walk;

static void push(tree_walk *w, dist_op op)
{
    dist_tape *t = w->tape;
    if (t->count == t->room) {
        const int room = 2 * t->room + 16;
        dist_op *more = realloc(t->ops, (size_t)room * sizeof *more);
        if (!more) {
            w->failed = 1;
            return;
        }
        t->ops = more;
        t->room = room;
    }
    t->ops[t->count++] = op;
    w->depth += op.kind == DIST_MERGE ? -1 : 1;
    t->merges += op.kind == DIST_MERGE;
    t->depth = w->depth > t->depth ? w->depth : t->depth;
}

static void push_merge(tree_walk *w)
{
    push(w, (dist_op){.kind = DIST_MERGE});
}

/* First chunk of a node, and the first chunk behind it. */
static int64_t node_begin(int level, int64_t j)
{
    return j << level;
}

static int64_t node_end(const tree_walk *w, int level, int64_t j)
{
    const int64_t end = (j + 1) << level;
    return end < w->chunks ? end : w->chunks;
}

static int64_t chunk_end(const tree_walk *w, int64_t k)
{
    const int64_t end = (k + 1) * w->chunk;
    return end < w->n ? end : w->n;
}

static void push_rows(tree_walk *w, int64_t row, int64_t end)
{
    push(w,
         (dist_op){.kind = DIST_CHUNK, .row = row, .at = row - w->first, .rows = (int)(end - row)});
}

static int has_right(const tree_walk *w, int level, int64_t j)
{
    return node_begin(level - 1, 2 * j + 1) < w->chunks;
}

/* ---- a part ---- */

static void push_node(tree_walk *w, int level, int64_t j)
{
    if (level == 0) {
        push_rows(w, j * w->chunk, chunk_end(w, j));
        return;
    }
    push_node(w, level - 1, 2 * j);
    if (has_right(w, level, j)) {
        push_node(w, level - 1, 2 * j + 1);
        push_merge(w);
    }
}

static void fold_piece(tree_walk *w)
{
    if (w->fold && w->depth == 2)
        push_merge(w);
}

/* Largest nodes that are completely in the part. */
static void walk_part(tree_walk *w, int level, int64_t j)
{
    const int64_t begin = node_begin(level, j), end = node_end(w, level, j);
    if (begin >= w->end || end <= w->begin || begin >= w->chunks)
        return;
    if (begin >= w->begin && end <= w->end) {
        push_node(w, level, j);
        fold_piece(w);
        ++w->nodes;
        return;
    }
    walk_part(w, level - 1, 2 * j);
    walk_part(w, level - 1, 2 * j + 1);
}

static int levels_of(int64_t chunks)
{
    int level = 0;
    while (INT64_C(1) << level < chunks)
        ++level;
    return level;
}

/* The complete chunks of a part; begin == end if there are none. */
static void find_whole_chunks(tree_walk *w, const dist_part *p)
{
    const int64_t behind = p->first + p->n;
    w->begin = (p->first + w->chunk - 1) / w->chunk;
    w->end = behind == w->n ? w->chunks : behind / w->chunk;
    if (w->begin > w->end) /* all rows belong to one chunk */
        w->begin = w->end;
}

static int plan_part(const spate_tridiag_distributed *t, dist_part *p, int fold)
{
    tree_walk w = {.n = t->n,
                   .chunk = t->chunk,
                   .chunks = (t->n + t->chunk - 1) / t->chunk,
                   .tape = &p->tape,
                   .first = p->first,
                   .fold = fold};
    const int64_t behind = p->first + p->n;
    find_whole_chunks(&w, p);
    const int any = w.begin < w.end;
    const int64_t head_end = any ? w.begin * t->chunk : behind;
    const int64_t tail_begin = any ? chunk_end(&w, w.end - 1) : behind;
    dist_free_tape(&p->tape);
    p->head = head_end - p->first;
    p->tail = behind - tail_begin;
    if (fold && p->head)
        push_rows(&w, p->first, head_end);
    if (any)
        walk_part(&w, levels_of(w.chunks), 0);
    if (fold && p->tail) {
        push_rows(&w, tail_begin, behind);
        fold_piece(&w);
    }
    p->nodes = fold ? 1 : w.nodes;
    if (fold)
        p->head = p->tail = 0;
    p->tape.row_count = p->n;
    return !w.failed;
}

/* ---- the top ---- */

static void walk_top(tree_walk *w, int level, int64_t j)
{
    const dist_part *parts = w->bundle->parts;
    const int64_t row = node_begin(level, j) * w->chunk;
    const int64_t end = chunk_end(w, node_end(w, level, j) - 1);
    while (parts[w->part].first + parts[w->part].n <= row) {
        ++w->part;
        w->node = 0;
    }
    if (end <= parts[w->part].first + parts[w->part].n) {
        push(w, (dist_op){
                    .kind = DIST_PIECE, .part = w->part, .node = w->node++, .piece = w->piece++});
    } else if (level == 0) {
        push(w, (dist_op){.kind = DIST_CHUNK,
                          .row = row,
                          .at = w->raw,
                          .rows = (int)(end - row),
                          .piece = w->piece});
        w->raw += end - row;
        w->piece += end - row;
    } else {
        walk_top(w, level - 1, 2 * j);
        if (has_right(w, level, j)) {
            walk_top(w, level - 1, 2 * j + 1);
            push_merge(w);
        }
    }
}

static int plan_top(const spate_tridiag_distributed *t, dist_bundle *b)
{
    tree_walk w = {.n = t->n,
                   .chunk = t->chunk,
                   .chunks = (t->n + t->chunk - 1) / t->chunk,
                   .tape = &b->top,
                   .bundle = b};
    dist_free_tape(&b->top);
    walk_top(&w, levels_of(w.chunks), 0);
    b->raw = w.raw;
    b->top.row_count = w.raw;
    return !w.failed;
}

spate_status dist_plan_bundle(spate_tridiag_distributed *t, dist_bundle *b)
{
    const int fold = dist_decoupled(t, b);
    int made = 1;
    int64_t piece = 0;
    for (int p = 0; p < b->part_count; ++p) {
        made = made && plan_part(t, &b->parts[p], fold);
        b->parts[p].piece = piece;
        piece += dist_answer_values(&b->parts[p]) - 1;
    }
    if (fold)
        dist_free_tape(&b->top);
    else
        made = made && plan_top(t, b);
    b->pieces = piece;
    if (!made)
        return fail_memory(t->ctx, "no memory for lines of %lld rows", (long long)t->n);
    return SPATE_OK;
}

void dist_free_tape(dist_tape *tape)
{
    free(tape->ops);
    free(tape->merge);
    free(tape->rows);
    *tape = (dist_tape){0};
}
