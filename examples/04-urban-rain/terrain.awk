# Ground (whole cm) and buildings of a made-up quarter of 400 m x 300 m.
#   awk -f terrain.awk > terrain.asc
#   awk -v what=buildings -f terrain.awk > buildings.geojson
function abs(a) { return a < 0 ? -a : a }
# Falls to the east by 1 % and to the main street (y = 150 m) by 0.5 %; a hollow below the square,
# two sunken yards beside the main street, and the bank of a canal along the eastern edge.
function ground(x, y,    r2, z) {
    r2 = (x - 278) * (x - 278) + (y - 180) * (y - 180)
    z = 150 + (400 - x) + 0.5 * abs(y - 150) - 100 * exp(-r2 / 1600)
    if (abs(x - 357) < 17 && abs(y - 150) > 10 && abs(y - 150) < 54) z -= 50
    if (x > 390) z -= 10 * (x - 390)
    return z
}
function is_street(x, y,    i) {
    if (abs(x - 357) < 17 && abs(y - 150) < 10) return 1 # the ways into the yards
    if (abs(y - 150) < 7 || abs(y - 75) < 5 || abs(y - 225) < 5) return 1
    for (i = 80; i < 400; i += 80) if (abs(x - i) < 5) return 1
    return 0
}
function ring(points,    n, p, i, text) {
    n = split(points, p, " ")
    for (i = 1; i <= n; i += 2) text = text sprintf("[%d,%d],", p[i], p[i + 1])
    text = text sprintf("[%d,%d]", p[1], p[2])
    printf "%s{\"type\":\"Feature\",\"properties\":{},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[%s]]}}", \
        count++ ? ",\n" : "", text
}
function rectangle(a, b, c, d) { ring(a " " b " " c " " b " " c " " d " " a " " d) }
# Kinds of blocks: rows of houses, courtyards open to the street, an angle, a hall.
function block(kind, a, b, c, d,    m) {
    m = int((a + c) / 2)
    if (kind == 0) {
        rectangle(a, b, m - 2, b + 12); rectangle(m + 2, b, c, b + 12)
        rectangle(a, d - 12, m - 2, d); rectangle(m + 2, d - 12, c, d)
    } else if (kind == 1) { # open to the south
        ring(a " " b " " a + 12 " " b " " a + 12 " " d - 12 " " c - 12 " " d - 12 " " \
             c - 12 " " b " " c " " b " " c " " d " " a " " d)
    } else if (kind == 4) { # open to the north
        ring(a " " b " " c " " b " " c " " d " " c - 12 " " d " " c - 12 " " b + 12 " " \
             a + 12 " " b + 12 " " a + 12 " " d " " a " " d)
    } else if (kind == 2) {
        ring(a " " b " " c " " b " " c " " b + 14 " " a + 14 " " b + 14 " " a + 14 " " d " " a " " d)
    } else rectangle(a + 8, b + 8, c - 8, d - 8)
}
function buildings(    i, j, west, east, south, north, kind) {
    split("4 88 168 248 328", west, " "); split("72 152 232 312 386", east, " ")
    split("4 84 160 234", south, " "); split("66 140 216 296", north, " ")
    print "{\"type\":\"FeatureCollection\",\"features\":["
    for (j = 1; j <= 4; ++j)
        for (i = 1; i <= 5; ++i) {
            if (i == 4 && j == 3) continue # the square
            kind = (3 * i + 2 * j) % 4
            if (i == 5 && (j == 2 || j == 3)) kind = j == 3 ? 1 : 4 # around the sunken yards
            block(kind, west[i], south[j], east[i], north[j])
        }
    print "\n]}"
}
BEGIN {
    if (what == "buildings") { buildings(); exit }
    print "ncols 200\nnrows 150\nxllcorner 0\nyllcorner 0\ncellsize 2\nNODATA_value -9999"
    for (j = 149; j >= 0; --j) {
        for (i = 0; i < 200; ++i) {
            x = 2 * i + 1; y = 2 * j + 1
            printf "%s%d", i ? " " : "", ground(x, y) - 10 * is_street(x, y) + 0.5
        }
        print ""
    }
}
