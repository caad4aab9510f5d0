/* Threads that wait for jobs. */
#include "job_queue.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

enum { MOST_THREADS = 8 };

struct job_queue {
    pthread_mutex_t lock;
    pthread_cond_t posted;
    job *first, **end;
    pthread_t threads[MOST_THREADS];
    int count, stopped;
};

/* The next job; NULL: the queue was stopped. */
static job *take(job_queue *q)
{
    pthread_mutex_lock(&q->lock);
    while (!q->first && !q->stopped)
        pthread_cond_wait(&q->posted, &q->lock);
    job *j = q->stopped ? NULL : q->first;
    if (j) {
        q->first = j->next;
        if (!q->first)
            q->end = &q->first;
    }
    pthread_mutex_unlock(&q->lock);
    return j;
}

static void *work(void *user)
{
    job_queue *q = user;
    for (job *j; (j = take(q));)
        j->run(j, 0);
    return NULL;
}

/* Signals are for the thread that started the program. */
static int start_thread(job_queue *q)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int ok = pthread_create(&q->threads[q->count], NULL, work, q) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    q->count += ok;
    return ok;
}

job_queue *job_queue_start(int threads)
{
    job_queue *q = calloc(1, sizeof *q);
    if (!q)
        return NULL;
    pthread_mutex_init(&q->lock, NULL);
    pthread_cond_init(&q->posted, NULL);
    q->end = &q->first;
    while (q->count < threads && q->count < MOST_THREADS && start_thread(q))
        ;
    if (q->count > 0)
        return q;
    job_queue_free(q);
    return NULL;
}

void job_queue_post(job_queue *q, job *j)
{
    pthread_mutex_lock(&q->lock);
    const int stopped = q->stopped;
    j->next = NULL;
    if (!stopped) {
        *q->end = j;
        q->end = &j->next;
        pthread_cond_signal(&q->posted);
    }
    pthread_mutex_unlock(&q->lock);
    if (stopped)
        j->run(j, 1);
}

void job_queue_stop(job_queue *q)
{
    if (!q)
        return;
    pthread_mutex_lock(&q->lock);
    q->stopped = 1;
    job *left = q->first;
    q->first = NULL;
    q->end = &q->first;
    pthread_cond_broadcast(&q->posted);
    pthread_mutex_unlock(&q->lock);
    for (int k = 0; k < q->count; ++k)
        pthread_join(q->threads[k], NULL);
    q->count = 0;
    while (left) {
        job *j = left;
        left = j->next;
        j->run(j, 1);
    }
}

void job_queue_free(job_queue *q)
{
    if (!q)
        return;
    job_queue_stop(q);
    pthread_cond_destroy(&q->posted);
    pthread_mutex_destroy(&q->lock);
    free(q);
}
