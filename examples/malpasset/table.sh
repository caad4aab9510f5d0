#!/bin/sh
# Computed against observed levels and arrival times of Malpasset runs, as Markdown.
# Usage: table.sh OBSERVATIONS.csv RESULTS...
# Where the cell of a point stays dry, the nearest wet cell within 100 m is taken (needs GDAL's tools).
set -eu
observations=$1
shift
highest=$(mktemp)
trap 'rm -f "$highest"' EXIT

# The first value of a key in run.json.
value() { # FOLDER KEY
    sed -n "s/^ *\"$2\": \"\{0,1\}\([^\",]*\).*/\1/p" "$1/run.json" | head -n 1
}

# A gauge as one line: largest level, first time of 5 cm of water, bed.
summary() { # FOLDER ID
    awk -F, 'NR > 1 && $4 != "" && (level == "" || $4 + 0 > level + 0) {level = $4}
        NR > 1 && arrival == "" && $5 >= 0.05 {arrival = $2}
        END {printf "%s,%s,%s", level, arrival, $3}' "$1/gauges/$2.csv"
}

nearest() { # X Y: level,distance
    awk -v x="$1" -v y="$2" 'BEGIN {near = 100 ^ 2}
        {d = ($1 - x) ^ 2 + ($2 - y) ^ 2; if (d < near) {near = d; level = $3}}
        END {if (level != "") printf "%s,%.0f", level, sqrt(near)}' "$highest"
}

# Lines of the runs, one for each point: run,id,observed level,arrival,computed level,arrival,bed,
# level of the nearest wet cell,its distance.
points() { # FOLDER
    : >"$highest"
    ! command -v gdal_translate >/dev/null ||
        gdal_translate -q -of XYZ "$1/max_level.tif" /vsistdout/ | grep -v nan >"$highest"
    while IFS=, read -r id _ x y level arrival; do
        [ "$id" != id ] || continue
        made=$(summary "$1" "$id")
        case $made in
        ,*) echo "$(value "$1" resolution) m,$id,$level,$arrival,$made,$(nearest "$x" "$y")" ;;
        *) echo "$(value "$1" resolution) m,$id,$level,$arrival,$made" ;;
        esac
    done <"$observations"
}

echo "<!-- Printed by examples/malpasset/run.sh, as a part of docs/validation.md: links start there. -->"
echo "## Malpasset, 1959"
echo
echo "A real dam break over 20 km, compared with surveyed levels and arrival times. Nothing was fitted."
echo "[The case](../examples/malpasset/README.md) has pictures and describes the points."
echo
echo "    SPATE_DATA=... examples/malpasset/run.sh $(for folder; do value "$folder" resolution; done | paste -s -d , -)"
echo
echo "| run | version | commit | backend | precision | Manning | cells | steps | mass error | date |"
echo "|---|---|---|---|---|---|---|---|---|---|"
for folder; do
    printf '| %s m | %s | %s | %s | %s | %s | %s x %s | %s | %.1e | %s |\n' "$(value "$folder" resolution)" \
        "$(value "$folder" version)" "$(value "$folder" commit)" \
        "$(value "$folder" backend)" "$(value "$folder" precision)" "$(value "$folder" manning)" \
        "$(value "$folder" cells_x)" "$(value "$folder" cells_y)" "$(value "$folder" steps)" \
        "$(value "$folder" relative_error)" "$(value "$folder" written)"
done
echo
for folder; do points "$folder"; done | awk -F, '
    function size(x) { return x < 0 ? -x : x }
    function columns(n,    line) { for (line = "|"; n > 0; --n) line = line "---|"; return line }
    !($1 in known) { known[$1] = 1; run[++runs] = $1 }
    runs == 1 { point[++points] = $2; seen[$2] = $3; time[$2] = $4 }
    {
        at = $1 SUBSEP $2
        level[at] = $5
        arrival[at] = $6
        group = $1 SUBSEP substr($2, 1, 1)
        if ($3 != "" && $7 > $3)
            buried[$1] = buried[$1] (buried[$1] == "" ? "" : ", ") $2
        if ($3 != "" && $5 == "" && $8 != "") {
            dry[at] = " *"
            level[at] = $8
            near_sum[group] += size($8 - $3)
            ++near_count[group]
            if (!($1 in far) || $9 > far[$1]) far[$1] = $9
            if (!($1 in close_by) || $9 < close_by[$1]) close_by[$1] = $9
        } else if ($3 != "" && $5 != "") {
            sum[group] += size($5 - $3)
            bias[group] += $5 - $3
            ++count[group]
        }
    }
    # One line of the first table: what, and a cell for each run.
    function means(kind, what, name,    line, n, g, total) {
        line = "| " name " |  |"
        for (n = 1; n <= runs; ++n) {
            g = run[n] SUBSEP kind
            total = count[g] + near_count[g]
            if (what == "mean" && count[g])
                line = line sprintf(" %.2f m (%d points) |", sum[g] / count[g], count[g])
            else if (what == "near" && total)
                line = line sprintf(" %.2f m (%d points) |", (sum[g] + near_sum[g]) / total, total)
            else if (what == "bias" && count[g])
                line = line sprintf(" %+.2f m |", bias[g] / count[g])
            else
                line = line " - |"
        }
        print line
    }
    function between(later,    line, n, made, wanted) {
        wanted = time[later] - time["A"]
        line = sprintf("| arrival %s - A | %.0f s |", later, wanted)
        for (n = 1; n <= runs; ++n)
            if (arrival[run[n], later] == "" || arrival[run[n], "A"] == "")
                line = line " - |"
            else {
                made = arrival[run[n], later] - arrival[run[n], "A"]
                line = line sprintf(" %.0f s (%+.1f %%) |", made, 100 * (made - wanted) / wanted)
            }
        print line
    }
    function names(suffix,    line, n) {
        for (n = 1; n <= runs; ++n) line = line " " run[n] " |" suffix
        return line
    }
    END {
        print "| | observed |" names("")
        print columns(2 + runs)
        means("P", "mean", "P points, mean absolute error, wet cells")
        means("P", "near", "P points, nearest wet cell where dry")
        means("P", "bias", "P points, bias, wet cells")
        means("S", "mean", "S points, mean absolute error")
        means("S", "bias", "S points, bias")
        between("B")
        between("C")

        print "\nHighest levels, m:\n\n| point | observed |" names(" difference |")
        print columns(2 + 2 * runs)
        for (p = 1; p <= points; ++p) {
            if (seen[point[p]] == "")
                continue
            line = sprintf("| %s | %.2f |", point[p], seen[point[p]])
            for (n = 1; n <= runs; ++n) {
                made = level[run[n], point[p]]
                line = line (made == "" ? " dry | - |" : \
                    sprintf(" %.2f%s | %+.2f |", made, dry[run[n], point[p]], made - seen[point[p]]))
            }
            print line
        }
        print ""
        for (n = 1; n <= runs; ++n) {
            if (run[n] in far)
                printf "* %s: where there is a `*` the cell stays dry; the nearest wet cell is %s to %s m away.\n", \
                    run[n], close_by[run[n]], far[run[n]]
            if (run[n] in buried)
                printf "* %s: the ground of %s is above the observed level; no model can be wet there at that level.\n", \
                    run[n], buried[run[n]]
        }

        print "\nArrival, the first second with 5 cm of water, s:\n\n| point | observed |" names("")
        print columns(2 + runs)
        for (p = 1; p <= points; ++p) {
            if (time[point[p]] == "")
                continue
            line = sprintf("| %s | %.0f |", point[p], time[point[p]])
            for (n = 1; n <= runs; ++n)
                line = line (arrival[run[n], point[p]] == "" ? " - |" : \
                    sprintf(" %.0f |", arrival[run[n], point[p]]))
            print line
        }
    }'
