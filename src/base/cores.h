/* Cores of the process that threads outside the solver are busy on. A solver that leaves them alone waits
 * for no thread of its own that has lost its core; results do not depend on the number of threads. */
#ifndef SPATE_BASE_CORES_H
#define SPATE_BASE_CORES_H

/* One more core is needed elsewhere; no longer. From any thread. */
void cores_take(void);
void cores_give_back(void);

/* How many of `threads` have a core of their own now; at least 1. */
int cores_left(int threads);

#endif
