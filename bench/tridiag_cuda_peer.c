/* cuSPARSE as a peer on the lines of the benchmark. It overwrites its input: each of the solves
 * that are queued together has its own copy, made before the clock. */
#include "bench/tridiag.h"
#include "bench/tridiag_cusparse.h"

enum { PEER_SOLVES = 8 };

/* Inputs of solves that are queued together. */
static struct {
    void *at[PEER_SOLVES][4], *buffer;
    int count; /* as many as there is memory for */
} in;

static tridiag_peer peers[3];

static void release(const tridiag_arrays *arrays)
{
    for (int k = 0; k < PEER_SOLVES; ++k)
        for (int j = 0; j < 4; ++j) {
            arrays_release(arrays->device, in.at[k][j]);
            in.at[k][j] = NULL;
        }
    arrays_release(arrays->device, in.buffer);
    in.buffer = NULL;
}

/* Device to device. */
static void copy(const tridiag_arrays *arrays, void *to, const void *from)
{
    arrays_download(arrays->device, to, from, arrays->bytes);
}

static int add_input(const tridiag_arrays *arrays)
{
    void **at = in.at[in.count];
    for (int j = 0; j < 4; ++j) {
        at[j] = arrays_upload(arrays->device, NULL, arrays->bytes);
        if (!at[j])
            return 0; /* what is there is released at the end */
        copy(arrays, at[j], arrays->at[j]);
    }
    ++in.count;
    return 1;
}

/* The workspace comes before further inputs. */
static int begin(const tridiag_setup *s, const tridiag_arrays *arrays, tridiag_peer *peer)
{
    in.count = 0;
    if (!cusparse_suits(s))
        return 0;
    const size_t room =
        add_input(arrays) ? cusparse_buffer_bytes(cusparse_lines_of(s), in.at[0]) : 0;
    in.buffer = room ? arrays_upload(arrays->device, NULL, room) : NULL;
    while (in.buffer && in.count < PEER_SOLVES && add_input(arrays))
        continue;
    peer->most = in.count;
    peer->workspace = (double)room;
    if (!in.buffer)
        release(arrays);
    return in.buffer != NULL;
}

static int begin_strided(const tridiag_setup *s, const tridiag_arrays *arrays)
{
    return s->layout == TRIDIAG_CONTIGUOUS && begin(s, arrays, &peers[0]);
}

static int begin_interleaved(const tridiag_setup *s, const tridiag_arrays *arrays)
{
    return s->layout == TRIDIAG_INTERLEAVED && begin(s, arrays, &peers[1]);
}

static int solve(const tridiag_setup *s, const tridiag_arrays *arrays, int64_t count)
{
    int ok = in.buffer && count <= in.count;
    (void)arrays;
    for (int64_t k = 0; k < count && ok; ++k)
        ok = cusparse_solve(cusparse_lines_of(s), in.at[k], in.buffer);
    return cusparse_wait() && ok;
}

static void end(const tridiag_arrays *arrays)
{
    if (in.buffer)
        copy(arrays, arrays->at[TRIDIAG_X], in.at[0][3]);
    release(arrays);
}

static tridiag_peer peers[3] = {{"cusparse", "gtsv2StridedBatch", begin_strided, solve, end, 0, 0},
                                {"cusparse", "gtsvInterleavedBatch", begin_interleaved, solve, end,
                                 0, 0},
                                {0}};

const tridiag_peer *tridiag_cusparse(const char **why)
{
    return cusparse_load(why) ? peers : NULL;
}
