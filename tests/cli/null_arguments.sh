#!/bin/sh
# Claim: every function of include/spate is called in tests/unit/null_arguments.c (those of cases in
# tests/api/case_arguments.c), so that every new one is tested too. Usage: null_arguments.sh
cd "$(dirname "$0")/../.." || exit 1
functions=$(sed 's|//.*||' include/spate/*.h | sed -n 's/^[a-z][a-z_0-9 *]*[ *]\(spate_[a-z_0-9]*\)(.*/\1/p' | sort -u)
[ "$(echo "$functions" | wc -l)" -gt 80 ] || { echo "only $(echo "$functions" | wc -l) functions found"; exit 1; }
missing=0
for function in $functions; do
    grep -q "$function(" tests/unit/null_arguments.c tests/api/case_arguments.c && continue
    echo "$function is not called in tests/unit/null_arguments.c or tests/api/case_arguments.c"
    missing=1
done
exit $missing
