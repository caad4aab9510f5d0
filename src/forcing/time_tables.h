/* Time tables made from what the user gave. */
#ifndef SPATE_FORCING_TIME_TABLES_H
#define SPATE_FORCING_TIME_TABLES_H

#include "backend/common/time_table.h"
#include "base/context.h"

/* A copy of a series, checked: times increase, all is finite. `what` names it in the message. */
spate_status time_table_make(spate_context *ctx, const spate_series *series, const char *what,
                             time_table *out);
void time_table_free(time_table *table);

#endif
