#!/bin/sh
# Claim: every relative link of a page leads to a file of the repository, and no page refers to a file outside it.
# Pages in docs/validation are parts of docs/validation.md: their links start in docs.
set -u
cd "$(dirname "$0")/../.." || exit 1
pages=$(git ls-files '*.md' 2>/dev/null)
[ -n "$pages" ] || { echo "skipped: not a git checkout"; exit 77; }
failures=0 links=0
fail() { echo "FAIL: $1"; failures=$((failures + 1)); }

for page in $pages; do
    folder=$(dirname "$page")
    [ "$folder" != docs/validation ] || folder=docs
    # shellcheck disable=SC2013 # links have no blanks
    for link in $(grep -o '](\([^)#]*\)' "$page" | sed 's/^](//' | grep -v '^https\{0,1\}:'); do
        links=$((links + 1))
        [ -e "$folder/$link" ] || fail "$page: $link does not exist"
    done
    outside=$(grep -n -E 'NUMERICS\.md|DESIGN\.md|seed-00[0-9]|\.\./shared' "$page") && fail "$page: $outside"
done
echo "$links links, $failures failures"
[ $failures = 0 ]
