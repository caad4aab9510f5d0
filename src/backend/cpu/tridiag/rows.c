/* Gathers rows of an array, and scatters them. */
#include "backend/cpu/tridiag/tridiag.h"
#include "backend/tridiag/segments.h"

extern __typeof__(*((const tri_segment_kernels *)0)->get) TRI_SYMBOL(tri_get);
extern __typeof__(*((const tri_segment_kernels *)0)->put) TRI_SYMBOL(tri_put);

void TRI_SYMBOL(tri_get)(const tri_rows_of *of, const void *from, int64_t first, int rows, void *to)
{
    const ptrdiff_t lanes = of->panel->lanes;
    for (int done = 0; done < rows; done += TRI_BLOCK) {
        const int now = rows - done < TRI_BLOCK ? rows - done : TRI_BLOCK;
        tri_gather(of->problem, of->panel, from, first + done, now, (real *)to + done * lanes);
    }
}

void TRI_SYMBOL(tri_put)(const tri_rows_of *of, const void *from, int64_t first, int rows, void *to)
{
    tri_problem problem = *of->problem;
    const ptrdiff_t lanes = of->panel->lanes;
    problem.x = to;
    for (int done = 0; done < rows; done += TRI_BLOCK) {
        const int now = rows - done < TRI_BLOCK ? rows - done : TRI_BLOCK;
        tri_write(&problem, of->panel, (const real *)from + done * lanes, first + done,
                  first + done + now);
    }
    tri_write_end();
}
