/* Palettes by cutting boxes: the colours in use are split where red, green or blue spread widest
 * over the most pixels. */
#include "palette.h"

#include <stdlib.h>
#include <string.h>

/* Colours in use, found by hashing; pictures with more than MOST are photographs. */
enum { MOST = 1 << 15, SLOTS = 1 << 17 };

typedef struct entry {
    uint32_t colour;
    uint32_t used;  /* pixels */
    uint8_t number; /* in the palette */
} entry;

typedef struct colour_set {
    entry *entries;
    int count;
    int32_t *slots; /* number of the entry plus one; 0: free */
} colour_set;

static uint32_t slot_of(const colour_set *s, uint32_t colour)
{
    uint32_t slot = (colour * 2654435761u) >> 15; /* Knuth's multiplicative hash, 17 bits */
    while (s->slots[slot] && s->entries[s->slots[slot] - 1].colour != colour)
        slot = (slot + 1) % SLOTS;
    return slot;
}

/* 0: too many colours. */
static int collect(colour_set *s, const uint32_t *pixels, size_t count)
{
    for (size_t k = 0; k < count; ++k) {
        const uint32_t colour = pixels[k] & 0xffffffu, slot = slot_of(s, colour);
        if (!s->slots[slot]) {
            if (s->count == MOST)
                return 0;
            s->entries[s->count] = (entry){.colour = colour};
            s->slots[slot] = ++s->count;
        }
        ++s->entries[s->slots[slot] - 1].used;
    }
    return 1;
}

/* ---- boxes ---- */

typedef struct box {
    int first, end; /* entries */
    int shift;      /* of the channel that spreads widest: 0, 8 or 16 */
    int low, high;  /* in that channel */
    double mean;    /* in that channel, over pixels */
    double spread;  /* squared, times the pixels: what a cut could gain */
} box;

static int channel(uint32_t colour, int shift)
{
    return (int)(colour >> shift & 0xff);
}

static box box_of(const entry *entries, int first, int end)
{
    box widest = {.first = first, .end = end};
    for (int shift = 0; shift <= 16; shift += 8) {
        int low = 255, high = 0;
        double sum = 0, pixels = 0;
        for (int n = first; n < end; ++n) {
            const int value = channel(entries[n].colour, shift);
            low = value < low ? value : low;
            high = value > high ? value : high;
            sum += (double)value * entries[n].used;
            pixels += entries[n].used;
        }
        const double range = high - low, spread = range * range * pixels;
        if (spread > widest.spread) {
            widest.shift = shift, widest.low = low, widest.high = high;
            widest.mean = sum / pixels, widest.spread = spread;
        }
    }
    return widest;
}

/* Entries up to the mean of the widest channel come first; returns where the others begin. The
 * lowest is never above the mean and the highest never at it, so both sides have some. */
static int part(entry *entries, const box *b)
{
    int middle = b->first;
    for (int n = b->first; n < b->end; ++n)
        if (channel(entries[n].colour, b->shift) <= b->mean) {
            const entry moved = entries[n];
            entries[n] = entries[middle];
            entries[middle++] = moved;
        }
    return middle;
}

/* The last cuts go to the widest boxes, however few pixels they have: a rare colour at the edge of
 * a line must not be far off either. */
enum { CUTS_BY_WIDTH = PALETTE_SIZE / 8 };

static int is_wider(const box *a, const box *b, int made)
{
    return made < PALETTE_SIZE - CUTS_BY_WIDTH ? a->spread > b->spread
                                               : a->high - a->low > b->high - b->low;
}

/* Cuts until every box is one colour or there are no more numbers. */
static int cut(entry *entries, int count, box boxes[PALETTE_SIZE])
{
    int made = 1;
    boxes[0] = box_of(entries, 0, count);
    while (made < PALETTE_SIZE) {
        int widest = 0;
        for (int n = 1; n < made; ++n)
            if (is_wider(&boxes[n], &boxes[widest], made))
                widest = n;
        const box b = boxes[widest];
        if (b.spread <= 0)
            break;
        const int middle = part(entries, &b);
        boxes[widest] = box_of(entries, b.first, middle);
        boxes[made++] = box_of(entries, middle, b.end);
    }
    return made;
}

static int largest_step(uint32_t a, uint32_t b)
{
    int largest = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        const int step = abs(channel(a, shift) - channel(b, shift));
        largest = step > largest ? step : largest;
    }
    return largest;
}

/* The most common colour represents a box, so that backgrounds and lines keep their colour. Returns
 * how many pixels are off by more than the tolerance, all of them where one is off by more than any
 * may be. */
static size_t name_box(entry *entries, const box *b, int number, size_t pixels, palette *out)
{
    const entry *commonest = &entries[b->first];
    size_t off = 0;
    for (int k = b->first; k < b->end; ++k)
        if (entries[k].used > commonest->used)
            commonest = &entries[k];
    out->colours[number] = commonest->colour;
    for (int k = b->first; k < b->end; ++k) {
        const int step = largest_step(entries[k].colour, commonest->colour);
        entries[k].number = (uint8_t)number;
        off += step > PALETTE_AT_EDGES ? pixels : step > PALETTE_TOLERANCE ? entries[k].used : 0;
    }
    return off;
}

static int name_boxes(entry *entries, const box *boxes, int count, size_t pixels, palette *out)
{
    size_t off = 0;
    out->count = count;
    for (int n = 0; n < count; ++n)
        off += name_box(entries, &boxes[n], n, pixels, out);
    return off == 0 || off < pixels / PALETTE_EDGE_SHARE;
}

/* The entries were sorted: their slots are found anew. */
static void find_again(colour_set *s)
{
    memset(s->slots, 0, SLOTS * sizeof *s->slots);
    for (int n = 0; n < s->count; ++n)
        s->slots[slot_of(s, s->entries[n].colour)] = n + 1;
}

int palette_make(const uint32_t *pixels, size_t count, palette *out, uint8_t *numbers)
{
    box boxes[PALETTE_SIZE];
    colour_set s = {.entries = malloc(MOST * sizeof *s.entries),
                    .slots = calloc(SLOTS, sizeof *s.slots)};
    int ok = s.entries && s.slots && count > 0 && count < UINT32_MAX && collect(&s, pixels, count);
    if (ok)
        ok = name_boxes(s.entries, boxes, cut(s.entries, s.count, boxes), count, out);
    if (ok)
        find_again(&s);
    for (size_t k = 0; ok && k < count; ++k)
        numbers[k] = s.entries[s.slots[slot_of(&s, pixels[k] & 0xffffffu)] - 1].number;
    free(s.entries);
    free(s.slots);
    return ok;
}
