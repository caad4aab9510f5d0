/* Faces: symmetry, rest, walls, open edges, f64. */
#define SPATE_REAL_BITS 64
#include "face_rest_body.h"
