/* What a thread keeps from call to call of the ADI kernels in the room that it is given: the view of a sweep, and the cells
 * where the last rows ended. */
#ifndef SPATE_BACKEND_CPU_ADI_ROOM_H
#define SPATE_BACKEND_CPU_ADI_ROOM_H

#include "backend/adi/view.h"

/* Lines along x side by side: as many as fit a vector; so many groups of them at most. */
enum { ADI_LANES = 64 / (int)sizeof(calc), ADI_GROUPS = 8, ADI_CELL_VALUES = 7 };

/* Cells in front of the last faces of some lines along x: at the back of the first ones of the next call, which goes on
 * where this one ended. */
typedef struct adi_left {
    int open; /* in open water: upwind and second are not there */
    calc values[ADI_CELL_VALUES][ADI_LANES];
} adi_left;

typedef struct adi_room {
    const grid_part *part;
    int64_t solve;
    adi_view view;
    int64_t
        line; /* of those that are left: the first line, how many, the next face; lanes 0: none are */
    int lanes, next;
    adi_left left[ADI_GROUPS];
} adi_room;
_Static_assert(sizeof(adi_room) <= ADI_ROOM, "the room of a thread is too small");

/* The view of a sweep, made once by every thread; nothing that another sweep or part has left is of use after it. */
static inline adi_room *adi_enter_room(void *memory, const grid_part *part, int stage, int64_t solve)
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
