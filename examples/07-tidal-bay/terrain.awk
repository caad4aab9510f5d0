# Writes a bay of 400 km x 200 km, open to the west: 40 m deep, shallower towards the coasts, with an island.
# awk -f terrain.awk > terrain.asc
function least(a, b) { return a < b ? a : b }
BEGIN {
    cell = 2000; nx = 200; ny = 100
    printf "ncols %d\nnrows %d\nxllcorner 0\nyllcorner 0\ncellsize %g\n", nx, ny, cell
    for (j = 0; j < ny; ++j)
        for (i = 0; i < nx; ++i) {
            x = (i + 0.5) * cell / 1000; y = (ny - j - 0.5) * cell / 1000   # km; rows begin in the north
            coast = least(least(y, 200 - y), 400 - x)
            bed = coast < 30 ? -40 * sqrt(coast / 30) + 3 : -37
            isle = sqrt((x - 300) ^ 2 + (y - 120) ^ 2)
            if (isle < 25) bed = 8 - 45 * (isle / 25)
            printf "%.4g%s", bed, i < nx - 1 ? " " : "\n"
        }
}
