#!/bin/sh
# The commands of docs/tutorial.md and of the pages in docs/guide work, in their order: the ```sh blocks of a page are run as
# one script in a temporary folder. Not run: git, cd, make, export, mkdir, and lines that end in "# long". Lines of python3 and
# of GDAL's programs are left out where these are not installed. A line that ends in "# exit N" fails with N. `spate view` and
# `spate run --view` serve a page: it is asked for once, then the server is stopped (served.sh).
# Usage: docs_commands.sh path/to/spate
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "$(dirname "$1")" && pwd)
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm # a slow disk would only stretch it
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
PATH="$build:$PATH"
OMP_NUM_THREADS=${OMP_NUM_THREADS:-1} # small grids, and tests run side by side
export PATH OMP_NUM_THREADS

"$build/spate" version --json >"$folder/version"
for library in libyaml netcdf gdal cairo; do
    if grep -Eq "\"$library\": (false|null)" "$folder/version"; then
        echo "skipped: this build has no $library"
        exit 77
    fi
done

# Debian's Python has Debian's packages, whichever comes first in PATH.
have_python=0 have_gdal=0 python=python3
for python in python3 /usr/bin/python3; do
    "$python" -c 'import netCDF4, numpy, xarray' 2>/dev/null && have_python=1 && break
done
[ $have_python = 1 ] || echo "left out: python3 with xarray"
have_page=1
command -v "$python" >/dev/null || { have_page=0 && echo "left out: pages, which python3 would ask for"; }
command -v gdalinfo >/dev/null && command -v gdal_translate >/dev/null && have_gdal=1 || echo "left out: programs of GDAL"

# Commands become "at=LINE; COMMAND || failed"; here-documents are kept.
commands_of() {
    awk -v python=$have_python -v gdal=$have_gdal -v page="$have_page" '
        /^```/ { inside = !inside && $0 == "```sh"; next }
        !inside { next }
        text { print; text = $0 != "END"; next }
        /# long *$/ { next }
        /^(git|cd|make|export|mkdir)( |$)/ { next }
        / <<.END.$/ { text = 1; print; next }
        /^python3 / && !python { next }
        /^(gdal|ogr)[a-z]* / && !gdal { next }
        /# exit [0-9]+ *$/ {
            code = $NF
            sub(/ *# exit [0-9]+ *$/, "")
            printf "at=%d; %s; wanted %d $?\n", NR, $0, code
            next
        }
        /^spate (view|run .*--view)( |$)/ {
            if (page) {
                sub(/ *#.*/, "")
                sub(/^spate/, "served")
                print "at=" NR "; " $0 " || failed"
            }
            next
        }
        /^(build\/)?spate |^timeout |^python3 |^gdal|^ogr/ { sub(/^build\//, ""); printf "at=%d; ", NR; print $0 " || failed"; next }
        /./ { printf "echo \"line %d: this test does not know what to do with it\"; exit 1\n", NR }
    ' "$1"
}

prelude() {
    echo "failed() { echo \"FAIL: $1:\$at: exit \$?\"; exit 1; }"
    echo "wanted() { [ \$1 = \$2 ] || { echo \"FAIL: $1:\$at: exit \$2, not \$1\"; exit 1; }; }"
    # shellcheck disable=SC2016
    printf 'python3() { command %s "$@"; }\n' "$python"
    cat "$root/tests/cli/served.sh"
    # A run may need less than a second, or not have started after one: wait for the first row of a series instead.
    # shellcheck disable=SC2016
    echo 'timeout() {
        shift 4
        "$@" &
        pid=$!
        while kill -0 $pid && [ "$(cat again.out/mass.csv | wc -l)" -lt 2 ]; do sleep 0.05; done 2>/dev/null
        kill -TERM $pid
        kill -TERM $pid # as timeout does
        wait $pid
    }'
}

total=0
for page in "$root"/docs/tutorial.md "$root"/docs/guide/*.md; do
    name=$(basename "$page" .md)
    mkdir "$folder/$name" && cd "$folder/$name" || exit 1
    {
        prelude "docs/${page#"$root/docs/"}"
        commands_of "$page"
    } >script
    [ "$(grep -c '^at=' script)" -gt 0 ] || { echo "FAIL: no commands in $page"; exit 1; }
    sh script >out.txt 2>&1 || {
        tail -n 5 out.txt
        exit 1
    }
    total=$((total + $(grep -c '^at=' script)))
done
cd "$folder/tutorial" || exit 1
for picture in valley.out/max-depth.png mine.png tutorial.png town.out/gauges.png; do
    [ -s "$picture" ] || { echo "FAIL: no $picture"; exit 1; }
done
grep -q '^identical: all' out.txt || { echo "FAIL: the resumed run differs"; exit 1; }
echo "all $total commands work"
