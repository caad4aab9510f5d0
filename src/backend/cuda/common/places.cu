/* Places, and what travels between them while kernels run. */
#include "backend/cuda/common/places.cuh"

#include <cstdio>
#include <mutex>

struct place {
    int device, nth;
    cudaStream_t kernels, ghosts;
    cudaEvent_t departed; /* what kernels had been told when ghosts were asked for */
    cudaEvent_t arrived;  /* the ghosts of this place */
};

/* Made one after the other and kept; other threads look at those that are made. */
enum { MOST_PLACES = 64 };
static place places[MOST_PLACES];
static int place_count;
static std::mutex places_lock;
static thread_local int entered = -1;

static place &here(void)
{
    return places[entered];
}

void cuda_enter(int number)
{
    if (entered >= 0 && places[entered].device == places[number].device) {
        entered = number;
        return;
    }
    if (cuda_ok(cudaSetDevice(places[number].device), "choosing a device"))
        entered = number;
}

int cuda_place(void)
{
    return entered;
}

int place_device(int number)
{
    return places[number].device;
}

cudaStream_t cuda_stream(void)
{
    return here().kernels;
}

/* ---- making ---- */

/* Direct ways to and from the devices of all other places; where there is none, copies go through the host. */
static void open_ways(int device)
{
    for (int n = 0; n < place_count; ++n) {
        const place &p = places[n];
        int can = 0;
        if (p.device == device || cudaDeviceCanAccessPeer(&can, device, p.device) != cudaSuccess ||
            !can)
            continue;
        cudaSetDevice(device);
        cudaDeviceEnablePeerAccess(p.device, 0);
        cudaSetDevice(p.device);
        cudaDeviceEnablePeerAccess(device, 0);
    }
    cudaGetLastError(); /* a way that is open already is no error */
    cudaSetDevice(device);
}

static cudaError_t make_streams(place *p)
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

int place_on(int device, int nth, char *why, size_t room)
{
    std::lock_guard<std::mutex> hold(places_lock);
    for (int n = 0; n < place_count; ++n)
        if (places[n].device == device && places[n].nth == nth)
            return n;
    if (place_count == MOST_PLACES) {
        snprintf(why, room, "there are %d places in use already", MOST_PLACES);
        return -1;
    }
    place p = {device, nth, NULL, NULL, NULL, NULL};
    entered = -1; /* whatever it was: the device is another one now */
    cudaError_t error = cudaSetDevice(device);
    if (error == cudaSuccess)
        error = make_streams(&p);
    if (error != cudaSuccess) {
        cudaGetLastError();
        snprintf(why, room, "device %d: %s", device, cudaGetErrorString(error));
        return -1;
    }
    open_ways(device);
    places[place_count] = p;
    entered = place_count;
    return place_count++;
}

/* ---- ghosts on their way ---- */

static void depart(const spate_backend *backend)
{
    for (int n = 0; n < backend->place_count; ++n) {
        cuda_enter(backend->places[n]);
        cuda_ok(cudaEventRecord(here().departed, here().kernels), "marking a departure");
    }
    for (int n = 0; n < backend->place_count; ++n) {
        cuda_enter(backend->places[n]);
        for (int m = 0; m < backend->place_count; ++m)
            cuda_ok(cudaStreamWaitEvent(here().ghosts, places[backend->places[m]].departed, 0),
                    "waiting for a departure");
    }
}

/* On the stream of the place that gets the box: one that is sent to the host is of the place it leaves. */
static void copy(int to_place, void *to, size_t to_pitch, int from_place, const void *from,
                 size_t from_pitch, size_t row_bytes, size_t rows)
{
    cuda_enter(to_place);
    if (place_device(to_place) == place_device(from_place)) {
        cuda_ok(cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, row_bytes, rows,
                                  cudaMemcpyDefault, here().ghosts),
                "copying ghosts");
        return;
    }
    cudaMemcpy3DPeerParms way = {};
    way.srcDevice = place_device(from_place);
    way.dstDevice = place_device(to_place);
    way.srcPtr = make_cudaPitchedPtr((void *)from, from_pitch, row_bytes, rows);
    way.dstPtr = make_cudaPitchedPtr(to, to_pitch, row_bytes, rows);
    way.extent = make_cudaExtent(row_bytes, rows, 1);
    cuda_ok(cudaMemcpy3DPeerAsync(&way, here().ghosts), "copying ghosts from another device");
}

static void settle(const spate_backend *backend)
{
    for (int n = 0; n < backend->place_count; ++n) {
        cuda_enter(backend->places[n]);
        cuda_ok(cudaStreamSynchronize(here().ghosts), "waiting for messages");
    }
}

static void arrive(const spate_backend *backend)
{
    for (int n = 0; n < backend->place_count; ++n) {
        cuda_enter(backend->places[n]);
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
    cudaGetLastError(); /* forgotten: the caller reports it */
    return NULL;
}

static void message_free(void *block, int on_device)
{
    if (block)
        cuda_ok(on_device ? cudaFree(block) : cudaFreeHost(block), "freeing a message");
}

const spate_transfers cuda_transfers = {depart, copy, settle, arrive, message_alloc, message_free};
