/* Boundaries of a run: their tables, ratings and faces, as the scheme needs them. */
#include "run/boundaries.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/need.h"
#include "forcing/time_tables.h"
#include "parallel/comm.h"
#include "physics/conveyance.h"

face_kind boundary_face_kind(spate_boundary_kind kind)
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

static int add_empty_boundary(spate_sim *sim)
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
        return fail_memory(sim->ctx, "%s: no memory", what);
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
        return fail_memory(sim->ctx, "boundary %s: no memory", b->name);
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
    SIM_ENTER(sim);
    SPATE_NEED(sim->ctx, boundary, "boundary is NULL");
    spate_boundary b = *boundary;
    SPATE_TRY(boundary_check(sim, &b));
    const int number = sim->boundary_count;
    if (b.kind == SPATE_BOUNDARY_RATING)
        b.slope = 1e-3; /* any: the outflow fractions do not depend on it */
    if (!add_empty_boundary(sim))
        return fail_memory(sim->ctx, "boundary %s: no memory", b.name);
    sim_boundary *own = &sim->boundaries[number];
    face_boundary *faces = &sim->face_boundaries[number];
    own->name = malloc(strlen(b.name) + 1);
    if (!own->name)
        return fail_memory(sim->ctx, "boundary %s: no memory", b.name);
    strcpy(own->name, b.name);
    own->kind = b.kind;
    faces->kind = (uint8_t)boundary_face_kind(b.kind);
    faces->datum = sim->lattice.datum;
    faces->spacing = sim->lattice.spacing;
    faces->ramp = b.ramp;
    faces->absorbing = b.absorbing;
    if (b.series_count > 0)
        SPATE_TRY(copy_tables(sim, &b, own, faces));
    if (b.kind == SPATE_BOUNDARY_RATING)
        SPATE_TRY(copy_rating(sim, &b, own, faces));
    if (b.froude > 0)
        faces->froude_depth = froude_depth_factor(b.froude, sim->options.gravity);
    int64_t smooth = 0;
    SPATE_TRY(boundary_claim_faces(sim, &b, number, &own->faces, &smooth));
    faces->critical = smooth > 0;
    if (faces->kind == FACE_DISCHARGE)
        SPATE_TRY(comm_agree(sim->ctx, boundary_make_section(sim, number)));
    if (b.kind == SPATE_BOUNDARY_DISCHARGE && b.series_count == 2)
        SPATE_TRY(boundary_check_inflow_level(sim, &b, faces));
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
