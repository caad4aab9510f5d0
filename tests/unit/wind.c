/* Wind stress: drag laws at their published values, and the direction it pushes. */
#include "physics/wind.h"

#include "check.h"

/* Coefficients times 10^3 at 10 and 20 m/s, computed by hand from the papers' lines. */
static void drag_laws_have_their_published_values(void)
{
    const double rounding = 4 * 0x1p-52 * 2.5e-3; /* of a product and a sum */
    CHECK_NEAR(drag_smith_banke(10), 1.29e-3, rounding);
    CHECK_NEAR(drag_smith_banke(20), 1.95e-3, rounding);
    CHECK_NEAR(drag_large_pond(10), 1.2e-3, rounding);
    CHECK_NEAR(drag_large_pond(20), 1.79e-3, rounding);
    CHECK_NEAR(drag_wu(10), 1.45e-3, rounding);
    CHECK_NEAR(drag_wu(20), 2.1e-3, rounding);
    CHECK(drag_coefficient(DRAG_CONSTANT, 2e-3, 50) == 2e-3);
    CHECK(drag_coefficient(DRAG_WU, 0, 20) == drag_wu(20));
}

/* A wind from the north pushes to the south, one from the west to the east. */
static void wind_pushes_away_from_where_it_comes(void)
{
    const double size = 1.2e-3 * 1.5e-3 * 100, rounding = size * 8 * 0x1p-52;
    const struct {
        double from, east, north;
    } winds[] = {{0, 0, -1}, {90, -1, 0}, {180, 0, 1}, {270, 1, 0}, {360, 0, -1}};
    for (int k = 0; k < 5; ++k) {
        const wind_stress s = wind_stress_of(10, winds[k].from, 1.5e-3, 1.2e-3);
        CHECK_NEAR(s.east, size * winds[k].east, rounding);
        CHECK_NEAR(s.north, size * winds[k].north, rounding);
    }
    const wind_stress diagonal = wind_stress_of(10, 225, 1.5e-3, 1.2e-3);
    CHECK_NEAR(diagonal.east, size / sqrt(2), rounding);
    CHECK_NEAR(diagonal.north, size / sqrt(2), rounding);
}

int main(void)
{
    RUN(drag_laws_have_their_published_values);
    RUN(wind_pushes_away_from_where_it_comes);
    return check_done();
}
