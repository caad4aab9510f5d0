/* Before every apply: stretches point to the arrays at hand, and values that other ranks read set out. */
#include <string.h>

#include "solvers/compact/distributed.h"

/* Where value `from` (of the line) of line (0, 0) of a part is. */
static const char *value_of(const spate_compact_distributed *c, const void *const *f, int local,
                            int64_t from)
{
    const spate_compact_part *p = &c->parts[local].given;
    const int d = c->options.direction;
    return (const char *)f[local] + (from - p->first[d]) * p->stride[d] * (ptrdiff_t)cut_bytes(c);
}

/* Line after line, value after value: as lay_out_received says. */
static void pack(const spate_compact_distributed *c, const cut_message *m, const char *from,
                 char *to)
{
    const spate_compact_part *p = &c->parts[m->local].given;
    const size_t bytes = cut_bytes(c);
    const int64_t count = p->size[c->across[0]], rows = p->size[c->across[1]];
    const ptrdiff_t stride = (ptrdiff_t)(p->stride[c->options.direction] * (int64_t)bytes),
                    step = (ptrdiff_t)(p->stride[c->across[0]] * (int64_t)bytes),
                    next = (ptrdiff_t)(p->stride[c->across[1]] * (int64_t)bytes);
#pragma omp parallel for schedule(static) num_threads(c->threads) if (m->bytes > 1 << 16)
    for (int64_t k = 0; k < rows; ++k)
        for (int64_t i = 0; i < m->values; ++i) {
            const char *line = from + k * next + i * stride;
            char *out = to + (size_t)((i * rows + k) * count) * bytes;
            if (step == (ptrdiff_t)bytes)
                memcpy(out, line, (size_t)count * bytes);
            else if (bytes == 4)
                for (int64_t j = 0; j < count; ++j)
                    memcpy(out + 4 * j, line + j * step, 4);
            else
                for (int64_t j = 0; j < count; ++j)
                    memcpy(out + 8 * j, line + j * step, 8);
        }
}

static void point_stretches(spate_compact_distributed *c, const void *const *f)
{
    for (int k = 0; k < c->count; ++k) {
        cut_part *p = &c->parts[k];
        for (int n = 0; n < p->reads.count; ++n) {
            const cut_source *s = &p->sources[n];
            p->stretches[n].at =
                s->local >= 0 ? value_of(c, f, s->local, s->from) : c->halo.received + s->at;
        }
        p->reads.stretch = p->stretches;
    }
}

/* A message travels while the next is packed. */
void cut_exchange(spate_compact_distributed *c, const void *const *f)
{
    const cut_halo *h = &c->halo;
    enum { ROUND = 0, TAG = 0 };
    point_stretches(c, f);
    for (int k = 0; k < h->receive_count; ++k) {
        const cut_message *m = &h->receives[k];
        mailbox_receive(h->box, ROUND, h->received + m->at, m->bytes, m->rank, TAG);
    }
    for (int k = 0; k < h->send_count; ++k) {
        const cut_message *m = &h->sends[k];
        pack(c, m, value_of(c, f, m->local, m->from), h->sent + m->at);
        mailbox_send(h->box, ROUND, h->sent + m->at, m->bytes, m->rank, TAG);
    }
    mailbox_wait(h->box, ROUND);
}
