#!/bin/bash
# On a machine with a GPU: builds gpu_adi_lines there, checks the fused sweeps of the ADI scheme and times them.
#   gpu_adi_lines.sh check           strict bits and fast rounding, both precisions
#   gpu_adi_lines.sh tiles FOLDER    times of tiles and register caps; counters and machine code to FOLDER
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

# with BINARY X Y SIZES...: one line for each sweep
with() {
    SPATE_CUDA_ADI_X=$2 SPATE_CUDA_ADI_Y=$3 timeout 60 $to/$1 --time "${@:4}" | sed "s/$/ $1 $2 $3/"
}

# counters BINARY X Y FOLDER: those of both kernels at 2048^2
counters() {
    for axis in 0 1; do
        local file=$4/$1.ncu$axis.txt
        SPATE_CUDA_ADI_X=$2 SPATE_CUDA_ADI_Y=$3 timeout 100 ncu --clock-control none --section SpeedOfLight \
            --section Occupancy --section SchedulerStats --section WarpStateStats --section InstructionStats \
            --section MemoryWorkloadAnalysis --section LaunchStats --section SourceCounters --print-details all \
            --kernel-name-base mangled --kernel-name "regex:sweep_kernelI8adi_kindILi${axis}E" --launch-skip 3 \
            --launch-count 1 $to/$1 --time 2048 >$file 2>&1
        echo "-- counters $1 axis $axis"
        grep -E "Duration|Executed Ipc Act|Registers Per|Achieved Occ|L2 Hit|L1/TEX Hit|Issue Slots Busy|^ +Executed Inst|Warp Cycles Per Issued|DRAM Thr|No Eligible" $file
    done
}

tiles() {
    local only=-DADI_ONLY_PRINTED_MANNING
    build f64_a 64 fast $only -DADI_LINES_X=4 -DADI_LINES_Y=8 -DADI_CAP_X=576 -DADI_CAP_Y=512 &
    build f64_b 64 fast $only -DADI_LINES_X=8 -DADI_LINES_Y=16 -DADI_CAP_X=512 -DADI_CAP_Y=512 &
    build f64_c 64 fast $only -DADI_LINES_X=4 -DADI_LINES_Y=8 -DADI_CAP_X=768 -DADI_CAP_Y=640 &
    build f32_a 32 fast $only -DADI_LINES_X=8 -DADI_LINES_Y=8 -DADI_CAP_X=768 -DADI_CAP_Y=768 &
    build f32_b 32 fast $only -DADI_LINES_X=4 -DADI_LINES_Y=16 -DADI_CAP_X=768 -DADI_CAP_Y=768 &
    build f32_c 32 fast $only -DADI_LINES_X=8 -DADI_LINES_Y=8 -DADI_CAP_X=1024 -DADI_CAP_Y=1024 &
    wait
    for name in f64_a f64_c; do
        with $name 64,288 32,256 2048 4096 8192
        with $name 32,160 64,512 2048 4096 8192
        with $name 32,288 16,128 2048
        with $name 64,544 32,256 2048 4096
    done
    with f64_b 32,288 16,256 2048 4096
    with f64_b 32,256 32,512 2048 4096 8192
    for name in f32_a f32_c; do
        with $name 32,288 32,256 2048 4096 8192
        with $name 64,544 64,512 2048 4096 8192
        with $name 32,544 16,128 2048
    done
    with f32_b 32,288 16,256 2048 4096
    with f32_b 64,288 32,512 2048 4096 8192
    for name in f64_a f32_a; do
        cuobjdump --dump-sass $to/$name >$1/$name.sass
    done
    cp $to/*.log $1/
}

# The fastest tiles of each sweep and size.
best() {
    grep -E "^f(32|64) [xy]" $1/tiles.txt | sort -k1,1 -k2,2 -k3,3n -k4,4n | awk '++seen[$1 $2 $3] <= 3'
}

case ${1:-check} in
check) check ;;
tiles)
    tiles "$2" >$2/tiles.txt 2>&1
    best "$2"
    grep -iE "fail|error" "$2/tiles.txt" | head -5
    counters f64_a 64,288 32,256 $2 
    counters f32_a 32,288 32,256 $2
    tar -C "$2" -czf "$2/all.tgz" --exclude=all.tgz . && find "$2" -type f ! -name all.tgz -delete
    ;;
*) echo "usage: $0 check | tiles FOLDER" >&2; exit 2 ;;
esac
