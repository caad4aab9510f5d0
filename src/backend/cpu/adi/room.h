/* What a thread keeps from call to call of the ADI kernels: the view of a sweep, and the cells at
 * the end of the last rows. */
#ifndef SPATE_BACKEND_CPU_ADI_ROOM_H
#define SPATE_BACKEND_CPU_ADI_ROOM_H

#include "backend/adi/view.h"

/* Lines along x that are processed together: a vector; the most groups of them. */
enum { ADI_LANES = 64 / (int)sizeof(calc), ADI_GROUPS = 8, ADI_CELL_VALUES = 7 };

/* Cells in front of the last faces of some lines along x. They are at the back of the first faces
 * of the next call, if that continues these lines. */
typedef struct adi_left {
    int open; /* in open water: upwind and second are not stored */
    calc values[ADI_CELL_VALUES][ADI_LANES];
} adi_left;

typedef struct adi_room {
    const grid_part *part;
    int64_t solve;
    adi_view view;
    int64_t line;    /* first line of `left` */
    int lanes, next; /* its number of lines, 0 if there are none; the next face */
    adi_left left[ADI_GROUPS];
} adi_room;
_Static_assert(sizeof(adi_room) <= ADI_ROOM, "the room of a thread is too small");

/* The room with the view of a sweep, which every thread makes once. What another sweep or part has
 * left is dropped. */
static inline adi_room *adi_enter_room(void *memory, const grid_part *part, int stage,
                                       int64_t solve)
{
    adi_room *const room = memory;
    if (room->part != part || room->solve != solve) {
        room->part = part;
        room->solve = solve;
        room->view = adi_view_of(part, stage);
        room->lanes = 0;
    }
    return room;
}

#endif
