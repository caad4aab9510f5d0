/* What leaves a cell in a half step is at most what it holds: the outflow of a cell that would run
 * dry is reduced to a fraction ("share"). Knows no arrays. */
#ifndef SPATE_PHYSICS_ADI_OUTFLOW_H
#define SPATE_PHYSICS_ADI_OUTFLOW_H

#include "physics/adi_sweep.h"

/* m that flow into a cell and out of it in the half step. */
typedef struct adi_turnover {
    calc in, out;
} adi_turnover;

/* From the sums of both times of the fluxes at its four sides. */
SPATE_FN adi_turnover adi_turnover_of(calc p_back, calc p_front, calc q_low, calc q_high,
                                      const adi_sweep *k)
{
    const calc back = k->along * p_back, front = k->along * p_front;
    const calc low = k->across * q_low, high = k->across * q_high;
    const adi_turnover t = {.in = (max_zero_r(back) + max_zero_r(-front)) +
                                  (max_zero_r(low) + max_zero_r(-high)),
                            .out = (max_zero_r(-back) + max_zero_r(front)) +
                                   (max_zero_r(-low) + max_zero_r(high))};
    return t;
}

/* Smaller shares are set to 0: below the normal numbers of the stored type they would be rounded
 * by more than an epsilon. */
#define ADI_LEAST_SHARE C(sizeof(real) == 4 ? 0x1p-126 : 0x1p-1022)

/* Largest share of its outflow that a cell can supply from h and what flows in, m in the half
 * step. */
SPATE_FN calc adi_share(calc h, calc in, calc out)
{
    const calc has = h + in;
    const calc share = out > has ? div_r(max_zero_r(has), out) : C(1);
    return share >= ADI_LEAST_SHARE ? share : C(0);
}

/* Of the stored type, not of the arithmetic. */
#define ADI_STORED_EPSILON C(sizeof(real) == 4 ? 0x1p-23 : 0x1p-52)

/* How far rounding may take a depth with shares below zero: five roundings of what is added up,
 * because shares are rounded when they are stored. */
SPATE_FN calc adi_depth_noise(calc h, adi_turnover all)
{
    return (C(5) * ADI_STORED_EPSILON) * ((h + all.in) + all.out);
}

/* Outward flux (m2/s, sum of two times) that the share of the donor withholds from a boundary face
 * in a half step, at least 0. fresh: the new flux in the sum. A flux that its own sweep (along)
 * has reduced counts three more times: in the next two half steps and, across, in the one after.
 * What will be missing then is counted now, as if all steps had one length. */
SPATE_FN calc adi_withheld(calc share, calc sum, calc fresh, calc outward, int along)
{
    const calc later = along ? C(3) * max_zero_r(outward * fresh) : C(0);
    return (C(1) - share) * (max_zero_r(outward * sum) + later);
}

#endif
