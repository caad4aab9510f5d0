/* Choices of tuning kept in the user's cache folder (XDG Base Directory Specification), one file for
 * each machine. */
#ifndef SPATE_RUN_TUNING_CACHE_H
#define SPATE_RUN_TUNING_CACHE_H

#include <stddef.h>

/* What is kept for a scheme on this machine: the rate of a device, or for some devices together how
 * often they exchange their states, or what it costs to share a step. */
typedef struct kept_rate {
    char scheme[32], device[48]; /* a list of devices, with `every` and `sharing` */
    int precision, threads;
    double rate;    /* tiles per second */
    int every;      /* steps between exchanges; 0: this is something else */
    double sharing; /* s of a step; 0: this is something else */
} kept_rate;

enum { MOST_KEPT_RATES = 256 };

/* The file of this machine. Returns 0 where there is no folder for it. */
int tuning_cache_path(char *path, size_t room);
/* The choices in the file; 0 if it does not exist. A file that cannot be understood counts as none,
 * and *broken is set. */
int tuning_cache_read(const char *path, kept_rate *rates, int most, int *broken);
/* Replaces the file. Returns 0 where that fails. */
int tuning_cache_write(const char *path, const kept_rate *rates, int count);

#endif
