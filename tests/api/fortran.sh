#!/bin/sh
# Claim: module spate compiles without warnings, does what fortran_test.f90 claims, and its example has the right period.
# Usage: fortran.sh BUILD
set -eu
command -v gfortran >/dev/null 2>&1 || { echo "skipped: no gfortran (apt-get install gfortran)"; exit 77; }
build=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{
    printf 'ncols 30\nnrows 20\nxllcorner 0\nyllcorner 0\ncellsize 5\n'
    awk 'BEGIN { for (j = 19; j >= 0; --j) for (i = 0; i < 30; ++i) printf "%g%s", 0.01 * i + 0.002 * j * j, i == 29 ? "\n" : " " }'
} >bowl.asc
cat >case.yaml <<'END'
spate: 1
time: {end: 40 s}
terrain: {file: bowl.asc}
manning: 0.03
initial: [{depth: 1 m, within: [[0, 0], [60, 0], [60, 100], [0, 100]]}]
END
flags="-std=f2018 -O0 -Wall -Wextra -Wno-compare-reals -Werror" # bits are compared
# shellcheck disable=SC2086 # a list of words
gfortran $flags -c "$root/fortran/spate_c.f90" "$root/fortran/spate.f90"
for program in "$root/tests/api/fortran_test.f90" "$root/examples/fortran/basin.f90"; do
    # shellcheck disable=SC2086
    gfortran $flags "$program" spate.o spate_c.o -o "$(basename "$program" .f90)" -L"$build" -lspate -Wl,-rpath,"$build"
done
if "$build/spate" version | grep -q '^libyaml *no'; then
    echo "skipped: case files, this build has no libyaml"
    exit 77
fi
./fortran_test .
./basin
