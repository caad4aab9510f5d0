/* Faces: values, f64. */
#define SPATE_REAL_BITS 64
#include "face_body.h"
