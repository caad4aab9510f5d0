# awk -f terrain.awk >terrain.asc: a reach of 1.2 km with a slope of 1 in 1000 and sloping banks.
BEGIN {
    nx = 60; ny = 12; cell = 20
    printf "ncols %d\nnrows %d\nxllcorner 0\nyllcorner 0\ncellsize %d\n", nx, ny, cell
    for (j = ny - 1; j >= 0; --j)
        for (i = 0; i < nx; ++i) {
            side = j - 5.5 < 0 ? 5.5 - j : j - 5.5
            printf "%.2f%s", 10 - 0.02 * i + (side > 2 ? 0.8 * (side - 2) : 0), i < nx - 1 ? " " : "\n"
        }
}
