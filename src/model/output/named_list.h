/* Lists of gauges and sections: each entry is one point or line, or a file of them with their names
 * in a column. */
#ifndef SPATE_MODEL_NAMED_LIST_H
#define SPATE_MODEL_NAMED_LIST_H

#include "model/model.h"

typedef struct named_list {
    const char *key; /* "gauges" */
    shape_kind kind; /* of the features in a file: points or lines */
    /* The k-th name so far, NULL past the last. */
    const char *(*name_at)(const model *m, int k);
    spate_status (*add_entry)(model *m, const case_node *entry);
    spate_status (*add_feature)(model *m, const case_node *entry, const char *name, const shape *s);
} named_list;

/* Checks every name (valid as a file name, not used yet) before it is added. */
spate_status named_list_read(model *m, const named_list *list);

#endif
