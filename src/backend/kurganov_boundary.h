/* What a boundary does at a face it has claimed: the one place where kinds are told apart. */
#ifndef SPATE_BACKEND_KURGANOV_BOUNDARY_H
#define SPATE_BACKEND_KURGANOV_BOUNDARY_H

#include "backend/backend.h"
#include "physics/kurganov.h"

/* Flux through the face, remembered for the volume account. inside: the inner cell's side of it. */
SPATE_FN kp_flux kp_boundary_flux(boundary_face *face, kp_water inside, int stage, calc g)
{
    kp_flux f = {0};
    switch ((boundary_kind)face->kind) {
    case BOUNDARY_OPEN: f = kp_open_face(inside, (calc)face->outward, g); break;
    }
    face->stage_mass[stage] = (double)f.mass;
    return f;
}

#endif
