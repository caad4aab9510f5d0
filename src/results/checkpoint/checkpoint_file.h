/* The container of a checkpoint: pieces of bytes, each with its length and checksum, and a tail
 * with the total. It detects files that are cut off or changed; it does not know what the bytes
 * mean. Little-endian numbers:
 *   "SPATECP1"
 *   pieces: u32 'P', u32 bytes (1 to 4 MiB), u64 checksum of these bytes, bytes; the checksum
 *           starts from that of the piece before
 *   tail:   u32 'T', u32 0, u64 bytes in all pieces, u64 checksum of the last piece
 * The first piece is a text for the results (the cursor), the others the state of the
 * simulation. */
#ifndef SPATE_RESULTS_CHECKPOINT_FILE_H
#define SPATE_RESULTS_CHECKPOINT_FILE_H

#include <stdint.h>
#include <stdio.h>

enum { CHECKPOINT_PIECE = 4 << 20 };

typedef struct checkpoint_writer {
    FILE *out;
    unsigned char *piece; /* CHECKPOINT_PIECE bytes */
    uint32_t used;
    uint64_t bytes, sum;
    int failed; /* errno */
} checkpoint_writer;

/* All return 1 on success, 0 with errno otherwise. The caller closes the stream. */
int checkpoint_begin(checkpoint_writer *w, FILE *out);
int checkpoint_put(checkpoint_writer *w, const void *bytes, uint64_t count);
int checkpoint_end_piece(checkpoint_writer *w);
int checkpoint_end(checkpoint_writer *w); /* with the tail */
void checkpoint_writer_free(checkpoint_writer *w);

typedef struct checkpoint_reader {
    FILE *in;
    unsigned char *piece;
    uint32_t used, length, size; /* of the current piece; of its memory */
    uint64_t bytes, sum;
    int at_tail;
    const char *wrong; /* what is wrong with the file; NULL: nothing so far */
} checkpoint_reader;

int checkpoint_read_begin(checkpoint_reader *r, FILE *in);
/* Exactly count bytes, across pieces; 0 at the end or where something is wrong. */
int checkpoint_get(checkpoint_reader *r, void *bytes, uint64_t count);
/* The first piece as it is: its bytes and length. */
const char *checkpoint_first_piece(checkpoint_reader *r, uint32_t *length);
/* Reads the rest and the tail; returns whether the file is complete. */
int checkpoint_verify(checkpoint_reader *r);
void checkpoint_reader_free(checkpoint_reader *r);

#endif
