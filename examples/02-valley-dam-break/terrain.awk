# Writes a valley that winds down to a plain, 5.5 km long, with a gorge at x = 1350 m where the dam stood.
# The hills beyond the valley were not surveyed: NoData.
# awk -f terrain.awk > terrain.asc
function bell(s) { return exp(-s * s) }

# Waves of several lengths and directions: uneven sides without a random number.
function uneven(x, y) {
    return 3 * sin(x / 310 + 1.3) * sin(y / 270 + 0.4) + 2 * sin((x + y) / 170) * cos((x - 2 * y) / 330)
}

BEGIN {
    pi = 3.14159265
    cell = 25; nx = 220; ny = 100
    printf "ncols %d\nnrows %d\nxllcorner 0\nyllcorner 0\ncellsize %g\nnodata_value -99\n", nx, ny, cell
    for (j = ny - 1; j >= 0; --j) {         # rows from north to south
        for (i = 0; i < nx; ++i) {
            x = (i + 0.5) * cell; y = (j + 0.5) * cell
            axis = 1250 + 380 * sin(2 * pi * (x - 1350) / 1900) * (1 - bell((x - 1350) / 400))
            half = 90 + 190 * bell((x - 650) / 500) - 45 * bell((x - 1350) / 200)  # of the floor, m wide
            if (x > 4300) half += 0.45 * (x - 4300)     # the plain
            off = y > axis ? y - axis : axis - y
            side = off > half ? off - half : 0
            rise = 42 * (1 - exp(-side / 190))
            z = 32 - 0.006 * x + 1.5 * (off < half ? off / half : 1)^2 \
                + rise + uneven(x, y) * rise / 42 + 25 * bell(x / 150)             # closed at its upper end
            printf "%s%s", (side > 215 ? "-99" : sprintf("%.1f", z)), (i < nx - 1 ? " " : "\n")
        }
    }
}
