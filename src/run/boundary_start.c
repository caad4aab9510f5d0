/* What boundaries need of the water and the bed at the start of a run: levels from which ramps
 * begin, and the bed at open faces. */
#include "parallel/comm.h"
#include "run/outer_faces.h"

typedef struct mean_level {
    exact_sum level;
    int64_t wet;
} mean_level;

static void add_level(spate_sim *sim, int part, int axis, boundary_face *f, void *user)
{
    mean_level *mean = user;
    const part_shape *s = sim->ops->shape(sim->scheme, part);
    const int back = f->outward > 0;
    const int i = f->i - (back && axis == 0), j = f->j - (back && axis == 1);
    const double h = value_get(sim, sim->ops->field(sim->scheme, part, FIELD_DEPTH),
                               (ptrdiff_t)j * s->pitch + i);
    if (h > sim->options.dry_depth) {
        exact_sum_add(&mean->level, h + bed_of_cell(sim, part, i, j));
        ++mean->wet;
    }
}

/* The bed at an open face if the slope of its inner cell continues. For a bed given at cells: half
 * a cell further. For a bilinear bed: the mean of the two corners. */
static double bed_at_face(const spate_sim *sim, int part, int axis, const boundary_face *f)
{
    const part_shape *s = sim->ops->shape(sim->scheme, part);
    const uint8_t *codes = sim->ops->field(sim->scheme, part, FIELD_CODES);
    const void *bed = sim->ops->field(sim->scheme, part, FIELD_BED);
    const ptrdiff_t face = (ptrdiff_t)f->j * s->pitch + f->i, across = axis ? s->pitch : 1;
    if (sim->options.bed_model == SPATE_BED_BILINEAR)
        return 0.5 *
               (value_get(sim, bed, face) + value_get(sim, bed, face + (axis ? 1 : s->pitch)));
    const ptrdiff_t inner = face - (f->outward > 0 ? across : 0);
    const ptrdiff_t opposite = inner - f->outward * across;
    const ptrdiff_t behind =
        f->outward > 0 ? inner : opposite; /* whose face lies between the two */
    const double here = value_get(sim, bed, inner);
    if (codes[behind] & (axis ? FACE_SOUTH_CLOSED : FACE_WEST_CLOSED))
        return here;
    return here + 0.5 * (here - value_get(sim, bed, opposite));
}

static void set_open_beds(spate_sim *sim)
{
    for (int n = 0; n < sim->part_count; ++n)
        for (int axis = 0; axis < 2; ++axis) {
            boundary_list *list = sim->ops->faces(sim->scheme, n, axis);
            for (int k = 0; k < list->count; ++k)
                if (list->faces[k].kind == FACE_OPEN)
                    list->faces[k].coefficient = bed_at_face(sim, n, axis, &list->faces[k]);
        }
}

/* A ramp begins at the mean level of the water at the wet faces. Without wet faces there is no
 * ramp. */
spate_status boundaries_start(spate_sim *sim)
{
    set_open_beds(sim);
    for (int n = 0; n < sim->boundary_count; ++n) {
        face_boundary *b = &sim->face_boundaries[n];
        b->datum = sim->lattice.datum; /* the lattice may have widened since */
        b->spacing = sim->lattice.spacing;
        if (b->kind != FACE_LEVEL || !(b->ramp > 0))
            continue;
        mean_level mean = {{0}, 0};
        listed_faces_visit(sim, n, 0, add_level, &mean);
        comm_sum_exact(sim->ctx->comm, &mean.level);
        comm_sum_count(sim->ctx->comm, &mean.wet, 1);
        if (mean.wet)
            b->ramp_from = exact_sum_value(&mean.level) / (double)mean.wet + b->datum;
        else
            b->ramp = 0;
    }
    return SPATE_OK;
}
