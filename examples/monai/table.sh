#!/bin/sh
# Gauges and run-up of Monai runs against the measurements, as Markdown.
# Usage: table.sh MEASURED.csv SPATE RESULTS...
set -eu
measured=$1
spate=$2
shift 2

# The first value of a key in run.json.
value() { # FOLDER KEY
    sed -n "s/^ *\"$2\": \"\{0,1\}\([^\",]*\).*/\1/p" "$1/run.json" | head -n 1
}

# Both series have a line every 0.05 s; levels of the run are in m, empty where dry.
gauge() { # FOLDER NUMBER
    awk -F, -v number="$2" -v run="$(value "$1" resolution) m" '
        BEGIN {column = number == 5 ? 2 : number == 7 ? 3 : 4}
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
        END {printf "| %s | %s | %.2f cm | %+.2f cm | %.2f cm at %.2f s | %.2f cm at %.2f s |\n", number, run, \
            sqrt(square / count), sum / count, top, at, high, when}' \
        "$measured" "$1/gauges/gauge$2.csv"
}

run_up() { # FOLDER
    "$spate" info "$1/max_level.tif" | awk '$1 == "highest" {printf "%.2f cm", 100 * $2}'
}

# Where the run-up was measured.
run_up_there() { # FOLDER
    command -v gdal_translate >/dev/null || { printf -- -; return; }
    gdal_translate -q -of XYZ "$1/max_level.tif" /vsistdout/ | awk '
        $3 > -1 && $3 < 1 && ($1 - 5.16) ^ 2 + ($2 - 1.88) ^ 2 < 0.01 && $3 > high {high = $3; x = $1; y = $2}
        END {printf "%.2f cm at (%.3f, %.3f)", 100 * high, x, y}'
}

echo "<!-- Printed by examples/monai/run.sh, as a part of docs/validation.md: links start there. -->"
echo "## Monai valley, 1993"
echo
echo "A tsunami in a laboratory basin, compared with three gauges and the run-up in the valley."
echo "[The case](../examples/monai/README.md) describes the data and their limits."
echo
echo "    examples/monai/run.sh $(for folder; do value "$folder" resolution; done | paste -s -d , -)"
echo
echo "| run | version | commit | backend | precision | Manning | cells | steps | end | mass error | date |"
echo "|---|---|---|---|---|---|---|---|---|---|---|"
for folder; do
    printf '| %s m | %s | %s | %s | %s | %s | %s x %s | %s | %s s | %.1e | %s |\n' \
        "$(value "$folder" resolution)" "$(value "$folder" version)" "$(value "$folder" commit)" \
        "$(value "$folder" backend)" "$(value "$folder" precision)" "$(value "$folder" manning)" \
        "$(value "$folder" cells_x)" "$(value "$folder" cells_y)" "$(value "$folder" steps)" \
        "$(value "$folder" t)" "$(value "$folder" relative_error)" "$(value "$folder" written)"
done
echo
echo "| gauge | run | RMSE | bias | highest measured | computed |"
echo "|---|---|---|---|---|---|"
for number in 5 7 9; do
    for folder; do gauge "$folder" $number; done
done
echo
echo "| run | run-up | within 10 cm of (5.16, 1.88) | measured there |"
echo "|---|---|---|---|"
for folder; do
    echo "| $(value "$folder" resolution) m | $(run_up "$folder") | $(run_up_there "$folder") | 8.75 to 9.0 cm |"
done
echo
echo "The valley is narrow, about two cells of 0.028 m: the run-up needs the finer grid."
echo
echo "![Levels at the gauges](../examples/monai/gauges.png)"
