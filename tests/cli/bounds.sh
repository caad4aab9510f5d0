#!/bin/sh
# A run that is faster than its head allows ends with exit 5, a checkpoint and the cell, at the same step for any threads,
# parts and backends. Fast but valid flow does not. Usage: bounds.sh path/to/spate
set -u
spate=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
. "$(cd "$(dirname "$0")" && pwd)/expect.sh"

# Walls of 8000 m between plateaus and plains under 10 m of water: no scheme for smooth flow can handle that.
valley 60 40 'int(i / 10) % 2 ? 0 : 8000' >steps.asc
cat >steps.yaml <<'END'
spate: 1
time: {end: 60 s}
terrain: {file: steps.asc}
manning: 0.03
initial: [{depth: 10 m}]
rain: 100 mm/h
solver: {scheme: adi}
output: {checkpoint: {every: 1 h}}
END

echo "a run that runs away"
# 1.5 (2 sqrt(9.81 (8010 - 0))), a little more after rain
expect 5 "no head in this run gives more than 841 m/s" run steps.yaml --quiet --threads 1 --out one.out
grep -q "is in cell ([0-9]*, [0-9]*), x = [0-9]*, y = " err.txt || fail "the cell is not named: $(cat err.txt)"
grep -q "scheme kurganov" err.txt || fail "no advice: $(cat err.txt)"
grep -q "saved in checkpoints/" err.txt || fail "no word of the checkpoint: $(cat err.txt)"
ls one.out/checkpoints/*.spc >/dev/null 2>&1 || fail "no checkpoint"
mistake 5 "because it had run away; remove the newest file" run steps.yaml --quiet --threads 1 --out one.out --resume

echo "the same verdict for any threads, parts and backends"
expect 5 "no head" run steps.yaml --quiet --threads 1 --out a.out
cp err.txt wanted.txt
for how in "--threads 2" "--threads 1 --parts 1x2" "--threads 2 --parts 1x5"; do
    expect 5 "no head" run steps.yaml --quiet --out b.out --overwrite $how
    sed 's/[ab]\.out/X/' err.txt >got.txt
    sed 's/[ab]\.out/X/' wanted.txt | cmp -s - got.txt || fail "$how: another verdict: $(head -n 1 err.txt)"
done
if have_ranks; then
    mpirun -n 2 "$spate" run steps.yaml --quiet --threads 1 --out c.out >out.txt 2>err.txt
    grep -F "$(head -n 1 wanted.txt)" err.txt >/dev/null || fail "2 ranks: another verdict: $(head -n 2 err.txt)"
fi

echo "fast water that has its head"
# The same walls with rain and with waves: speeds of kurganov stay within the bound.
expect 0 "" run steps.yaml --quiet --threads 1 --set solver.scheme=kurganov --out kurganov.out
expect 0 "" run steps.yaml --quiet --threads 1 --set solver.scheme=kurganov --set "initial=[]" --set "time.end=20 min" \
    --out films.out
# A dam of 20 m breaks onto dry ground: its front moves at 2 sqrt(g h) = 28 m/s, two thirds of the bound.
valley 100 4 0 >flat.asc
cat >dam.yaml <<'END'
spate: 1
time: {end: 30 s}
terrain: {file: flat.asc}
manning: 0.001
initial:
  - {depth: 0 m}
  - {depth: 20 m, within: [[0, 0], [300, 0], [300, 40], [0, 40]]}
END
expect 0 "" run dam.yaml --quiet --threads 1
# A dry plain filled by a river: the level that drives the flow is not in the initial state.
cat >river.yaml <<'END'
spate: 1
time: {end: 20 min}
terrain: {file: flat.asc}
manning: 0.03
initial: [{depth: 0 m}]
boundaries: [{name: river, edge: west, discharge: 400 m3/s, slope: 0.001}]
END
for scheme in kurganov adi; do
    expect 0 "" run river.yaml --quiet --threads 1 --set solver.scheme=$scheme --out river_$scheme.out
done

[ $failures = 0 ] && echo "bounds hold"
exit $((failures > 0))
