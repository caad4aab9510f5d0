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

/* OpenMP's number of threads belongs to the caller: every public function that has such loops
 * leaves it as it was. */
typedef struct cores_scope {
    int now, set, before;
} cores_scope;
/* threads: as of cores_set_loop_threads; 0: no change. */
cores_scope cores_enter(int threads);
void cores_leave(const cores_scope *scope);
/* From here to the end of the block, however it is left. */
#define CORES_ENTER(threads)                                                                       \
    const cores_scope cores_of_caller __attribute__((cleanup(cores_leave), unused)) =              \
        cores_enter(threads)

/* Reserves a core for a thread outside the solver, and releases it. Any thread may call them. */
void cores_reserve(void);
void cores_release(void);

/* How many of `threads` have a free core now; at least 1. */
int cores_left(int threads);

#endif
