/* A results folder as a reader sees it: the contents of run.json, and where its files are. */
#ifndef SPATE_TOOLS_RUN_FOLDER_H
#define SPATE_TOOLS_RUN_FOLDER_H

#include "base/context.h"
#include "base/units.h"
#include "results/record/json_flat.h"

typedef struct run_folder {
    char name[3000]; /* the path, without a slash at the end */
    json_flat run;   /* empty where there is no run.json yet */
} run_folder;

/* SPATE_ERROR_DATA where it is no folder, or run.json is not JSON. */
spate_status run_folder_open(spate_context *ctx, const char *name, run_folder *out);
void run_folder_close(run_folder *f);

/* NAME below the folder; returns out. */
const char *run_folder_file(const run_folder *f, const char *name, char *out, size_t size);
int run_folder_has(const run_folder *f, const char *name);

const char *run_folder_text(const run_folder *f, const char *key); /* NULL: absent or null */
/* "0.05", "5 cm", or the fallback where the key is absent. */
double run_folder_number(const run_folder *f, const char *key, unit_kind kind, double fallback);
/* Seconds since 1970 (a date) or the fallback. */
double run_folder_date(const run_folder *f, const char *key, double fallback);
/* The title of the case, or the name of the folder without .out. */
const char *run_folder_title(const run_folder *f, char *out, size_t size);
/* When the run began (s since 1970) and how long it is, s; NaN where they are not known. */
double run_folder_start(const run_folder *f);
double run_folder_end(const run_folder *f);

/* The names of the files in a subfolder without their ending, in the order of the case. */
typedef struct name_list {
    int count;
    char **names;
} name_list;
spate_status run_folder_list(spate_context *ctx, const run_folder *f, const char *subfolder,
                             const char *ending, name_list *out);
void name_list_free(name_list *l);

#endif
