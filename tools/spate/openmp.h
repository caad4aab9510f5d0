/* How the program's threads wait for one another, and how many there are. For the program alone: a
 * library must not change the process that it is part of. */
#ifndef SPATE_TOOLS_OPENMP_H
#define SPATE_TOOLS_OPENMP_H

#include "program/tool.h"

/* GCC's OpenMP threads spin for some 10 ms before they sleep. On CPUs that other processes use too
 * this makes a run several times slower. The library reads the time from GOMP_SPINCOUNT when it is
 * loaded, before main(). So where the user set neither it nor OMP_WAIT_POLICY, and there will be
 * more than one thread, the program sets it and executes itself once more. To be called first in
 * main(): MPI has not begun and no file is open. Returns where there is nothing to do or it cannot
 * be done; the run is then right, and slower. */
void openmp_wait_politely(char **argv);

/* Lowers OMP_NUM_THREADS to the number of CPUs that this process may use, with a warning. */
void openmp_limit_threads(const spate_tool *tool);

#endif
