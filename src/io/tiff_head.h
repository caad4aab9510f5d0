/* The head of a TIFF file whose tiles are not written yet: finds its tables of tiles. Reads classic
 * TIFF and BigTIFF in the byte order of this machine, which GDAL uses. */
#ifndef SPATE_IO_TIFF_HEAD_H
#define SPATE_IO_TIFF_HEAD_H

#include <stdint.h>
#include <stdio.h>

/* A table of one number for each tile. */
typedef struct tiff_table {
    uint64_t at; /* in the file */
    uint64_t count;
    int bytes; /* of a number: 4 or 8; 0: not found */
} tiff_table;

typedef struct tiff_head {
    uint64_t nx, ny, tile_x, tile_y;
    tiff_table offsets, sizes;
} tiff_head;

/* 0: not such a file, or one with another layout. */
int tiff_head_read(FILE *file, tiff_head *head);
int tiff_table_write(FILE *file, const tiff_table *table, const uint64_t *numbers);

#endif
