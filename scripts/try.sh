#!/bin/bash
# try.sh OUT: builds of variants, times, counters of the first
mkdir -p build/t
b() { n=$1; bits=$2; shift 2; nvcc -O3 -std=c++17 -lineinfo -gencode=arch=compute_90,code=sm_90 -DSPATE_REAL_BITS=$bits -DSPATE_CUDA_FAST -DADI_ONLY_PRINTED_MANNING -Isrc -Iinclude -Itests/backend -Xcompiler -ffp-contract=off -Xptxas -v "$@" tests/backend/gpu_adi_lines.cu -o build/t/$n >build/t/$n.log 2>&1 || tail -5 build/t/$n.log; }
. scripts/variants.sh
wait
for n in $(ls build/t | grep -v log); do echo "-- $n"; timeout 30 build/t/$n --time 2048 4096 8192 2>&1 | grep -v floor.*copy; done
for n in $COUNT; do for a in 0 1; do timeout 60 ncu --clock-control none --section SourceCounters --section WarpStateStats --page source --csv --print-units base --kernel-name-base mangled --kernel-name "regex:sweep_kernelI8adi_kindILi${a}E" --launch-skip 3 --launch-count 1 build/t/$n --time 2048 > $1/$n.$a.csv 2>&1; done; done
cd $1 && tar czf all.tgz *.csv && rm -f *.csv
