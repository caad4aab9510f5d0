# Writes a valley that winds 5.5 km down to a plain, with a gorge at 1.35 km where the dam stood.
# awk -f terrain.awk > terrain.asc
function bell(s) { return exp(-s * s) }
# Sum of waves of several lengths and directions: hills without a random number.
function hills(x, y) {
    return 6 * sin(x / 310 + 1.3) * sin(y / 270 + 0.4) + 3.5 * sin((x + y) / 170) * cos((x - 2 * y) / 330) \
         + 1.5 * sin((2 * x - y) / 120 + 2)
}
BEGIN {
    pi = 3.14159265
    cell = 25; nx = 220; ny = 100
    printf "ncols %d\nnrows %d\nxllcorner 0\nyllcorner 0\ncellsize %g\n", nx, ny, cell
    for (j = ny - 1; j >= 0; --j) {         # rows from north to south
        for (i = 0; i < nx; ++i) {
            x = (i + 0.5) * cell; y = (j + 0.5) * cell
            axis = 1250 + (380 * sin(2 * pi * (x - 1350) / 1900)) * (1 - bell((x - 1350) / 400))
            floor = 32 - 0.006 * x                      # slope 0.6 %
            half = 90 + 190 * bell((x - 650) / 500) - 45 * bell((x - 1350) / 200)
            if (x > 4300) half += 0.45 * (x - 4300)     # the plain
            off = y > axis ? y - axis : axis - y
            side = off > half ? off - half : 0
            rise = 42 * (1 - exp(-side / 190))          # valley sides, 42 m high
            edge = 25 * bell(x / 150)                   # closes the upper end
            z = floor + 1.5 * (off < half ? off / half : 1)^2 + edge + rise + hills(x, y) * rise / 42
            printf "%.1f%s", z, i < nx - 1 ? " " : "\n"
        }
    }
}
