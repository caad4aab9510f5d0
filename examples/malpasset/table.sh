#!/bin/sh
# Computed against observed levels and arrival times of a Malpasset run, from its gauges.
# Usage: table.sh RESULTS OBSERVATIONS.csv
set -eu
folder=$1

# A gauge as one line: largest level, first time of 5 cm of water.
summary() { # ID
    awk -F, 'NR > 1 && $4 != "" && (level == "" || $4 + 0 > level + 0) {level = $4}
        NR > 1 && arrival == "" && $5 >= 0.05 {arrival = $2}
        END {printf "%s,%s", level, arrival}' "$folder/gauges/$1.csv"
}

while IFS=, read -r id kind x y level arrival; do
    [ "$id" = id ] || echo "$id,$level,$arrival,$(summary "$id")"
done <"$2" | awk -F, '
    function number(text, digits) { return text == "" ? "-" : sprintf("%." digits "f", text) }
    BEGIN { print "point  observed m  computed m  difference m  arrived observed s  computed s" }
    {
        group = substr($1, 1, 1)
        difference = ""
        if ($2 != "" && $4 != "") {
            difference = $4 - $2
            sum[group] += difference < 0 ? -difference : difference
            bias[group] += difference
            ++count[group]
        } else if ($2 != "")
            dry[group] = dry[group] " " $1
        observed[$1] = $3
        computed[$1] = $5
        printf "%-5s  %10s  %10s  %12s  %18s  %10s\n", $1, number($2, 2), number($4, 2), \
            number(difference, 2), number($3, 0), number($5, 0)
    }
    function line(group) {
        if (count[group])
            printf "%s points: mean absolute error %.2f m, bias %.2f m, over %d points%s\n", group, \
                sum[group] / count[group], bias[group] / count[group], count[group], \
                dry[group] == "" ? "" : "; dry:" dry[group]
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
