/* Counts of iterations, on which the words of a step depend (scheme_words). */
#ifndef SPATE_SCHEMES_ITERATIONS_H
#define SPATE_SCHEMES_ITERATIONS_H

/* What a step has solved by conjugate gradients; means over steps, so not always whole numbers. */
typedef struct scheme_iterations {
    double solves;     /* for levels or depths: iterations of Newton's method */
    double iterations; /* of conjugate gradients, in all of them together */
    double mass;       /* of conjugate gradients with a mass matrix */
} scheme_iterations;

#endif
