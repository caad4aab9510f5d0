/* longjmp is no way from stack to stack: what glibc puts in its place under _FORTIFY_SOURCE stops a program that seems to
 * jump into a frame which has ended. swapcontext is allowed to, but calls the system for the signal mask, which takes longer
 * than all else that a fiber does between two barriers. So: the registers that a function must preserve, by hand. */
#include "host_switch.h"

#if defined(__x86_64__) && !defined(HOST_SWITCH_BY_SYSTEM)

#include <cstdint>

asm(R"(
    .text
    .globl host_switch_registers
    .hidden host_switch_registers
    .type host_switch_registers, @function
host_switch_registers:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
    .size host_switch_registers, . - host_switch_registers
)");
enum { SAVED = 6 };

extern "C" void host_switch_registers(host_stack **from, host_stack *to);

/* As host_switch_registers leaves a stack; a function begins with its stack 8 bytes off a multiple of 16. */
host_stack *host_stack_begin(char *memory, size_t bytes, void (*entry)(void))
{
    uint64_t *top = (uint64_t *)(((uintptr_t)memory + bytes) & ~(uintptr_t)15);
    *--top = 0; /* where entry would return to */
    *--top = (uint64_t)entry;
    for (int n = 0; n < SAVED; ++n)
        *--top = 0;
    return (host_stack *)top;
}

#elif defined(__aarch64__) && !defined(HOST_SWITCH_BY_SYSTEM)

#include <cstdint>

asm(R"(
    .text
    .globl host_switch_registers
    .hidden host_switch_registers
    .type host_switch_registers, %function
host_switch_registers:
    sub sp, sp, #160
    stp x19, x20, [sp, #0]
    stp x21, x22, [sp, #16]
    stp x23, x24, [sp, #32]
    stp x25, x26, [sp, #48]
    stp x27, x28, [sp, #64]
    stp x29, x30, [sp, #80]
    stp d8, d9, [sp, #96]
    stp d10, d11, [sp, #112]
    stp d12, d13, [sp, #128]
    stp d14, d15, [sp, #144]
    mov x9, sp
    str x9, [x0]
    mov sp, x1
    ldp x19, x20, [sp, #0]
    ldp x21, x22, [sp, #16]
    ldp x23, x24, [sp, #32]
    ldp x25, x26, [sp, #48]
    ldp x27, x28, [sp, #64]
    ldp x29, x30, [sp, #80]
    ldp d8, d9, [sp, #96]
    ldp d10, d11, [sp, #112]
    ldp d12, d13, [sp, #128]
    ldp d14, d15, [sp, #144]
    add sp, sp, #160
    ret
    .size host_switch_registers, . - host_switch_registers
)");
enum { SAVED = 20, LINK = 11 }; /* x30 is what `ret` goes to */

extern "C" void host_switch_registers(host_stack **from, host_stack *to);

host_stack *host_stack_begin(char *memory, size_t bytes, void (*entry)(void))
{
    uint64_t *top = (uint64_t *)(((uintptr_t)memory + bytes) & ~(uintptr_t)15) - SAVED;
    for (int n = 0; n < SAVED; ++n)
        top[n] = 0;
    top[LINK] = (uint64_t)entry;
    return (host_stack *)top;
}

#else

#include <ucontext.h>

/* Kept for the life of the process, as the stacks are; that of the scheduler is made when it is left. */
struct host_stack {
    ucontext_t context;
};

host_stack *host_stack_begin(char *memory, size_t bytes, void (*entry)(void))
{
    host_stack *const stack = new host_stack();
    getcontext(&stack->context);
    stack->context.uc_stack.ss_sp = memory;
    stack->context.uc_stack.ss_size = bytes;
    stack->context.uc_link = NULL;
    makecontext(&stack->context, entry, 0);
    return stack;
}

static void host_switch_registers(host_stack **from, host_stack *to)
{
    if (!*from)
        *from = new host_stack();
    swapcontext(&(*from)->context, &to->context);
}

#endif

void host_switch(host_stack **from, host_stack *to)
{
    host_switch_registers(from, to);
}
