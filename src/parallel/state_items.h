/* Inside the state stream: items and bytes. */
#ifndef SPATE_PARALLEL_STATE_ITEMS_H
#define SPATE_PARALLEL_STATE_ITEMS_H

#include "parallel/state_stream.h"

typedef enum {
    STATE_END,
    STATE_NUMBER,
    STATE_TEXT,
    STATE_BLOCK,
    STATE_CELLS,
    STATE_FACES,
} state_kind;

/* Writes what precedes an item, or reads it and compares. Collective. */
spate_status state_item(state_stream *s, state_kind kind, const char *name, size_t value_bytes,
                        uint64_t count);

/* Writes or reads bytes, on rank 0 only. */
spate_status state_move(state_stream *s, const char *name, void *data, size_t bytes);

/* Whether a value of a stream is valid: not NaN, within the range of exact sums, not below
 * `lowest`. */
int state_is_number(double value, double lowest);
/* SPATE_ERROR_DATA with the name of the item. */
spate_status state_bad_number(state_stream *s, const char *name, double value);

#endif
