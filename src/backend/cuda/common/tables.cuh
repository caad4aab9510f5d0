/* Lists and time tables of a part on the device. */
#ifndef SPATE_BACKEND_CUDA_COMMON_TABLES_CUH
#define SPATE_BACKEND_CUDA_COMMON_TABLES_CUH

#include "backend/cuda/common/part.cuh"

namespace
{

void *table_copy(cuda_common *w, const void *from, size_t bytes)
{
    if (!from || !bytes)
        return NULL;
    void *to = cuda_allocate(bytes);
    if (!to)
        return NULL;
    w->tables.push_back(to);
    cuda_ok(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, cuda_stream()),
            "copying a table");
    return to;
}

time_table series_copy(cuda_common *w, const time_table *s)
{
    time_table to = *s;
    const size_t bytes = sizeof(double) * (size_t)s->count;
    to.t = (const double *)table_copy(w, s->t, bytes);
    to.value = (const double *)table_copy(w, s->value, bytes);
    to.integral = (const double *)table_copy(w, s->integral, bytes);
    return to;
}

face_boundary boundary_copy(cuda_common *w, const face_boundary *b)
{
    face_boundary to = *b;
    std::vector<time_table> tables;
    for (int n = 0; n < b->table_count; ++n)
        tables.push_back(series_copy(w, &b->tables[n]));
    to.tables =
        (const time_table *)table_copy(w, tables.data(), sizeof(time_table) * tables.size());
    to.section = (const section_cell *)table_copy(w, b->section,
                                                  sizeof(section_cell) * (size_t)b->section_count);
    to.rating_level =
        (const double *)table_copy(w, b->rating_level, sizeof(double) * (size_t)b->rating_count);
    to.rating_discharge = (const double *)table_copy(w, b->rating_discharge,
                                                     sizeof(double) * (size_t)b->rating_count);
    /* The copy above must be done before this function returns. */
    cuda_ok(cudaStreamSynchronize(cuda_stream()), "copying a boundary");
    return to;
}

boundary_list list_copy(cuda_common *w, const boundary_list *l, int ny)
{
    boundary_list to = *l;
    to.faces = (boundary_face *)table_copy(w, l->faces, sizeof(boundary_face) * (size_t)l->count);
    to.row_start =
        l->count ? (int *)table_copy(w, l->row_start, sizeof(int) * (size_t)(ny + 2)) : NULL;
    return to;
}

inflow_list inflow_copy(cuda_common *w, const inflow_list *l, int ny)
{
    inflow_list to = *l;
    const size_t values = sizeof(double) * INFLOW_VALUES * (size_t)l->count;
    to.cells = (inflow_cell *)table_copy(w, l->cells, sizeof(inflow_cell) * (size_t)l->count);
    to.row_start =
        l->count ? (int *)table_copy(w, l->row_start, sizeof(int) * (size_t)(ny + 1)) : NULL;
    to.kept = (double(*)[INFLOW_VALUES])table_copy(w, l->kept, values);
    to.attempt = (double(*)[INFLOW_VALUES])table_copy(w, l->attempt, values);
    return to;
}

void drop_tables(cuda_common *w)
{
    for (void *table : w->tables)
        cuda_free(table);
    w->tables.clear();
}

} // namespace

#endif
