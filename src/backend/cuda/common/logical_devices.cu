/* Logical devices, and copies of ghost cells between them while kernels run. */
#include "backend/cuda/common/logical_devices.cuh"

#include <cstdio>
#include <mutex>

#include "backend/cuda/common/staging.cuh"

struct logical_device {
    int device, nth;
    cudaStream_t kernels, ghosts;
    cudaEvent_t departed; /* the kernels launched before the exchange are done */
    cudaEvent_t arrived;  /* the ghost cells of this device have arrived */
};

/* Created one after another and kept; other threads only read existing ones. */
enum { MOST_LOGICAL_DEVICES = 64 };
static logical_device devices[MOST_LOGICAL_DEVICES];
static int device_count;
static std::mutex devices_lock;
static thread_local int entered = -1;

static logical_device &here(void)
{
    return devices[entered];
}

void cuda_enter(int number)
{
    if (entered >= 0 && devices[entered].device == devices[number].device) {
        entered = number;
        return;
    }
    if (cuda_ok(cudaSetDevice(devices[number].device), "choosing a device"))
        entered = number;
}

int cuda_logical_device(void)
{
    return entered;
}

int physical_device(int number)
{
    return devices[number].device;
}

cudaStream_t cuda_stream(void)
{
    return here().kernels;
}

/* ---- making ---- */

/* Enables direct copies between this GPU and those of all other logical devices. Other copies go
 * through the host. */
static void enable_peer_access(int device)
{
    for (int n = 0; n < device_count; ++n) {
        const logical_device &p = devices[n];
        int can = 0;
        if (p.device == device || cudaDeviceCanAccessPeer(&can, device, p.device) != cudaSuccess ||
            !can)
            continue;
        cudaSetDevice(device);
        cudaDeviceEnablePeerAccess(p.device, 0);
        cudaSetDevice(p.device);
        cudaDeviceEnablePeerAccess(device, 0);
    }
    cudaGetLastError(); /* access that is enabled already is not an error */
    cudaSetDevice(device);
}

static cudaError_t make_streams(logical_device *p)
{
    int least = 0, most = 0;
    cudaError_t error = cudaDeviceGetStreamPriorityRange(&least, &most);
    if (error == cudaSuccess)
        error = cudaStreamCreateWithFlags(&p->kernels, cudaStreamNonBlocking);
    if (error == cudaSuccess)
        error = cudaStreamCreateWithPriority(&p->ghosts, cudaStreamNonBlocking, most);
    if (error == cudaSuccess)
        error = cudaEventCreateWithFlags(&p->departed, cudaEventDisableTiming);
    if (error == cudaSuccess)
        error = cudaEventCreateWithFlags(&p->arrived, cudaEventDisableTiming);
    return error;
}

int logical_device_on(int device, int nth, char *why, size_t room)
{
    std::lock_guard<std::mutex> hold(devices_lock);
    for (int n = 0; n < device_count; ++n)
        if (devices[n].device == device && devices[n].nth == nth)
            return n;
    if (device_count == MOST_LOGICAL_DEVICES) {
        snprintf(why, room, "there are %d logical devices in use already", MOST_LOGICAL_DEVICES);
        return -1;
    }
    logical_device p = {device, nth, NULL, NULL, NULL, NULL};
    entered = -1; /* the current GPU changes below */
    cudaError_t error = cudaSetDevice(device);
    if (error == cudaSuccess)
        error = make_streams(&p);
    if (error != cudaSuccess) {
        cudaGetLastError();
        snprintf(why, room, "device %d: %s", device, cudaGetErrorString(error));
        return -1;
    }
    enable_peer_access(device);
    devices[device_count] = p;
    entered = device_count;
    return device_count++;
}

/* ---- ghosts on their way ---- */

static void depart(const spate_backend *backend)
{
    for (int n = 0; n < backend->device_count; ++n) {
        cuda_enter(backend->devices[n]);
        cuda_ok(cudaEventRecord(here().departed, here().kernels), "marking a departure");
    }
    for (int n = 0; n < backend->device_count; ++n) {
        cuda_enter(backend->devices[n]);
        for (int m = 0; m < backend->device_count; ++m)
            cuda_ok(cudaStreamWaitEvent(here().ghosts, devices[backend->devices[m]].departed, 0),
                    "waiting for a departure");
    }
}

/* Uses the stream of the receiving device, or of the sending one for a message to the host. */
static void copy(int to_device, void *to, size_t to_pitch, int from_device, const void *from,
                 size_t from_pitch, size_t row_bytes, size_t rows)
{
    cuda_enter(to_device);
    if (physical_device(to_device) == physical_device(from_device)) {
        cuda_ok(cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, row_bytes, rows,
                                  cudaMemcpyDefault, here().ghosts),
                "copying ghosts");
        return;
    }
    cudaMemcpy3DPeerParms box = {};
    box.srcDevice = physical_device(from_device);
    box.dstDevice = physical_device(to_device);
    box.srcPtr = make_cudaPitchedPtr((void *)from, from_pitch, row_bytes, rows);
    box.dstPtr = make_cudaPitchedPtr(to, to_pitch, row_bytes, rows);
    box.extent = make_cudaExtent(row_bytes, rows, 1);
    cuda_ok(cudaMemcpy3DPeerAsync(&box, here().ghosts), "copying ghosts from another device");
}

static void settle(const spate_backend *backend)
{
    for (int n = 0; n < backend->device_count; ++n) {
        cuda_enter(backend->devices[n]);
        cuda_ok(cudaStreamSynchronize(here().ghosts), "waiting for messages");
    }
}

static void arrive(const spate_backend *backend)
{
    for (int n = 0; n < backend->device_count; ++n) {
        cuda_enter(backend->devices[n]);
        cuda_ok(cudaEventRecord(here().arrived, here().ghosts), "marking an arrival");
        cuda_ok(cudaStreamWaitEvent(here().kernels, here().arrived, 0), "waiting for an arrival");
    }
}

/* ---- messages ---- */

static void *message_alloc(int number, size_t bytes, int on_device)
{
    void *block = NULL;
    cuda_enter(number);
    const cudaError_t error = on_device
                                  ? cudaMalloc(&block, bytes ? bytes : 1)
                                  : cudaHostAlloc(&block, bytes ? bytes : 1, cudaHostAllocPortable);
    if (error == cudaSuccess)
        return block;
    cudaGetLastError(); /* clears the error; the caller reports it */
    return NULL;
}

static void message_free(void *block, int on_device)
{
    if (block)
        cuda_ok(on_device ? cudaFree(block) : cudaFreeHost(block), "freeing a message");
}

/* ---- rows that change owner ---- */

static void move(int number, void *there, void *here_on_host, size_t bytes, int to_device)
{
    cuda_enter(number);
    const staged_copy all = {(char *)there, (char *)here_on_host, bytes, 1, bytes};
    staged_transfer(&all, 1, to_device ? TO_DEVICE : TO_HOST, here().departed, 1);
}

const spate_transfers cuda_transfers = {depart,        copy,         settle, arrive,
                                        message_alloc, message_free, move};
