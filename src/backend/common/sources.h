/* Sources of a part: rain, infiltration, inflows and wind, and their effect on the clock and on
 * tiles at rest. The same for every backend; the equations are in physics/sources.h. */
#ifndef SPATE_BACKEND_COMMON_SOURCES_H
#define SPATE_BACKEND_COMMON_SOURCES_H

#include "backend/common/clock.h"
#include "backend/common/time_table.h"

typedef struct part_inflow {
    time_table discharge; /* m3/s */
    double area;          /* m2 of all its cells, on all ranks */
    double amount;        /* m on each of its cells in the attempt under way */
} part_inflow;

typedef struct inflow_cell {
    int i, j, inflow;
} inflow_cell;

/* Water of an inflow at one of its cells, m: not yet added, entered, and missing at a sink.
 * Checkpoints keep these three, not those of the attempt. */
enum { INFLOW_CARRY, INFLOW_ENTERED, INFLOW_SHORTFALL, INFLOW_VALUES };

/* Cells of all inflows, sorted by row, then column, then inflow. */
typedef struct inflow_list {
    inflow_cell *cells;
    int *row_start; /* ny + 1 entries */
    int count;
    double (*kept)[INFLOW_VALUES];
    double (*attempt)[INFLOW_VALUES]; /* the new carry; water entered and missing in this step */
} inflow_list;

typedef struct part_sources {
    /* Tables are shared by all parts of a rank. */
    time_table rain, wind_x, wind_y;
    double air_time[2];  /* s, of the two maps of air pressure */
    int levels_as_given; /* boundary levels are not lowered by the air pressure */
    double rain_map_sum; /* m/s, over all active cells of all ranks */
    part_inflow *inflows;
    int inflow_count;
    inflow_list inflow_cells;
    /* 1 where an inflow or the rain map acts: such a tile never sleeps. NULL: nowhere. */
    uint8_t *tile_forced;
} part_sources;

/* Writes the sources of the attempt for the whole grid to the clock, when dt is known. */
SPATE_BOTH void sources_begin(const part_sources *s, spate_clock *c, double rain, double t_end)
{
    const double fallen = table_integral(&s->rain, t_end) - table_integral(&s->rain, c->t);
    c->rain_amount = rain * c->dt + (fallen > 0 ? fallen : 0);
    for (int stage = 0; stage < 2; ++stage) {
        c->wind[stage][0] = table_value(&s->wind_x, stage == 0 ? c->t : t_end);
        c->wind[stage][1] = table_value(&s->wind_y, stage == 0 ? c->t : t_end);
    }
    for (int n = 0; n < s->inflow_count; ++n) {
        part_inflow *in = &s->inflows[n];
        in->amount =
            (table_integral(&in->discharge, t_end) - table_integral(&in->discharge, c->t)) /
            in->area;
    }
}

/* The attempt is accepted: adds its rain to that of the run. There is none in a jump, in which
 * rain_amount is 0. */
SPATE_BOTH void sources_fall(const part_sources *s, spate_clock *c)
{
    c->rain_depth += c->rain_amount;
    c->rain_map_depth += c->dt * s->rain_map_sum;
}

/* Adds all its water to the accounts. */
SPATE_BOTH void sources_accept(const part_sources *s, spate_clock *c)
{
    const inflow_list *l = &s->inflow_cells;
    sources_fall(s, c);
    for (int n = 0; n < l->count; ++n) {
        l->kept[n][INFLOW_CARRY] = l->attempt[n][INFLOW_CARRY];
        l->kept[n][INFLOW_ENTERED] += l->attempt[n][INFLOW_ENTERED];
        l->kept[n][INFLOW_SHORTFALL] += l->attempt[n][INFLOW_SHORTFALL];
    }
}

SPATE_BOTH int clock_is_windy(const spate_clock *c, int stage)
{
    return c->wind[stage][0] != 0 || c->wind[stage][1] != 0;
}

#endif
