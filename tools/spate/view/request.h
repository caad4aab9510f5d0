/* The protocol of spate view, and the reader of its requests. Pure: no sockets, no files, so that it
 * can be fuzzed. What is not listed here is refused.
 *
 * All paths begin with the token, which is made at random for each server:
 *
 *   GET  /TOKEN/                          the page; /TOKEN/NAME.js, NAME.css: its files
 *   GET  /TOKEN/view.json                 runs, program, whether control is allowed
 *   GET  /TOKEN/RUN/meta.json             title, grid, levels of detail, kinds of maps, places
 *   GET  /TOKEN/RUN/state/FROM.json       status, progress, times of the frames from number FROM
 *   GET  /TOKEN/RUN/legend/KIND.json      colours, ends and ticks of the colour bar
 *   GET  /TOKEN/RUN/tile/KIND/FRAME/LEVEL/X/Y    a tile (tile_code.h); FRAME 0 where KIND has no time.
 *                                         FRAME is A-B for the difference of run 0 and run 1
 *   GET  /TOKEN/RUN/point/I/J/FROM/COUNT  values of cell (I, J) in COUNT frames from frame FROM
 *   GET  /TOKEN/RUN/gauge/N.csv           the N-th gauge as the run wrote it; section/N.csv the same
 *   GET  /TOKEN/RUN/balance.csv           mass.csv
 *   POST /TOKEN/RUN/pause, go-on, stop    only with --control
 *
 * RUN is 0, with --against also 1. KIND is a name of plane_kinds.c. Numbers are decimal without
 * signs. A name is never part of a path on the disk. */
#ifndef SPATE_VIEW_REQUEST_H
#define SPATE_VIEW_REQUEST_H

#include <stddef.h>
#include <stdint.h>

typedef enum {
    VIEW_FILE,    /* name: of an embedded file, "" is the page */
    VIEW_ABOUT,   /* view.json */
    VIEW_META,    /* from here on with run */
    VIEW_STATE,   /* frame */
    VIEW_LEGEND,  /* name: the kind */
    VIEW_TILE,    /* name, frame, other, level, x, y */
    VIEW_POINT,   /* x, y: the cell; frame, count */
    VIEW_GAUGE,   /* place */
    VIEW_SECTION, /* place */
    VIEW_BALANCE,
    VIEW_PAUSE, /* from here on POST */
    VIEW_GO_ON,
    VIEW_STOP
} view_wish;

enum { VIEW_TOKEN_LENGTH = 32, VIEW_NAME_ROOM = 48, VIEW_MOST_RUNS = 2, VIEW_MOST_POINTS = 64 };

typedef struct view_request {
    view_wish wish;
    int run;
    char name[VIEW_NAME_ROOM];
    int64_t frame, other; /* other: -1, or the frame of run 1 */
    int64_t level, x, y, count, place;
} view_request;

typedef enum {
    REQUEST_OK,
    REQUEST_WRONG_HOST,  /* the name in Host is not one of this machine's loopback: 421 */
    REQUEST_WRONG_TOKEN, /* 403; says nothing about what would be there */
    REQUEST_UNKNOWN,     /* 404 */
    REQUEST_WRONG_METHOD /* 405 */
} request_verdict;

/* host, origin: the headers, NULL where absent; port: of the server. The path is as it came, without
 * the query. Never reads beyond the strings. */
request_verdict request_read(const char *method, const char *path, const char *host,
                             const char *origin, int port, const char token[VIEW_TOKEN_LENGTH + 1],
                             view_request *out);

/* The status code and a sentence for the body of a refusal. */
int request_code(request_verdict verdict);
const char *request_sentence(request_verdict verdict);

#endif
