#!/bin/sh
# Claim: examples/compact/vorticity.c runs and prints the error that the symbol of first-6 has for one wave of 64 points:
# 2 (1 - k'h / h), h = 2 pi / 64, on both derivatives alike. Usage: compact_example.sh path/to/example
set -u
"$1" | awk '
    { found = $NF }
    END {
        h = 2 * atan2(0, -1) / 64
        symbol = (14 / 9 * sin(h) + sin(2 * h) / 18) / (1 + 2 / 3 * cos(h))
        wanted = 2 * (1 - symbol / h)
        print "error " found ", by the symbol " wanted
        # three digits are printed, and roundings (40 of 2^-53 / h for each of two derivatives) come on top
        exit !(found > 0 && (found - wanted) ^ 2 <= (0.005 * wanted + 80 * 2 ^ -53 / h) ^ 2)
    }'
