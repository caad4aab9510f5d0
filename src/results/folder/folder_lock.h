/* The lock of a results folder: FOLDER/run.lock, with the process, host and start of the run that
 * writes there. Rank 0 holds it from results_open to results_close. The kernel releases it when the
 * process ends for any reason, so that a leftover file does not block later runs. */
#ifndef SPATE_RESULTS_FOLDER_LOCK_H
#define SPATE_RESULTS_FOLDER_LOCK_H

#include "base/context.h"

#define FOLDER_LOCK_NAME "run.lock"

typedef struct folder_lock folder_lock;

/* SPATE_ERROR_OUTPUT if a running process holds it (the message names it) or the file cannot be
 * written. The folder must exist. */
spate_status folder_lock_acquire(spate_context *ctx, const char *folder, folder_lock **out);
/* Removes the file and releases the lock; NULL is allowed. */
void folder_lock_release(folder_lock *lock);

/* For viewers: whether a run writes into the folder, by the record in run.lock. Takes no lock, so
 * that it cannot get in the way of a run that starts. Of a process on another machine nothing is
 * known. */
typedef enum { WRITER_NONE, WRITER_ALIVE, WRITER_ELSEWHERE } folder_writer;
folder_writer folder_writer_of(const char *folder);

#endif
