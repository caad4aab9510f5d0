/* Faces: symmetry, rest, walls, open edges, f32. */
#define SPATE_REAL_BITS 32
#include "face_rest_body.h"
