/* Threads for one loop. */
#include "threads.h"

#include <pthread.h>
#include <stdatomic.h>

enum { MOST_THREADS = 16 };

typedef struct shared_loop {
    atomic_llong next;
    int64_t count;
    loop_body body;
    void *user;
} shared_loop;

static void *work(void *user)
{
    shared_loop *l = user;
    for (int64_t n; (n = atomic_fetch_add(&l->next, 1)) < l->count;)
        l->body(n, l->user);
    return NULL;
}

void threads_loop(int threads, int64_t count, loop_body body, void *user)
{
    pthread_t helpers[MOST_THREADS];
    shared_loop l = {.count = count, .body = body, .user = user};
    int started = 0;
    threads = threads < MOST_THREADS ? threads : MOST_THREADS;
    while (started < threads - 1 && started < count - 1 &&
           pthread_create(&helpers[started], NULL, work, &l) == 0)
        ++started;
    work(&l);
    for (int k = 0; k < started; ++k)
        pthread_join(helpers[k], NULL);
}
