/* Ghost zones of a flow: their fields, and when they are filled. */
#include "schemes/flow_zones.h"

#include <stdlib.h>

#include "parallel/comm.h"

struct flow_zones {
    int every; /* steps between copies of the owners' state */
    zone_width width;
    int *owner; /* of each zone: a part of this rank */
    box *boxes;
    halo *share;                   /* between parts and their zones */
    halo *refresh;                 /* from the owners to the zones */
    halo_field state[PART_FIELDS]; /* what an exchange carries: all that steps change */
    int state_count;
    int outdated;         /* ground, lists or sources */
    int lists_change;     /* in steps */
    int steps_left;       /* until the owners' state is needed again */
    halo_counts prepared; /* what refresh has moved that no step needs */
};

/* ---- creation ---- */

static zone_width width_of(const flow *k)
{
    const scheme_setup *s = &k->setup;
    const scheme_description *about = k->kind->about;
    const int rings = about->can.rings > 0 ? about->can.rings : 1;
    return zones_width(s->partition, about->halo_width,
                       rings * scheme_stages(s->options) * s->options->exchange_every);
}

spate_status flow_zones_plan(flow *k)
{
    const scheme_setup *s = &k->setup;
    box boxes[MOST_ZONES];
    k->part_end = s->part_count;
    if (s->options->exchange_every <= 1 || s->partition->px * s->partition->py == 1)
        return SPATE_OK;
    const size_t most = (size_t)s->part_count * MOST_ZONES;
    flow_zones *z = calloc(1, sizeof *z);
    k->zones = z;
    if (!z)
        return fail_memory(s->ctx, "no memory for ghost zones");
    z->every = s->options->exchange_every;
    z->outdated = 1;
    z->width = width_of(k);
    z->owner = calloc(most + 1, sizeof *z->owner);
    z->boxes = calloc(most + 1, sizeof *z->boxes);
    if (!z->owner || !z->boxes)
        return fail_memory(s->ctx, "no memory for ghost zones");
    for (int n = 0; n < s->part_count; ++n) {
        const int count = zones_of_part(s->partition, s->grid, s->first_part + n, z->width, boxes);
        for (int m = 0; m < count; ++m) {
            z->owner[k->part_end - s->part_count] = n;
            z->boxes[k->part_end++ - s->part_count] = boxes[m];
        }
    }
    return SPATE_OK;
}

box flow_box(const flow *k, int n)
{
    const scheme_setup *s = &k->setup;
    return n < s->part_count ? partition_box(s->partition, s->grid, s->first_part + n)
                             : k->zones->boxes[n - s->part_count];
}

int flow_zone_owner(const flow *k, int n)
{
    return n < k->part_total ? n : k->zones->owner[n - k->part_total];
}

/* The fields that an exchange must carry: all that steps change. */
static int is_state(const field_info *f)
{
    return f->name && f->role == ROLE_STATE;
}

static int most_state_fields(const flow *k)
{
    int count = 0;
    for (int f = 0; f < k->kind->field_count; ++f)
        count += is_state(&k->kind->fields[f]);
    return count;
}

static spate_status make_exchange(flow *k, zone_copies *list, halo **h)
{
    const spate_status status =
        list->failed ? fail_memory(k->setup.ctx, "no memory for ghost zones")
                     : halo_create_listed(k->setup.ctx, k->setup.grid, k->parts, k->part_end,
                                          list->items, list->count, most_state_fields(k), h);
    free(list->items);
    return status;
}

spate_status flow_zones_create(flow *k)
{
    flow_zones *z = k->zones;
    if (!z)
        return SPATE_OK;
    zone_copies shared = flow_zone_copies_shared(k);
    SPATE_TRY(make_exchange(k, &shared, &z->share));
    zone_copies owned = flow_zone_copies_owned(k, z->width);
    SPATE_TRY(make_exchange(k, &owned, &z->refresh));
    halo_set_delay(z->refresh, k->setup.options->exchange_delay);
    return SPATE_OK;
}

void flow_zones_destroy(flow *k)
{
    flow_zones *z = k->zones;
    if (!z)
        return;
    halo_destroy(z->share);
    halo_destroy(z->refresh);
    free(z->owner);
    free(z->boxes);
    free(z);
    k->zones = NULL;
}

/* ---- what does not change in steps ---- */

void flow_zones_outdated(flow *k)
{
    if (k->zones)
        k->zones->outdated = 1;
}

/* A zone has the fields of its part, but no maxima. */
static int match_fields(flow *k, grid_part *zone, const grid_part *part)
{
    int ok = 1;
    for (int f = 0; f < part->field_count; ++f) {
        if (!part->fields[f].name || part->fields[f].role == ROLE_MAXIMA)
            continue;
        if (part->field[f][0])
            ok = flow_make_field(k, zone, f) && ok;
        else
            flow_drop_field(k, zone, f);
    }
    return ok;
}

static int match_parts(flow *k)
{
    int ok = 1;
    for (int n = k->part_total; n < k->part_end; ++n) {
        grid_part *zone = &k->parts[n];
        const grid_part *part = &k->parts[flow_zone_owner(k, n)];
        const double row0 = zone->params.coriolis.row0;
        zone->params = part->params;
        zone->params.coriolis.row0 = row0;
        zone->boundaries = part->boundaries;
        zone->boundary_count = part->boundary_count;
        *zone->clock = *part->clock;
        zone->newer_here |= PART_ALL & ~(unsigned)PART_MAXIMA;
        zone->newer_there = 0;
        ok = match_fields(k, zone, part) && ok;
    }
    return ok;
}

static void copy_from_owners(flow *k, halo_field field)
{
    halo *h = k->zones->refresh;
    halo_set_delay(h, 0);
    halo_start(h, &field, 1, 0);
    halo_finish(h);
    halo_set_delay(h, k->setup.options->exchange_delay);
}

static void copy_ground(flow *k)
{
    const grid_part *p = &k->parts[0];
    for (int f = 0; f < p->field_count; ++f)
        if (p->fields[f].name && p->field[f][0] &&
            (p->fields[f].role == ROLE_GROUND || p->fields[f].role == ROLE_FORCING))
            for (int slot = 0; slot < p->fields[f].slots; ++slot)
                copy_from_owners(k, (halo_field){f, slot});
    for (int n = k->part_total; n < k->part_end; ++n)
        if (k->parts[n].common->pull)
            k->parts[n].newer_there |= PART_GROUND | PART_SOURCES;
}

static void list_state(flow *k)
{
    const grid_part *p = &k->parts[0];
    k->zones->state_count = 0;
    for (int f = 0; f < p->field_count; ++f)
        if (is_state(&p->fields[f]) && p->field[f][0])
            k->zones->state[k->zones->state_count++].field = f;
}

static void add_counts(halo_counts *c, const halo_counts *more, int sign)
{
    c->exchanges += sign * more->exchanges;
    c->fields += sign * more->fields;
    c->copies += sign * more->copies;
    c->copied_bytes += sign * more->copied_bytes;
    c->messages += sign * more->messages;
    c->sent_bytes += sign * more->sent_bytes;
}

spate_status flow_zones_prepare(flow *k)
{
    flow_zones *z = k->zones;
    if (!z || !z->outdated)
        return SPATE_OK;
    flow_await_clocks(k);
    const halo_counts before = halo_counted(z->refresh);
    const spate_status status = match_parts(k)
                                    ? SPATE_OK
                                    : fail_memory(k->setup.ctx, "no memory for ghost zones; use a "
                                                                "smaller exchange_every");
    SPATE_TRY(comm_agree(k->setup.ctx, status));
    SPATE_TRY(flow_push_images(k));
    copy_ground(k);
    SPATE_TRY(flow_zone_lists(k, z->width));
    SPATE_TRY(flow_push_images(k));
    list_state(k);
    z->lists_change = flow_zone_lists_change(k);
    z->outdated = 0;
    z->steps_left = 0;
    const halo_counts after = halo_counted(z->refresh);
    add_counts(&z->prepared, &after, 1);
    add_counts(&z->prepared, &before, -1);
    return SPATE_OK;
}

/* ---- what does ---- */

int flow_zones_due(const flow *k)
{
    return k->zones && k->zones->steps_left == 0;
}

int flow_zones_remote(const flow *k)
{
    return halo_is_remote(k->zones->refresh);
}

spate_status flow_zones_refresh_start(flow *k)
{
    flow_zones *z = k->zones;
    if (z->lists_change)
        SPATE_TRY(flow_zone_lists_refresh(k, z->width));
    for (int n = k->part_total; n < k->part_end; ++n)
        if (k->parts[n].kernels->wake)
            k->parts[n].kernels->wake(&k->parts[n]);
    for (int f = 0; f < z->state_count; ++f)
        z->state[f].slot = k->kind->fields[z->state[f].field].slots > 1 ? k->clocks[0].now : 0;
    halo_start(z->refresh, z->state, z->state_count, 0);
    z->steps_left = z->every;
    return SPATE_OK;
}

void flow_zones_refresh_finish(flow *k)
{
    halo_finish(k->zones->refresh);
}

void flow_zones_share(flow *k, const halo_field *fields, int count)
{
    halo_start(k->zones->share, fields, count, 0);
    if (halo_is_remote(k->zones->share))
        halo_finish(k->zones->share);
}

void flow_zones_count_step(flow *k)
{
    if (k->zones && !(k->clocks[0].flags & (CLOCK_REDO | CLOCK_JUMP)))
        --k->zones->steps_left;
}

/* Their own rates may be those of cells that are no longer valid. */
void flow_zones_take_rates(flow *k)
{
    const spate_clock *from = &k->clocks[0];
    for (int n = k->part_total; n < k->part_end; ++n) {
        spate_clock *to = &k->clocks[n];
        to->rate = from->rate;
        to->next_rate = from->next_rate;
        to->face_rate = from->face_rate;
        to->first_face_rate = from->first_face_rate;
        to->flags = (to->flags & ~(uint32_t)CLOCK_STILL) | (from->flags & CLOCK_STILL);
    }
}

void flow_zones_counted(const flow *k, halo_counts *c)
{
    if (!k->zones)
        return;
    const halo_counts all = halo_counted(k->zones->refresh);
    add_counts(c, &all, 1);
    add_counts(c, &k->zones->prepared, -1);
}
