/* Ghost zones of a flow (grid/zones.h): a zone is a part of its own, on the device of the part that
 * it lies beside, which holds a copy of cells of other parts. Zones come after the parts in
 * flow.parts and flow.clocks. They are stepped as parts are, and nothing else sees them. In every
 * stage a part and its zones fill each other's ghost cells. Only every few steps the owners' state
 * is copied to the zones, which takes messages. */
#ifndef SPATE_SCHEMES_FLOW_ZONES_H
#define SPATE_SCHEMES_FLOW_ZONES_H

#include "grid/zones.h"
#include "schemes/flow.h"

/* Before the parts are described: how many zones there will be. */
spate_status flow_zones_plan(flow *k);
/* The box of a part or zone, by its number in flow.parts. */
box flow_box(const flow *k, int n);
/* The part of this rank that a zone lies beside. */
int flow_zone_owner(const flow *k, int n);
/* After the parts and zones are created. Collective. */
spate_status flow_zones_create(flow *k);
void flow_zones_destroy(flow *k);

/* Ground, lists or sources of the parts have changed. */
void flow_zones_outdated(flow *k);
/* Before steps: brings ground, lists and sources of the zones up to date. Collective. */
spate_status flow_zones_prepare(flow *k);

/* Whether the zones need the owners' state before the next step. */
int flow_zones_due(const flow *k);
/* The owners' state goes to the zones. Collective. */
spate_status flow_zones_refresh_start(flow *k);
/* Whether messages or devices take part; if not, the zones are valid after start. */
int flow_zones_remote(const flow *k);
void flow_zones_refresh_finish(flow *k);
/* Parts and their zones fill each other's ghost cells. */
void flow_zones_share(flow *k, const halo_field *fields, int count);
/* After an attempt: an accepted step takes its cells off the zones. */
void flow_zones_count_step(flow *k);
/* The zones' clocks get the rates of the parts. */
void flow_zones_take_rates(flow *k);
/* Adds what the exchanges of zones have moved. */
void flow_zones_counted(const flow *k, halo_counts *c);

/* ---- flow_zone_copies.c ---- */

typedef struct zone_copies {
    halo_copy *items;
    int count, room, failed; /* failed: no memory */
} zone_copies;

/* Ghost cells of parts and zones, in the cells of the others beside the same part. Faces at the end
 * of the grid have an index beyond the last cell. items is to be freed. */
zone_copies flow_zone_copies_shared(const flow *k);
/* Zones with their ghost cells, in the parts that own them. Corners have one more column and row
 * than cells. items is to be freed. */
zone_copies flow_zone_copies_owned(const flow *k, zone_width width);

/* ---- flow_zone_lists.c ---- */

/* Listed faces and inflow cells of the zones from those of the parts. Collective. */
spate_status flow_zone_lists(flow *k, zone_width width);
/* What steps have changed in them. Collective. */
spate_status flow_zone_lists_refresh(flow *k, zone_width width);
/* Whether refresh has something to do on any rank. Collective. */
int flow_zone_lists_change(flow *k);

#endif
