#!/bin/sh
# Claim: spate plot wavenumber prints the textbook formulas and draws them whole or not at all.
# Usage: compact_plot.sh path/to/spate
set -u
spate=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
. "$(cd "$(dirname "$0")" && pwd)/../cli/expect.sh"

"$spate" plot x 2>&1 | grep -q 'need cairo' && {
    echo "skipped: this build has no cairo"
    exit 77
}

echo "numbers"
expect 0 "^kh,first-4,second-4$" plot wavenumber --csv --scheme first-4 --scheme second-4
# 17 digits are printed; some ten roundings of numbers below 10
awk -F, 'NR > 1 {
        rows++
        a = $2 - 3 * sin($1) / (2 + cos($1))
        b = $3 - 12 * (1 - cos($1)) / (5 + cos($1))
        if (a * a > 1e-28 || b * b > 1e-28) { print "FAIL: " $0; exit 1 }
    }
    END { exit rows != 201 }' out.txt || fail "not the formulas of the textbooks"
expect 0 "^3.14159265358979" plot wavenumber --csv

echo "pictures"
expect 0 "wavenumber.png" plot wavenumber
[ "$(od -An -v -tx1 -N 8 wavenumber.png | tr -d ' \n')" = 89504e470d0a1a0a ] || fail "no PNG"
expect 0 "some.svg" plot wavenumber -o some.svg --scheme filter-6
tail -n 1 some.svg | grep -q '</svg>' || fail "some.svg is not whole"

echo "mistakes"
mistake 2 "no compact scheme 'first-5'" plot wavenumber --scheme first-5
mistake 2 "" plot wavenumber -o picture.gif
mistake 6 "none" plot wavenumber -o none/picture.png
[ ! -e picture.gif ] || fail "a mistake left a file"
finish
