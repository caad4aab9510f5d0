/* Time tables made from series of the user. */
#ifndef SPATE_FORCING_TIME_TABLES_H
#define SPATE_FORCING_TIME_TABLES_H

#include "backend/common/time_table.h"
#include "base/context.h"

/* A checked copy of a series: times increase, all values are finite. `what` appears in messages. */
spate_status time_table_make(spate_context *ctx, const spate_series *series, const char *what,
                             time_table *out);
void time_table_free(time_table *table);

#endif
