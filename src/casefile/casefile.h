/* A case file, read and checked against the tables of keys (keys.h). Every message names the line
 * and column. Values are in SI units; absent keys have their defaults.
 *
 * Reading checks the form: keys, types, units, ranges, choices, duplicates, one-of groups. Whether
 * a file exists or a line touches the grid is checked in model/, which reports it through
 * case_fail. */
#ifndef SPATE_CASEFILE_CASEFILE_H
#define SPATE_CASEFILE_CASEFILE_H

#include <stdio.h>

#include "base/context.h"
#include "base/units.h"

typedef struct casefile casefile;
typedef struct case_node case_node; /* a value in the file, with its place; owned by the casefile */

/* Reads `path`; sets: "grid.resolution=10 m", "boundaries[0].slope=0.001" (--set), applied in
 * order. All errors found are in the message, one per line, "case.yaml:12:5: grid.resolutoin:
 * unknown key; did you mean grid.resolution?", at most 20. SPATE_ERROR_ARGUMENT. Collective: rank 0
 * reads the file. */
spate_status casefile_read(spate_context *ctx, const char *path, const char *const *sets,
                           int set_count, casefile **out);
/* The same from memory, for tests and fuzzers; name appears in messages. */
spate_status casefile_parse(spate_context *ctx, const char *name, const char *text, size_t length,
                            const char *const *sets, int set_count, casefile **out);
void casefile_free(casefile *c);

const char *casefile_path(const casefile *c);
const case_node *casefile_root(const casefile *c);
/* A path given in the file, relative to the folder of the file; the result is owned by the
 * casefile. */
const char *casefile_resolve(const casefile *c, const char *path);
/* A copy of a text that lives as long as the casefile; "" without memory. */
const char *casefile_keep(const casefile *c, const char *text);
/* Folder of the results: output.folder, or the path of the case with .out instead of .yaml; owned
 * by the casefile. */
const char *casefile_folder(const casefile *c);

/* ---- the tree ---- */

typedef enum { CASE_ABSENT, CASE_SCALAR, CASE_LIST, CASE_MAP } case_kind;
case_kind case_kind_of(const case_node *node); /* CASE_ABSENT for NULL */

/* The value at a dotted path below a map ("output.maps.every"), NULL if the file does not set it. A
 * key that is not in the table is a programming error and asserts in tests. */
const case_node *case_get(const case_node *map, const char *path);
/* Entries of a list. If a key accepts one value or a list (terrain.walls, terrain.blocked), a
 * single value counts as a list with one entry. */
int case_count(const case_node *list);
const case_node *case_at(const case_node *list, int n);

/* ---- values of a map, with their defaults ---- */

/* SI; NaN: absent without default */
double case_number(const case_node *map, const char *path);
int64_t case_integer(const case_node *map, const char *path);
int case_flag(const case_node *map, const char *path);
/* NULL: absent without default */
const char *case_text(const case_node *map, const char *path);
/* A date, or a duration counted from `start` (both in s since 1970). */
double case_instant(const case_node *map, const char *path, double start);
/* Two numbers: [dx, dy], one number for both, or 2x3; returns 0 if absent without default.
 * (case_number of a flag that may be a number, such as absorbing: 0 for no, and the number of the
 * table for yes.) */
int case_pair(const case_node *map, const char *path, double pair[2]);
/* A list of choices as bits, in the order of the table: 1 the first, 2 the second, 4 the third. */
unsigned case_choices(const case_node *map, const char *path);

/* ---- values of a node ---- */

/* The scalar as a quantity of a kind; 1 if it is one. Used for values that may be a number or a
 * file. */
int case_as_number(const case_node *scalar, unit_kind kind, double *si);
const char *case_as_text(const case_node *scalar);
/* [[x, y], ...] as count pairs in a new array, or NULL; or one [x, y]. */
double (*case_as_points(const case_node *list, int *count))[2];
/* [xmin, ymin, xmax, ymax]; 1 if it is one. */
int case_as_box(const case_node *list, double box[4]);

/* A quantity that is a number with a unit, a file, or a map {file, column, unit, offset, scale,
 * ...}. */
typedef struct case_quantity {
    enum { QUANTITY_ABSENT, QUANTITY_NUMBER, QUANTITY_FILE, QUANTITY_OTHER_MAP } form;
    double number;         /* SI */
    const char *file;      /* resolved path */
    const char *column;    /* NULL: the only one */
    const char *unit;      /* NULL: in the file's header */
    const char *zone;      /* of dates without one; NULL: none */
    int hold_last;         /* the last value holds to the end of the run */
    double offset, scale;  /* SI value = scale * read + offset */
    const case_node *node; /* the map itself, for the rest */
} case_quantity;
case_quantity case_quantity_of(const casefile *c, const case_node *map, const char *path);

/* ---- errors and copies ---- */

/* "case.yaml:12:5: boundaries[0].line: " + the message, kept in the context. */
spate_status case_fail(const casefile *c, const case_node *where, spate_status status,
                       const char *format, ...) __attribute__((format(printf, 4, 5)));
void case_warn(const casefile *c, const case_node *where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* "case.yaml:12:5" */
const char *case_place(const casefile *c, const case_node *where, char *out, size_t size);

/* The case with every default written out, as YAML that reads back to the same, and as JSON. */
char *casefile_resolved_yaml(const casefile *c); /* malloc'ed */
char *casefile_resolved_json(const casefile *c);

#endif
