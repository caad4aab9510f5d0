/* Quantities with units as text: "20 mm/h" to SI. Knows units, not case files. */
#ifndef SPATE_BASE_UNITS_H
#define SPATE_BASE_UNITS_H

#include <stddef.h>

typedef enum {
    UNIT_NONE,      /* dimensionless */
    UNIT_LENGTH,    /* m, also mm cm km ft in mi; a bare number is metres */
    UNIT_TIME,      /* s, also ms min h d weeks; a bare number is seconds */
    UNIT_RATE,      /* m/s of water: mm/h, mm/d, mm/min, in/h, m/s; a unit is required */
    UNIT_DISCHARGE, /* m3/s, also l/s ML/d ft3/s (cfs); a unit is required */
    UNIT_SPEED,     /* m/s, also km/h kn mph; a unit is required */
    UNIT_ANGLE,     /* deg (stays degrees), rad; a bare number is degrees */
    UNIT_FREQUENCY, /* 1/s; a unit is required */
    UNIT_BETA,      /* 1/(m s), change of a frequency along a length; a unit is required */
    UNIT_PRESSURE,  /* Pa, also hPa kPa mbar; a unit is required */
    UNIT_KINDS
} unit_kind;

/* Factor to SI of a unit by itself ("mm/h"), 0 if it is not of this kind. Superscripts ("m³/s",
 * "m^3/s", "m3 s-1") and a bracket after a stroke ("1/(m s)") are understood. */
double unit_factor(unit_kind kind, const char *unit);
int unit_may_be_bare(unit_kind kind);
/* "mm/h": an example for a message about a missing unit. */
const char *unit_example(unit_kind kind);
/* "m", "s", "m/s": the SI unit, "" for none. */
const char *unit_si(unit_kind kind);

typedef enum {
    QUANTITY_OK,
    QUANTITY_NOT_A_NUMBER,
    QUANTITY_UNIT_MISSING,
    QUANTITY_UNIT_UNKNOWN
} quantity_result;
/* "20 mm/h", "20mm/h", "1e3", "-0.42 m". Numbers use a point; inf and nan are not numbers. */
quantity_result quantity_parse(const char *text, unit_kind kind, double *si);
/* A number alone; the whole text must be it. 1 on success. */
int number_parse(const char *text, double *value);
/* With the fewest digits, from `least` up, that give the same number back. size: 32 is enough. */
const char *number_text(double value, int least, char *out, size_t size);

#endif
