/* Each lane has a stream and two pinned buffers. The device fills one while a thread empties the
 * other. */
#include "backend/cuda/common/staging.cuh"

#include <atomic>
#include <cstring>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

static const size_t LANE_BYTES = (size_t)2 << 20, PIECES_WORTH_A_THREAD = 4;

struct lane {
    int device;
    cudaStream_t stream;
    char *pinned[2];
    cudaEvent_t done[2];
};

/* Lanes that are not in use. */
static std::vector<lane> idle;
static std::mutex idle_lock;

static int make_lane(lane *l)
{
    int ok =
        cuda_ok(cudaStreamCreateWithFlags(&l->stream, cudaStreamNonBlocking), "making a stream");
    for (int n = 0; n < 2 && ok; ++n)
        ok = cuda_ok(cudaHostAlloc((void **)&l->pinned[n], LANE_BYTES, cudaHostAllocPortable),
                     "pinning memory") &&
             cuda_ok(cudaEventCreateWithFlags(&l->done[n], cudaEventDisableTiming),
                     "making an event");
    return ok;
}

/* A lane of the device that this thread uses; kept for the life of the process. */
static int acquire_lane(lane *l)
{
    *l = {};
    if (!cuda_ok(cudaGetDevice(&l->device), "asking for the device"))
        return 0;
    {
        std::lock_guard<std::mutex> hold(idle_lock);
        for (size_t n = idle.size(); n-- > 0;)
            if (idle[n].device == l->device) {
                *l = idle[n];
                idle.erase(idle.begin() + (ptrdiff_t)n);
                return 1;
            }
    }
    return make_lane(l);
}

static void release_lane(const lane &l)
{
    std::lock_guard<std::mutex> hold(idle_lock);
    idle.push_back(l);
}

/* ---- pieces ---- */

/* Contiguous bytes of a copy on the device, at most LANE_BYTES. */
struct piece {
    const staged_copy *copy;
    size_t from, bytes;
};

static void move_host(const piece &p, char *pinned, staging_direction direction)
{
    const staged_copy &c = *p.copy;
    for (size_t done = 0; done < p.bytes;) {
        const size_t at = p.from + done, row = at / c.row_bytes, column = at % c.row_bytes;
        size_t bytes = c.host_pitch == c.row_bytes ? p.bytes : c.row_bytes - column;
        bytes = bytes < p.bytes - done ? bytes : p.bytes - done;
        char *host = c.host + row * c.host_pitch + column;
        if (direction == TO_HOST)
            memcpy(host, pinned + done, bytes);
        else
            memcpy(pinned + done, host, bytes);
        done += bytes;
    }
}

static void move_device(const lane &l, const piece &p, int buffer, staging_direction direction)
{
    char *device = p.copy->device + p.from;
    cuda_ok(direction == TO_HOST ? cudaMemcpyAsync(l.pinned[buffer], device, p.bytes,
                                                   cudaMemcpyDeviceToHost, l.stream)
                                 : cudaMemcpyAsync(device, l.pinned[buffer], p.bytes,
                                                   cudaMemcpyHostToDevice, l.stream),
            "copying through pinned memory");
    cuda_ok(cudaEventRecord(l.done[buffer], l.stream), "copying through pinned memory");
}

static std::vector<piece> cut(const staged_copy *copies, int count)
{
    std::vector<piece> pieces;
    for (int n = 0; n < count; ++n) {
        const size_t all = copies[n].row_bytes * copies[n].rows;
        for (size_t from = 0; from < all; from += LANE_BYTES)
            pieces.push_back({&copies[n], from, all - from < LANE_BYTES ? all - from : LANE_BYTES});
    }
    return pieces;
}

/* ---- threads ---- */

struct transfer_job {
    std::vector<piece> pieces;
    std::atomic<size_t> next;
    staging_direction direction;
    cudaEvent_t after;
    int device_number;
};

/* Processes pieces until there are none: the device copies one while this thread moves another. */
static void work(transfer_job *c)
{
    lane l;
    cuda_enter(c->device_number);
    if (!acquire_lane(&l))
        return;
    if (c->after)
        cuda_ok(cudaStreamWaitEvent(l.stream, c->after, 0), "waiting for a state");
    const piece *under_way = NULL;
    int buffer = 0;
    for (size_t n; (n = c->next++) < c->pieces.size(); buffer = 1 - buffer) {
        if (c->direction == TO_DEVICE) {
            cuda_ok(cudaEventSynchronize(l.done[buffer]), "waiting for a buffer");
            move_host(c->pieces[n], l.pinned[buffer], c->direction);
        }
        move_device(l, c->pieces[n], buffer, c->direction);
        if (c->direction == TO_HOST && under_way) {
            cuda_ok(cudaEventSynchronize(l.done[1 - buffer]), "waiting for a buffer");
            move_host(*under_way, l.pinned[1 - buffer], c->direction);
        }
        under_way = &c->pieces[n];
    }
    cuda_ok(cudaStreamSynchronize(l.stream), "waiting for copies");
    if (c->direction == TO_HOST && under_way)
        move_host(*under_way, l.pinned[1 - buffer], c->direction);
    release_lane(l);
}

void staged_transfer(const staged_copy *copies, int count, staging_direction direction,
                     cudaEvent_t after, int threads)
{
    transfer_job c;
    c.pieces = cut(copies, count);
    c.next = 0;
    c.direction = direction;
    c.after = after;
    c.device_number = cuda_logical_device();
    const int cores = (int)std::thread::hardware_concurrency();
    const size_t worth = 1 + c.pieces.size() / PIECES_WORTH_A_THREAD;
    threads = threads < cores ? threads : cores;
    threads = (size_t)threads < worth ? threads : (int)worth;
    std::vector<std::thread> helpers;
    try {
        for (int n = 1; n < threads; ++n)
            helpers.emplace_back(work, &c);
    } catch (const std::system_error &) { /* could not start more threads: fewer do the work */
    }
    if (!c.pieces.empty())
        work(&c);
    for (std::thread &helper : helpers)
        helper.join();
}
