/* The validation report of `spate verify --report FOLDER`: what is kept of each case, and the page
 * with its pictures that is written at the end. All of it on rank 0. */
#ifndef SPATE_TOOLS_VERIFY_DOCUMENT_H
#define SPATE_TOOLS_VERIFY_DOCUMENT_H

#include <stdio.h>

#include "cases/verify_profile.h"
#include "program/tool.h"

#define DOCUMENT_IMAGES "images/validation" /* in the folder of the report */
#define DOCUMENT_PARTS "validation" /* in the same folder: sections that other programs printed */

/* One case in one precision. */
typedef struct document_entry {
    const builtin_case *c;
    verify_report result;
    int drawn;                       /* the page has a picture of it */
    verify_profile coarsest, finest; /* of a case that is drawn */
    int out_of_memory;               /* a profile could not be kept */
} document_entry;

typedef struct verify_document {
    const char *folder;
    char command[1024]; /* as typed in a shell */
    document_entry *entries;
    int count;
    int has_convergence; /* the page has a picture of the orders */
} verify_document;

/* Makes the folder and tries to write there before an hour of runs begins. room: entries at most.
 * Returns an exit code; what failed is printed. */
int document_begin(const spate_tool *tool, verify_document *doc, const char *folder, int room);
/* The next entry, with what its runs should show: opt->finished and opt->user are set. */
document_entry *document_add(verify_document *doc, const builtin_case *c, verify_options *opt);
/* Pictures first, then the page. Returns an exit code; what failed is printed. */
int document_write(const spate_tool *tool, verify_document *doc);
void document_free(verify_document *doc);

/* 1 if entry n is the last of its case. Runs in both precisions have two; pictures show
 * the last. */
int document_is_last(const verify_document *doc, int n);
/* The finest grid that was run; NULL: none was. */
const verify_row *document_finest(const document_entry *entry);

/* verify_page.c: the Markdown, without the sections of other programs. */
void document_print(const verify_document *doc, FILE *out);

#endif
