/* Work in progress: weak stand-ins until each function is merged. */
#include "base/context.h"

__attribute__((weak)) void spate_get_local_box(const spate_sim *sim, int64_t *i0, int64_t *j0,
                                               int64_t *i1, int64_t *j1)
{
    (void)sim;
    (void)i0;
    (void)j0;
    (void)i1;
    (void)j1;
}
__attribute__((weak)) spate_status spate_add_boundary(spate_sim *sim,
                                                      const spate_boundary *boundary)
{
    (void)sim;
    (void)boundary;
    return SPATE_ERROR_INTERNAL;
}
__attribute__((weak)) spate_status spate_get_boundary(spate_sim *sim, int boundary,
                                                      spate_boundary_stats *stats)
{
    (void)sim;
    (void)boundary;
    (void)stats;
    return SPATE_ERROR_INTERNAL;
}
__attribute__((weak)) spate_status spate_get_boundary_faces(spate_sim *sim, int boundary,
                                                            spate_face *faces, int64_t most)
{
    (void)sim;
    (void)boundary;
    (void)faces;
    (void)most;
    return SPATE_ERROR_INTERNAL;
}
__attribute__((weak)) spate_status spate_get_wall_faces(spate_sim *sim, spate_face *faces,
                                                        int64_t most, int64_t *count)
{
    (void)sim;
    (void)faces;
    (void)most;
    (void)count;
    return SPATE_ERROR_INTERNAL;
}
__attribute__((weak)) spate_status spate_set_crests(spate_sim *sim, const spate_crest *crests,
                                                    int64_t count)
{
    (void)sim;
    (void)crests;
    (void)count;
    return SPATE_ERROR_INTERNAL;
}
__attribute__((weak)) spate_status spate_add_section(spate_sim *sim,
                                                     const spate_section_face *faces, int64_t count)
{
    (void)sim;
    (void)faces;
    (void)count;
    return SPATE_ERROR_INTERNAL;
}
__attribute__((weak)) spate_status spate_get_section(spate_sim *sim, int section, double *volume)
{
    (void)sim;
    (void)section;
    (void)volume;
    return SPATE_ERROR_INTERNAL;
}
__attribute__((weak)) spate_status spate_track_maxima(spate_sim *sim, double wet_depth,
                                                      double duration_depth)
{
    (void)sim;
    (void)wet_depth;
    (void)duration_depth;
    return SPATE_ERROR_INTERNAL;
}
__attribute__((weak)) spate_status spate_get_field_f32(spate_sim *sim, spate_field_name field,
                                                       float *values)
{
    (void)sim;
    (void)field;
    (void)values;
    return SPATE_ERROR_INTERNAL;
}
__attribute__((weak)) spate_status spate_get_cells(spate_sim *sim, int64_t count,
                                                   const int64_t (*cells)[2], double (*values)[5])
{
    (void)sim;
    (void)count;
    (void)cells;
    (void)values;
    return SPATE_ERROR_INTERNAL;
}
__attribute__((weak)) spate_status spate_get_limiting_cell(spate_sim *sim, int64_t *i, int64_t *j)
{
    (void)sim;
    (void)i;
    (void)j;
    return SPATE_ERROR_INTERNAL;
}
__attribute__((weak)) spate_status spate_save(spate_sim *sim, spate_write_fn write, void *user)
{
    (void)sim;
    (void)write;
    (void)user;
    return SPATE_ERROR_INTERNAL;
}
__attribute__((weak)) spate_status spate_load(spate_sim *sim, spate_read_fn read, void *user)
{
    (void)sim;
    (void)read;
    (void)user;
    return SPATE_ERROR_INTERNAL;
}
