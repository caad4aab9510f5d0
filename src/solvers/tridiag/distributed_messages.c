/* Messages between ranks for one batch of lines. */
#include "solvers/tridiag/distributed_pipeline.h"

typedef struct slice {
    char *at;
    size_t bytes;
} slice;

static size_t row_of(const spate_tridiag_distributed *t, const dist_bundle *b)
{
    return (size_t)b->lanes * dist_bytes(t);
}

static slice slice_of(char *buffer, size_t panel_bytes, int64_t first, int64_t panels)
{
    return (slice){buffer + (size_t)first * panel_bytes, (size_t)panels * panel_bytes};
}

static void send(spate_tridiag_distributed *t, int round, slice s, int rank, int tag)
{
    if (s.bytes == 0)
        return;
    mailbox_send(t->box, round, s.at, s.bytes, rank, tag);
    t->sent_bytes += (double)s.bytes;
    ++t->messages;
}

static void receive(spate_tridiag_distributed *t, int round, slice s, int rank, int tag)
{
    if (s.bytes)
        mailbox_receive(t->box, round, s.at, s.bytes, rank, tag);
}

enum { TAG_PIECES, TAG_ANSWERS, TAG_KINDS };

static int tag_of(const dist_part *p, int kind)
{
    return p->id * TAG_KINDS + kind;
}

/* ---- exchange with the ranks that solve the top ---- */

static void exchange_with_top(spate_tridiag_distributed *t, const dist_work *w, int sending_pieces,
                              int sending_answers, int receiving)
{
    const dist_bundle *b = w->b;
    const int pieces = dist_round_pieces(w), answers = dist_round_answers(w);
    int64_t mine_first;
    const int64_t mine = dist_share(t, b, w->panels, b->my_rank, &mine_first);
    for (int p = 0; p < b->part_count; ++p) {
        const dist_part *part = &b->parts[p];
        const dist_buffers *at = &w->buffers[p];
        const size_t up = (size_t)dist_piece_values(t, part) * row_of(t, b);
        const size_t down = (size_t)dist_answer_values(part) * row_of(t, b);
        if (part->local < 0) { /* a part of another rank, whose top is solved here */
            if (receiving)
                receive(t, pieces, slice_of(at->pieces, up, 0, mine), part->rank,
                        tag_of(part, TAG_PIECES));
            if (sending_answers)
                send(t, answers, slice_of(at->answers, down, 0, mine), part->rank,
                     tag_of(part, TAG_ANSWERS));
            continue;
        }
        for (int r = 0; r < b->rank_count; ++r) {
            int64_t first;
            const int64_t panels = dist_share(t, b, w->panels, r, &first);
            if (r == b->my_rank)
                continue;
            if (sending_pieces)
                send(t, pieces, slice_of(at->pieces, up, first, panels), b->ranks[r],
                     tag_of(part, TAG_PIECES));
            if (receiving)
                receive(t, answers, slice_of(at->answers, down, first, panels), b->ranks[r],
                        tag_of(part, TAG_ANSWERS));
        }
    }
}

/* ---- exchange with neighbours ---- */

const dist_part *dist_neighbour(const spate_tridiag_distributed *t, const dist_bundle *b, int p,
                                int direction)
{
    const int k = p + direction;
    if (!t->periodic && (k < 0 || k >= b->part_count))
        return NULL;
    return &b->parts[(k + b->part_count) % b->part_count];
}

/* Tags: 0 for data sent to the previous part, 1 for data sent to the next part; of the sender. */
static void exchange_with_neighbours(spate_tridiag_distributed *t, const dist_work *w, int sending)
{
    const dist_bundle *b = w->b;
    const int round = dist_round_pieces(w);
    const size_t bytes = dist_face_rows(t) * row_of(t, b);
    for (int p = 0; p < b->part_count; ++p) {
        const dist_part *part = &b->parts[p], *front = dist_neighbour(t, b, p, -1),
                        *behind = dist_neighbour(t, b, p, 1);
        const dist_buffers *at = &w->buffers[p];
        if (part->local < 0)
            continue;
        if (front && front->local < 0 && sending)
            send(t, round, slice_of(at->to_front, bytes, 0, w->panels), front->rank,
                 tag_of(part, 0));
        if (behind && behind->local < 0 && sending)
            send(t, round, slice_of(at->to_behind, bytes, 0, w->panels), behind->rank,
                 tag_of(part, 1));
        if (front && front->local < 0 && !sending)
            receive(t, round, slice_of(at->from_front, bytes, 0, w->panels), front->rank,
                    tag_of(front, 1));
        if (behind && behind->local < 0 && !sending)
            receive(t, round, slice_of(at->from_behind, bytes, 0, w->panels), behind->rank,
                    tag_of(behind, 0));
    }
}

/* ---- a batch ---- */

void dist_receive(spate_tridiag_distributed *t, const dist_work *w)
{
    if (dist_decoupled(t, w->b))
        exchange_with_neighbours(t, w, 0);
    else
        exchange_with_top(t, w, 0, 0, 1);
}

void dist_send_pieces(spate_tridiag_distributed *t, const dist_work *w)
{
    if (dist_decoupled(t, w->b))
        exchange_with_neighbours(t, w, 1);
    else
        exchange_with_top(t, w, 1, 0, 0);
}

void dist_send_answers(spate_tridiag_distributed *t, const dist_work *w)
{
    if (!dist_decoupled(t, w->b))
        exchange_with_top(t, w, 0, 1, 0);
}

/* Each part exchanges at most one message with every rank, or two with each neighbour. */
int dist_max_messages(const spate_tridiag_distributed *t)
{
    int most = 0;
    for (int k = 0; k < t->bundle_count; ++k) {
        const dist_bundle *b = &t->bundles[k];
        const int messages = b->local_count * b->rank_count + b->part_count + 4 * b->local_count;
        most = messages > most ? messages : most;
    }
    return most;
}
