# Writes the bed of Kawahara & Umetsu (1986): a channel of 75 m x 30 m with three cones.
# awk -f terrain.awk > terrain.asc
function cone(x, y, x0, y0, top, slope) {
    return top - slope * sqrt((x - x0)^2 + (y - y0)^2)
}
BEGIN {
    cell = 0.25; nx = 300; ny = 120
    printf "ncols %d\nnrows %d\nxllcorner 0\nyllcorner 0\ncellsize %g\n", nx, ny, cell
    for (j = ny - 1; j >= 0; --j) {         # rows from north to south
        for (i = 0; i < nx; ++i) {
            x = (i + 0.5) * cell; y = (j + 0.5) * cell
            z = 0
            c = cone(x, y, 30, 6, 1, 1 / 8);       if (c > z) z = c
            c = cone(x, y, 30, 24, 1, 1 / 8);      if (c > z) z = c
            c = cone(x, y, 47.5, 15, 3, 3 / 10);   if (c > z) z = c
            printf "%s%s", (z > 0 ? sprintf("%.3f", z) : "0"), (i < nx - 1 ? " " : "\n")
        }
    }
}
