/* The loops of rows.h as functions, one for each form and kind of result. Each is compiled by
 * itself and finds its rows by itself: what is stored in a structure first must reach the cache
 * before it can be copied in vectors. Included by the files that sweep rectangles.
 *
 * its_rows: an expression of s, which is a const context *, of j and of form. */
#ifndef SPATE_BACKEND_CPU_VECTOR_INVARIANT_SWEEP_LOOPS_H
#define SPATE_BACKEND_CPU_VECTOR_INVARIANT_SWEEP_LOOPS_H

#include "backend/cpu/vector_invariant/rows.h"

#define SWEEP_NOINLINE __attribute__((noinline))

/* void name(const context *s, int j): row_ahead. */
#define AHEAD_OF_FORM(name, suffix, its_form, context, its_rows, its_fetches)                      \
    static SWEEP_NOINLINE void name##_##suffix(const context *s, int j)                            \
    {                                                                                              \
        enum { form = its_form };                                                                  \
        row_ahead(its_rows, s->width, form, its_fetches, s->v.metric);                             \
    }
#define AHEAD(name, context, its_rows, its_fetches)                                                \
    AHEAD_OF_FORM(name, enstrophy, VI_ENSTROPHY, context, its_rows, its_fetches)                   \
    AHEAD_OF_FORM(name, energy, VI_ENERGY, context, its_rows, its_fetches)                         \
    AHEAD_OF_FORM(name, paper, VI_PAPER, context, its_rows, its_fetches)                           \
    static void name(const context *s, int j)                                                      \
    {                                                                                              \
        switch (s->v.form) {                                                                       \
        case VI_ENSTROPHY: name##_enstrophy(s, j); break;                                          \
        case VI_ENERGY: name##_energy(s, j); break;                                                \
        default: name##_paper(s, j);                                                               \
        }                                                                                          \
    }

/* void name(const context *s, int j, int first, int end): row_results of a kind, whose members but
 * for the form follow its_rows. */
#define RESULTS_OF_FORM(name, suffix, its_form, context, its_rows, ...)                            \
    static SWEEP_NOINLINE void name##_##suffix(const context *s, int j, int first, int end)        \
    {                                                                                              \
        enum { form = its_form };                                                                  \
        row_results(its_rows, first, end, (result_kind){.form = form, __VA_ARGS__}, s->v.metric);  \
    }
#define RESULTS(name, context, its_rows, ...)                                                      \
    RESULTS_OF_FORM(name, enstrophy, VI_ENSTROPHY, context, its_rows, __VA_ARGS__)                 \
    RESULTS_OF_FORM(name, energy, VI_ENERGY, context, its_rows, __VA_ARGS__)                       \
    RESULTS_OF_FORM(name, paper, VI_PAPER, context, its_rows, __VA_ARGS__)                         \
    static void name(const context *s, int j, int first, int end)                                  \
    {                                                                                              \
        switch (s->v.form) {                                                                       \
        case VI_ENSTROPHY: name##_enstrophy(s, j, first, end); break;                              \
        case VI_ENERGY: name##_energy(s, j, first, end); break;                                    \
        default: name##_paper(s, j, first, end);                                                   \
        }                                                                                          \
    }

static SWEEP_NOINLINE void weights_of_row(const calc *q, const calc *q_north, weight_rows to,
                                          int width)
{
    row_weights(q, q_north, to, width);
}

#endif
