#!/bin/sh
# Claim: spate bench work-precision makes the runs that were asked for, its errors are those of spate verify, its figures and
# peers are consistent, and it refuses what means nothing. Usage: bench_work_precision.sh path/to/spate
set -u
spate=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
. "$(cd "$(dirname "$0")" && pwd)/expect.sh"
OMP_NUM_THREADS=1
export OMP_NUM_THREADS

# rows FILE FIELD...: these fields of each row of a file of JSON, one row a line; - where a row has none.
rows() {
    awk -v wanted="$(shift && echo "$@")" '
        BEGIN { count = split(wanted, names, " ") }
        /^  {/ { split("", value) }
        /^ *"/ { key = $1; gsub(/[":]/, "", key); gsub(/[",]/, "", $2); value[key] = $2 }
        /^  }/ { for (k = 1; k <= count; ++k)
            printf "%s%s", (names[k] in value) ? value[names[k]] : "-", k < count ? " " : "\n" }
    ' "$1"
}

plot=
"$spate" version --json | grep -q '"cairo": true' && plot="--plot picture.svg"

echo "errors are those of spate verify"
names=$("$spate" keys solver.scheme --json | sed -n 's/.*"choices": "\(.*\)",/\1/p' | tr '|' ' ')
# shellcheck disable=SC2086 # words
expect 0 '"kernel": "work-precision"' bench work-precision --case stoker_low --sizes 200,400 --rows 4 --repeat 1 \
    --courants usual,1 --json --markdown table.md $plot
valid_json out.txt "bench --json"
cp out.txt all.json
for scheme in $names; do
    "$spate" verify stoker_low --scheme "$scheme" --quick --json >verify.json 2>/dev/null
    # Courant number 1 where the scheme has one, as spate verify does; else the usual one.
    wanted=1
    rows all.json scheme courant | grep -q "^$scheme 1\$" || wanted=usual
    rows all.json scheme courant nx l1_h max_h mass_error | sed -n "s/^$scheme $wanted //p" >ours.txt
    rows verify.json nx l1_h linf_h mass_error | grep -E '^(200|400) ' >theirs.txt
    [ -s theirs.txt ] || fail "spate verify has no rows of $scheme"
    cmp ours.txt theirs.txt || fail "errors of $scheme differ from those of spate verify"
done
for scheme in $names; do
    grep -q "^| $scheme | f64 | usual |" table.md || fail "table.md lacks $scheme"
done
grep -q '^\* Command: `spate bench work-precision --case stoker_low ' table.md || fail "table.md does not say its command"

echo "figures"
# Words of 8 bytes for each cell and step: those of a scheme that says how many, and 7 of one that does not, or more stages.
rows all.json scheme nx ny steps seconds_best l1_h l2_h max_h l1_u l2_u max_u bytes_floor gbs copy_gbs fraction rate \
    best peer peer_seconds peer_ratio wave_courant >figures.txt
awk '
    function same(what, a, b) {
        if (a > 0 && a < 2 * b && (a - b) ^ 2 <= (1e-12 * b) ^ 2) return
        print "FAIL: row " n ": " what ": " a ", not " b
        wrong = 1
    }
    { ++n; scheme[n] = $1; time[n] = $5; error[n] = $6; best[n] = $17; peer[n] = $18; peer_time[n] = $19; ratio[n] = $20
      words = $12 / ($2 * $3 * $4 * 8)
      stated = $1 == "vi-leapfrog" ? 10 : $1 == "vi-rk3" ? 27 : $1 == "staggered" ? 7 : $1 == "kurganov" ? 17 : words
      if (words < 7 || words != stated) { print "FAIL: row " n ": " words " words"; wrong = 1 }
      same("GB/s", $13, 1e-9 * $12 / $5)
      same("share of copy", $15, $13 / $14)
      same("ns a cell and step", $16, 1e9 * $5 / ($2 * $3 * $4))
      if (!($6 <= $7 && $7 <= $8 && $9 <= $10 && $10 <= $11 && $9 > 0)) { print "FAIL: row " n ": norms"; wrong = 1 }
      # The deepest water is 10 m deep, the case lasts 30 s or so: t is the same for all rows.
      t = $21 * $4 / $2
      if (n > 1) same("time", t, first)
      else first = t
    }
    END {
        for (k = 1; k <= n; ++k) {
            fastest = -1; beaten = 0
            for (m = 1; m <= n; ++m) {
                if (scheme[m] != scheme[k] && error[m] <= error[k] && (fastest < 0 || time[m] < fastest)) fastest = time[m]
                if (m != k && error[m] <= error[k] && time[m] <= time[k] && (error[m] < error[k] || time[m] < time[k])) beaten = 1
            }
            if ((best[k] == "true") == beaten) { print "FAIL: row " k ": best is " best[k]; wrong = 1 }
            if (fastest < 0 && peer[k] != "-") { print "FAIL: row " k " has a peer"; wrong = 1 }
            if (fastest >= 0) { same("time of the peer", peer_time[k], fastest); same("peer", ratio[k], fastest / time[k]) }
        }
        exit wrong || n < 6
    }' figures.txt || fail "figures contradict one another"

echo "picture"
if [ -n "$plot" ]; then
    grep -q '</svg>' picture.svg || fail "picture.svg is no picture"
else
    mistake 4 "pictures need cairo" bench work-precision --plot picture.svg
fi

echo "options of schemes, precisions"
first=${names%% *}
expect 0 . bench work-precision --case stoker_low --sizes 100 --rows 4 --repeat 1 --courants usual --precisions f32,f64 \
    --schemes "$first,$first:integrator=euler" --json
[ "$(rows out.txt scheme precision | tr '\n' ' ')" = \
    "$first f32 $first f64 $first:integrator=euler f32 $first:integrator=euler f64 " ] ||
    fail "not the runs that were asked for: $(rows out.txt scheme precision)"
[ "$(rows out.txt nx ny steps bytes_floor precision | awk '{ print $4 / ($1 * $2 * $3 * ($5 == "f32" ? 4 : 8)) }' |
    tr '\n' ' ')" = "17 17 7 7 " ] || fail "euler does not have one stage"

echo "a fine run as the reference"
expect 0 "reference: $first with 128 cells in f64" bench work-precision --case three_bumps --sizes 16,32 --repeat 1 \
    --schemes "$first" --courants usual --json
rows out.txt reference_size reference_doubt l1_h | awk '
    { print "reference " $1 ", doubt " $2 ", error " $3; wrong = wrong || $1 != 128 || !($2 > 0 && $2 < $3) }
    END { exit wrong || NR != 2 }' || fail "the reference is not finer than its runs"
rows out.txt l1_h | awk '{ e[NR] = $1 } END { exit !(e[2] < e[1]) }' || fail "a finer grid is no better"

echo "parity of explicit and implicit steps"
expect 0 "^Parity of " bench semi-implicit --sizes 24 --courants usual,5,20 --repeat 1
awk '
    $2 == "f64" { ++n; scheme[n] = $1; time[n] = $7; ratio[n] = $4; if ($3 == 20) implicit[$1] = 1 }
    /^Parity of / {
        name = $3; sub(/,/, "", name); ++lines
        fastest = -1; reached = 0
        for (k = 1; k <= n; ++k) if (!(scheme[k] in implicit) && (fastest < 0 || time[k] < fastest)) fastest = time[k]
        for (k = n; k >= 1; --k) if (scheme[k] == name && time[k] <= fastest) { reached = 1; from = ratio[k] }
        said = / as fast as /
        if (!(name in implicit) || said != reached) { print "FAIL: " $0; wrong = 1 }
        # The first run that is as fast is at the ratio of the line, or after it.
        if (said) { at = $0; sub(/.*c dt\/dx = /, "", at); if (at + 0 > from * 1.01) { print "FAIL: " $0; wrong = 1 } }
    }
    END { for (s in implicit) ++schemes; exit wrong || lines == 0 || lines != schemes }' out.txt ||
    fail "parity contradicts the table: $(cat out.txt)"

echo "mistakes"
bad="bench work-precision"
# shellcheck disable=SC2086 # words
{
    mistake 2 "unknown case 'tidal_chanel'; did you mean 'tidal_channel'" $bad --case tidal_chanel
    mistake 2 "case lake_flat is water at rest" $bad --case lake_flat
    mistake 2 "unknown scheme '${first}x'; did you mean '$first'" $bad --schemes "${first}x"
    mistake 2 "scheme $first has no option 'colour'" $bad --schemes "$first:colour=red"
    mistake 2 "integrator must be one of euler|rk2, not 'rk4'" $bad --schemes "$first:integrator=rk4"
    mistake 2 "limiter must be a number from 1 to 2, not '3'" $bad --schemes "$first:limiter=3"
    mistake 2 "as in NAME:OPTION=VALUE" $bad --schemes "$first:integrator"
    mistake 2 "words of f32, f64 and mixed are needed" $bad --precisions f32,f16
    mistake 2 "numbers above 0, or the word usual, are needed" $bad --courants 1,-2
    mistake 2 "numbers above 0, or the word usual, are needed" $bad --courants 1,,2
    mistake 2 "whole numbers of 2 to 100000 cells are needed" $bad --sizes 10.5
    mistake 2 "error must be l1_h|l2_h|max_h|l1_u|l2_u|max_u" $bad --error l3_h
    mistake 4 "backend is \"nonsense\"" $bad --backend nonsense
    mistake 6 "cannot write none/table.md" $bad --markdown none/table.md
    if [ -n "$plot" ]; then
        mistake 2 "--plot picture.bmp: the name must end in .png, .svg or .pdf" $bad --plot picture.bmp
    fi
    expect 2 "no scheme can run case" $bad --schemes "$first" --courants 50
    expect 2 "not made of whole cells of the reference" $bad --case three_bumps --sizes 16 --reference 40 \
        --schemes "$first" --quick
    expect 2 "no small common multiple" $bad --case three_bumps --sizes 16,31 --schemes "$first"
}
finish
