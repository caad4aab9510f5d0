/* Loops over the faces and cells of a part, divided among threads by rows. */
#ifndef SPATE_BACKEND_CPU_SEMI_IMPLICIT_LOOPS_H
#define SPATE_BACKEND_CPU_SEMI_IMPLICIT_LOOPS_H

#include "backend/semi_implicit/cell.h"
#include "backend/semi_implicit/clock.h"
#include "backend/semi_implicit/edges.h"
#include "backend/semi_implicit/face.h"

#define SEMI_SYMBOL(name) SPATE_JOIN(SPATE_NAME(name), SPATE_ISA)

/* Columns and rows of the faces along an axis that this part has. */
static inline int semi_columns(const grid_part *p, int y)
{
    return y ? p->shape.nx : semi_of(p)->faces[0];
}

static inline int semi_rows(const grid_part *p, int y)
{
    return y ? semi_of(p)->faces[1] : p->shape.ny;
}

static inline ptrdiff_t semi_row_start(const grid_part *p, int j)
{
    return (ptrdiff_t)j * p->shape.pitch;
}

#endif
