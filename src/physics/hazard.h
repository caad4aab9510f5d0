/* How dangerous a flood is to people, vehicles and buildings: two national classifications, of one
 * cell. Depth d in m, speed v in m/s, their product d v in m2/s. Doubles on the host, used at the
 * end of a run. */
#ifndef SPATE_PHYSICS_HAZARD_H
#define SPATE_PHYSICS_HAZARD_H

/* Classes H1 to H6 as 1 to 6 (Smith, Davey & Cox 2014; Australian Rainfall and Runoff 2019, book
 * 6, table 6.7.4):
 *
 *        d v    d     v
 *   H1   0.3   0.3   2.0   generally safe for people, vehicles and buildings
 *   H2   0.6   0.5   2.0   unsafe for small vehicles
 *   H3   0.6   1.2   2.0   unsafe for vehicles, children and the elderly
 *   H4   1.0   2.0   2.0   unsafe for people and vehicles
 *   H5   4.0   4.0   4.0   unsafe for vehicles and people; buildings need special design
 *   H6   beyond            unsafe for vehicles and people; all buildings may fail
 *
 * the first class whose three limits all hold. A class is the worst of those that d v, d and v
 * have each by itself, and each of these grows with its quantity. So the largest values of a run,
 * though at different moments, give exactly the worst class of any moment. */
static inline int hazard_arr_class(double depth, double speed, double product)
{
    static const double most[5][3] = {
        {0.3, 0.3, 2}, {0.6, 0.5, 2}, {0.6, 1.2, 2}, {1, 2, 2}, {4, 4, 4}};
    int n = 0;
    while (n < 5 && !(product <= most[n][0] && depth <= most[n][1] && speed <= most[n][2]))
        ++n;
    return n + 1;
}

/* Hazard rating d (v + 0.5) + DF (Defra and Environment Agency, FD2320/TR2 and FD2321/TR1), with
 * the debris factor DF of the supplementary note of 2008: 0.5 up to 0.25 m of water, 1 in deeper
 * water. Of the largest depth and product of a run it is never below that of any moment: d v + d/2
 * is at most the sum of the two largest values. */
static inline double hazard_uk_rating(double depth, double product)
{
    return product + 0.5 * depth + (depth > 0.25 ? 1 : 0.5);
}

/* 1 low (caution), below 0.75; 2 moderate (danger for some), below 1.25; 3 significant (danger for
 * most), up to 2; 4 extreme (danger for all). Limits of the note of 2008; FD2320 of 2005 had 2.5
 * for the last. */
static inline int hazard_uk_class(double rating)
{
    return rating < 0.75 ? 1 : rating < 1.25 ? 2 : rating <= 2 ? 3 : 4;
}

#endif
