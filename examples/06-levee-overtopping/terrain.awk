# A river with meadows beside it, and a low polder: 2000 m x 1000 m.
#   awk -f terrain.awk > terrain.asc
# The river flows to the east; all but the polder falls by 0.5 m a km. Heights in m.
function valley(y) {
    if (y > 860) return 3 + (y - 860) * 0.05    # hillside
    if (y > 810) return 3                       # meadow
    if (y > 750) return 0                       # channel, 60 m wide and 3 m deep
    return 3                                    # meadow up to the levee at y = 700
}
function polder(x, y) { return 1.2 - 0.0006 * (700 - y) + 0.0004 * sqrt((x - 1300) * (x - 1300)) }
BEGIN {
    print "ncols 200\nnrows 100\nxllcorner 0\nyllcorner 0\ncellsize 10\nNODATA_value -9999"
    for (j = 99; j >= 0; --j) {
        for (i = 0; i < 200; ++i) {
            x = 10 * i + 5; y = 10 * j + 5
            z = y > 700 ? valley(y) + 0.0005 * (2000 - x) : polder(x, y)
            printf "%s%.2f", i ? " " : "", z
        }
        print ""
    }
}
