/* Which part fills which ghost cells. */
#include "parallel/halo_own.h"

/* A field may lie at faces. At the end of the grid the last column (row) of faces has no cell; it
 * is included. */
static halo_cells with_last_faces(halo_cells c, const grid *g, box b, int di, int dj)
{
    c.nx += di == 0 && !g->periodic_x && b.i0 + b.nx == g->nx;
    c.ny += dj == 0 && !g->periodic_y && b.j0 + b.ny == g->ny;
    return c;
}

halo_cells halo_ghost_cells(const halo *h, const halo_link *l)
{
    const int w = h->width, di = l->di, dj = l->dj;
    if (h->listed)
        return l->here;
    const halo_cells c = {.i0 = di < 0   ? -w
                                : di > 0 ? l->own.nx
                                         : 0,
                          .j0 = dj < 0   ? -w
                                : dj > 0 ? l->own.ny
                                         : 0,
                          .nx = di ? w : l->own.nx,
                          .ny = dj ? w : l->own.ny};
    return with_last_faces(c, h->grid, l->own, di, dj);
}

halo_cells halo_side_cells(const halo *h, box b, int di, int dj)
{
    const int w = h->width;
    const halo_cells c = {.i0 = di > 0 ? b.nx - w : 0,
                          .j0 = dj > 0 ? b.ny - w : 0,
                          .nx = di ? w : b.nx,
                          .ny = dj ? w : b.ny};
    return with_last_faces(c, h->grid, b, di, dj);
}

halo_cells halo_source_cells(const halo *h, const halo_link *l)
{
    return h->listed ? l->source : halo_side_cells(h, l->next, -l->di, -l->dj);
}

halo_cells halo_message_cells(const halo *h, const halo_link *l, int outgoing)
{
    if (h->listed)
        return l->here;
    return outgoing ? halo_side_cells(h, l->own, l->di, l->dj) : halo_ghost_cells(h, l);
}

void halo_add_links(halo *h, const partition *p, int first, int local)
{
    const grid *g = h->grid;
    const int part = first + local, rank = comm_rank(h->comm);
    for (int direction = 0; direction < 9; ++direction) {
        const int di = direction % 3 - 1, dj = direction / 3 - 1;
        const int neighbour = partition_neighbour(p, g, part, di, dj);
        if ((di == 0 && dj == 0) || neighbour < 0)
            continue;
        const int owner = partition_owner(p, neighbour), remote = owner != rank;
        halo_link l = {.part = local,
                       .other = remote ? -1 : neighbour - first,
                       .di = di,
                       .dj = dj,
                       .own = partition_box(p, g, part),
                       .next = partition_box(p, g, neighbour),
                       .rank = owner,
                       .tag = part * 9 + direction};
        h->incoming[h->incoming_count++] = l;
        if (!remote)
            continue;
        ++h->remote_count;
        /* The neighbour sees this part in the opposite direction. */
        l.tag = neighbour * 9 + (8 - direction);
        h->outgoing[h->outgoing_count++] = l;
    }
}

/* ---- listed copies ---- */

static halo_cells within_part(box cells, box part)
{
    return (halo_cells){.i0 = (int)(cells.i0 - part.i0),
                        .j0 = (int)(cells.j0 - part.j0),
                        .nx = cells.nx,
                        .ny = cells.ny};
}

void halo_add_listed(halo *h, const halo_copy *c)
{
    const int rank = comm_rank(h->comm);
    const halo_cells to = within_part(c->cells, c->to_box),
                     from = within_part(c->cells, c->from_box);
    if (c->to_rank == rank)
        h->incoming[h->incoming_count++] = (halo_link){.part = c->to,
                                                       .other = c->from_rank == rank ? c->from : -1,
                                                       .rank = c->from_rank,
                                                       .tag = c->tag,
                                                       .here = to,
                                                       .source = from};
    else if (c->from_rank == rank)
        h->outgoing[h->outgoing_count++] = (halo_link){
            .part = c->from, .other = -1, .rank = c->to_rank, .tag = c->tag, .here = from};
    h->remote_count += c->to_rank != c->from_rank;
}
