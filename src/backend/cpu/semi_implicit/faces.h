/* Kernels of faces.c, for the table in semi_implicit.c. */
#ifndef SPATE_BACKEND_CPU_SEMI_IMPLICIT_FACES_H
#define SPATE_BACKEND_CPU_SEMI_IMPLICIT_FACES_H

#include "backend/cpu/semi_implicit/loops.h"

void SEMI_SYMBOL(semi_fluxes)(grid_part *part);
void SEMI_SYMBOL(semi_transport_by_fluxes)(grid_part *part, int from, int to, double fraction,
                                           int advected);
void SEMI_SYMBOL(semi_follow)(grid_part *part, int from, int to, double fraction);
void SEMI_SYMBOL(semi_turn_half)(grid_part *part, int from, int to);
void SEMI_SYMBOL(semi_faces)(grid_part *part, int from);
void SEMI_SYMBOL(semi_pass)(grid_part *part);
void SEMI_SYMBOL(semi_drain)(grid_part *part);
void SEMI_SYMBOL(semi_settle)(grid_part *part);

#endif
