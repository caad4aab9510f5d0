/* The results folder: whether a run may write into it, and what must be removed first. Rank 0
 * only. */
#ifndef SPATE_RESULTS_FOLDER_H
#define SPATE_RESULTS_FOLDER_H

#include "base/context.h"
#include "results/folder/folder_lock.h"
#include "results/record/json_flat.h"
#include "results/results.h"

/* Folders that a run makes inside its own. */
enum { FOLDER_SUBFOLDERS = 4 };
extern const char *const folder_subfolders[FOLDER_SUBFOLDERS];

typedef enum { FOLDER_FRESH, FOLDER_CONTINUED, FOLDER_FINISHED } folder_state;

/* Makes the folder or finds what an earlier run left in it, according to the mode of the plan
 * (results.h). earlier: its run.json where the folder is continued or finished; free it with
 * json_flat_free. *lock: of the folder, to be released by the caller even after a failure; NULL:
 * there is none. */
spate_status folder_prepare(spate_context *ctx, const results_plan *plan, json_flat *earlier,
                            folder_lock **lock, folder_state *state);

/* segments/ and checkpoints/, which a finished run no longer needs. */
int folder_has_working_files(const char *folder);
void folder_remove_working_files(const char *folder);

/* Removes the files that the record of an earlier run names. */
void folder_remove_run(const char *folder, const json_flat *earlier);

/* Removes numbered files "PREFIX123SUFFIX" of a subfolder whose number is at least `from`, and what
 * is left of unfinished ones. */
void folder_remove_numbered(const char *folder, const char *sub, const char *prefix,
                            const char *suffix, int64_t from);
/* The number in such a name, -1 for any other name. */
int64_t folder_number(const char *name, const char *prefix, const char *suffix);

#endif
