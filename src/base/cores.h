/* CPUs that this process may use, and how many of them threads outside the solver occupy. A solver
 * that leaves those free does not wait for a thread of its own without a core. Results do not
 * depend on the number of threads. */
#ifndef SPATE_BASE_CORES_H
#define SPATE_BASE_CORES_H

/* CPUs of the affinity mask, at most the quota of the control group (rounded up), at least 1. */
int cores_usable(void);

/* The default number of threads: what OMP_NUM_THREADS or the caller set in OpenMP, otherwise
 * cores_usable(). A build without OpenMP has 1. */
int cores_default_threads(void);
/* Sets the threads of loops outside the kernels, for this thread; cores_default_threads() does not
 * change. */
void cores_set_loop_threads(int threads);

/* Reserves a core for a thread outside the solver, and releases it. Any thread may call them. */
void cores_reserve(void);
void cores_release(void);

/* How many of `threads` have a free core now; at least 1. */
int cores_left(int threads);

#endif
