/* Before every apply: sets the pointers of the spans and sends values to other ranks. */
#include <string.h>

#include "solvers/compact/distributed.h"

/* Address of value `from` (of the line) of line (0, 0) of a part. */
static const char *value_of(const spate_compact_distributed *c, const void *const *f, int local,
                            int64_t from)
{
    const spate_compact_part *p = &c->parts[local].given;
    const int d = c->options.direction;
    return (const char *)f[local] + (from - p->first[d]) * p->stride[d] * (ptrdiff_t)cut_bytes(c);
}

compact_span cut_values_of(const spate_compact_distributed *c, const cut_message *m,
                           const void *const *f)
{
    const spate_compact_part *p = &c->parts[m->local].given;
    return (compact_span){.from = m->from,
                          .to = m->from + m->values,
                          .at = value_of(c, f, m->local, m->from),
                          .stride = (ptrdiff_t)p->stride[c->options.direction],
                          .step = {(ptrdiff_t)p->stride[c->across[0]],
                                   (ptrdiff_t)p->stride[c->across[1]]}};
}

/* Order of the values: as in lay_out_received. */
static void pack(const spate_compact_distributed *c, const cut_message *m, const void *const *f)
{
    const compact_span from = cut_values_of(c, m, f);
    const ptrdiff_t bytes = (ptrdiff_t)cut_bytes(c), step = from.step[0] * bytes;
    const int64_t count = c->parts[m->local].given.size[c->across[0]];
    const int64_t rows = c->parts[m->local].given.size[c->across[1]];
    char *to = c->halo.sent + m->at;
#pragma omp parallel for schedule(static) num_threads(c->threads) if (m->bytes > 1 << 16)
    for (int64_t k = 0; k < rows; ++k)
        for (int64_t i = 0; i < m->values; ++i) {
            const char *line = (const char *)from.at + (k * from.step[1] + i * from.stride) * bytes;
            char *out = to + (i * rows + k) * count * bytes;
            if (step == bytes)
                memcpy(out, line, (size_t)(count * bytes));
            else if (bytes == 4)
                for (int64_t j = 0; j < count; ++j)
                    memcpy(out + 4 * j, line + j * step, 4);
            else
                for (int64_t j = 0; j < count; ++j)
                    memcpy(out + 8 * j, line + j * step, 8);
        }
}

void cut_set_span_pointers(spate_compact_distributed *c, const void *const *f, const char *received)
{
    for (int k = 0; k < c->count; ++k) {
        cut_part *p = &c->parts[k];
        for (int n = 0; n < p->reads.count; ++n) {
            const cut_source *s = &p->sources[n];
            p->spans[n].at = s->local >= 0 ? value_of(c, f, s->local, s->from) : received + s->at;
        }
        p->reads.span = p->spans;
    }
}

/* ---- messages ---- */

enum { ROUND = 0, TAG = 0 };

void cut_receive(const spate_compact_distributed *c)
{
    const cut_halo *h = &c->halo;
    for (int k = 0; k < h->receive_count; ++k) {
        const cut_message *m = &h->receives[k];
        mailbox_receive(h->box, ROUND, h->received + m->at, m->bytes, m->rank, TAG);
    }
}

void cut_send(const spate_compact_distributed *c, const cut_message *m)
{
    mailbox_send(c->halo.box, ROUND, c->halo.sent + m->at, m->bytes, m->rank, TAG);
}

void cut_wait(const spate_compact_distributed *c)
{
    mailbox_wait(c->halo.box, ROUND);
}

/* A message is sent while the next one is packed. */
void cut_exchange(spate_compact_distributed *c, const void *const *f)
{
    cut_set_span_pointers(c, f, c->halo.received);
    cut_receive(c);
    for (int k = 0; k < c->halo.send_count; ++k) {
        pack(c, &c->halo.sends[k], f);
        cut_send(c, &c->halo.sends[k]);
    }
    cut_wait(c);
}
