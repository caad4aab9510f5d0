/* The one table of keys: reading, checking, `spate keys`, the reference page and the resolved copy all
 * come from it. Adding a key is adding a line in keys.c. */
#ifndef SPATE_CASEFILE_KEYS_H
#define SPATE_CASEFILE_KEYS_H

#include "base/units.h"

typedef enum {
    KEY_MAP,
    KEY_LIST,   /* of maps; a single map is not a list */
    KEY_NUMBER, /* with its unit kind */
    KEY_INTEGER,
    KEY_FLAG, /* yes/no, true/false */
    KEY_TEXT,
    KEY_CHOICE,  /* one of `choices`, separated by | */
    KEY_CHOICES, /* a list of some of `choices` */
    KEY_INSTANT, /* a date with a zone, or (where `unit` is UNIT_TIME) a duration */
    KEY_FILE,
    KEY_QUANTITY, /* a number with a unit, a file, or a map {file, ...} */
    KEY_POINTS,   /* [x, y], [[x, y], ...] or a file */
    KEY_BOX       /* [xmin, ymin, xmax, ymax] or a file */
} key_type;

typedef struct case_key {
    const char *path; /* "boundaries[].discharge" */
    key_type type;
    unit_kind unit;
    const char *fallback; /* as one would write it in the file; NULL: absent means absent */
    double low, high;     /* SI, inclusive */
    const char *choices;
    unsigned
        flags; /* KEY_REQUIRED ..., KEY_KIND: one of its siblings with this flag must be given */
    const char *help; /* one sentence */
} case_key;

extern const case_key case_keys[];
extern const int case_key_count;

#endif
