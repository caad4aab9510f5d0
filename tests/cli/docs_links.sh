#!/bin/sh
# Claims: every relative link of a page leads to a file of the repository; every source or folder that a page names in
# backticks exists; no file of the repository refers to one outside it.
# Pages in docs/validation are parts of docs/validation.md: their links start in docs. Pages in bench/results describe the
# commit that they were measured at.
set -u
cd "$(dirname "$0")/../.." || exit 1
pages=$(git ls-files '*.md' 2>/dev/null)
[ -n "$pages" ] || { echo "skipped: not a git checkout"; exit 77; }
failures=0 links=0
fail() { echo "FAIL: $1"; failures=$((failures + 1)); }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

for page in $pages; do
    folder=$(dirname "$page")
    [ "$folder" != docs/validation ] || folder=docs
    # shellcheck disable=SC2013 # links have no blanks
    for link in $(grep -o '](\([^)#]*\)' "$page" | sed 's/^](//' | grep -v '^https\{0,1\}:'); do
        links=$((links + 1))
        [ -e "$folder/$link" ] || fail "$page: $link does not exist"
    done
done

# Sources and folders named in backticks on the pages "$@", by their path or the end of it, that are not in the list of files
# $scratch/files. NAME and * stand for any name.
missing() {
    awk '
        FILENAME == ARGV[1] {
            n = split($0, part, "/")
            for (i = 1; i <= n; ++i) {
                path = ""
                for (k = i; k <= n; ++k) {
                    path = path (k > i ? "/" : "") part[k]
                    known[path] = 1
                }
            }
            next
        }
        {
            pieces = split($0, piece, "`")
            for (i = 2; i < pieces; i += 2) {
                words = split(piece[i], word, /[ ,]+/)
                for (k = 1; k <= words; ++k) {
                    w = word[k]
                    if (w ~ /[*$<>{}]|\.\.\.|NAME|^\.|^\// || w !~ /\.(c|h|cu|cuh|sh|cmake)$|^(src|tests|bench|tools|scripts|docs|cmake|include)\//)
                        continue
                    sub(/\/$/, "", w)
                    if (!(w in known))
                        print FILENAME ":" FNR ": " w " does not exist"
                }
            }
        }' "$scratch/files" "$@"
}
git ls-files >"$scratch/files"
# shellcheck disable=SC2016 # backticks of a page
echo 'See `src/base/real.h`, `base/real.h` and `src/*/NAME.c`, not `base/unreal.h` or `src/nowhere/`.' >"$scratch/page.md"
[ "$(missing "$scratch/page.md" | wc -l)" = 2 ] || fail "missing files are not found: $(missing "$scratch/page.md")"
# shellcheck disable=SC2046 # pages have no blanks
missing $(git ls-files '*.md' ':!bench/results') >"$scratch/missing"
while read -r line; do fail "$line"; done <"$scratch/missing"

outside=$(git grep -nE 'shar[e]d/|NUM[E]RICS|DES[I]GN\.md|seed-[0]|pap[e]r 00[0-9]' -- ':!bench/results') && fail "outside the repository: $outside"
echo "$links links, $failures failures"
[ $failures = 0 ]
