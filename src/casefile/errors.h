/* Errors in a case file, collected so that all are reported at once. */
#ifndef SPATE_CASEFILE_ERRORS_H
#define SPATE_CASEFILE_ERRORS_H

#include "casefile/node.h"

enum { ERRORS_SHOWN = 20 };

typedef struct case_errors {
    const char *path; /* of the case file; borrowed */
    int count;
    int no_memory; /* not an error of the file */
    char text[7168];
} case_errors;

enum error_of { OF_KEY, OF_VALUE };

/* "case.yaml:12:5: grid.resolution: " + the message. OF_KEY: at the position of the key. */
void errors_add(case_errors *e, const case_node *where, enum error_of which, const char *format,
                ...) __attribute__((format(printf, 4, 5)));
/* Without a node. set: the text of --set, or NULL. */
void errors_add_at(case_errors *e, node_mark at, const char *set, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Puts all into the context; SPATE_OK if there are none. */
spate_status errors_report(const case_errors *e, spate_context *ctx);

/* "case.yaml:12:5", or "--set grid.resolution=10 m". */
const char *error_place(const char *path, node_mark at, const char *set, char *out, size_t size);
/* The position for messages: of the value of scalars, of the key of maps and lists. */
node_mark error_mark(const case_node *where);
/* The text shortened to one line for a message. */
const char *error_quote(const char *text, char *out, size_t size);

#endif
