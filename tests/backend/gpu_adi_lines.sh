#!/bin/bash
# On a machine with a GPU: builds gpu_adi_lines there, checks the fused sweeps of the ADI scheme and times them.
#   gpu_adi_lines.sh check           strict bits and fast rounding, both precisions
#   gpu_adi_lines.sh memory          after check: what compute-sanitizer says of small shapes
#   gpu_adi_lines.sh times           of sweeps, beside the floor
#   gpu_adi_lines.sh counters FOLDER after times: counters and machine code to FOLDER
set -u
cd "$(dirname "$0")/../.."
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
to=build/adi_lines
mkdir -p $to

# build NAME BITS fast|strict [options]
build() {
    local name=$1 bits=$2 flags=-DSPATE_CUDA_FAST
    [ "$3" = strict ] && flags="--fmad=false -prec-div=true -prec-sqrt=true -ftz=false"
    $nvcc -O3 -std=c++17 -gencode=arch=compute_90,code=sm_90 -DSPATE_REAL_BITS=$bits $flags -Isrc -Iinclude \
        -Itests/backend -Xcompiler -ffp-contract=off -Xptxas -v "${@:4}" tests/backend/gpu_adi_lines.cu -o $to/$name \
        >$to/$name.log 2>&1 || cat $to/$name.log
}

check() {
    local failed=0
    for bits in 32 64; do
        build strict$bits $bits strict &
        build fast$bits $bits fast &
    done
    wait
    for name in strict32 strict64 fast32 fast64; do
        timeout 60 $to/$name >$to/$name.txt 2>&1 || failed=1
        grep -E "WRONG|fit" $to/$name.txt | head -5
        tail -1 $to/$name.txt
    done
    return $failed
}

# memory: addresses and races of shared memory, of small shapes
memory() {
    for name in strict32 strict64; do
        for tool in memcheck racecheck; do
            echo "-- $tool $name"
            timeout 12 compute-sanitizer --tool $tool $to/$name --small 2>&1 | grep -vE "^  [xy] " | tail -12
        done
    done
}

# counters BINARY FOLDER: those of both kernels at 2048^2
counters() {
    for axis in 0 1; do
        local file=$2/$1.ncu$axis.txt
        timeout 100 ncu --clock-control none --section SpeedOfLight \
            --section Occupancy --section SchedulerStats --section WarpStateStats --section InstructionStats \
            --section MemoryWorkloadAnalysis --section LaunchStats --section SourceCounters --print-details all \
            --kernel-name-base mangled --kernel-name "regex:sweep_kernelI.*adi_kindILi${axis}E" --launch-skip 3 \
            --launch-count 1 $to/$1 --time 2048 >$file 2>&1
        echo "-- counters $1 axis $axis"
        grep -E "Duration|Executed Ipc Act|Registers Per|Achieved Occ|Issue Slots Busy|^ +Executed Inst|DRAM Thr|No Eligible" $file
    done
}

# Times, and those of shorter shares.
times() {
    local only=-DADI_ONLY_PRINTED_MANNING
    for bits in 32 64; do
        build time$bits $bits fast $only &
        build short$bits $bits fast $only -DADI_LONG_CHUNKS=32 &
    done
    wait
    for name in time64 time32 short64 short32; do
        timeout 60 $to/$name --time 1024 2048 4096 8192 | sed "s/$/ $name/"
    done
}

case ${1:-check} in
check) check ;;
memory) memory ;;
times) times ;;
counters)
    counters time64 "$2"
    counters time32 "$2"
    for name in time64 time32; do
        cuobjdump --dump-sass $to/$name >"$2/$name.sass"
    done
    tar -C "$2" -czf "$2/all.tgz" --exclude=all.tgz . && find "$2" -type f ! -name all.tgz -delete
    ;;
*) echo "usage: $0 check | memory | times | counters FOLDER" >&2; exit 2 ;;
esac
