#!/bin/bash
nvidia-smi --query-gpu=name,clocks.sm,clocks.max.sm,memory.total --format=csv,noheader
which cmake ninja nvcc cuobjdump mpirun
t0=$(date +%s)
cmake --preset release > conf.log 2>&1 || { tail -20 conf.log; exit 1; }
cmake --build build -j16 --target spate_program spate_cuda 2>&1 | grep -E "error|FAILED|Linking C exec" | head -20
echo "build $(( $(date +%s) - t0 )) s"
build/spate doctor | grep -i cuda
cases="lake_bump lake_inactive lake_levee rain_shallow circular_e bump_subcritical_cells stoker_x ritter_y thacker_radial bump_shock circular_a three_bumps rain_hillside dam_friction standing_2d macdonald_subcritical"
for p in f64 f32; do
  build/spate verify $cases --quick --precision $p --backend cpu --json 2>/dev/null | grep -v -E 'seconds|backend|isa' > cpu.$p.json
  timeout 120 build/spate verify $cases --quick --precision $p --backend cuda --isa strict --json 2>err.log | grep -v -E 'seconds|backend|isa' > gpu.$p.json; head -3 err.log
  echo "$p: $(wc -l < cpu.$p.json) lines, $(diff cpu.$p.json gpu.$p.json | grep -c '^<') differ"; diff cpu.$p.json gpu.$p.json | head -6
done
for n in 1024 4096 8192; do for p in f32 f64; do
 echo "circular n=$n $p"; timeout 60 build/spate run --case circular --nx $n --precision $p --backend cuda --no-skip --end 0.3 2>&1 | grep -E "speed|simul|Mcell|error|mass" | tail -4
done; done
cuobjdump -sass build/libspate_cuda.so > all.sass 2>/dev/null; wc -l all.sass
grep -c . all.sass; awk '/Function :/ {name=$3} /^ +\/\*[0-9a-f]{4,5}\*\// {n[name]++} END {for (f in n) if (f ~ /stage_kernel/) print n[f], f}' all.sass | sort -k2 | head -70
