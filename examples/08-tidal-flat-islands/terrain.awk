# Writes a beach, a flat and two islands: bed 0 to 4.5 m over the first 250 m, then level; 600 m x 600 m. The islands are
# Gaussian hills of 4 m on the beach, at (120, 220) and (120, 380).
# awk -f terrain.awk > terrain.asc
function hill(x, y, x0, y0) { return 4 * exp(-((x - x0) ^ 2 + (y - y0) ^ 2) / (2 * 30 ^ 2)) }
BEGIN {
    cell = 6; n = 100
    printf "ncols %d\nnrows %d\nxllcorner 0\nyllcorner 0\ncellsize %g\n", n, n, cell
    for (j = 0; j < n; ++j)
        for (i = 0; i < n; ++i) {
            x = (i + 0.5) * cell; y = (n - j - 0.5) * cell
            bed = x < 250 ? 4.5 * x / 250 : 4.5
            printf "%.4g%s", bed + hill(x, y, 120, 220) + hill(x, y, 120, 380), i < n - 1 ? " " : "\n"
        }
}
