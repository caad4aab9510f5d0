/* Inflows of a flow: their tables, their cells, and what entered by them. */
#include <stdlib.h>

#include "forcing/time_tables.h"
#include "parallel/comm.h"
#include "schemes/flow_sources.h"
#include "schemes/inflow_cells.h"

static spate_status add_table(flow *k, const char *name, const spate_series *discharge)
{
    time_table *more = realloc(k->inflow_tables, sizeof *more * (size_t)(k->inflow_count + 1));
    if (!more)
        return fail_memory(k->setup.ctx, "inflow \"%s\": no memory", name);
    k->inflow_tables = more;
    more[k->inflow_count] = (time_table){0};
    return flow_replace_table(k, &more[k->inflow_count], discharge,
                              &(series_limits){name, -1e9, 1e9, "it must be within +-1e9 m3/s"});
}

/* Makes room for one more inflow in a part. *cells: the list of cells with those of the new one. */
static int prepare_inflow(const flow *k, int n, const inflow_choice *choice, inflow_list *cells)
{
    grid_part *p = &k->parts[n];
    part_inflow *more = realloc(p->sources.inflows, sizeof *more * (size_t)(k->inflow_count + 1));
    if (!more)
        return 0;
    p->sources.inflows = more;
    return flow_make_forced(p) && inflow_cells_extend(&p->sources.inflow_cells, &k->setup, n, p,
                                                      choice, k->inflow_count, cells);
}

static void commit_inflow(flow *k, double area, inflow_list *cells)
{
    const time_table *table = &k->inflow_tables[k->inflow_count];
    for (int n = 0; n < k->setup.part_count; ++n) {
        part_sources *s = &k->parts[n].sources;
        s->inflows[k->inflow_count] = (part_inflow){.discharge = *table, .area = area};
        s->inflow_count = k->inflow_count + 1;
        inflow_cells_free(&s->inflow_cells);
        s->inflow_cells = cells[n];
        cells[n] = (inflow_list){0};
        flow_mark_forced(&k->parts[n]);
    }
    k->inflow_most += flow_largest_value(table) / area;
    ++k->inflow_count;
    flow_sources_changed(k);
}

static spate_status choose_cells(flow *k, const char *name, const inflow_choice *choice,
                                 int64_t *count)
{
    const scheme_setup *s = &k->setup;
    *count = 0;
    for (int n = 0; n < s->part_count; ++n)
        *count += inflow_cells_count(s, n, &k->parts[n], choice);
    comm_sum_count(s->ctx->comm, count, 1);
    if (*count == 0)
        return fail_argument(s->ctx,
                             "inflow \"%s\": no active cell takes part; move it or make it larger",
                             name);
    inflow_list *cells = calloc((size_t)s->part_count, sizeof *cells);
    int ok = cells != NULL;
    for (int n = 0; n < s->part_count && ok; ++n)
        ok = prepare_inflow(k, n, choice, &cells[n]);
    const spate_status status =
        comm_agree(s->ctx, ok ? SPATE_OK : fail_memory(s->ctx, "inflow \"%s\": no memory", name));
    if (status == SPATE_OK)
        commit_inflow(k, (double)*count * s->grid->dx * s->grid->dy, cells);
    for (int n = 0; n < s->part_count && cells; ++n)
        inflow_cells_free(&cells[n]);
    free(cells);
    return status;
}

spate_status flow_add_inflow(void *self, const char *name, const spate_series *discharge,
                             spate_field_fn share, void *user, int64_t *cells)
{
    flow *k = self;
    flow_use_images(k, PART_SOURCES); /* the list is rebuilt with its accounts */
    SPATE_TRY(comm_agree(k->setup.ctx, add_table(k, name, discharge)));
    const int number = k->inflow_count;
    const spate_status status =
        choose_cells(k, name, &(inflow_choice){.share = share, .user = user}, cells);
    if (status != SPATE_OK)
        time_table_free(&k->inflow_tables[number]);
    return status;
}

int flow_inflow_count(void *self)
{
    return ((flow *)self)->inflow_count;
}

double flow_inflow_sum(flow *k, int inflow, int value)
{
    exact_sum sum = {0};
    flow_use_images(k, PART_SOURCES);
    for (int n = 0; n < k->setup.part_count; ++n) {
        const inflow_list *l = &k->parts[n].sources.inflow_cells;
        for (int c = 0; c < l->count; ++c)
            if (l->cells[c].inflow == inflow)
                exact_sum_add(&sum, l->kept[c][value]);
    }
    comm_sum_exact(k->setup.ctx->comm, &sum);
    return exact_sum_value(&sum);
}

void flow_inflow(void *self, int number, double *entered, double *shortfall)
{
    *entered = flow_inflow_sum(self, number, INFLOW_ENTERED);
    *shortfall = flow_inflow_sum(self, number, INFLOW_SHORTFALL);
}

void flow_drop_inflows(flow *k)
{
    for (int n = 0; k->parts && n < k->part_end; ++n) {
        part_sources *s = &k->parts[n].sources;
        free(s->inflows);
        inflow_cells_free(&s->inflow_cells);
    }
    for (int n = 0; n < k->inflow_count; ++n)
        time_table_free(&k->inflow_tables[n]);
    free(k->inflow_tables);
}
