/* The flux of a listed face, by its kind. */
#ifndef SPATE_BACKEND_KURGANOV_BOUNDARY_H
#define SPATE_BACKEND_KURGANOV_BOUNDARY_H

#include "backend/common/face_boundary_step.h"
#include "backend/kurganov/kurganov.h"
#include "physics/kurganov_boundary.h"
#include "physics/kurganov_crest.h"

/* The west (south) face of a cell according to its code. */
SPATE_FN kp_barrier kp_barrier_of(unsigned code, int along_y)
{
    const unsigned closed = along_y ? FACE_SOUTH_CLOSED : FACE_WEST_CLOSED;
    const unsigned claimed = along_y ? FACE_SOUTH_CLAIMED : FACE_WEST_CLAIMED;
    const unsigned runs_on = claimed | (along_y ? FACE_SOUTH_RUNS_ON : FACE_WEST_RUNS_ON);
    const kp_barrier b = {.closed = (code & closed) != 0,
                          .claimed = (code & claimed) != 0,
                          .runs_on = (code & runs_on) == runs_on};
    return b;
}

SPATE_FN kp_flux kp_level_or_wave(boundary_face *face, const face_boundary *b, kp_water inside,
                                  int stage, calc g)
{
    const calc outward = (calc)face->outward, level = (calc)face->value[stage];
    if (face->kind == FACE_WAVE)
        return kp_level_face(inside, outward, level, 1,
                             kp_wave_velocity(inside, level, (calc)face->coefficient, g), g);
    const kp_flux f =
        kp_level_face(inside, outward, level, b->absorbing > 0, (calc)face->memory, g);
    const calc depth = max_r(inside.h, level - (inside.w - inside.h));
    face->stage_speed[stage] = depth > C(0) ? (double)(outward * f.mass / depth) : 0;
    return f;
}

/* Flux through a face that is not a probe. l and r are the states of its cells; at an outer face
 * only the inner one matters. It is stored for the accounts if the face has an owner. */
SPATE_FN kp_flux kp_listed_flux(const grid_part *part, boundary_face *face, kp_water l, kp_water r,
                                int stage, calc g)
{
    const kp_water inside = face->outward > 0 ? l : r;
    const calc outward = (calc)face->outward;
    kp_flux f = {0};
    switch ((face_kind)face->kind) {
    case FACE_OPEN: f = kp_open_face(inside, outward, (calc)face->coefficient, g); break;
    case FACE_LEVEL:
    case FACE_WAVE:
        f = kp_level_or_wave(face, &part->boundaries[face->owner], inside, stage, g);
        break;
    case FACE_DISCHARGE:
        f = kp_discharge_face(inside, outward, (calc)face->value[stage], (calc)face->depth[stage],
                              g);
        break;
    case FACE_NORMAL_DEPTH:
        f = kp_normal_depth_face(inside, outward, (calc)face->coefficient, g);
        break;
    case FACE_OUTFALL: f = kp_outfall_face(inside, outward, g); break;
    case FACE_CREST: return kp_crest_face(l, r, (calc)face->coefficient, g);
    case FACE_PROBE: return f;
    }
    face->stage_mass[stage] = (double)f.mass;
    return f;
}

/* Whether one of the cells of a listed face lies in columns [x0, x1), rows [y0, y1), and whether
 * this is where its accounts are kept: at the inner cell; inside the grid at the east or north
 * one. */
typedef struct face_claim {
    int here, keeps;
} face_claim;

SPATE_BOTH face_claim face_claimed_by(const boundary_face *f, int axis_y, int x0, int x1, int y0,
                                      int y1)
{
    const int back_i = f->i - !axis_y, back_j = f->j - axis_y;
    const int front = f->i >= x0 && f->i < x1 && f->j >= y0 && f->j < y1;
    const int back = back_i >= x0 && back_i < x1 && back_j >= y0 && back_j < y1;
    int mine = f->outward > 0 ? back : front;
    if (f->kind == FACE_CREST)
        mine = front || back;
    const face_claim claim = {.here = mine, .keeps = mine && f->kind != FACE_CREST};
    return claim;
}

#endif
