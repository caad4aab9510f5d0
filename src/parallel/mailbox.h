/* Messages between ranks in rounds: several rounds may be under way, and each is waited for by itself, so that
 * one batch of work travels while another is computed. Nobody else's messages are mixed up with these. MPI stays
 * on the main thread. */
#ifndef SPATE_PARALLEL_MAILBOX_H
#define SPATE_PARALLEL_MAILBOX_H

#include "parallel/comm.h"

typedef struct mailbox mailbox;

/* For `rounds` rounds of at most `messages` each, sent and received together. Collective over all ranks; NULL
 * where there is no memory. */
mailbox *mailbox_create(comm *c, int rounds, int messages);
void mailbox_destroy(mailbox *m); /* collective */

/* Data must stay until the round was waited for. Messages of the same ranks and tag arrive in the order they
 * were sent. bytes fit an int. */
void mailbox_send(mailbox *m, int round, const void *data, size_t bytes, int rank, int tag);
void mailbox_receive(mailbox *m, int round, void *data, size_t bytes, int rank, int tag);
/* Afterwards the round is empty. */
void mailbox_wait(mailbox *m, int round);
/* Lets messages of all rounds move on while there is other work: some MPIs only move them within a call. */
void mailbox_nudge(mailbox *m);

#endif
