#!/bin/sh
# Claim: the blocks of docs/library.md work one after the other with an installed Spate, and so do examples/python.
# Usage: library_page.sh BUILD
set -eu
build=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/../.." && pwd)
python=/usr/bin/python3
[ -x $python ] || python=python3
command -v gfortran >/dev/null && $python -c 'import numpy, xarray, netCDF4, matplotlib' 2>/dev/null || {
    echo "skipped: apt-get install gfortran python3-xarray python3-netcdf4 python3-matplotlib"
    exit 77
}
"$build/spate" version | grep -Eq '^(libyaml|NetCDF) *no' && { echo "skipped: this build has no libyaml or NetCDF"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
unset SPATE_PLUGINS SPATE_LIBRARY
HOME=$work/home PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=1
export HOME PYTHONDONTWRITEBYTECODE OMP_NUM_THREADS
DESTDIR='' cmake --install "$build" --prefix "$HOME/spate" >/dev/null

# Blocks in their order: commands as they are (but for make install), sources into the file that their first line names.
awk '
    /^```/ && inside { # its end
        if (kind != "sh" && kind != "cmake")
            print "END"
        inside = 0
        next
    }
    /^```/ {
        inside = first = 1
        kind = substr($0, 4)
        if (kind == "python")
            print "cat >>all.py <<\"END\""
        next
    }
    !inside || kind == "cmake" { next }
    kind == "sh" && $1 == "make" { next }
    first && kind != "sh" && kind != "python" { print "cat >" $2 " <<\"END\"" } # a comment with the name of the file
    { first = 0; print }
' "$root/docs/library.md" >commands
grep -q 'spate new' commands && grep -q 'spate.run' commands || { echo "FAIL: no commands in docs/library.md"; exit 1; }
sh -eu commands >said 2>&1 || { tail -n 20 said; echo "FAIL: a command of docs/library.md"; exit 1; }
grep -q '^1200 s: [0-9]* m3 of water' said || { cat said; echo "FAIL: watch.c"; exit 1; }
grep -q ' 600. s: ' said || { cat said; echo "FAIL: rise.f90"; exit 1; }
# The blocks of Python are one script.
export PYTHONPATH=$(echo "$HOME"/spate/lib/python3*/*-packages)
$python all.py >said 2>&1 || { tail -n 20 said; echo "FAIL: the Python of docs/library.md"; exit 1; }
grep -q 'did you mean manning' said || { cat said; echo "FAIL: no message"; exit 1; }

cp -r "$root/examples/python" here && cd here
$python calibrate.py case.yaml | tail -n 1 | tee said
grep -q "^Manning's n is 0.035" said || { echo "FAIL: calibrate.py"; exit 1; }
$python map.py case.yaml map.png >/dev/null && [ -s map.png ] || { echo "FAIL: map.py"; exit 1; }
echo "all as claimed"
