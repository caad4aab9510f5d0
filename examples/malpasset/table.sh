#!/bin/sh
# Computed against observed levels and arrival times of a Malpasset run, from its gauges.
# Usage: table.sh RESULTS OBSERVATIONS.csv
# Where the cell of a point stays dry, the nearest wet cell within 100 m is taken (needs GDAL's tools).
set -eu
folder=$1
highest=$(mktemp)
trap 'rm -f "$highest"' EXIT
! command -v gdal_translate >/dev/null ||
    gdal_translate -q -of XYZ "$folder/max_level.tif" /vsistdout/ | grep -v nan >"$highest"

# A gauge as one line: largest level, first time of 5 cm of water.
summary() { # ID
    awk -F, 'NR > 1 && $4 != "" && (level == "" || $4 + 0 > level + 0) {level = $4}
        NR > 1 && arrival == "" && $5 >= 0.05 {arrival = $2}
        END {printf "%s,%s", level, arrival}' "$folder/gauges/$1.csv"
}

nearest() { # X Y: level,distance
    awk -v x="$1" -v y="$2" 'BEGIN {near = 100 ^ 2}
        {d = ($1 - x) ^ 2 + ($2 - y) ^ 2; if (d < near) {near = d; level = $3}}
        END {if (level != "") printf "%s,%.0f", level, sqrt(near)}' "$highest"
}

while IFS=, read -r id kind x y level arrival; do
    [ "$id" != id ] || continue
    made=$(summary "$id")
    case $made in
    ,*) echo "$id,$level,$arrival,$made,$(nearest "$x" "$y")" ;;
    *) echo "$id,$level,$arrival,$made" ;;
    esac
done <"$2" | awk -F, '
    function number(text, digits) { return text == "" ? "-" : sprintf("%." digits "f", text) }
    BEGIN { print "point  observed m  computed m  difference m  arrived observed s  computed s" }
    {
        group = substr($1, 1, 1)
        difference = note = ""
        if ($2 != "" && $4 == "" && $6 != "") {
            note = "  dry; wet cell " $7 " m away"
            off = $6 - $2
            sum_near[group] += off < 0 ? -off : off
            ++count_near[group]
            $4 = $6
            difference = off
        } else if ($2 != "" && $4 != "") {
            difference = $4 - $2
            sum[group] += difference < 0 ? -difference : difference
            bias[group] += difference
            ++count[group]
        }
        observed[$1] = $3
        computed[$1] = $5
        printf "%-5s  %10s  %10s  %12s  %18s  %10s%s\n", $1, number($2, 2), number($4, 2), \
            number(difference, 2), number($3, 0), number($5, 0), note
    }
    function line(group) {
        if (count[group])
            printf "%s points: mean absolute error %.2f m, bias %.2f m, over the %d wet points\n", \
                group, sum[group] / count[group], bias[group] / count[group], count[group]
        if (count_near[group])
            printf "%s points: mean absolute error %.2f m over %d points, with the nearest wet cells\n", \
                group, (sum[group] + sum_near[group]) / (count[group] + count_near[group]), \
                count[group] + count_near[group]
    }
    function between(later,    seen, made) {
        if (computed[later] == "" || computed["A"] == "")
            return
        seen = observed[later] - observed["A"]
        made = computed[later] - computed["A"]
        printf "%s - A: %.0f s, observed %.0f s: %+.1f %%\n", later, made, seen, \
            100 * (made - seen) / seen
    }
    END { line("P"); line("S"); between("B"); between("C") }'
