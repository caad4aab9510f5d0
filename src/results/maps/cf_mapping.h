/* A coordinate system as CF describes it: grid_mapping_name and its parameters (CF-1.8, appendix
 * F), made from its WKT. */
#ifndef SPATE_RESULTS_CF_MAPPING_H
#define SPATE_RESULTS_CF_MAPPING_H

enum { CF_MAPPING_MOST = 12 };

typedef struct cf_mapping {
    const char *name; /* "transverse_mercator"; NULL where CF has no name for the projection */
    int count;
    struct {
        const char *name;
        double value[2];
        int values; /* 1, or 2 for two standard parallels */
    } attributes[CF_MAPPING_MOST];
} cf_mapping;

/* wkt: WKT 1 of a projected system. */
cf_mapping cf_mapping_of(const char *wkt);

#endif
