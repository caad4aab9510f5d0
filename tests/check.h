/* The frame of a unit test: functions that state a claim, run one by one. Figures are printed
 * beside their limits; a NaN fails every check. Random numbers are the same in every run, and in
 * every order of the functions. Knows nothing of Spate. */
#ifndef TESTS_CHECK_H
#define TESTS_CHECK_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { CHECK_SHOWN = 5 }; /* failures printed per function */

/* Shared by all files of a program, so that a failure in any of them counts. */
struct check_counts {
    int passed, failed; /* functions */
    int wrong;          /* failed checks of the current function */
};
__attribute__((weak)) struct check_counts check_state;

static uint64_t check_random = UINT64_C(0x9e3779b97f4a7c15); /* each file has its own */

#define CHECK(condition) check_that((condition) ? 1 : 0, __FILE__, __LINE__, #condition)
#define CHECK_NEAR(a, b, tolerance)                                                                \
    check_near((long double)(a), (long double)(b), (long double)(tolerance), __FILE__, __LINE__,   \
               #a " = " #b)
/* Prints the figure whether it passes or not. */
#define CHECK_AT_MOST(what, value, limit)                                                          \
    check_at_most(what, (long double)(value), (long double)(limit), __FILE__, __LINE__)
#define CHECK_CONTAINS(text, part) check_contains(text, part, __FILE__, __LINE__)
#define RUN(function) check_run(function, #function)

static inline int check_that(int ok, const char *file, int line, const char *text)
{
    if (!ok && ++check_state.wrong <= CHECK_SHOWN)
        printf("  %s:%d: not true: %s\n", file, line, text);
    return ok;
}

static inline int check_near(long double a, long double b, long double tolerance, const char *file,
                             int line, const char *text)
{
    const int ok = a == b || fabsl(a - b) <= tolerance;
    if (!ok && ++check_state.wrong <= CHECK_SHOWN)
        printf("  %s:%d: %s: %.17Lg and %.17Lg differ by %.3Lg (at most %.3Lg)\n", file, line, text,
               a, b, fabsl(a - b), tolerance);
    return ok;
}

static inline int check_at_most(const char *what, long double value, long double limit,
                                const char *file, int line)
{
    const int ok = value <= limit;
    printf("  %s: %.4Lg (at most %.4Lg)\n", what, value, limit);
    if (!ok && ++check_state.wrong <= CHECK_SHOWN)
        printf("  %s:%d: above the limit: %s\n", file, line, what);
    return ok;
}

static inline int check_contains(const char *text, const char *part, const char *file, int line)
{
    const int ok = strstr(text, part) != NULL;
    if (!ok && ++check_state.wrong <= CHECK_SHOWN)
        printf("  %s:%d: \"%s\" is not in \"%s\"\n", file, line, part, text);
    return ok;
}

/* ---- random numbers: xorshift64* (Vigna 2016) ---- */

static inline uint64_t draw_bits(void)
{
    uint64_t x = check_random;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    check_random = x;
    return x * UINT64_C(0x2545f4914f6cdd1d);
}

static inline double draw_unit(void) /* 0 <= result < 1 */
{
    return (double)(draw_bits() >> 11) * 0x1p-53;
}

static inline double draw_between(double low, double high)
{
    return low + (high - low) * draw_unit();
}

static inline int draw_below(int n) /* 0 ... n - 1 */
{
    return (int)(draw_bits() >> 33) % n;
}

/* Evenly distributed logarithm between those of low and high, both positive. */
static inline double draw_size(double low, double high)
{
    return exp(draw_between(log(low), log(high)));
}

/* ---- running ---- */

static inline void check_run(void (*function)(void), const char *name)
{
    check_state.wrong = 0;
    check_random = UINT64_C(0x9e3779b97f4a7c15);
    function();
    if (check_state.wrong) {
        ++check_state.failed;
        printf("FAIL %s: %d checks\n", name, check_state.wrong);
    } else {
        ++check_state.passed;
        printf("ok   %s\n", name);
    }
}

/* The exit status of the program. */
static inline int check_done(void)
{
    printf("%d passed, %d failed\n", check_state.passed, check_state.failed);
    return check_state.failed || !check_state.passed;
}

#endif
