/* Boundaries: which outer faces they take, and what the scheme must know of them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/need.h"
#include "forcing/time_tables.h"
#include "parallel/comm.h"
#include "run/outer_faces.h"
#include "run/scheme_limits.h"

/* ---- taking faces ---- */

typedef struct face_array {
    boundary_face *items;
    int count, room;
} face_array;

static int face_array_add(face_array *a, boundary_face face)
{
    if (a->count == a->room) {
        const int room = a->room ? 2 * a->room : 64;
        boundary_face *more = realloc(a->items, sizeof *more * (size_t)room);
        if (!more)
            return 0;
        a->items = more;
        a->room = room;
    }
    a->items[a->count++] = face;
    return 1;
}

/* Taking the faces of one part. */
typedef struct taking {
    const spate_boundary *boundary;
    int number;
    face_array faces[2];   /* by axis */
    int64_t owned, smooth; /* faces it keeps; of them, without roughness */
    spate_status status;
} taking;

static const char *owner_of(spate_sim *sim, const outer_face *f)
{
    const boundary_list *list = sim->ops->faces(sim->scheme, f->part, f->face.axis);
    for (int k = 0; k < list->count; ++k) {
        const boundary_face *other = &list->faces[k];
        if (other->i == f->i && other->j == f->j && other->outward)
            return other->owner >= 0 ? sim->boundaries[other->owner].name : "an open edge";
    }
    return "another boundary";
}

static int is_known(spate_boundary_kind kind)
{
    switch (kind) {
    case SPATE_BOUNDARY_WALL:
    case SPATE_BOUNDARY_OPEN:
    case SPATE_BOUNDARY_LEVEL:
    case SPATE_BOUNDARY_WAVE:
    case SPATE_BOUNDARY_DISCHARGE:
    case SPATE_BOUNDARY_NORMAL_DEPTH:
    case SPATE_BOUNDARY_OUTFALL:
    case SPATE_BOUNDARY_RATING: return 1;
    }
    return 0;
}

static face_kind kind_of(spate_boundary_kind kind)
{
    switch (kind) {
    case SPATE_BOUNDARY_LEVEL: return FACE_LEVEL;
    case SPATE_BOUNDARY_WAVE: return FACE_WAVE;
    case SPATE_BOUNDARY_DISCHARGE:
    case SPATE_BOUNDARY_RATING: return FACE_DISCHARGE;
    case SPATE_BOUNDARY_NORMAL_DEPTH: return FACE_NORMAL_DEPTH;
    case SPATE_BOUNDARY_OUTFALL: return FACE_OUTFALL;
    case SPATE_BOUNDARY_OPEN:
    case SPATE_BOUNDARY_WALL: break;
    }
    return FACE_OPEN;
}

/* Beyond every kind but a wall the ground runs on (kp_beyond): a level or discharge fixes the state at the face,
 * and the cell behind it must fall as its neighbours do. */
static unsigned code_of(spate_boundary_kind kind, int axis)
{
    if (kind == SPATE_BOUNDARY_WALL)
        return axis ? FACE_SOUTH_WALLED : FACE_WEST_WALLED;
    return axis ? FACE_SOUTH_CLAIMED | FACE_SOUTH_RUNS_ON : FACE_WEST_CLAIMED | FACE_WEST_RUNS_ON;
}

/* Manning's n at the inner cell: the run's own where it has one. */
static double roughness_at(spate_sim *sim, const spate_boundary *b, const outer_face *f)
{
    const spate_options *o = &sim->options;
    if (o->friction != SPATE_FRICTION_MANNING)
        return b->roughness;
    double strength = sim->ops->friction_strength(o, o->friction_coefficient);
    if (sim->has_friction_map) {
        const part_shape *s = sim->ops->shape(sim->scheme, f->part);
        strength = value_get(sim, sim->ops->field(sim->scheme, f->part, FIELD_FRICTION),
                             (ptrdiff_t)f->inner_j * s->pitch + f->inner_i);
    }
    return strength > 0 ? sqrt(strength / o->gravity) : b->roughness;
}

static spate_status coefficient_of(spate_sim *sim, const spate_boundary *b, const outer_face *f,
                                   double *coefficient)
{
    *coefficient = 0;
    if (b->kind == SPATE_BOUNDARY_WAVE)
        *coefficient = lattice_round(&sim->lattice, b->still - sim->lattice.datum, 1);
    if (b->kind != SPATE_BOUNDARY_DISCHARGE && b->kind != SPATE_BOUNDARY_NORMAL_DEPTH &&
        b->kind != SPATE_BOUNDARY_RATING)
        return SPATE_OK;
    const double n = roughness_at(sim, b, f);
    if (n > 0)
        *coefficient = sqrt(b->slope) / n;
    else if (b->kind == SPATE_BOUNDARY_NORMAL_DEPTH)
        return spate_fail(
            sim->ctx, SPATE_ERROR_ARGUMENT,
            "boundary %s: normal depth needs friction, and there is none at x = %g, "
            "y = %g; give the run or the boundary a Manning number above 0, or use an "
            "outfall",
            b->name, f->face.x, f->face.y);
    return SPATE_OK;
}

static int take_face(spate_sim *sim, const outer_face *f, void *user)
{
    taking *t = user;
    const spate_boundary *b = t->boundary;
    if (!b->takes(&f->face, b->user))
        return 1;
    if (f->taken) {
        t->status = spate_fail(sim->ctx, SPATE_ERROR_ARGUMENT,
                               "boundary %s takes the face at x = %.10g, y = %.10g, which %s has",
                               b->name, f->face.x, f->face.y, owner_of(sim, f));
        return 0;
    }
    const part_shape *s = sim->ops->shape(sim->scheme, f->part);
    uint8_t *codes = sim->ops->field(sim->scheme, f->part, FIELD_CODES);
    uint8_t *code = &codes[(ptrdiff_t)f->j * s->pitch + f->i];
    *code |= (uint8_t)code_of(b->kind, f->face.axis);
    t->owned += f->owned;
    if (b->kind == SPATE_BOUNDARY_WALL || !f->owned)
        return 1;
    boundary_face made = {.i = f->i,
                          .j = f->j,
                          .outward = (int8_t)f->face.outward,
                          .kind = (uint8_t)kind_of(b->kind),
                          .owner = t->number,
                          .station = b->station ? b->station(&f->face, b->user) : 0};
    t->status = coefficient_of(sim, b, f, &made.coefficient);
    t->smooth += made.kind == FACE_DISCHARGE && !(made.coefficient > 0);
    if (t->status == SPATE_OK && !face_array_add(&t->faces[f->face.axis], made))
        t->status =
            spate_fail(sim->ctx, SPATE_ERROR_MEMORY, "boundary %s: no memory for faces", b->name);
    return t->status == SPATE_OK;
}

static spate_status take_faces_of_part(spate_sim *sim, taking *t, int part)
{
    const part_shape *s = sim->ops->shape(sim->scheme, part);
    outer_faces_visit(sim, part, take_face, t);
    for (int axis = 0; axis < 2; ++axis) {
        if (t->status == SPATE_OK && !faces_add(sim->ops->faces(sim->scheme, part, axis), s,
                                                t->faces[axis].items, t->faces[axis].count))
            t->status = spate_fail(sim->ctx, SPATE_ERROR_MEMORY, "boundary %s: no memory for faces",
                                   t->boundary->name);
        free(t->faces[axis].items);
        t->faces[axis] = (face_array){0};
    }
    return t->status;
}

/* *smooth: faces of a discharge without roughness or slope, by which it could be spread. */
static spate_status take_faces(spate_sim *sim, const spate_boundary *b, int number, int64_t *count,
                               int64_t *smooth)
{
    taking t = {.boundary = b, .number = number};
    for (int n = 0; n < sim->part_count && t.status == SPATE_OK; ++n)
        take_faces_of_part(sim, &t, n);
    SPATE_TRY(comm_agree(sim->ctx, t.status));
    comm_sum_count(sim->ctx->comm, &t.owned, 1);
    comm_sum_count(sim->ctx->comm, &t.smooth, 1);
    *count = t.owned;
    *smooth = t.smooth;
    if (t.owned == 0)
        return spate_fail(
            sim->ctx, SPATE_ERROR_ARGUMENT,
            "boundary %s takes no outer face of the grid, which goes from x = %.10g, y = "
            "%.10g to x = %.10g, y = %.10g; a boundary lies along its edge, and water "
            "that enters inside it is one of the inflows",
            b->name, sim->grid.x0, sim->grid.y0, sim->grid.x0 + (double)sim->grid.nx * sim->grid.dx,
            sim->grid.y0 + (double)sim->grid.ny * sim->grid.dy);
    return SPATE_OK;
}

/* ---- the section of a discharge: all its faces, on all ranks alike ---- */

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
    double critical; /* sqrt(g) where the section is spread by critical flow, else 0 */
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

/* Each face learns its number in the section (its `station`). */
static void number_face(spate_sim *sim, int part, int axis, boundary_face *f, void *user)
{
    const section_list *all = user;
    const section_face key = {.face = face_key(sim, part, axis, f)};
    const section_face *found =
        bsearch(&key, all->items, (size_t)all->count, sizeof key, by_section_face);
    f->station = (double)(found - all->items);
}

static spate_status make_section(spate_sim *sim, int number)
{
    sim_boundary *own = &sim->boundaries[number];
    face_boundary *b = &sim->face_boundaries[number];
    section_list mine = {.items = malloc(sizeof *mine.items * (size_t)(own->faces + 1)),
                         .critical = b->critical ? sqrt(sim->options.gravity) : 0};
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
        return spate_fail(sim->ctx, SPATE_ERROR_MEMORY, "boundary %s: no memory", own->name);
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

/* ---- making a boundary ---- */

static spate_status check_inflow(spate_sim *sim, const spate_boundary *b)
{
    if (b->series_count > 2 || (b->series_count == 2 && b->froude != 0))
        return spate_fail(
            sim->ctx, SPATE_ERROR_ARGUMENT,
            "boundary %s: a discharge has one series, and with it either a second one "
            "for its level or a Froude number",
            b->name);
    if (b->froude != 0 && !(b->froude > 1 && b->froude <= 100))
        return spate_fail(sim->ctx, SPATE_ERROR_ARGUMENT,
                          "boundary %s: froude is %g; it must be above 1 and at most 100: slower "
                          "water stands as the water inside does",
                          b->name, b->froude);
    char names[128];
    if ((b->series_count == 2 || b->froude != 0) &&
        !(sim->ops->about->can.has & SCHEME_FAST_INFLOW))
        return spate_fail(sim->ctx, SPATE_ERROR_ARGUMENT,
                          "boundary %s: scheme \"%s\" cannot impose the level or Froude number of "
                          "an inflow; use scheme %s",
                          b->name, sim->ops->about->name,
                          scheme_names_with(SCHEME_FAST_INFLOW, NULL, names, sizeof names));
    return SPATE_OK;
}

static spate_status check(spate_sim *sim, const spate_boundary *b)
{
    spate_context *ctx = sim->ctx;
    const int has_slope =
        b->kind == SPATE_BOUNDARY_DISCHARGE || b->kind == SPATE_BOUNDARY_NORMAL_DEPTH;
    const int may_lack_slope = b->kind == SPATE_BOUNDARY_DISCHARGE;
    const int needs_series = b->kind == SPATE_BOUNDARY_LEVEL || b->kind == SPATE_BOUNDARY_WAVE ||
                             b->kind == SPATE_BOUNDARY_DISCHARGE;
    if (!is_known(b->kind))
        return spate_fail(ctx, SPATE_ERROR_ARGUMENT, "boundary %s: its kind is %d, which is none",
                          b->name ? b->name : "(no name)", (int)b->kind);
    if (b->series_count < 0 || b->rating_count < 0)
        return spate_fail(ctx, SPATE_ERROR_ARGUMENT, "boundary %s: a count is negative",
                          b->name ? b->name : "(no name)");
    if ((b->series_count > 0 && !b->series) ||
        (b->rating_count > 0 && (!b->rating_level || !b->rating_discharge)))
        return spate_fail(ctx, SPATE_ERROR_ARGUMENT, "boundary %s: its series or rating is NULL",
                          b->name ? b->name : "(no name)");
    if (!b->name || !b->takes)
        return spate_fail(ctx, SPATE_ERROR_ARGUMENT, "boundary: it needs a name and `takes`");
    if (!sim->has_bed)
        return spate_fail(ctx, SPATE_ERROR_ARGUMENT, "boundary %s: set the bed first", b->name);
    if (b->kind != SPATE_BOUNDARY_WALL)
        SPATE_TRY(scheme_limits_check_faces(sim, kind_of(b->kind), b->name));
    if (needs_series && (b->series_count < 1 || !b->series))
        return spate_fail(ctx, SPATE_ERROR_ARGUMENT, "boundary %s: it needs a series", b->name);
    if (has_slope && !(b->slope > 0 && b->slope < 1) && !(may_lack_slope && b->slope == 0))
        return spate_fail(ctx, SPATE_ERROR_ARGUMENT,
                          "boundary %s: slope is %g; it must be above 0 and below 1", b->name,
                          b->slope);
    if (b->kind == SPATE_BOUNDARY_DISCHARGE)
        SPATE_TRY(check_inflow(sim, b));
    if (!(b->absorbing >= 0) || !(b->ramp >= 0) || !isfinite(b->still))
        return spate_fail(ctx, SPATE_ERROR_ARGUMENT,
                          "boundary %s: absorbing and ramp must be times, still a level", b->name);
    if (b->kind != SPATE_BOUNDARY_RATING)
        return SPATE_OK;
    if (b->rating_count < 2)
        return spate_fail(ctx, SPATE_ERROR_ARGUMENT,
                          "boundary %s: a rating needs at least two levels", b->name);
    for (int k = 0; k < b->rating_count; ++k)
        if (!isfinite(b->rating_level[k]) || !(b->rating_discharge[k] >= 0) ||
            (k > 0 && !(b->rating_level[k] > b->rating_level[k - 1] &&
                        b->rating_discharge[k] >= b->rating_discharge[k - 1])))
            return spate_fail(ctx, SPATE_ERROR_ARGUMENT,
                              "boundary %s: levels of the rating must rise and its discharges "
                              "must not fall (entry %d)",
                              b->name, k + 1);
    return SPATE_OK;
}

/* A level at or below all beds could bring nothing. */
static spate_status check_inflow_level(spate_sim *sim, const spate_boundary *b,
                                       const face_boundary *faces)
{
    double bed = INFINITY, level = INFINITY;
    for (int k = 0; k < faces->section_count; ++k)
        bed = fmin(bed, faces->section[k].bed + faces->datum);
    for (int n = 0; n < b->series[1].count; ++n)
        level = fmin(level, b->series[1].value[n]);
    if (level > bed)
        return SPATE_OK;
    return spate_fail(sim->ctx, SPATE_ERROR_ARGUMENT,
                      "boundary %s: the level of its inflow is %g m, not above the bed, which is "
                      "%g m high at the lowest of its faces; give a higher level",
                      b->name, level, bed);
}

static int grow(spate_sim *sim)
{
    const size_t count = (size_t)sim->boundary_count + 1;
    sim_boundary *own = realloc(sim->boundaries, sizeof *own * count);
    if (own)
        sim->boundaries = own;
    face_boundary *faces = realloc(sim->face_boundaries, sizeof *faces * count);
    if (faces)
        sim->face_boundaries = faces;
    if (!own || !faces)
        return 0;
    own[sim->boundary_count] = (sim_boundary){0};
    faces[sim->boundary_count] = (face_boundary){0};
    ++sim->boundary_count;
    sim->ops->set_boundaries(sim->scheme, faces, sim->boundary_count);
    return 1;
}

static spate_status copy_tables(spate_sim *sim, const spate_boundary *b, sim_boundary *own,
                                face_boundary *faces)
{
    char what[128];
    snprintf(what, sizeof what, "boundary %.100s", b->name);
    own->tables = calloc((size_t)b->series_count + 1, sizeof *own->tables);
    if (!own->tables)
        return spate_fail(sim->ctx, SPATE_ERROR_MEMORY, "%s: no memory", what);
    faces->tables = own->tables;
    for (int k = 0; k < b->series_count; ++k) {
        SPATE_TRY(time_table_make(sim->ctx, &b->series[k], what, &own->tables[k]));
        faces->table_count = k + 1;
        for (int n = 0; n < b->series[k].count; ++n)
            faces->takes_water |=
                b->kind == SPATE_BOUNDARY_DISCHARGE && k == 0 && b->series[k].value[n] < 0;
    }
    return SPATE_OK;
}

static spate_status copy_rating(spate_sim *sim, const spate_boundary *b, sim_boundary *own,
                                face_boundary *faces)
{
    const size_t n = (size_t)b->rating_count;
    own->rating = malloc(2 * n * sizeof *own->rating);
    if (!own->rating)
        return spate_fail(sim->ctx, SPATE_ERROR_MEMORY, "boundary %s: no memory", b->name);
    memcpy(own->rating, b->rating_level, n * sizeof *own->rating);
    memcpy(own->rating + n, b->rating_discharge, n * sizeof *own->rating);
    faces->rating_level = own->rating;
    faces->rating_discharge = own->rating + n;
    faces->rating_count = b->rating_count;
    faces->takes_water = 1;
    return SPATE_OK;
}

spate_status spate_add_boundary(spate_sim *sim, const spate_boundary *boundary)
{
    SPATE_NEED_HANDLE(sim);
    SPATE_NEED(sim->ctx, boundary, "boundary is NULL");
    spate_boundary b = *boundary;
    SPATE_TRY(check(sim, &b));
    const int number = sim->boundary_count;
    if (b.kind == SPATE_BOUNDARY_RATING)
        b.slope = 1e-3; /* shares of the outflow do not depend on it */
    if (!grow(sim))
        return spate_fail(sim->ctx, SPATE_ERROR_MEMORY, "boundary %s: no memory", b.name);
    sim_boundary *own = &sim->boundaries[number];
    face_boundary *faces = &sim->face_boundaries[number];
    own->name = malloc(strlen(b.name) + 1);
    if (!own->name)
        return spate_fail(sim->ctx, SPATE_ERROR_MEMORY, "boundary %s: no memory", b.name);
    strcpy(own->name, b.name);
    own->kind = b.kind;
    faces->kind = (uint8_t)kind_of(b.kind);
    faces->datum = sim->lattice.datum;
    faces->spacing = sim->lattice.spacing;
    faces->ramp = b.ramp;
    faces->absorbing = b.absorbing;
    if (b.series_count > 0)
        SPATE_TRY(copy_tables(sim, &b, own, faces));
    if (b.kind == SPATE_BOUNDARY_RATING)
        SPATE_TRY(copy_rating(sim, &b, own, faces));
    if (b.froude > 0) /* (1/(g F^2))^(1/3) */
        faces->froude_depth = 1 / cbrt(sim->options.gravity * b.froude * b.froude);
    int64_t smooth = 0;
    SPATE_TRY(take_faces(sim, &b, number, &own->faces, &smooth));
    faces->critical = smooth > 0;
    if (faces->kind == FACE_DISCHARGE)
        SPATE_TRY(comm_agree(sim->ctx, make_section(sim, number)));
    if (b.kind == SPATE_BOUNDARY_DISCHARGE && b.series_count == 2)
        SPATE_TRY(check_inflow_level(sim, &b, faces));
    sim->ops->faces_changed(sim->scheme);
    sim->started = 0;
    return SPATE_OK;
}

void boundaries_free(spate_sim *sim)
{
    for (int n = 0; n < sim->boundary_count; ++n) {
        sim_boundary *b = &sim->boundaries[n];
        for (int k = 0; k < sim->face_boundaries[n].table_count; ++k)
            time_table_free(&b->tables[k]);
        free(b->tables);
        free(b->section);
        free(b->rating);
        free(b->name);
    }
    free(sim->boundaries);
    free(sim->face_boundaries);
}

/* ---- ramps ---- */

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

/* The ground at an open face, were the slope of its inner cell to go on: half a cell on from `cells`, the
 * mean of its two corners where the bed is bilinear. */
static double ground_at(const spate_sim *sim, int part, int axis, const boundary_face *f)
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

static void set_ground(spate_sim *sim)
{
    for (int n = 0; n < sim->part_count; ++n)
        for (int axis = 0; axis < 2; ++axis) {
            boundary_list *list = sim->ops->faces(sim->scheme, n, axis);
            for (int k = 0; k < list->count; ++k)
                if (list->faces[k].kind == FACE_OPEN)
                    list->faces[k].coefficient = ground_at(sim, n, axis, &list->faces[k]);
        }
}

/* A level rises from the water that is there, mean over its wet faces; without any there is no ramp. */
spate_status boundaries_start(spate_sim *sim)
{
    set_ground(sim);
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
