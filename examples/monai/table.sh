#!/bin/sh
# Gauges and run-up of a Monai run against the measurements.
# Usage: table.sh RESULTS MEASURED.csv SPATE
set -eu
folder=$1

echo "gauge   RMSE cm  bias cm  peak measured cm at s  computed cm at s"
for number in 5 7 9; do
    # Both series have a line every 0.05 s; levels of the run are in m, empty where dry.
    awk -F, -v number=$number 'BEGIN {column = number == 5 ? 2 : number == 7 ? 3 : 4}
        FNR == 1 {++files; next}
        files == 1 {measured[sprintf("%.2f", $1)] = $column; next}
        $4 != "" && (sprintf("%.2f", $2) in measured) {
            made = 100 * $4
            seen = measured[sprintf("%.2f", $2)]
            square += (made - seen) ^ 2
            sum += made - seen
            ++count
            if (made > high) { high = made; when = $2 }
            if (seen > top) { top = seen; at = $2 }
        }
        END {printf "%-6s  %7.2f  %+7.2f  %13.2f  %6.2f  %8.2f  %6.2f\n", number, \
            sqrt(square / count), sum / count, top, at, high, when}' \
        "$2" "$folder/gauges/gauge$number.csv"
done

"$3" info "$folder/max_level.tif" |
    awk '$1 == "highest" {printf "highest level anywhere %.2f cm (run-up measured: 8.75 to 9.0 cm)\n", 100 * $2}'
if command -v gdal_translate >/dev/null; then
    gdal_translate -q -of XYZ "$folder/max_level.tif" /vsistdout/ | awk '
        $3 > -1 && $3 < 1 && ($1 - 5.16) ^ 2 + ($2 - 1.88) ^ 2 < 0.01 && $3 > high {high = $3; x = $1; y = $2}
        END {printf "highest level within 10 cm of (5.16, 1.88): %.2f cm at (%.3f, %.3f)\n", 100 * high, x, y}'
fi
