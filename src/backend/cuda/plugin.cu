/* The entry of the plug-in: its version, and the devices of the machine. It must not know what a
 * backend does. */
#include <cuda_runtime.h>
#include <stdio.h>

extern "C" {
#include "backend/cuda_plugin.h"
#include "spate_build_hash.h"

// backend.cu
const spate_backend *spate_cuda_backend(const int *devices, int count, char *why, size_t room);
}

static void explain(char *why, size_t room, cudaError_t error)
{
    int driver = 0, runtime = 0;
    cudaDriverGetVersion(&driver);
    cudaRuntimeGetVersion(&runtime);
    if (driver == 0)
        snprintf(why, room, "there is no NVIDIA driver on this machine (no libcuda.so.1)");
    else if (error == cudaErrorInsufficientDriver)
        snprintf(why, room,
                 "the NVIDIA driver knows CUDA %d.%d and the plug-in needs %d.%d; update it",
                 driver / 1000, driver % 1000 / 10, runtime / 1000, runtime % 1000 / 10);
    else if (error == cudaSuccess || error == cudaErrorNoDevice)
        snprintf(why, room,
                 "the NVIDIA driver shows no device (nvidia-smi lists them; CUDA_VISIBLE_DEVICES "
                 "may hide them)");
    else
        snprintf(why, room, "%s", cudaGetErrorString(error));
}

static int device_count(char *why, size_t room)
{
    int count = 0;
    const cudaError_t error = cudaGetDeviceCount(&count);
    if (error == cudaSuccess && count > 0)
        return count;
    cudaGetLastError(); // the next call shall not stumble over it
    explain(why, room, error);
    return error == cudaErrorInsufficientDriver ? -1 : 0;
}

// Memory is asked for through a context on the device, which takes a fraction of a second.
static int device_info(int device, cuda_device_info *info)
{
    cudaDeviceProp properties;
    size_t available = 0, total = 0;
    int before = 0; // of a backend that may be at work
    cudaGetDevice(&before);
    const int ok = cudaGetDeviceProperties(&properties, device) == cudaSuccess &&
                   cudaSetDevice(device) == cudaSuccess &&
                   cudaMemGetInfo(&available, &total) == cudaSuccess;
    if (before != device)
        cudaSetDevice(before);
    if (!ok) {
        cudaGetLastError();
        return 0;
    }
    snprintf(info->name, sizeof info->name, "%.127s", properties.name);
    info->bytes = (double)total;
    info->bytes_free = (double)available;
    info->major = properties.major;
    info->minor = properties.minor;
    info->processors = properties.multiProcessorCount;
    return 1;
}

static const spate_cuda_plugin plugin = {
    .abi = SPATE_CUDA_ABI,
    .build_hash = SPATE_BUILD_HASH,
    .device_count = device_count,
    .device_info = device_info,
    .backend = spate_cuda_backend,
};

extern "C" __attribute__((visibility("default"))) const spate_cuda_plugin *spate_cuda_plugin_entry(
    void)
{
    return &plugin;
}
