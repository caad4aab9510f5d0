/* Two maps of the air's pressure, between which it is a straight line in time. Their values are others' business. */
#include "schemes/flow_air.h"

#include <math.h>

#include "backend/adi/adi.h"

static double field_bytes(const flow *k, const grid_part *p)
{
    return k->value_bytes * (double)p->shape.pitch * (double)part_rows(&p->shape);
}

int flow_air_make(flow *k, grid_part *p)
{
    adi_part *a = p->adi;
    for (int time = 0; time < 2; ++time) {
        if (a->air[time])
            continue;
        a->air[time] = flow_make_field(k, &p->shape, k->value_bytes);
        if (!a->air[time])
            return 0;
        a->air_time[time] = (double)NAN; /* nobody has filled it */
        k->state_bytes += field_bytes(k, p);
    }
    return 1;
}

/* What else is told with the sources is not to be lost. */
static void images_changed(flow *k)
{
    flow_use_images(k, PART_LISTS | PART_SOURCES);
    flow_images_changed(k, PART_SOURCES);
}

void flow_air_next(void *self)
{
    flow *k = self;
    for (int n = 0; n < k->setup.part_count; ++n) {
        adi_part *a = k->parts[n].adi;
        void *const later = a->air[1];
        a->air[1] = a->air[0];
        a->air[0] = later;
        a->air_time[0] = a->air_time[1];
    }
}

void flow_air_changed(void *self, double t, int as_given)
{
    flow *k = self;
    for (int n = 0; n < k->setup.part_count; ++n) {
        adi_part *a = k->parts[n].adi;
        a->air_time[1] = t;
        a->levels_as_given = as_given;
    }
    images_changed(k);
}

void flow_air_off(void *self)
{
    flow *k = self;
    for (int n = 0; n < k->setup.part_count; ++n) {
        grid_part *p = &k->parts[n];
        for (int time = 0; time < 2 && p->adi; ++time) {
            if (p->field[FIELD_AIR][time])
                k->state_bytes -= field_bytes(k, p);
            flow_drop_field(k, &p->shape, p->field[FIELD_AIR][time], k->value_bytes);
            p->field[FIELD_AIR][time] = NULL;
        }
    }
    images_changed(k);
}

double flow_air_time(void *self)
{
    const flow *k = self;
    const adi_part *a = k->setup.part_count ? k->parts[0].adi : NULL;
    return a && a->air[1] ? a->air_time[1] : (double)NAN;
}
