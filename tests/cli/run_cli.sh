#!/bin/sh
# The program from the user's view: help, errors, files, exit codes. Usage: run_cli.sh path/to/spate
set -u
spate=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
. "$(cd "$(dirname "$0")" && pwd)/expect.sh"

hex() { od -An -v -tx1 "$@" | tr -d ' \n'; }

valid_png() {
    [ -n "$no_pictures" ] && return
    [ -f "$1" ] || { fail "$1 is missing"; return; }
    [ "$(hex -N 8 "$1")" = 89504e470d0a1a0a ] || fail "$1 has no PNG signature"
    hex "$1" | grep -q '49454e44ae426082$' || fail "$1 is not whole"
}

same_picture() {
    [ -n "$no_pictures" ] || cmp -s "$1" "$2" || fail "$1 and $2 differ"
}

command -v python3 >/dev/null 2>&1 || echo "skipped: no python3 to parse JSON with"
no_pictures=
"$spate" version --json | grep -q '"libpng": null' && no_pictures=1
[ -z "$no_pictures" ] || echo "skipped: pictures, this build has no libpng"

echo "help"
expect 0 "Usage: spate COMMAND" --help
for command in run cases verify "bench kurganov" doctor version; do
    # shellcheck disable=SC2086 # two words
    expect 0 "Usage: spate $command" $command --help
done
expect 0 "kurganov" bench --help
expect 2 "Usage" # no command at all

echo "what it knows"
expect 0 "^three_bumps" cases
expect 0 "^kernels" doctor
expect 0 "^spate [0-9]" version
expect 0 '"compiler"' version --json
valid_json out.txt "version --json"
expect 0 "Usage: spate keys" keys --help
expect 0 "^grid.resolution .*0.0001 to 100000 m" keys grid
expect 0 '"key": "solver.cfl"' keys solver --json
expect 0 "^## boundaries" keys --markdown

echo "mistakes"
mistake 2 "did you mean 'verify'" verfy
mistake 2 "unknown command 'xyzzy'" xyzzy
mistake 2 "did you mean '--threads'" run --case three_bumps --thread 2
mistake 2 "unknown option '--xyzzy'" verify --xyzzy
mistake 2 "unknown benchmark 'kurganof'; did you mean 'kurganov'" bench kurganof
mistake 2 "is a built-in case, not a file; spate run --case three_bumps" run three_bumps
mistake 2 "not expected here" run --case three_bumps three_bumps
mistake 2 "did you mean 'grid'" keys grud
mistake 2 "needs a value" run --case
mistake 2 "needs a value" run --case --nx 10
mistake 2 "does not accept a value" version --json=yes
mistake 2 "case NAME is needed" run
mistake 2 "did you mean 'three_bumps'" run --case three_bump
mistake 2 "unknown case" verify no_such_case_at_all
mistake 2 "nx must be a whole number" run --case three_bumps --nx 12.5
mistake 2 "nx must be a whole number" run --case three_bumps --nx 0x20
mistake 2 "nx must be a whole number" run --case three_bumps --nx ''
mistake 2 "nx 0 is out of range" run --case three_bumps --nx 0
mistake 2 "nx -5 is out of range" run --case three_bumps --nx -5
mistake 2 "end must be a number" run --case three_bumps --end nan
mistake 2 "end must be a number" run --case three_bumps --end 1e999
mistake 2 "end must be a number" run --case three_bumps --end 10s
mistake 2 "parts must be two whole numbers" run --case three_bumps --parts 2
mistake 2 "out of range" run --case three_bumps --parts 0x2
mistake 2 "precision must be f32|f64" run --case three_bumps --precision f16
mistake 2 "scheme" run --case three_bumps --nx 32 --scheme nonsense
mistake 4 "backend" run --case three_bumps --nx 32 --backend nonsense
export XDG_CACHE_HOME=$PWD/cache
"$spate" run --case three_bumps --nx 32 --end 0.1 --devices cpu,reference --json 2>/dev/null >shared.json
grep -q '"backend": "cpu,reference"' shared.json || fail "a shared run does not name its devices"
mistake 2 "tune must be auto|off|start|dynamic" run --case three_bumps --nx 32 --tune sometimes
expect 0 "mass error" run --case three_bumps --nx 64 --end 0.5 --devices cpu,reference --tune dynamic
"$spate" doctor | grep -q "kurganov, f64, reference, .* million tiles" || fail "doctor does not show the rates of devices"
echo "rate kurganov" >>cache/spate/tuning-*.txt
sed -i 1d cache/spate/tuning-*.txt
expect 0 "mass error" run --case three_bumps --nx 64 --end 0.5 --devices cpu,reference --tune start
grep -q "tuning choices that can be read: it is ignored" err.txt || fail "a broken file of tuning choices is not reported"
expect 0 "mass error" run --case three_bumps --nx 64 --end 0.5 --devices cpu,reference --tune start
grep -q "is ignored" err.txt && fail "a broken file of tuning choices is not replaced"
mistake 4 '"abacus" is not a device' run --case three_bumps --nx 32 --devices cpu,abacus,cpu
for list in cpu, ,cpu cpu,,cpu; do
    mistake 4 '"" is not a device' run --case three_bumps --nx 32 --devices $list
done
mistake 4 '"cpu:" is not a device' run --case three_bumps --nx 32 --devices cpu:
mistake 4 'isa "sse9": this machine or build has no such kernels' run --case three_bumps --nx 32 --devices cpu:sse9
mistake 4 "at most 16 devices" run --case three_bumps --nx 32 --devices "$(printf 'cpu,%.0s' $(seq 16))cpu"
mistake 4 "give either devices, or backend and isa" run --case three_bumps --nx 32 --devices cpu --backend cpu
mistake 4 "give either devices, or backend and isa" run --case three_bumps --nx 32 --devices cpu --isa base
mistake 2 "solves lines on one device" run --case three_bumps --nx 32 --scheme adi --devices cpu,reference --parts 1x2
mistake 2 "cfl" run --case three_bumps --nx 32 --cfl 0.99
mistake 2 "part" run --case three_bumps --nx 32 --parts 50x50

echo "places where nothing can be written"
: >occupied
mistake 6 "occupied" run --case three_bumps --nx 32 --end 1 --out occupied
mistake 6 "occupied/inside" run --case three_bumps --nx 32 --end 1 --out occupied/inside

echo "a run"
expect 0 "mass error" run --case three_bumps --nx 80 --end 2 --verbose --out one/deep
grep -q "stored relative to" err.txt || fail "--verbose does not say how the bed is stored"
valid_png one/deep/depth.png
grep -q "mass error" one/deep/summary.txt || fail "one/deep/summary.txt says nothing of the mass"
find one -name '*.part' | grep -q . && fail "a temporary file was left behind"
expect 0 "mass error" run --case three_bumps --nx 80 --end 2 --parts 2x1 --out parts
valid_png parts/depth.png
same_picture one/deep/depth.png parts/depth.png
expect 0 "mass error" run --case three_bumps --nx 80 --end 2 --threads 1 --no-skip --out single
same_picture one/deep/depth.png single/depth.png
expect 0 "." run --case three_bumps --nx 40 --end 1 --frames 2
valid_png three_bumps.out/depth-0000.png
valid_png three_bumps.out/depth-0002.png
expect 0 '"mass_error"' run --case three_bumps --nx 40 --end 1 --json --out json
valid_json out.txt "run --json"
valid_json json/summary.json "summary.json"
for precision in f32 f64; do
    expect 0 "$precision" run --case three_bumps --nx 40 --end 1 --precision $precision \
        --integrator euler --bed cells --out variant
done

echo "verify"
expect 0 "pass" verify lake_flat
expect 0 '"pass": true' verify lake_flat --json
valid_json out.txt "verify --json"
expect 0 '^| `standing_x` | 128x4 | [0-9.e-]* | [0-9.e-]* |$' verify --scheme adi --quick --courants 1,2 standing_x
mistake 2 "courant 0 is out of range" run --case standing_x --scheme adi --courant 0
mistake 2 "courant 0 is out of range" verify --scheme adi --courant 0 standing_x
mistake 2 "needs --scheme .adi." verify --courants 1,2 standing_x
mistake 2 "as in 1,2,5" verify --scheme adi --courants 1,two standing_x

echo "an interrupted run keeps what it has"
# It would run for days; once its folder exists it handles signals.
"$spate" run --case three_bumps --nx 200 --end 1e9 --out stopped >out.txt 2>err.txt &
run=$!
while [ ! -d stopped ] && kill -0 $run; do sleep 0.1; done
kill -INT $run
kill -TERM $run # further signals do not end it before its files are whole
wait $run
code=$?
[ $code = 130 ] || fail "interrupted run: exit $code, not 130: $(tail -n 1 err.txt)"
valid_png stopped/depth.png
grep -q interrupted stopped/summary.txt || fail "the summary does not say that it was interrupted"

echo "what cannot be printed is an error"
# full ARGUMENTS: their output goes to a device that is always full.
full() {
    "$spate" "$@" >/dev/full 2>err.txt
    code=$?
    [ $code = 6 ] || fail "spate $*: exit $code to a full device, not 6"
    grep -q "standard output" err.txt || fail "spate $*: it does not say what is full: $(cat err.txt)"
}
if [ -w /dev/full ]; then
    full --help
    full version
    full version --json
    full cases
    full keys
    full doctor
    full verify lake_flat --json
    full run --case lake_flat --nx 16 --end 1 --out full --json
    full run --case lake_flat --nx 16 --end 1 --out full
    "$spate" version >&- 2>err.txt
    [ $? = 6 ] || fail "version with a closed output did not fail"
else
    echo "skipped: no /dev/full"
fi

echo "quiet"
expect 0 "" run --case three_bumps --nx 40 --end 1 --threads 1 --quiet --out quiet
grep -v "pictures need libpng" err.txt >talk.txt # which is a warning
[ ! -s out.txt ] && [ ! -s talk.txt ] || fail "--quiet: it talks: $(cat out.txt talk.txt)"
[ -s quiet/summary.txt ] || fail "--quiet: no summary in the folder"

echo "threads"
# How often OpenMP was loaded, and with which spin count: it prints its settings itself.
loaded() { grep -c 'OPENMP DISPLAY ENVIRONMENT BEGIN' err.txt; }
cpus=$(nproc)
(
    unset OMP_WAIT_POLICY GOMP_SPINCOUNT OMP_NUM_THREADS
    export OMP_DISPLAY_ENV=VERBOSE
    small="run --case three_bumps --nx 40 --end 0.1 --quiet --out threads"
    # shellcheck disable=SC2086 # words
    expect 0 "" $small
    if grep -q "GOMP_SPINCOUNT = '" err.txt && [ "$cpus" -gt 1 ]; then
        [ "$(loaded)" = 2 ] || fail "threads: OpenMP loaded $(loaded) times, not twice"
        grep -q "GOMP_SPINCOUNT = '\(5000\|100\)'" err.txt || fail "threads wait awake: $(grep SPIN err.txt)"
        OMP_WAIT_POLICY=active expect 0 "" $small
        [ "$(loaded)" = 1 ] || fail "the user's OMP_WAIT_POLICY does not stand"
        GOMP_SPINCOUNT=7 expect 0 "GOMP_SPINCOUNT = '7'" $small
        [ "$(loaded)" = 1 ] || fail "the user's GOMP_SPINCOUNT does not stand"
        OMP_NUM_THREADS=1 expect 0 "" $small
        [ "$(loaded)" = 1 ] || fail "one thread: loaded $(loaded) times"
        expect 0 "" version
        [ "$(loaded)" = 1 ] || fail "version: loaded $(loaded) times"
    else
        echo "skipped: how threads wait (another OpenMP than GCC's, or one CPU)"
    fi
    exit $failures
)
failures=$((failures + $?))
if "$spate" doctor | grep -q '^OpenMP  *threads'; then
    OMP_NUM_THREADS=10000 expect 0 "warning: OMP_NUM_THREADS asks for 10000 threads, but this process may use $cpus CPU" \
        run --case three_bumps --nx 40 --end 0.1 --out threads
    grep -q "threads per rank $cpus" out.txt || fail "10000 threads were not lowered: $(grep threads out.txt)"
    expect 0 "warning: $((cpus + 1)) threads were asked for, but this process may use $cpus CPU" \
        run --case three_bumps --nx 40 --end 0.1 --threads $((cpus + 1)) --out threads
fi

if have_ranks; then
    echo "two ranks"
    mpirun -n 2 "$spate" run --case three_bumps --nx 80 --end 2 --threads 1 --out ranks \
        >out.txt 2>err.txt || fail "mpirun: exit $?: $(head -n 3 err.txt)"
    [ "$(grep -c 'mass error' out.txt)" = 1 ] || fail "two ranks: not one report"
    same_picture one/deep/depth.png ranks/depth.png
else
    echo "skipped: two ranks, no mpirun or no MPI in this build"
fi

finish
