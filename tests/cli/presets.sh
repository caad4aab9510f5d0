#!/bin/sh
# Claims: make demo, make, make cuda and make test work in one folder, and none leaves the next one with its own
# settings: whatever a preset of that folder sets, the preset of make sets too. Usage: presets.sh
command -v python3 >/dev/null 2>&1 || { echo "skipped: no python3"; exit 77; }
root=$(cd "$(dirname "$0")/../.." && pwd)
exec python3 - "$root/CMakePresets.json" <<'END'
import json, sys

presets = {p["name"]: p for p in json.load(open(sys.argv[1]))["configurePresets"]}
release = presets["release"]
failed = []
# The kind of CUDA code stays: a plug-in that is there is kept up to date as it is (cmake/Cuda.cmake).
sticky = {"SPATE_CUDA_CODE"}
for name in ("demo", "cuda", "test"):
    preset = presets[name]
    if preset.get("inherits") != "release" or "binaryDir" in preset:
        failed.append(f"{name} has a folder of its own")
    for key in preset["cacheVariables"]:
        if key not in release["cacheVariables"] and key not in sticky:
            failed.append(f"{key} of {name} would still hold after make")
demo = presets["demo"]["cacheVariables"]
for key, value in (("SPATE_ISAS", "native"), ("SPATE_TESTS", "OFF"), ("SPATE_WITH_CUDA", "OFF")):
    if demo.get(key) != value:
        failed.append(f"the demo has {key} {demo.get(key)}, not {value}")
if presets["test"]["cacheVariables"].get("SPATE_WITH_CUDA") != "ON":
    failed.append("make test does not ask for CUDA")
print("\n".join("FAIL: " + f for f in failed) or "four presets, one folder")
sys.exit(bool(failed))
END
