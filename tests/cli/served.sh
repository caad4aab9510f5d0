# shellcheck shell=sh
# Shared by the tests of pages: commands that serve a page until they are stopped. Sourced; needs spate in PATH.

# The code of the answer to a request; nothing: no answer, or nothing here can ask.
answer_to() {
    python3 -c 'import sys, urllib.request as u
print(u.build_opener(u.ProxyHandler({})).open(sys.argv[1]).status)' "$1"
}

# `spate run --view` leaves a server behind, for the last look. It names the process of the run.
end_server_beside() {
    for place in /proc/[0-9]*; do
        tr '\0' ' ' <"$place/cmdline" 2>/dev/null | grep -q -e " --beside-run $1 " && kill "${place#/proc/}"
    done
    return 0
}

# served ARGUMENTS: runs spate view or spate run --view, asks for the page once, and ends the server. Fails where there is
# no page or where the command fails. spate view ends by SIGTERM, a run by itself.
served() {
    : >served.txt # the address of the server before is no longer good
    spate "$@" >>served.txt 2>&1 &
    served=$!
    until address=$(sed -n 's/^view *\(http.*\)/\1/p' served.txt) && [ -n "$address" ]; do
        kill -0 $served 2>/dev/null && sleep 0.05 && continue
        wait $served && return 1 # it ended without an address
        grep -q 'needs libmicrohttpd, which this build has not' served.txt
        return
    done
    code=$(answer_to "$address")
    [ "$1" = run ] || kill -TERM $served
    wait $served || return
    end_server_beside $served
    [ "$code" = 200 ] || { cat served.txt; echo "no page at $address: $code"; return 1; }
}
