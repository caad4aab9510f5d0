/* Messages between ranks in rounds. Several rounds may be in progress, and each is waited for
 * separately, so that one batch travels while another is computed. A separate communicator keeps
 * them apart from other messages. MPI stays on the main thread. */
#ifndef SPATE_PARALLEL_MAILBOX_H
#define SPATE_PARALLEL_MAILBOX_H

#include "parallel/comm.h"

typedef struct mailbox mailbox;

/* For `rounds` rounds of at most `messages` each, sent and received together. Collective over all
 * ranks; NULL where there is no memory. */
mailbox *mailbox_create(comm *c, int rounds, int messages);
void mailbox_destroy(mailbox *m); /* collective */

/* Data must stay valid until the round was waited for. Messages with the same ranks and tag arrive
 * in the order of sending. bytes must fit an int. */
void mailbox_send(mailbox *m, int round, const void *data, size_t bytes, int rank, int tag);
void mailbox_receive(mailbox *m, int round, void *data, size_t bytes, int rank, int tag);
/* Afterwards the round is empty. */
void mailbox_wait(mailbox *m, int round);
/* Lets MPI progress messages of all rounds during other work: some libraries do so only within a
 * call. */
void mailbox_nudge(mailbox *m);

#endif
