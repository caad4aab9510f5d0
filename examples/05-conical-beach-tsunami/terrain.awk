# A conical island in a flat basin, and the wave from the west.
#   awk -f terrain.awk > terrain.asc
#   awk -v what=wave -f terrain.awk > wave.csv
# The shape of Briggs et al. (1995), 100 times as large: 32 m of water, slope 1:4, 720 m across at
# the foot, 220 m at the flat top. Heights are from the floor of the basin.
function sech2(s,    c) { c = (exp(s) + exp(-s)) / 2; return 1 / (c * c) }
function wave(height, depth,    speed, k, t) { # solitary wave, its crest at 60 s
    speed = sqrt(9.81 * (depth + height))
    k = sqrt(3 * height / (4 * depth * depth * depth))
    print "# Solitary wave of " height " m on " depth " m of water.\ntime [s],level [m]"
    for (t = 0; t <= 300; t += 2) printf "%d,%.4f\n", t, height * sech2(k * speed * (t - 60))
}
function island(x, y,    z) {
    z = (360 - sqrt(x * x + y * y)) / 4
    return z < 0 ? 0 : z > 62.5 ? 62.5 : z
}
BEGIN {
    if (what == "wave") { wave(0.181 * 32, 32); exit }
    cell = 12.5
    print "ncols 200\nnrows 240\nxllcorner -1250\nyllcorner -1500\ncellsize " cell
    print "NODATA_value -9999"
    for (j = 119; j >= -120; --j) {
        for (i = -100; i < 100; ++i) {
            z = island((i + 0.5) * cell, (j + 0.5) * cell)
            printf(z > 0 ? "%.2f%s" : "%d%s", z, i < 99 ? " " : "\n")
        }
    }
}
