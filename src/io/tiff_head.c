/* Reading the directory of a TIFF file. */
#include "io/tiff_head.h"

#include <string.h>

enum {
    TAG_NX = 256,
    TAG_NY = 257,
    TAG_TILE_X = 322,
    TAG_TILE_Y = 323,
    TAG_OFFSETS = 324,
    TAG_SIZES = 325
};
enum { TYPE_SHORT = 3, TYPE_LONG = 4, TYPE_LONG8 = 16 };

/* Classic TIFF or BigTIFF. */
typedef struct dialect {
    int big;
    int entry_bytes, value_bytes; /* of a directory's entry, and of the value in it */
} dialect;

static uint64_t number_at(const unsigned char *bytes, int count)
{
    uint16_t two;
    uint32_t four;
    uint64_t eight;
    switch (count) {
    case 2: return memcpy(&two, bytes, 2), two;
    case 4: return memcpy(&four, bytes, 4), four;
    default: return memcpy(&eight, bytes, 8), eight;
    }
}

static int read_at(FILE *file, uint64_t at, void *bytes, size_t count)
{
    return fseeko(file, (off_t)at, SEEK_SET) == 0 && fread(bytes, 1, count, file) == count;
}

/* Offset of the first directory; 0: not a TIFF of this byte order. */
static uint64_t find_directory(FILE *file, dialect *d)
{
    unsigned char head[16] = {0};
    const uint16_t one = 1;
    const int little = *(const unsigned char *)&one == 1;
    if (!read_at(file, 0, head, 8) || memcmp(head, little ? "II" : "MM", 2) != 0)
        return 0;
    d->big = number_at(head + 2, 2) == 43;
    d->entry_bytes = d->big ? 20 : 12;
    d->value_bytes = d->big ? 8 : 4;
    if (!d->big)
        return number_at(head + 2, 2) == 42 ? number_at(head + 4, 4) : 0;
    return read_at(file, 8, head, 8) ? number_at(head, 8) : 0;
}

static int type_bytes(uint64_t type)
{
    return type == TYPE_SHORT ? 2 : type == TYPE_LONG ? 4 : type == TYPE_LONG8 ? 8 : 0;
}

/* An entry whose first byte lies at `at` in the file. */
static void read_entry(const dialect *d, const unsigned char *entry, uint64_t at, tiff_head *head)
{
    const int bytes = type_bytes(number_at(entry + 2, 2));
    const uint64_t count = number_at(entry + 4, d->value_bytes);
    const int value = 4 + d->value_bytes; /* offset in the entry of the value, or of its address */
    if (bytes == 0)
        return;
    const int inside = count * (uint64_t)bytes <= (uint64_t)d->value_bytes;
    const tiff_table table = {.at = inside ? at + (uint64_t)value
                                           : number_at(entry + value, d->value_bytes),
                              .count = count,
                              .bytes = bytes};
    const uint64_t number = number_at(entry + value, bytes);
    switch (number_at(entry, 2)) {
    case TAG_NX: head->nx = number; break;
    case TAG_NY: head->ny = number; break;
    case TAG_TILE_X: head->tile_x = number; break;
    case TAG_TILE_Y: head->tile_y = number; break;
    case TAG_OFFSETS: head->offsets = table; break;
    case TAG_SIZES: head->sizes = table; break;
    default: break;
    }
}

static int fits(const tiff_table *t, uint64_t tiles)
{
    return t->count == tiles && t->bytes >= 4;
}

int tiff_head_read(FILE *file, tiff_head *head)
{
    dialect d;
    unsigned char bytes[20];
    const uint64_t at = find_directory(file, &d);
    *head = (tiff_head){0};
    const size_t count_bytes = at && d.big ? 8 : 2;
    if (!at || !read_at(file, at, bytes, count_bytes))
        return 0;
    const uint64_t entries = number_at(bytes, (int)count_bytes);
    for (uint64_t k = 0; k < entries && k < 4096; ++k) {
        const uint64_t here = at + count_bytes + k * (uint64_t)d.entry_bytes;
        if (!read_at(file, here, bytes, (size_t)d.entry_bytes))
            return 0;
        read_entry(&d, bytes, here, head);
    }
    if (!head->nx || !head->ny || !head->tile_x || !head->tile_y)
        return 0;
    const uint64_t tiles = (head->nx + head->tile_x - 1) / head->tile_x *
                           ((head->ny + head->tile_y - 1) / head->tile_y);
    return fits(&head->offsets, tiles) && fits(&head->sizes, tiles);
}

int tiff_table_write(FILE *file, const tiff_table *table, const uint64_t *numbers)
{
    if (fseeko(file, (off_t)table->at, SEEK_SET) != 0)
        return 0;
    if (table->bytes == 8)
        return fwrite(numbers, 8, table->count, file) == table->count;
    for (uint64_t k = 0; k < table->count; ++k) {
        const uint32_t number = (uint32_t)numbers[k];
        if (number != numbers[k] || fwrite(&number, 4, 1, file) != 1)
            return 0;
    }
    return 1;
}
