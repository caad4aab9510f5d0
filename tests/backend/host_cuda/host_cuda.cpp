/* Blocks of threads on a CPU: every thread is a fiber that runs from barrier to barrier. A barrier that not all
 * threads of a block reach, a misaligned copy, and shared memory that is read before it was written (as what is no
 * number) show here as they would, perhaps, on a GPU. The blocks of a cluster run at once, each as far as it can before
 * the next one does, in an order that changes. */
#include "backend/cuda/tridiag/launch.cuh"
#include "host_copies.h"
#include "host_switch.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>

host_index threadIdx, blockIdx, blockDim, gridDim;

namespace
{

/* Stacks begin some cache lines after one another: at equal distances from a power of two they would share a few lines. */
enum { STACK = 64 << 10, SHIFT = 320, SHIFTS = 128 };

enum { LANES = 32 };
enum fiber_state : unsigned char { READY, AT_BARRIER, AT_WARP, ARRIVED, AT_MEETING, DONE, STATES };

struct fiber {
    host_stack *at = NULL; /* NULL: it was never a thread of any block */
    int turn;
    bool arrived;       /* at the meeting, and has not waited for it */
    char shown[2][128]; /* to the lanes of its warp, in turns */
    std::unique_ptr<char[]> stack;
    host_copies copies;
};

/* The states of fibers lie apart from them: they are looked at more often than anything else. */
struct block {
    std::vector<fiber> fibers;
    std::vector<fiber_state> state; /* of each thread */
    int in_state[STATES];           /* threads */
    std::vector<uint32_t> ready;    /* of each warp: a bit for each lane that is READY */
    std::vector<int> at_warp;       /* lanes of each warp that wait for the others */
    std::vector<uint64_t> shared;
};

struct {
    host_stack *scheduler;
    std::vector<block> blocks; /* of a cluster */
    const std::function<void()> *body;
    int share, threads;
    int rank, current; /* block and thread that run */
    int arrived;       /* threads of the cluster, at the meeting that is next */
} host;

fiber &running()
{
    return host.blocks[host.rank].fibers[host.current];
}

void set_state(block &b, int thread, fiber_state state)
{
    const uint32_t lane = UINT32_C(1) << thread % LANES;
    uint32_t &ready = b.ready[thread / LANES];
    ready = state == READY ? ready | lane : ready & ~lane;
    --b.in_state[b.state[thread]];
    ++b.in_state[state];
    b.state[thread] = state;
}

void pause(fiber_state state)
{
    block &b = host.blocks[host.rank];
    set_state(b, host.current, state);
    host_switch(&b.fibers[host.current].at, host.scheduler);
}

int lanes_of_warp(int warp)
{
    const int lanes = host.threads - warp * LANES;
    return lanes < LANES ? lanes : (int)LANES;
}

uint32_t first_lanes(int lanes)
{
    return UINT32_MAX >> (LANES - lanes);
}

/* Of the lanes that are ready the one nearest to mine, which is not among them; -1: there is none. */
int next_lane(uint32_t ready, int mine)
{
    const uint64_t above = (uint64_t)ready >> mine;
    const uint32_t below = ready & ((UINT32_C(1) << mine) - 1);
    const int up = above ? __builtin_ctzll(above) : (int)LANES;
    const int down = below ? mine - (LANES - 1 - __builtin_clz(below)) : (int)LANES;
    if (up == LANES && down == LANES)
        return -1;
    return up <= down ? mine + up : mine - down;
}

/* Until all lanes of the warp are here. The last one goes on at once and lets the others go on, so that they come to the
 * next call in the other direction. From lane to lane without the scheduler: most switches are these. */
void wait_for_warp()
{
    block &b = host.blocks[host.rank];
    const int warp = host.current / LANES, first = warp * LANES, lanes = lanes_of_warp(warp);
    fiber &mine = b.fibers[host.current];
    if (++b.at_warp[warp] == lanes) {
        b.at_warp[warp] = 0;
        memset(&b.state[first], READY, (size_t)lanes);
        b.ready[warp] = first_lanes(lanes);
        b.in_state[AT_WARP] -= lanes - 1;
        b.in_state[READY] += lanes - 1;
        return;
    }
    set_state(b, host.current, AT_WARP);
    const int next = next_lane(b.ready[warp], host.current - first);
    if (next < 0) {
        host_switch(&mine.at, host.scheduler);
        return;
    }
    host.current = first + next;
    threadIdx.x = (unsigned)host.current;
    host_switch(&mine.at, b.fibers[host.current].at);
}

/* A thread of one block after the other. */
void enter()
{
    for (;;) {
        (*host.body)();
        pause(DONE);
    }
}

void resume(int rank, int thread, unsigned first_block)
{
    host.rank = rank;
    host.current = thread;
    threadIdx.x = (unsigned)thread;
    blockIdx.x = first_block + (unsigned)rank;
    host_switch(&host.scheduler, running().at);
}

int count(int rank, fiber_state state)
{
    return host.blocks[rank].in_state[state];
}

int count(fiber_state state)
{
    int found = 0;
    for (int rank = 0; rank < host.share; ++rank)
        found += count(rank, state);
    return found;
}

/* Whoever is in one state gets ready. */
void release(int rank, fiber_state state)
{
    block &b = host.blocks[rank];
    for (int k = 0; b.in_state[state] > 0; ++k)
        if (b.state[k] == state)
            set_state(b, k, READY);
}

/* All threads of a block that can, to where they wait or end. */
void run_phase(int rank, int phase, unsigned first_block)
{
    for (int k = 0; k < host.threads; ++k) {
        const int thread = phase % 2 ? host.threads - 1 - k : k;
        if (host.blocks[rank].state[thread] == READY)
            resume(rank, thread, first_block);
    }
}

/* A block to where it cannot go on by itself, or lets the others go first: all its threads are at a meeting, have just
 * arrived there, or are at the end. */
void run_block(int rank, unsigned first_block)
{
    release(rank, ARRIVED);
    for (int phase = 0; count(rank, READY) > 0; ++phase) {
        run_phase(rank, phase, first_block);
        const int waiting = count(rank, AT_BARRIER);
        if (count(rank, READY) > 0) /* the meeting has ended meanwhile */
            continue;
        if (count(rank, ARRIVED) > 0)
            return;
        if (waiting > 0 && waiting < host.threads) {
            fprintf(stderr, "host_cuda: %d threads are at a barrier that %d never reach\n", waiting,
                    host.threads - waiting);
            abort();
        }
        release(rank, AT_BARRIER);
    }
}

void begin_block(block &b, int threads, size_t shared)
{
    const int warps = (threads + LANES - 1) / LANES;
    b.at_warp.assign((size_t)warps, 0);
    b.ready.assign((size_t)warps, UINT32_MAX);
    b.ready[warps - 1] = first_lanes(lanes_of_warp(warps - 1));
    b.state.assign((size_t)threads, READY);
    std::fill(b.in_state, b.in_state + STATES, 0);
    b.in_state[READY] = threads;
    /* of this size, for sanitizers to see its end; two floats, or a double */
    b.shared = std::vector<uint64_t>((shared + 7) / 8, UINT64_C(0x7ff4dead7fa4dead));
    if (b.fibers.size() < (size_t)threads)
        b.fibers.resize((size_t)threads);
    for (int k = 0; k < threads; ++k) {
        fiber &f = b.fibers[k];
        f.arrived = false;
        f.turn = 0;
        if (f.copies.size() != 1 || !f.copies.front().empty())
            f.copies.assign(1, {});
        if (f.at)
            continue;
        const size_t bytes = STACK + (size_t)(k % SHIFTS * SHIFT);
        f.stack.reset(new char[bytes]);
        f.at = host_stack_begin(f.stack.get(), bytes, enter);
    }
}

void run_cluster(unsigned first_block)
{
    host.arrived = 0;
    for (int turn = 0; count(READY) + count(ARRIVED) > 0; ++turn)
        for (int k = 0; k < host.share; ++k)
            run_block(turn % 2 ? host.share - 1 - k : k, first_block);
    if (count(DONE) < host.share * host.threads) {
        fprintf(stderr,
                "host_cuda: %d threads are at a meeting of blocks and %d wait for the lanes of "
                "their warp, which %d never reach\n",
                count(AT_MEETING), count(AT_WARP), count(DONE));
        abort();
    }
}

} // namespace

void __syncthreads(void)
{
    pause(AT_BARRIER);
}

/* Most values have one of two sizes: no call for these. */
static void copy(void *to, const void *from, size_t bytes)
{
    if (bytes == 4)
        memcpy(to, from, 4);
    else if (bytes == 8)
        memcpy(to, from, 8);
    else
        memcpy(to, from, bytes);
}

/* Shows a value to the lanes of the warp; where they show theirs is returned when all have. It stays there until all lanes
 * have come to the call after the next: by then they have read it. */
static int show(const void *value, size_t bytes)
{
    fiber &mine = running();
    const int turn = mine.turn;
    if (bytes > sizeof mine.shown[turn])
        abort();
    copy(mine.shown[turn], value, bytes);
    mine.turn = 1 - turn;
    wait_for_warp();
    return turn;
}

void host_from_lane(void *value, size_t bytes, int lane)
{
    const int turn = show(value, bytes), first = host.current / LANES * LANES;
    if (lane >= 0 && lane < LANES && first + lane < host.threads)
        copy(value, host.blocks[host.rank].fibers[first + lane].shown[turn], bytes);
}

unsigned host_ballot(int mine)
{
    const int turn = show(&mine, sizeof mine), first = host.current / LANES * LANES;
    unsigned bits = 0;
    for (int lane = 0; lane < LANES && first + lane < host.threads; ++lane) {
        int other;
        memcpy(&other, host.blocks[host.rank].fibers[first + lane].shown[turn], sizeof other);
        bits |= (unsigned)(other != 0) << lane;
    }
    return bits;
}

void tri_arrive(void)
{
    if (running().arrived) {
        fprintf(stderr, "host_cuda: a thread is at the next meeting and has not waited for this\n");
        abort();
    }
    running().arrived = true;
    if (++host.arrived == host.share * host.threads) {
        host.arrived = 0;
        for (int rank = 0; rank < host.share; ++rank) {
            for (int k = 0; k < host.threads; ++k)
                host.blocks[rank].fibers[k].arrived = false;
            release(rank, AT_MEETING);
        }
    }
    pause(ARRIVED); /* others may be through the meeting before this one goes on */
}

void tri_wait(void)
{
    if (running().arrived)
        pause(AT_MEETING);
}

unsigned char *tri_shared_memory(void)
{
    return (unsigned char *)host.blocks[host.rank].shared.data();
}

void *host_in_block(void *mine, int rank)
{
    const ptrdiff_t at = (unsigned char *)mine - tri_shared_memory();
    if (rank < 0 || rank >= host.share) {
        fprintf(stderr, "host_cuda: there is no block %d in a cluster of %d\n", rank, host.share);
        abort();
    }
    return (unsigned char *)host.blocks[rank].shared.data() + at;
}

host_copies &host_copies_of_thread(void)
{
    return running().copies;
}

void host_run(int share, dim3 blocks, int threads, size_t shared, const std::function<void()> &body)
{
    host.body = &body;
    host.share = share;
    host.threads = threads;
    if (host.blocks.size() < (size_t)share)
        host.blocks.resize((size_t)share);
    gridDim = {blocks.x, blocks.y, blocks.z};
    blockDim = {(unsigned)threads, 1, 1};
    threadIdx.y = threadIdx.z = 0;
    for (blockIdx.z = 0; blockIdx.z < blocks.z; ++blockIdx.z)
        for (blockIdx.y = 0; blockIdx.y < blocks.y; ++blockIdx.y)
            for (unsigned first = 0; first < blocks.x; first += (unsigned)share) {
                for (int rank = 0; rank < share; ++rank)
                    begin_block(host.blocks[rank], threads, shared);
                run_cluster(first);
            }
}
