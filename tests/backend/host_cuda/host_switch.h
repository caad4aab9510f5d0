/* Stacks that take turns: what a fiber needs of the processor. */
#ifndef TESTS_HOST_SWITCH_H
#define TESTS_HOST_SWITCH_H

#include <cstddef>

/* What is kept of a stack that does not run. */
struct host_stack;

/* A stack on which entry() begins when it is switched to for the first time; entry never returns.
 * The caller keeps the memory. */
host_stack *host_stack_begin(char *memory, size_t bytes, void (*entry)(void));

/* Leaves the stack that runs and goes on where `to` was left; *from: what is needed to
 * come back. */
void host_switch(host_stack **from, host_stack *to);

#endif
