/* Which cells the ghost zones of a flow and the parts beside them copy from which part. */
#include <stdlib.h>

#include "parallel/comm.h"
#include "schemes/flow_zones.h"

static box grown(box b, int south_west, int north_east)
{
    return (box){.i0 = b.i0 - south_west,
                 .j0 = b.j0 - south_west,
                 .nx = b.nx + south_west + north_east,
                 .ny = b.ny + south_west + north_east};
}

/* A box with the ghost cells that lie beyond the edges of the grid, which no other part has. */
static box with_edges(const grid *g, box b, int south_west, int north_east)
{
    const int west = b.i0 == 0 ? south_west : 0, south = b.j0 == 0 ? south_west : 0;
    b.nx += west + (b.i0 + b.nx == g->nx ? north_east : 0);
    b.ny += south + (b.j0 + b.ny == g->ny ? north_east : 0);
    b.i0 -= west;
    b.j0 -= south;
    return b;
}

static void add_copy(zone_copies *l, halo_copy c)
{
    if (c.cells.nx == 0 || c.cells.ny == 0)
        return;
    if (l->count == l->room) {
        const int room = l->room ? 2 * l->room : 64;
        halo_copy *more = realloc(l->items, sizeof *more * (size_t)room);
        if (!more) {
            l->failed = 1;
            return;
        }
        l->items = more;
        l->room = room;
    }
    l->items[l->count++] = c;
}

zone_copies flow_zone_copies_shared(const flow *k)
{
    const int rank = comm_rank(k->setup.ctx->comm), width = k->kind->about->halo_width;
    zone_copies list = {0};
    for (int to = 0; to < k->part_end; ++to)
        for (int from = 0; from < k->part_end; ++from) {
            if (to == from || flow_zone_owner(k, to) != flow_zone_owner(k, from))
                continue;
            const box a = flow_box(k, to), b = flow_box(k, from);
            add_copy(&list, (halo_copy){.to_rank = rank,
                                        .from_rank = rank,
                                        .to = to,
                                        .from = from,
                                        .to_box = a,
                                        .from_box = b,
                                        .cells = box_common(grown(a, width, width),
                                                            with_edges(k->setup.grid, b, 0, 1))});
        }
    return list;
}

/* From every part that has some of its cells. copy: what is known of the zone. */
static void add_owners(const flow *k, zone_copies *list, halo_copy copy)
{
    const scheme_setup *s = &k->setup;
    const int width = k->kind->about->halo_width, rank = comm_rank(s->ctx->comm);
    for (int part = 0; part < s->partition->px * s->partition->py; ++part) {
        copy.from_rank = partition_owner(s->partition, part);
        copy.from = part - partition_first(s->partition, copy.from_rank);
        copy.from_box = partition_box(s->partition, s->grid, part);
        copy.cells = box_common(grown(copy.to_box, width, width + 1),
                                with_edges(s->grid, copy.from_box, width, width + 1));
        if (copy.to_rank == rank || copy.from_rank == rank)
            add_copy(list, copy);
    }
}

zone_copies flow_zone_copies_owned(const flow *k, zone_width width)
{
    const scheme_setup *s = &k->setup;
    zone_copies list = {0};
    box zones[MOST_ZONES];
    for (int rank = 0; rank < s->partition->ranks; ++rank) {
        const int first = partition_first(s->partition, rank),
                  end = partition_first(s->partition, rank + 1);
        int number = end - first; /* of the next zone on this rank */
        for (int part = first; part < end; ++part) {
            const int count = zones_of_part(s->partition, s->grid, part, width, zones);
            for (int m = 0; m < count; ++m)
                add_owners(k, &list,
                           (halo_copy){.to_rank = rank,
                                       .to = number++,
                                       .to_box = zones[m],
                                       .tag = part * MOST_ZONES + m});
        }
    }
    return list;
}
