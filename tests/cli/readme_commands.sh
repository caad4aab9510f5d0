#!/bin/sh
# The commands in README.md exist and work: every line of its ```sh fences. make targets are only
# checked for existence (make -n), long runs too; the others are run. Usage: readme_commands.sh path/to/spate
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "$(dirname "$1")" && pwd)
. "$(cd "$(dirname "$0")" && pwd)/expect.sh"
ln -s "$build" "$folder/build" # the README says build/spate
OMP_NUM_THREADS=${OMP_NUM_THREADS:-1} # small grids, and tests run side by side
PATH="$build:$PATH"
export OMP_NUM_THREADS PATH
. "$root/tests/cli/served.sh"
ran=0

# A command that reports a library missing in this build is not a failure.
run() {
    ran=$((ran + 1))
    # shellcheck disable=SC2086 # words of a command
    (cd "$folder" && $1 >out.txt 2>&1) && return
    code=$?
    grep -q "this build" "$folder/out.txt" && echo "  not in this build" && return
    fail "$1: exit $code: $(tail -n 2 "$folder/out.txt")"
}

check() {
    case $1 in
        "make "*) make -C "$root" -n "${1#make }" >/dev/null 2>&1 || fail "$1: no such target" ;;
        make) make -C "$root" -n >/dev/null 2>&1 || fail "$1: no such target" ;;
        "git clone"* | "cd "*) ;;
        "mpirun "* | "build/spate bench "* | "build/spate verify")
            # shellcheck disable=SC2086 # words of a command
            (set -- $1 && while [ "$1" != build/spate ]; do shift; done &&
                cd "$folder" && "$1" "$2" --help >/dev/null) || fail "$1: no such command" ;;
        "build/spate run valley.yaml") run "$1 --set grid.resolution=20" ;; # the same, coarser
        "build/spate view "*)
            # shellcheck disable=SC2086 # words of a command
            if command -v python3 >/dev/null; then
                ran=$((ran + 1))
                (cd "$folder" && set -- ${1#build/spate } && served "$@") || fail "$1"
            else
                echo "  left out: python3 would ask for the page"
            fi ;;
        "build/spate "*) run "$1" ;;
        *) fail "'$1': this test does not know what to do with it" ;;
    esac
}

# Lines inside sh fences, without comments.
awk '/^```/ { inside = !inside && $0 == "```sh"; next } inside' "$root/README.md" |
    sed 's/[[:space:]]*#.*//; s/^[[:space:]]*//; /^$/d' >"$folder/commands"
for wanted in "make demo" "make test"; do
    grep -qx "$wanted" "$folder/commands" || fail "README.md does not show '$wanted'"
done
while read -r line; do
    echo "$line"
    check "$line"
done <"$folder/commands"
[ $failures = 0 ] && echo "all commands work; $ran were run"
[ $failures = 0 ]
