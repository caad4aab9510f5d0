/* Faces: values, f32. */
#define SPATE_REAL_BITS 32
#include "face_body.h"
