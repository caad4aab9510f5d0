/* Claims about the values of a face flux: against the physical flux, against Chen & Noelle's
 * formulas in long double, against numbers computed by hand. */
#include "check.h"
#include "physics/kurganov.h"

enum { SAMPLES = 100000 };
#define EPS ((long double)SPATE_CALC_EPSILON) /* twice the unit roundoff u */

/* Multiples of 2^-10: depths and levels, and their differences, are exact in f32 too. */
static calc draw_lattice(double low, double high)
{
    return (calc)(floor(draw_between(low, high) * 1024) / 1024);
}

static kp_water draw_side(double fastest)
{
    const calc h = draw_below(5) ? draw_lattice(0, 20) : C(0), bed = draw_lattice(-10, 10);
    const kp_water q = {.h = h,
                        .w = h + bed,
                        .u = (calc)draw_between(-fastest, fastest),
                        .v = (calc)draw_between(-fastest, fastest)};
    return q;
}

/* ---- the same flux in long double ---- */

typedef struct exact_side {
    long double h, fall; /* starred depth; how far the level falls to the starred level */
} exact_side;

/* Chen & Noelle 2017: b* = min(max(bL, bR), min(wL, wR)), h* = max(0, min(w - b*, h)), w* = h* +
 * b*. */
static void starred(kp_water l, kp_water r, exact_side *sl, exact_side *sr)
{
    const long double wl = l.w, wr = r.w, bl = wl - l.h, br = wr - r.h;
    const long double b = fminl(fmaxl(bl, br), fminl(wl, wr));
    sl->h = fmaxl(0, fminl(wl - b, l.h));
    sr->h = fmaxl(0, fminl(wr - b, r.h));
    sl->fall = wl - (sl->h + b);
    sr->fall = wr - (sr->h + b);
}

typedef struct exact_flux {
    long double mass, left, right, shear;
} exact_flux;

/* F = F_L + a-/(a+ - a-) [(F_L - F_R) + a+ (Q_R - Q_L)] (Kurganov & Petrova 2007), and its parts
 * for the cells. */
static exact_flux exact_face(kp_water l, kp_water r, long double g)
{
    exact_side sl, sr;
    starred(l, r, &sl, &sr);
    const long double ul = l.u, ur = r.u, cl = sqrtl(g * sl.h), cr = sqrtl(g * sr.h);
    const long double ap = fmaxl(0, fmaxl(ul + cl, ur + cr)),
                      am = fminl(0, fminl(ul - cl, ur - cr));
    const long double k = ap > am ? am / (ap - am) : 0;
    const long double ql = sl.h * ul, qr = sr.h * ur;
    const long double pl = 0.5L * g * sl.h * sl.h, pr = 0.5L * g * sr.h * sr.h;
    const long double fl = ql * ul + pl, fr = qr * ur + pr;
    const long double momentum = fl + k * ((fl - fr) + ap * (qr - ql));
    const long double mass = ql + k * ((ql - qr) + ap * (sr.h - sl.h));
    const exact_flux f = {
        .mass = mass,
        .left = momentum - pl - 0.5L * g * (l.h + sl.h) * sl.fall,
        .right = momentum - pr - 0.5L * g * (r.h + sr.h) * sr.fall,
        .shear = mass * (mass > 0 ? l.v : r.v), /* the contact wave */
    };
    return f;
}

/* ---- consistency ---- */

/* The physical flux (h u, h u^2 + g h^2/2, h u v), written out. Roundings of the face: 1/(a+ -
 * a-) two, each weight one more, h u one, each product and the difference one; the weights add
 * up to 1. Mass 6 u, momentum and shear 7 u: 3.5 eps, and a little for products of errors. */
static void equal_states_give_the_physical_flux(void)
{
    const calc g = C(9.81);
    long double worst = 0;
    for (int n = 0; n < SAMPLES; ++n) {
        const calc h = (calc)draw_size(1e-4, 100);
        const kp_water q = {.h = h,
                            .w = h + (calc)draw_between(-100, 100),
                            .u = (calc)draw_between(-40, 40),
                            .v = (calc)draw_between(-40, 40)};
        const kp_flux f = kp_face(q, q, g);
        const long double hh = q.h, u = q.u, v = q.v;
        worst = fmaxl(worst, fabsl((long double)f.mass - hh * u) / fabsl(hh * u));
        /* Both sides lack their own pressure, g h^2/2. */
        worst = fmaxl(worst, fabsl((long double)f.left - hh * u * u) / (hh * u * u));
        worst = fmaxl(worst, fabsl((long double)f.right - hh * u * u) / (hh * u * u));
        worst = fmaxl(worst, fabsl((long double)f.shear - hh * u * v) / fabsl(hh * u * v));
        /* The speed: u + sqrt(g h) takes 2.5 roundings of at most |u| + c. */
        const long double fastest = fabsl(u) + sqrtl((long double)g * hh);
        CHECK_NEAR(f.speed, fastest, 1.5L * EPS * fastest);
    }
    CHECK_AT_MOST("relative error of F(q, q) / eps", worst / EPS, 3.6);
}

/* ---- hydrostatic reconstruction ---- */

/* Still water shows the larger starred depth by its speed, sqrt(g h*): to the bit, for the
 * depths are exact on the lattice. Water much faster than its waves shows one side: mass = h*_L
 * u or h*_R u. */
static void starred_depths_are_those_of_chen_and_noelle(void)
{
    const calc g = C(9.81), fast = C(4096);
    long double worst = 0;
    int dry = 0, full = 0;
    for (int n = 0; n < SAMPLES; ++n) {
        kp_water l = draw_side(0), r = draw_side(0);
        exact_side sl, sr;
        starred(l, r, &sl, &sr);
        CHECK(kp_face(l, r, g).speed == sqrt_r(g * (calc)fmaxl(sl.h, sr.h)));
        l.u = r.u = fast;
        const long double east = kp_face(l, r, g).mass / (long double)fast;
        l.u = r.u = -fast;
        const long double west = kp_face(l, r, g).mass / (long double)-fast;
        CHECK((east == 0) == (sl.h == 0) && (west == 0) == (sr.h == 0));
        if (sl.h > 0)
            worst = fmaxl(worst, fabsl(east / sl.h - 1));
        if (sr.h > 0)
            worst = fmaxl(worst, fabsl(west / sr.h - 1));
        dry += sl.h == 0;
        full += sl.h == l.h && sl.h > 0;
    }
    printf("  left side: %d dry, %d of full depth, of %d\n", dry, full, (int)SAMPLES);
    CHECK(dry > 1000 && full > 1000 && dry + full < SAMPLES - 1000);
    /* ap * (1/ap) two roundings, h u one, their product one. */
    CHECK_AT_MOST("relative error of h* / eps", worst / EPS, 2.01);
}

/* A = max(|u| + c), H = max h*, D = a+ - a- >= A. Starred depths are exact. With u the roundoff:
 *   mass: a+ and a- are off by 2.5 u A each, and the flux changes by at most 3H per unit of
 *     either: 15 u. Then 5 u for each of two products of AH, 6 u for the diffusion, 4 u for
 *     sums: 35 u AH.
 *   momentum: |F| <= 1.25 A^2 H with the half pressure difference; the same count gives 27.5 u
 *     for the speeds, 24 u for the rest, and 5 u of the term with the fall, g (h + h*)/2 fall.
 *   shear: as mass, with |v|, and one rounding more: 36 u AHV. Where the rounded mass has the other
 *     sign, both are below the error of the mass. */
static void fluxes_agree_with_long_double(void)
{
    const calc g = C(9.81);
    long double mass = 0, momentum = 0, shear = 0;
    for (int n = 0; n < SAMPLES; ++n) {
        const double fastest = draw_size(0.01, 100);
        const kp_water l = draw_side(fastest), r = draw_side(fastest);
        const kp_flux f = kp_face(l, r, g);
        const exact_flux e = exact_face(l, r, g);
        exact_side sl, sr;
        starred(l, r, &sl, &sr);
        const long double depth = fmaxl(sl.h, sr.h);
        const long double a = fmaxl(fabsl(l.u) + sqrtl(g * sl.h), fabsl(r.u) + sqrtl(g * sr.h));
        const long double v = fmaxl(fabsl(l.v), fabsl(r.v)), size = a * a * depth;
        const long double pl = 0.5L * g * (l.h + sl.h) * sl.fall;
        const long double pr = 0.5L * g * (r.h + sr.h) * sr.fall;
        if (depth == 0) {
            CHECK(f.mass == C(0) && f.shear == C(0));
            CHECK_NEAR(f.left, e.left, 2.5L * EPS * pl);
            CHECK_NEAR(f.right, e.right, 2.5L * EPS * pr);
            continue;
        }
        mass = fmaxl(mass, fabsl(f.mass - e.mass) / (17.5L * a * depth));
        shear = fmaxl(shear, fabsl(f.shear - e.shear) / (18.0L * a * depth * v));
        momentum = fmaxl(momentum, fabsl(f.left - e.left) / (26.0L * size + 2.5L * pl));
        momentum = fmaxl(momentum, fabsl(f.right - e.right) / (26.0L * size + 2.5L * pr));
    }
    CHECK_AT_MOST("error of mass over its bound", mass / EPS, 1);
    CHECK_AT_MOST("error of momentum over its bound", momentum / EPS, 1);
    CHECK_AT_MOST("error of shear over its bound", shear / EPS, 1);
}

/* ---- upwinding ---- */

/* All waves run to the right: the flux is that of the starred left state, and the right
 * velocities do not enter by a bit. The weight a+ (1/a+) is 1 within eps; half_dp is g/4 (h*_L^2
 * - h*_R^2). */
static void supersonic_flow_is_upwinded(void)
{
    const calc g = C(9.81);
    long double worst = 0;
    for (int n = 0; n < SAMPLES; ++n) {
        kp_water l = draw_side(10), r = draw_side(10);
        l.u = (calc)draw_between(40, 80); /* waves on 20 m of water run at 14 m/s */
        r.u = (calc)draw_between(15, 25);
        const kp_flux f = kp_face(l, r, g);
        r.u += C(0.5), r.v += C(3);
        const kp_flux other = kp_face(l, r, g);
        CHECK(f.mass == other.mass && f.left == other.left && f.right == other.right &&
              f.shear == other.shear && f.speed == other.speed);
        exact_side sl, sr;
        starred(l, r, &sl, &sr);
        if (sl.h == 0)
            continue;
        const exact_flux e = exact_face(l, r, g);
        const long double q = sl.h * l.u, dp = 0.25L * g * fabsl(sl.h * sl.h - sr.h * sr.h);
        const long double falls =
            2.5L * 0.5L * g * ((l.h + sl.h) * sl.fall + (r.h + sr.h) * sr.fall);
        CHECK_NEAR(f.mass, q, 2.01L * EPS * q);
        CHECK_NEAR(f.shear, q * l.v, 2.51L * EPS * fabsl(q * l.v));
        /* weight 2 u, h u and u (h u) 2 u, product 1 u, three sums 1 u each; the pressure 3 u,
         * twice. */
        const long double bound = EPS * (4 * (q * l.u + 2 * dp) + 3 * dp + falls);
        worst = fmaxl(worst, fabsl(f.left - e.left) / bound);
        worst = fmaxl(worst, fabsl(f.right - e.right) / bound);
    }
    CHECK_AT_MOST("error of momentum over its bound", worst, 1);
}

/* ---- by hand: all numbers are binary fractions, so there is no tolerance ---- */

static void dam_break_face_has_its_hand_value(void)
{
    /* g = 16: c = 8 and 4. a = +-8, mass = -64/16 (1 - 4) = 12, momentum = (8*16 + 8*1)/2 = 68. */
    const kp_water l = {.h = C(4), .w = C(4), .v = C(3)}, r = {.h = C(1), .w = C(1), .v = C(2)};
    const kp_flux f = kp_face(l, r, C(16));
    CHECK(f.mass == C(12) && f.speed == C(8));
    CHECK(f.left == C(68 - 128) && f.right == C(68 - 8));
    CHECK(f.shear == C(36)); /* the water comes from the left, with its 3 m/s */
}

static void a_step_in_the_bed_has_its_hand_value(void)
{
    /* Bed 0 and 2, levels 4 and 3, g = 8: b* = 2, h* = 2 and 1, a = +-4, diffusion -2. */
    const kp_water l = {.h = C(4), .w = C(4)}, r = {.h = C(1), .w = C(3)};
    const kp_flux f = kp_face(l, r, C(8));
    CHECK(f.mass == C(2) && f.speed == C(4));
    CHECK(f.left == C(10 - 16) && f.right == C(10 - 4));
}

static void a_waterfall_has_its_hand_value(void)
{
    /* Bed 5 and 0, levels 6 and 1, g = 16: b* = min(5, 1) = 1, h* = 1 and 0, w*_L = 2: a fall of 4.
     * a = +-4, mass 2, momentum 8/2 = 4; left 4 - 8 - 8 (1 + 1) 4. */
    const kp_water l = {.h = C(1), .w = C(6)}, r = {.h = C(1), .w = C(1)};
    const kp_flux f = kp_face(l, r, C(16));
    CHECK(f.mass == C(2) && f.speed == C(4));
    CHECK(f.left == C(-68) && f.right == C(4));
}

int main(void)
{
    RUN(equal_states_give_the_physical_flux);
    RUN(starred_depths_are_those_of_chen_and_noelle);
    RUN(fluxes_agree_with_long_double);
    RUN(supersonic_flow_is_upwinded);
    RUN(dam_break_face_has_its_hand_value);
    RUN(a_step_in_the_bed_has_its_hand_value);
    RUN(a_waterfall_has_its_hand_value);
    return check_done();
}
