/* For the files keys_*.c, which hold the tables of keys: one file for each topic of the case file.
 * Ranges exclude mistakes (a forgotten unit, a comma for a point), not rare cases. */
#ifndef SPATE_CASEFILE_KEY_TABLE_H
#define SPATE_CASEFILE_KEY_TABLE_H

#include "casefile/keys.h"

typedef struct key_table {
    const case_key *keys;
    int count;
} key_table;

#define KEY_TABLE(array)                                                                           \
    {                                                                                              \
        (array), (int)(sizeof(array) / sizeof *(array))                                            \
    }

extern const key_table keys_of_grid, keys_of_water, keys_of_boundaries, keys_of_forcing,
    keys_of_output, keys_of_solver;
/* Filled by the first call of keys_of_schemes_make, from the schemes that are registered then. */
extern key_table keys_of_schemes;
void keys_of_schemes_make(void);

#define RANGE(a, b) .low = (a), .high = (b)
#define ONE_OF(name) .group = (name), .flags = KEY_ONE_NEEDED
#define LEVELS RANGE(-12000, 12000) /* m: from the deepest trench to above the highest summit */

#define OF_FILE .otherwise = "that of the file"

/* How the times of a CSV file are understood. */
#define TIME_KEYS(at)                                                                              \
    {.path = at ".zone",                                                                           \
     .forms = KEY_TEXT,                                                                            \
     .needs = "file",                                                                              \
     .otherwise = "every date has one",                                                            \
     .help = "Zone of dates without one: an offset such as +01:00, or a name such as "             \
             "Europe/London. An hour that occurs twice is the first, then the second."},           \
    {                                                                                              \
        .path = at ".hold", .forms = KEY_CHOICE, .choices = "last", .needs = "file",               \
        .otherwise = "the file must cover the run",                                                \
        .help = "A file that ends before the run: its last value holds to the end."                \
    }

/* {file, column, unit, scale, zone, hold}: a column of a CSV file against time. */
#define SERIES_KEYS(at, kind, file_rule, beside, unit_rule)                                        \
    {.path = at ".file", .forms = KEY_FILE, file_rule, .help = "CSV file with a time column."},    \
        {.path = at ".column",                                                                     \
         .forms = KEY_TEXT,                                                                        \
         .needs = "file",                                                                          \
         .otherwise = "the only one",                                                              \
         .help = "Column of the file, by its name in the header."},                                \
        {.path = at ".unit",                                                                       \
         .forms = KEY_UNIT,                                                                        \
         .unit = (kind),                                                                           \
         .needs = beside,                                                                          \
         unit_rule,                                                                                \
         .help = "Unit of the values, if the file has none."},                                     \
        TIME_KEYS(at),                                                                             \
    {                                                                                              \
        .path = at ".scale", .forms = KEY_NUMBER, .fallback = "1", .needs = beside,                \
        RANGE(-1e6, 1e6), .help = "Factor on the values."                                          \
    }
#define OFFSET_KEY(at)                                                                             \
    {                                                                                              \
        .path = at ".offset", .forms = KEY_NUMBER, .unit = UNIT_LENGTH, .fallback = "0 m",         \
        .needs = "file", LEVELS,                                                                   \
        .help = "Added to the values, after the factor: the difference of two datums."             \
    }

/* {file, band, unit, scale}: a raster. */
#define RASTER_KEYS(at, kind, file_rule, unit_rule)                                                \
    {.path = at ".file", .forms = KEY_FILE, file_rule, .help = "Raster."},                         \
        {.path = at ".band",                                                                       \
         .forms = KEY_INTEGER,                                                                     \
         .otherwise = "the only one",                                                              \
         .needs = "file",                                                                          \
         RANGE(1, 65535),                                                                          \
         .help = "Band of the raster."},                                                           \
        {.path = at ".unit",                                                                       \
         .forms = KEY_UNIT,                                                                        \
         .unit = (kind),                                                                           \
         .needs = "file",                                                                          \
         unit_rule,                                                                                \
         .help = "Unit of the values."},                                                           \
    {                                                                                              \
        .path = at ".scale", .forms = KEY_NUMBER, .fallback = "1", .needs = "file",                \
        RANGE(-1e6, 1e6), .help = "Factor on the values."                                          \
    }

/* A level at a boundary: a series, a sum of tides, or several stations. */
#define LEVEL_KEYS(at)                                                                             \
    SERIES_KEYS(at, UNIT_LENGTH, ONE_OF("source"), "file", OF_FILE), OFFSET_KEY(at),               \
        {.path = at ".constituents",                                                               \
         .forms = KEY_LIST,                                                                        \
         ONE_OF("source"),                                                                         \
         .help = "Tide as a sum of cosines: amplitude * cos(360 deg * t / period - phase)."},      \
        {.path = at ".constituents[].amplitude",                                                   \
         .forms = KEY_NUMBER,                                                                      \
         .unit = UNIT_LENGTH,                                                                      \
         .flags = KEY_REQUIRED,                                                                    \
         RANGE(0, 100),                                                                            \
         .help = "Half the range of this constituent."},                                           \
        {.path = at ".constituents[].period",                                                      \
         .forms = KEY_NUMBER,                                                                      \
         .unit = UNIT_TIME,                                                                        \
         .flags = KEY_REQUIRED,                                                                    \
         RANGE(1e-3, 1e9),                                                                         \
         .help = "Its period; M2 has 12.4206 h."},                                                 \
        {.path = at ".constituents[].phase",                                                       \
         .forms = KEY_NUMBER,                                                                      \
         .unit = UNIT_ANGLE,                                                                       \
         .fallback = "0 deg",                                                                      \
         RANGE(-3600, 3600),                                                                       \
         .help = "Delay of high water after time.start; 360 deg is one period."},                  \
        {.path = at ".mean",                                                                       \
         .forms = KEY_NUMBER,                                                                      \
         .unit = UNIT_LENGTH,                                                                      \
         .fallback = "0 m",                                                                        \
         .needs = "constituents",                                                                  \
         LEVELS,                                                                                   \
         .help = "Mean level of the tide."},                                                       \
        {.path = at ".stations",                                                                   \
         .forms = KEY_LIST,                                                                        \
         ONE_OF("source"),                                                                         \
         .help = "Levels at several stations, interpolated between them."},                        \
        {.path = at ".stations[].at",                                                              \
         .forms = KEY_POINT,                                                                       \
         .flags = KEY_REQUIRED,                                                                    \
         .help = "Where the station is."},                                                         \
        SERIES_KEYS(at ".stations[]", UNIT_LENGTH, .flags = KEY_REQUIRED, "file", OF_FILE),        \
        OFFSET_KEY(at ".stations[]")

#endif
