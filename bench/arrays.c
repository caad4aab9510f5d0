/* Arrays of solvers: values and memory. */
#include "bench/arrays.h"

#include <string.h>

void array_set(void *array, int precision, int64_t k, double value)
{
    if (precision == 32)
        ((float *)array)[k] = (float)value;
    else
        ((double *)array)[k] = value;
}

double array_noise(uint64_t number)
{
    uint64_t z = (number + 1) * UINT64_C(0x9e3779b97f4a7c15); /* splitmix64 (Steele et al. 2014) */
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1;
}

static int is_cpu(const bench *b)
{
    return strcmp(b->backend_name, "cpu") == 0;
}

int arrays_choose_backend(bench *b, int compact, const char *what)
{
    const int code = bench_choose_backend(b, NULL);
    if (code != 0 || is_cpu(b) || (b->backend->tridiag && (!compact || b->backend->compact)))
        return code;
    return tool_error(b->tool, SPATE_ERROR_BACKEND, "%s has no %s", b->backend_name, what);
}

const tri_device *arrays_device(const bench *b)
{
    return is_cpu(b) ? NULL : b->backend->tridiag();
}

void *arrays_upload(const tri_device *device, void *host, size_t bytes)
{
    if (!device)
        return host;
    void *there = device->allocate(bytes);
    if (there && host)
        device->copy(there, bytes, host, bytes, bytes, 1, NULL);
    return there;
}

void arrays_download(const tri_device *device, void *host, const void *array, size_t bytes)
{
    if (device)
        device->copy(host, bytes, array, bytes, bytes, 1, NULL);
}

void arrays_release(const tri_device *device, void *array)
{
    if (device)
        device->release(array);
}
