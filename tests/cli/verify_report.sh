#!/bin/sh
# Claim: spate verify --report writes a page with a row for each case and complete pictures, includes
# sections printed by scripts, and reports at once where it cannot write. Usage: verify_report.sh path/to/spate
set -u
spate=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
. "$(cd "$(dirname "$0")" && pwd)/expect.sh"
OMP_NUM_THREADS=1
export OMP_NUM_THREADS

hex() { od -An -v -tx1 "$@" | tr -d ' \n'; }
small_png() { # FILE
    [ -f "$1" ] || { fail "$1 is missing"; return; }
    [ "$(hex -N 8 "$1")" = 89504e470d0a1a0a ] || fail "$1 has no PNG signature"
    hex "$1" | grep -q '49454e44ae426082$' || fail "$1 is not whole"
    "$spate" version --json | grep -q '"libpng": null' && return # no palettes
    [ "$(wc -c <"$1")" -lt 61440 ] || fail "$1 has $(wc -c <"$1") bytes"
}

# holds TEXT: the page contains it.
holds() { grep -q -F -e "$1" page/validation.md || fail "the page has no '$1'"; }

pictures() { ls page/images/validation 2>/dev/null | tr '\n' ' '; }

echo "page"
expect 0 "wrote page/validation.md" verify --quick stoker_x dam_friction lake_flat lake_levee \
    circular_a rain_shallow standing_2d --report page
[ -f page/validation.md ] || { fail "there is no page"; finish; }
holds "    spate verify --quick stoker_x dam_friction lake_flat lake_levee circular_a rain_shallow standing_2d --report page"
holds "| version | commit | build | scheme | backend | precision | date |"
holds "| $("$spate" version | awk 'NR == 1 {print $2}') | $("$spate" version | awk 'NR == 1 {gsub(/[()]/, ""); print $3}') |"
holds "7 of 7 passed"
for case in stoker_x dam_friction rain_shallow standing_2d; do
    grep -q "^| \`$case\` | f64 | [0-9]*x[0-9]* |.* pass |\$" page/validation.md || fail "no row for $case"
done
holds '`lake_flat`, `lake_levee`'
holds '`circular_a`'
grep -q '^| 2 of 2 | 3 | 0 | 0 | ' page/validation.md || fail "the lakes are not summed up"
holds "examples/malpasset/run.sh"
holds "examples/monai/run.sh"
# The table on the page is what the command printed: the finest grid of stoker_x.
awk '$1 == "stoker_x" {inside = 1} inside && $NF == "pass" {
        print "| `stoker_x` | f64 | " $2 " | " $3 " | " $5 " | " $7 " |"; exit}' out.txt >row.txt
[ -s row.txt ] || fail "no last row of stoker_x on stdout"
holds "$(cat row.txt)"
grep -n -i -E '%[a-z.0-9]|\(null\)|(^|[ |-])(nan|inf)([ |]|$)|@|TODO' page/validation.md && fail "the page has something unresolved"

echo "pictures"
if "$spate" version --json | grep -q '"cairo": true'; then
    [ "$(pictures)" = "convergence.png dam_friction.png stoker_x.png " ] || fail "pictures: $(pictures)"
    for picture in page/images/validation/*.png; do
        small_png "$picture"
        holds "(images/validation/$(basename "$picture"))"
    done
else
    [ -z "$(pictures)" ] || fail "pictures without cairo: $(pictures)"
    holds "built without cairo"
fi

echo "other precisions, and sections of others"
mkdir page/validation
printf '## Malpasset, 1959\n\nmeasured: 3 %% of it\n' >page/validation/malpasset.md
printf '## Limits\n\nnone known\n' >page/validation/limits.md
expect 0 "wrote page/validation.md" verify --quick lake_flat standing_x --precision both --report page
holds "measured: 3 % of it"
holds "none known"
holds "| f32 and f64 |"
grep -q '^| `standing_x` | f32 | ' page/validation.md || fail "no row in f32"
grep -q '^| `standing_x` | f64 | ' page/validation.md || fail "no row in f64"
grep -q 'examples/malpasset/run.sh' page/validation.md && fail "Malpasset is said to be absent"
grep -q 'stoker_x' page/validation.md && fail "the page still has the cases of the run before"
expect 0 '"pass": true' verify lake_flat --json --report page
valid_json out.txt "verify --json --report"

echo "mistakes"
: >occupied
mistake 6 "occupied" verify lake_flat --report occupied
mistake 6 "occupied/below" verify lake_flat --report occupied/below
mistake 2 "report needs a value" verify lake_flat --report
mistake 2 "1 to" verify lake_flat --report ''
if [ -d /proc/self ]; then mistake 6 "/proc/" verify lake_flat --report /proc/report; fi
mkdir locked && chmod 555 locked
[ -w locked ] || mistake 6 "locked" verify lake_flat --report locked
mkdir -p taken/images && : >taken/images/validation
mistake 6 "taken/images/validation" verify lake_flat --report taken
mkdir -p page/validation/monai.md
expect 3 "monai.md" verify lake_flat --report page
grep -q 'none known' page/validation.md || fail "a page that failed replaced the one before"
find . -name '*.part' | grep -q . && fail "a temporary file was left behind"
finish
