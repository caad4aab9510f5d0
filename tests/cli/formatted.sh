#!/bin/sh
# Claim: every source is formatted according to .clang-format (version 14). Skipped without that version.
set -eu
cd "$(dirname "$0")/../.."
clang-format --version 2>/dev/null | grep -q 'version 14' || { echo "skipped: no clang-format 14"; exit 77; }
git ls-files '*.c' '*.h' '*.cu' '*.cuh' | grep -v status_list.h | xargs clang-format --dry-run -Werror
