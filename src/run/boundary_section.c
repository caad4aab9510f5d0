/* The cross-section of a discharge or rating: all its faces, the same on every rank. */
#include <stdlib.h>

#include "parallel/comm.h"
#include "physics/conveyance.h"
#include "run/boundaries.h"
#include "run/outer_faces.h"

typedef struct section_face {
    spate_face face;
    double carries;
} section_face;

static int by_section_face(const void *a, const void *b)
{
    return spate_face_order(&((const section_face *)a)->face, &((const section_face *)b)->face);
}

static spate_face face_key(const spate_sim *sim, int part, int axis, const boundary_face *f)
{
    const box b = partition_box(&sim->partition, &sim->grid, sim->first_part + part);
    return (spate_face){.i = b.i0 + f->i, .j = b.j0 + f->j, .axis = axis, .outward = f->outward};
}

static double face_length(const spate_sim *sim, int axis)
{
    return axis == 0 ? sim->grid.dy : sim->grid.dx;
}

typedef struct section_list {
    section_face *items;
    int count;
    double critical; /* conveyance of critical flow where the section is spread by it, else 0 */
} section_list;

static void add_section_face(spate_sim *sim, int part, int axis, boundary_face *f, void *user)
{
    section_list *list = user;
    const int back = f->outward > 0;
    section_face *item = &list->items[list->count++];
    item->face = face_key(sim, part, axis, f);
    item->face.bed = bed_of_cell(sim, part, f->i - (back && axis == 0), f->j - (back && axis == 1));
    item->carries = face_length(sim, axis) * (list->critical > 0 ? list->critical : f->coefficient);
}

/* A face's station is its number in the section. */
static void number_face(spate_sim *sim, int part, int axis, boundary_face *f, void *user)
{
    const section_list *all = user;
    const section_face key = {.face = face_key(sim, part, axis, f)};
    const section_face *found =
        bsearch(&key, all->items, (size_t)all->count, sizeof key, by_section_face);
    f->station = (double)(found - all->items);
}

spate_status boundary_make_section(spate_sim *sim, int number)
{
    sim_boundary *own = &sim->boundaries[number];
    face_boundary *b = &sim->face_boundaries[number];
    section_list mine = {.items = malloc(sizeof *mine.items * (size_t)(own->faces + 1)),
                         .critical = b->critical ? critical_conveyance(sim->options.gravity) : 0};
    size_t bytes = 0;
    section_face *all = NULL;
    if (mine.items) {
        listed_faces_visit(sim, number, 0, add_section_face, &mine);
        all = comm_gather_all(sim->ctx->comm, mine.items, sizeof *all * (size_t)mine.count, &bytes);
    }
    free(mine.items);
    own->section = malloc(sizeof *own->section * (size_t)own->faces);
    if (!all || !own->section) {
        free(all);
        return fail_memory(sim->ctx, "boundary %s: no memory", own->name);
    }
    section_list sorted = {.items = all, .count = (int)(bytes / sizeof *all)};
    qsort(all, (size_t)sorted.count, sizeof *all, by_section_face);
    for (int k = 0; k < sorted.count; ++k) {
        own->section[k] = (section_cell){.bed = all[k].face.bed, .carries = all[k].carries};
        b->section_length += face_length(sim, all[k].face.axis);
    }
    b->section = own->section;
    b->section_count = sorted.count;
    listed_faces_visit(sim, number, 0, number_face, &sorted);
    free(all);
    return SPATE_OK;
}
