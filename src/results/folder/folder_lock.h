/* The lock of a results folder: FOLDER/run.lock, with the process, host and start of the run that writes
 * there. Rank 0 holds it from results_open to results_close. The kernel drops the lock when its process
 * ends, however that happens, so that the file alone never keeps a run out. */
#ifndef SPATE_RESULTS_FOLDER_LOCK_H
#define SPATE_RESULTS_FOLDER_LOCK_H

#include "base/context.h"

#define FOLDER_LOCK_NAME "run.lock"

typedef struct folder_lock folder_lock;

/* SPATE_ERROR_OUTPUT where a live run holds it (the message names that run) or the file cannot be written.
 * The folder must exist. */
spate_status folder_lock_take(spate_context *ctx, const char *folder, folder_lock **out);
/* Removes the file and lets go; NULL is fine. */
void folder_lock_release(folder_lock *lock);

#endif
