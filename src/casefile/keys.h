/* The keys of the case file. Reading, checking, `spate keys`, the reference page and the resolved
 * copy all use these tables. A new key is one entry in the file keys_*.c of its topic. */
#ifndef SPATE_CASEFILE_KEYS_H
#define SPATE_CASEFILE_KEYS_H

#include <stdio.h>

#include "base/units.h"

/* Forms of values; a key accepts one or several of these. */
enum {
    KEY_NUMBER = 1u << 0, /* with its unit kind */
    KEY_INTEGER = 1u << 1,
    KEY_FLAG = 1u << 2,   /* yes/no, true/false, on/off */
    KEY_CHOICE = 1u << 3, /* one of `choices`, separated by |; "cuda:N" stands for any numbers */
    KEY_DATE = 1u << 4,   /* with a zone */
    KEY_UNIT = 1u << 5,   /* the name of a unit of its kind */
    KEY_PARTS = 1u << 6,  /* 2x3 */
    KEY_FORMAT = 1u << 7, /* the format of the file: `high` and nothing else */
    KEY_NAME = 1u << 8,   /* may become the name of a file */
    KEY_TEXT = 1u << 9,
    KEY_FILE = 1u << 10,    /* a file or a folder, relative to the case file */
    KEY_FILES = 1u << 11,   /* a list of files */
    KEY_CHOICES = 1u << 12, /* a list of some of `choices` */
    KEY_PAIR = 1u << 13,    /* [dx, dy] */
    KEY_POINT = 1u << 14,   /* [x, y] */
    KEY_LINE = 1u << 15,    /* [[x, y], [x, y], ...], two points or more */
    KEY_POLYGON = 1u << 16, /* the same with three or more */
    KEY_BOX = 1u << 17,     /* [xmin, ymin, xmax, ymax] */
    KEY_MAP = 1u << 18,  /* its keys are "path.name", or "path[].name" if a list is allowed too */
    KEY_LIST = 1u << 19, /* of maps, whose keys are "path[].name" */
    KEY_QUANTITY = KEY_NUMBER | KEY_FILE | KEY_MAP
};

enum {
    KEY_REQUIRED = 1u << 0,
    KEY_ONE_NEEDED = 1u << 1, /* one of its group must be given */
    KEY_SECTION = 1u << 2,    /* a map that exists even if the file does not have it */
    KEY_NOT_YET = 1u << 3     /* refused by name */
};

typedef struct case_key {
    const char *path; /* "boundaries[].discharge" */
    unsigned forms;
    unit_kind unit;
    const char *fallback;  /* as written in the file; NULL: no default */
    const char *otherwise; /* describes what absence means if there is no fallback */
    double low, high;      /* SI, inclusive; equal: any */
    const char *choices;
    const char *yes;   /* the number that "yes" means, if the flag may be a number: "10 min" */
    const char *group; /* siblings of one group exclude each other */
    const char *needs; /* "level|wave": allowed only together with one of these */
    const char *required_with; /* "file|rasters": required together with one of these */
    const char *unique; /* values in a list must differ: "" always, "at" for entries with `at` */
    const char *refers; /* must be a value of this key: "boundaries[].name" */
    unsigned flags;
    const char *help; /* one sentence */
} case_key;

extern const case_key case_root_key; /* the whole file, a map */

/* The key after `k` in the order of the reference page. NULL: before the first and after the
 * last. */
const case_key *key_next(const case_key *k);

/* By path, NULL if there is none. */
const case_key *key_find(const char *path);
/* The key `name` inside the map or list `parent`. */
const case_key *key_child(const case_key *parent, const char *name);
/* Whether `key` lies directly inside `parent`; its name there. */
int key_is_inside(const case_key *key, const case_key *parent);
const char *key_name(const case_key *key);
/* Is word one of the words of "a|b|c"? */
int key_has_word(const char *words, const char *word);
/* The n-th word of "a|b|c" in out; 0 if there are fewer. */
int key_word(const char *words, int n, char *out, size_t size);

/* ---- descriptions for messages and the reference ---- */

/* "a rate such as 20 mm/h, a file or a map" */
const char *key_forms_text(const case_key *key, char *out, size_t size);
/* "rate | file | map" */
const char *key_type_text(const case_key *key, char *out, size_t size);
/* "5 cm", "required", "one place", "none", ... */
const char *key_default_text(const case_key *key, char *out, size_t size);
/* "0 to 36000 mm/h", "depth, level, velocity", "" */
const char *key_range_text(const case_key *key, char *out, size_t size);
/* A number in the unit that is suggested for its kind: "20 mm/h". */
const char *key_number_text(double si, unit_kind kind, char *out, size_t size);
const char *key_kind_name(unit_kind kind); /* "rate" */
/* "20 mm/h": what a value of this kind looks like. */
const char *key_kind_example(unit_kind kind);

/* docs/reference/case-file.md */
void case_reference_markdown(FILE *out);

#endif
