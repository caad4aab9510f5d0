/* Jobs for a few threads, in the order in which they come. */
#ifndef SPATE_VIEW_JOB_QUEUE_H
#define SPATE_VIEW_JOB_QUEUE_H

/* Part of what the job is about, which owns it. */
typedef struct job {
    void (*run)(struct job *j, int dropped); /* dropped: the queue was stopped before its turn */
    struct job *next;
} job;

typedef struct job_queue job_queue;

job_queue *job_queue_start(int threads); /* NULL: no memory or no threads */
/* Any thread may call. After job_queue_stop the job is dropped at once. */
void job_queue_post(job_queue *q, job *j);
/* Runs what has begun to its end and drops the rest; NULL is allowed. Frees nothing that a late
 * job_queue_post needs: that is done by job_queue_free. */
void job_queue_stop(job_queue *q);
void job_queue_free(job_queue *q);

#endif
