/* Command-line options from a table. Unknown names, missing values and numbers that are malformed
 * or out of range are reported in one sentence; no value is guessed. */
#ifndef SPATE_PROGRAM_OPTIONS_H
#define SPATE_PROGRAM_OPTIONS_H

#include "program/tool.h"

typedef enum {
    OPTION_FLAG,    /* int: set to 1 */
    OPTION_INTEGER, /* int64_t within [least, most] */
    OPTION_REAL,    /* double within [least, most] */
    OPTION_TEXT,    /* const char * */
    OPTION_CHOICE,  /* const char *, one of the words of `argument`, separated by | */
    OPTION_PAIR,    /* int[2], written 2x3, both within [least, most] */
    OPTION_LIST     /* option_list: may be given several times */
} option_kind;

typedef struct option_list {
    const char **items; /* room for every argument; at least argc */
    int count;
} option_list;

typedef struct option {
    const char *name; /* without the dashes; NULL ends the table */
    option_kind kind;
    void *value;          /* keeps its value where the option is not given */
    const char *argument; /* for the help: "N", "f32|f64" */
    const char *help;
    double least, most;
} option;

typedef struct option_set {
    const char *usage; /* after "spate " */
    const char *about; /* sentences below the usage line, ended by a newline */
    const option *list;
    int max_words; /* arguments that are not options */
} option_set;

/* For manual pages and completion: where tool->listener is set, options_parse calls it and ends the
 * command with 0. */
typedef struct option_listener {
    void (*hear)(void *user, const char *command, const option_set *set);
    void *user;
} option_listener;

/* What options_parse returns when the command should go on; anything else is an exit code. */
enum { OPTIONS_GO_ON = -1 };

/* Fills the values. Words that are not options are moved to argv[1] ... argv[*words]. --help prints
 * the help and returns 0. words may be NULL where the command has none. */
int options_parse(const spate_tool *tool, const option_set *set, int argc, char **argv, int *words);

/* Is word one of the words of "a|b|c"? */
int options_one_of(const char *choices, const char *word);

#endif
