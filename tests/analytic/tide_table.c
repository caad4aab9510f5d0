/* Prints the table of src/cases/tide.c: coefficients of Chebyshev polynomials, of depths and of
 * fluxes. */
#include <stdio.h>

#include "tide_reference.h"

enum { NODES = 40, STEPS = 8192, PERIODS = 12, KEPT = 28 };

static void print(const char *name, const double *values)
{
    double c[TIDE_MOST_NODES];
    tide_coefficients(values, NODES, c);
    printf("static const double %s[COEFFICIENTS] = {\n", name);
    for (int k = 0; k < KEPT; ++k)
        printf("%s%.9e,%s", k % 4 ? " " : "    ", c[k], k % 4 == 3 ? "\n" : "");
    printf("};\n");
}

int main(void)
{
    tide_solution s;
    tide_solve(NODES, STEPS, PERIODS, NULL, NULL, &s);
    print("depths", s.h);
    print("fluxes", s.q);
    return 0;
}
