#!/bin/sh
# Claim: a release build is hardened: position-independent, tables read-only after the start, stack protector, checked
# copies. Usage: hardened.sh path/to/spate
command -v readelf >/dev/null 2>&1 || { echo "skipped: no readelf"; exit 77; }
failed=0
has() { readelf "$1" -W "$2" | grep -q "$3" || { echo "FAIL: $2: nothing like '$3' in readelf $1"; failed=1; }; }
has -h "$1" 'DYN'
has -l "$1" 'GNU_RELRO'
has -d "$1" 'NOW'
has -s "$1" '__stack_chk_fail'
has -s "$1" '_chk@'
exit $failed
