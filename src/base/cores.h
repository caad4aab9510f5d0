/* CPUs that this process may use, and those of them that threads outside the solver are busy on. A solver that
 * leaves the busy ones alone waits for no thread of its own that has lost its core; results do not depend on the
 * number of threads. */
#ifndef SPATE_BASE_CORES_H
#define SPATE_BASE_CORES_H

/* CPUs of the affinity mask, at most what the control group's quota amounts to (rounded up); at least 1. */
int cores_usable(void);

/* Threads of a caller who asks for no number: what OMP_NUM_THREADS or the caller set in OpenMP, otherwise
 * cores_usable(). A build without OpenMP has 1. */
int cores_default_threads(void);
/* For loops outside the kernels, of this thread and from now on; cores_default_threads() stays what it was. */
void cores_set_loop_threads(int threads);

/* One more core is needed elsewhere; no longer. From any thread. */
void cores_take(void);
void cores_give_back(void);

/* How many of `threads` have a core of their own now; at least 1. */
int cores_left(int threads);

#endif
