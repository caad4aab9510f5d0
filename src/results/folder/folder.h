/* Whose folder it is: may a run write there, and what must go first. Rank 0 only. */
#ifndef SPATE_RESULTS_FOLDER_H
#define SPATE_RESULTS_FOLDER_H

#include "base/context.h"
#include "results/folder/folder_lock.h"
#include "results/record/json_flat.h"
#include "results/results.h"

typedef enum { FOLDER_FRESH, FOLDER_CONTINUED, FOLDER_FINISHED } folder_state;

/* Makes the folder or finds what an earlier run left in it, by the mode of the plan (results.h).
 * earlier: its run.json where the folder is continued or finished; free it with json_flat_free.
 * *lock: of the folder, to be released by the caller even after a failure; NULL where none was taken. */
spate_status folder_prepare(spate_context *ctx, const results_plan *plan, json_flat *earlier,
                            folder_lock **lock, folder_state *state);
/* Refuses a resume where the case is another one: names the keys. */
spate_status folder_same_case(spate_context *ctx, const results_plan *plan,
                              const json_flat *earlier);

/* SHA-256 of the keys of the resolved case that may not change on a resume, whatever their order and the way their
 * numbers are written. 0: no memory. */
int case_fingerprint(const results_plan *plan, char hex[65]);

/* segments/ and checkpoints/, which a run that is done does not need any more. */
int folder_has_working_files(const char *folder);
void folder_remove_working_files(const char *folder);

/* Removes numbered files "PREFIX123SUFFIX" of a subfolder whose number is at least `from`, and what is left of
 * unfinished ones. */
void folder_remove_numbered(const char *folder, const char *sub, const char *prefix,
                            const char *suffix, int64_t from);
/* The number in such a name, -1 if it is none. */
int64_t folder_number(const char *name, const char *prefix, const char *suffix);

#endif
