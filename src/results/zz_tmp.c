#include "io/vector.h"
__attribute__((weak)) spate_status vector_write(spate_context *ctx, const char *file, const char *crs, const vector_output *layers, int count);
__attribute__((weak)) spate_status vector_write(spate_context *ctx, const char *file, const char *crs, const vector_output *layers, int count)
{ (void)ctx; (void)file; (void)crs; (void)layers; (void)count; return SPATE_OK; }
