/* A case file named on the command line, and the model made from it. Shared by run and check. */
#ifndef SPATE_TOOLS_CASE_OPEN_H
#define SPATE_TOOLS_CASE_OPEN_H

#include "model/model.h"
#include "program/options.h"

/* Options that change the case; texts as given, NULL or 0 where not. */
typedef struct case_changes {
    option_list sets; /* key=value */
    const char *end, *backend, *part_weights, *devices, *tune;
    int64_t threads, exchange_every;
    int parts[2];
    /* The options above as key=value, after the sets; filled by case_open. */
    char text[8][1024];
} case_changes;

/* Options of all commands that open a case; returns how many were put into list. */
enum { CASE_OPTIONS = 10 };
int case_options(case_changes *c, option *list);

/* 1 with room for argc sets, else 0 (no memory). */
int case_changes_begin(case_changes *c, int argc);
void case_changes_end(case_changes *c);

/* Prints messages of the library: warnings always, others where `verbose`. Rank 0 only. */
typedef struct case_log {
    int verbose, warnings;
} case_log;
void case_log_begin(const spate_tool *tool, case_log *log);

/* Reads the file and builds its model. Where it fails the reason is printed and *code is the exit
 * code. */
model *case_open(const spate_tool *tool, const char *file_name, case_changes *changes, int *code);

#endif
