#!/bin/sh
# Claim: examples/compact/gradient.c finds the same largest error on 1 rank and on 8, 2 x 2 x 2 boxes, and it is that of
# a scheme of more than fourth order: below h^4 times the largest derivative, 2^5. Usage: compact_example_ranks.sh example
set -u
largest() {
    awk -v ranks="$1" '
        { if ($NF > most) most = $NF }
        END {
            print most
            exit !(NR == ranks && most > 0 && most < 32 / 47 ^ 4)
        }'
}
alone=$("$1" | largest 1) || { echo "FAIL: alone: $alone"; exit 1; }
echo "largest error: $alone"
command -v mpirun >/dev/null 2>&1 || { echo "no mpirun: ranks were not tried"; exit 0; }
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_btl_vader_single_copy_mechanism=none
export OMPI_MCA_hwloc_base_binding_policy=none OMP_NUM_THREADS=1
ranks=$(mpirun -n 8 "$1" | largest 8) || { echo "FAIL: 8 ranks: $ranks"; exit 1; }
[ "$ranks" = "$alone" ] || { echo "FAIL: 8 ranks: $ranks"; exit 1; }
