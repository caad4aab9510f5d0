/* Lists of inflow cells. */
#include "schemes/inflow_cells.h"

#include <math.h>
#include <stdlib.h>

static int takes_part(const scheme_setup *setup, box b, const grid_part *part,
                      const inflow_choice *choice, int i, int j)
{
    if (part->codes[(ptrdiff_t)j * part->shape.pitch + i] & CELL_INACTIVE)
        return 0;
    const double share = choice->share(grid_x(setup->grid, b.i0 + i, AT_CELL),
                                       grid_y(setup->grid, b.j0 + j, AT_CELL), choice->user);
    return share != 0 && !isnan(share);
}

static box box_of(const scheme_setup *setup, int local_part)
{
    return partition_box(setup->partition, setup->grid, setup->first_part + local_part);
}

int64_t inflow_cells_count(const scheme_setup *setup, int local_part, const grid_part *part,
                           const inflow_choice *choice)
{
    const box b = box_of(setup, local_part);
    int64_t count = 0;
#pragma omp parallel for schedule(static) reduction(+ : count)
    for (int j = 0; j < b.ny; ++j)
        for (int i = 0; i < b.nx; ++i)
            count += takes_part(setup, b, part, choice, i, j);
    return count;
}

static int allocate(inflow_list *list, int count, int rows)
{
    const size_t n = (size_t)count + 1; /* never of size 0 */
    *list = (inflow_list){.count = count,
                          .cells = calloc(n, sizeof *list->cells),
                          .row_start = calloc((size_t)rows + 1, sizeof *list->row_start),
                          .kept = calloc(n, sizeof *list->kept),
                          .attempt = calloc(n, sizeof *list->attempt)};
    if (list->cells && list->row_start && list->kept && list->attempt)
        return 1;
    inflow_cells_free(list);
    return 0;
}

void inflow_cells_free(inflow_list *list)
{
    free(list->cells);
    free(list->row_start);
    free(list->kept);
    free(list->attempt);
    *list = (inflow_list){0};
}

static void append(inflow_list *to, int *n, inflow_cell cell, const double *kept)
{
    to->cells[*n] = cell;
    for (int v = 0; v < INFLOW_VALUES && kept; ++v)
        to->kept[*n][v] = kept[v];
    ++*n;
}

/* Merges row j of both by column; cells already listed come first. */
static void merge_row(inflow_list *to, const inflow_list *from, const uint8_t *chosen, int nx,
                      int j, int inflow)
{
    int n = to->row_start[j], old = from->count ? from->row_start[j] : 0;
    const int old_end = from->count ? from->row_start[j + 1] : 0;
    for (int i = 0; i < nx; ++i) {
        for (; old < old_end && from->cells[old].i == i; ++old)
            append(to, &n, from->cells[old], from->kept[old]);
        if (chosen[i])
            append(to, &n, (inflow_cell){.i = i, .j = j, .inflow = inflow}, NULL);
    }
}

int inflow_cells_extend(const inflow_list *from, const scheme_setup *setup, int local_part,
                        const grid_part *part, const inflow_choice *choice, int inflow,
                        inflow_list *to)
{
    const box b = box_of(setup, local_part);
    const int64_t more = inflow_cells_count(setup, local_part, part, choice);
    uint8_t *chosen = malloc((size_t)b.nx);
    if (!chosen || more > INT32_MAX - from->count || !allocate(to, from->count + (int)more, b.ny)) {
        free(chosen);
        return 0;
    }
    for (int j = 0; j < b.ny; ++j) {
        int count = from->count ? from->row_start[j + 1] - from->row_start[j] : 0;
        for (int i = 0; i < b.nx; ++i) {
            chosen[i] = (uint8_t)takes_part(setup, b, part, choice, i, j);
            count += chosen[i];
        }
        to->row_start[j + 1] = to->row_start[j] + count;
        merge_row(to, from, chosen, b.nx, j, inflow);
    }
    free(chosen);
    return 1;
}

static int by_place(const void *a, const void *b)
{
    const inflow_cell *f = &((const inflow_place *)a)->cell, *g = &((const inflow_place *)b)->cell;
    if (f->j != g->j)
        return f->j < g->j ? -1 : 1;
    if (f->i != g->i)
        return f->i < g->i ? -1 : 1;
    return (f->inflow > g->inflow) - (f->inflow < g->inflow);
}

int inflow_cells_make(inflow_list *to, inflow_place *places, int count, int rows)
{
    if (!allocate(to, count, rows))
        return 0;
    if (count)
        qsort(places, (size_t)count, sizeof *places, by_place);
    for (int n = 0; n < count; ++n) {
        to->cells[n] = places[n].cell;
        to->kept[n][INFLOW_CARRY] = places[n].carry;
        ++to->row_start[places[n].cell.j + 1];
    }
    for (int j = 0; j < rows; ++j)
        to->row_start[j + 1] += to->row_start[j];
    return 1;
}
