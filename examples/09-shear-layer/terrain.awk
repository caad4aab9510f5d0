# Grids of the example: awk -v what=terrain|u|v -f terrain.awk > terrain.asc (u.asc, v.asc). The bed is flat.
# Velocities are those of the built-in case shear_layer: u depends on y alone and v on x alone, so that their grids are
# wide cells in one direction.
function tanh(x) { return 1 - 2 / (exp(2 * x) + 1) }
function head(columns, rows) {
    print "ncols " columns "\nnrows " rows "\nxllcorner 0\nyllcorner 0\ndx " 1000 / columns "\ndy " 1000 / rows
    print "nodata_value -9999"
}
BEGIN {
    side = 1000; speed = 2; thickness = side / 30; pi = atan2(0, -1)
    if (what == "u") {
        head(4, 256)
        for (j = 255; j >= 0; --j) { # from north to south
            y = (j + 0.5) * side / 256
            from = y < side / 2 ? y - side / 4 : 3 * side / 4 - y
            u = sprintf("%.5f", speed * tanh(from / thickness))
            print u, u, u, u
        }
    } else if (what == "v") {
        head(256, 4)
        for (j = 0; j < 4; ++j)
            for (i = 0; i < 256; ++i)
                printf "%.5f%s", 0.05 * speed * sin(2 * pi * (i + 0.5) / 256), i < 255 ? " " : "\n"
    } else {
        head(4, 4)
        for (j = 0; j < 4; ++j)
            print "0 0 0 0"
    }
}
