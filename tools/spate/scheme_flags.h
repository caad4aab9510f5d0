/* The options of schemes on the command line, from the tables of their descriptions. */
#ifndef SPATE_TOOLS_SCHEME_FLAGS_H
#define SPATE_TOOLS_SCHEME_FLAGS_H

#include <stddef.h>

#include "options.h"

enum { SCHEME_FLAGS = 32 };

/* What was given, in the order of scheme_option_next. */
typedef struct scheme_flags {
    double numbers[SCHEME_FLAGS];    /* NaN: not given */
    int64_t integers[SCHEME_FLAGS];  /* INT64_MIN */
    const char *words[SCHEME_FLAGS]; /* NULL */
    char help[SCHEME_FLAGS][160];
} scheme_flags;

/* Adds an entry to the list for every option, and the entry that ends it. The list has `room`
 * entries. */
void scheme_flags_list(scheme_flags *f, option *list, int room);
/* Sets what was given. Warns where the scheme does not have the option. */
void scheme_flags_apply(const spate_tool *tool, const scheme_flags *f, spate_options *opt);
/* "kurganov|adi" */
const char *scheme_flags_names(char *text, size_t size);

#endif
