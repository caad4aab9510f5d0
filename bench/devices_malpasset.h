/* Case F of the benchmark of several devices: the dam break of Malpasset, from its case file. */
#ifndef SPATE_BENCH_DEVICES_MALPASSET_H
#define SPATE_BENCH_DEVICES_MALPASSET_H

#include "bench/devices.h"

struct model;

typedef struct malpasset_run {
    struct model *model;
} malpasset_run;

/* Why the case cannot be measured; NULL: it can. */
const char *malpasset_missing(const char *case_file, const devices_setup *s);
/* With the devices, shares and precision of these options; steps as in the thesis, of one stage. */
spate_status malpasset_open(const spate_tool *tool, const char *case_file, const spate_options *o,
                            malpasset_run *run);
spate_sim *malpasset_sim(const malpasset_run *run);
void malpasset_close(malpasset_run *run);

#endif
