#!/bin/sh
# The commands of docs/tutorial.md work, in their order: its ```sh blocks are run as one script in a temporary
# folder. Not run: git, cd, make, export, mkdir, and lines that end in "# long". Usage: docs_commands.sh path/to/spate
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "$(dirname "$1")" && pwd)
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

# Commands become "try LINE COMMAND"; here-documents are kept.
awk '
    /^```/ { inside = !inside && $0 == "```sh"; next }
    !inside { next }
    text { print; text = $0 != "END"; next }
    /# long *$/ { next }
    /^(git|cd|make|export|mkdir)( |$)/ { next }
    / <<.END.$/ { text = 1; print; next }
    /^(build\/)?spate |^timeout / { sub(/^build\//, ""); printf "at=%d; ", NR; print $0 " || failed"; next }
    /./ { printf "echo \"line %d: this test does not know what to do with it\"; exit 1\n", NR }
' "$root/docs/tutorial.md" >"$folder/commands"
grep -q 'spate run' "$folder/commands" || { echo "FAIL: no commands in docs/tutorial.md"; exit 1; }

cd "$folder" || exit 1
{
    # shellcheck disable=SC2016 # for the script
    echo 'failed() { echo "FAIL: docs/tutorial.md:$at: exit $?"; exit 1; }'
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
    cat commands
} >script
sh script >out.txt 2>&1 || {
    tail -n 5 out.txt
    exit 1
}
for picture in valley.out/max-depth.png mine.png tutorial.png town.out/gauges.png; do
    [ -s "$picture" ] || { echo "FAIL: no $picture"; exit 1; }
done
grep -q '^identical: all' out.txt || { echo "FAIL: the resumed run differs"; exit 1; }
echo "all $(grep -c '|| failed$' commands) commands work"
