/* MPI messages with a communicator of their own. */
#include "parallel/mailbox.h"

#include <stdlib.h>

#include "spate_config.h"
#if SPATE_HAVE_MPI
#include <mpi.h>

#include "parallel/comm_group.h"
#include "parallel/mpi_wait.h"

struct mailbox {
    int rounds, room;
    int *pending; /* of each round */
    MPI_Request *requests;
    MPI_Comm group;
    int grouped;
};

mailbox *mailbox_create(comm *c, int rounds, int messages)
{
    mailbox *m = calloc(1, sizeof *m);
    if (m) {
        m->rounds = rounds;
        m->room = messages;
        m->pending = calloc((size_t)rounds, sizeof *m->pending);
        m->requests = malloc(sizeof *m->requests * ((size_t)rounds * (size_t)messages + 1));
    }
    double failed = !m || !m->pending || !m->requests;
    comm_max(c, &failed, 1); /* all ranks create the group, or none does */
    if (failed > 0) {
        mailbox_destroy(m);
        return NULL;
    }
    if (comm_size(c) > 1) {
        MPI_Request request;
        MPI_Comm_idup(comm_group(c), &m->group, &request);
        mpi_wait_all(1, &request);
        m->grouped = 1;
    }
    return m;
}

void mailbox_destroy(mailbox *m)
{
    if (!m)
        return;
    if (m->grouped)
        MPI_Comm_free(&m->group);
    free(m->pending);
    free(m->requests);
    free(m);
}

static MPI_Request *next_request(mailbox *m, int round)
{
    return &m->requests[round * m->room + m->pending[round]++];
}

void mailbox_send(mailbox *m, int round, const void *data, size_t bytes, int rank, int tag)
{
    MPI_Isend(data, (int)bytes, MPI_BYTE, rank, tag, m->group, next_request(m, round));
}

void mailbox_receive(mailbox *m, int round, void *data, size_t bytes, int rank, int tag)
{
    MPI_Irecv(data, (int)bytes, MPI_BYTE, rank, tag, m->group, next_request(m, round));
}

void mailbox_wait(mailbox *m, int round)
{
    if (m->pending[round])
        mpi_wait_all(m->pending[round], &m->requests[round * m->room]);
    m->pending[round] = 0;
}

void mailbox_nudge(mailbox *m)
{
    int done;
    for (int round = 0; round < m->rounds; ++round)
        if (m->pending[round])
            MPI_Testall(m->pending[round], &m->requests[round * m->room], &done,
                        MPI_STATUSES_IGNORE);
}
#else
/* One process: nothing is ever sent. */
struct mailbox {
    int rounds;
};

mailbox *mailbox_create(comm *c, int rounds, int messages)
{
    mailbox *m = calloc(1, sizeof *m);
    (void)c;
    (void)messages;
    if (m)
        m->rounds = rounds;
    return m;
}

void mailbox_destroy(mailbox *m)
{
    free(m);
}

void mailbox_send(mailbox *m, int round, const void *data, size_t bytes, int rank, int tag)
{
    (void)m, (void)round, (void)data, (void)bytes, (void)rank, (void)tag;
}

void mailbox_receive(mailbox *m, int round, void *data, size_t bytes, int rank, int tag)
{
    mailbox_send(m, round, data, bytes, rank, tag);
}

void mailbox_wait(mailbox *m, int round)
{
    (void)m, (void)round;
}

void mailbox_nudge(mailbox *m)
{
    (void)m;
}
#endif
