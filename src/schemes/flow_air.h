/* The pressure of the air on the water of a flow: two maps and their times. */
#ifndef SPATE_SCHEMES_FLOW_AIR_H
#define SPATE_SCHEMES_FLOW_AIR_H

#include "schemes/flow.h"

/* The fields of a part, where they are not there yet. 0: no memory. */
int flow_air_make(flow *k, grid_part *part);
/* Of source_ops. */
void flow_air_next(void *self);
void flow_air_changed(void *self, double t, int as_given);
void flow_air_off(void *self);
double flow_air_time(void *self);

#endif
