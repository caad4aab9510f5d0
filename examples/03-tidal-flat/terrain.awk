# Writes a beach and a flat: bed 0 to 4.5 m over the first 250 m, then level; 600 m x 600 m.
# awk -f terrain.awk > terrain.asc
BEGIN {
    cell = 12.5; n = 48
    printf "ncols %d\nnrows %d\nxllcorner 0\nyllcorner 0\ncellsize %g\n", n, n, cell
    for (j = 0; j < n; ++j)
        for (i = 0; i < n; ++i) {
            x = (i + 0.5) * cell
            printf "%.4g%s", x < 250 ? 4.5 * x / 250 : 4.5, i < n - 1 ? " " : "\n"
        }
}
