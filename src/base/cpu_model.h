/* The name of the processor, for reports. */
#ifndef SPATE_BASE_CPU_MODEL_H
#define SPATE_BASE_CPU_MODEL_H

#include <stddef.h>

/* As Linux lists it, "unknown" elsewhere. Returns out. */
const char *cpu_model(char *out, size_t size);

#endif
