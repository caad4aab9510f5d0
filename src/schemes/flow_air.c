/* Two maps of air pressure, linear in time between them. The run fills in the values. */
#include "schemes/flow_sources.h"

#include <math.h>

int flow_air_make(flow *k, grid_part *p)
{
    if (!p->field[FIELD_AIR][0])
        p->sources.air_time[0] = p->sources.air_time[1] = (double)NAN; /* not filled yet */
    return flow_make_field(k, p, FIELD_AIR);
}

static void images_changed(flow *k)
{
    flow_use_images(k, PART_LISTS | PART_SOURCES); /* keeps their accounts */
    flow_images_changed(k, PART_SOURCES);
}

void flow_air_next(void *self)
{
    flow *k = self;
    for (int n = 0; n < k->setup.part_count; ++n) {
        grid_part *p = &k->parts[n];
        void *const later = p->field[FIELD_AIR][1];
        p->field[FIELD_AIR][1] = p->field[FIELD_AIR][0];
        p->field[FIELD_AIR][0] = p->field[FIELD_AIR][2] = later;
        p->sources.air_time[0] = p->sources.air_time[1];
    }
}

void flow_air_changed(void *self, double t, int as_given)
{
    flow *k = self;
    for (int n = 0; n < k->setup.part_count; ++n) {
        k->parts[n].sources.air_time[1] = t;
        k->parts[n].sources.levels_as_given = as_given;
    }
    images_changed(k);
}

void flow_air_off(void *self)
{
    flow *k = self;
    for (int n = 0; n < k->setup.part_count; ++n)
        if (k->kind->field_count > FIELD_AIR && k->kind->fields[FIELD_AIR].name)
            flow_drop_field(k, &k->parts[n], FIELD_AIR);
    images_changed(k);
}

double flow_air_time(void *self)
{
    const flow *k = self;
    const grid_part *p = k->setup.part_count ? &k->parts[0] : NULL;
    return p && p->field[FIELD_AIR][1] ? p->sources.air_time[1] : (double)NAN;
}
