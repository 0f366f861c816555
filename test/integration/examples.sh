#!/bin/sh
# The programs of the README and docs/examples: they compile without warnings and run, and the
# README shows its program as it is.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
work="$root/build/examples"
rm -rf "$work"
mkdir -p "$work"
failed=0

check() { # name, command...
    name=$1
    shift
    if "$@" >"$work/log" 2>&1; then
        echo "ok $name"
    else
        echo "not ok $name"
        sed 's/^/    /' "$work/log"
        failed=1
    fi
}

# As the README says: the core, one port, one include folder.
hello_runs() {
    gcc -std=c11 -Wall -Wextra -Werror -ffp-contract=off -I"$root/inc" -I"$root/src" \
        "$root/docs/examples/hello.c" "$root"/src/*/*.c "$root/ports/posix/port.c" \
        -o "$work/hello" && "$work/hello" >"$work/hello.txt" &&
        grep -q '^121 vertices, 320 edges, 40 on the border' "$work/hello.txt"
}

detect_runs() {
    gcc -std=c11 -Wall -Wextra -Werror -O2 -ffp-contract=off -I"$root/inc" -I"$root/src" \
        "$root/docs/examples/detect.c" "$root"/src/*/*.c "$root/ports/posix/port.c" \
        -o "$work/detect" && "$work/detect" >"$work/detect.txt" &&
        grep -q '^frame 0: 0 pairs of triangles meet, 0 contacts' "$work/detect.txt" &&
        grep -q '^frame 4: [1-9][0-9]* pairs of triangles meet' "$work/detect.txt"
}

hello_uses_no_heap() {
    ! nm -u "$work/hello" | grep -wE 'malloc|calloc|realloc|free'
}

readme_shows_hello() {
    awk '/^```c$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$root/README.md" \
        >"$work/readme.c" && cmp "$work/readme.c" "$root/docs/examples/hello.c"
}

demo_runs() {
    make -s -C "$root" demo >"$work/demo.txt" && grep -q '^E2' "$work/demo.txt" &&
        ! grep -q 'refused' "$work/demo.txt"
}

demo_is_repeatable() {
    "$root/build/demo" >"$work/demo_again.txt" && cmp "$work/demo.txt" "$work/demo_again.txt"
}

check hello_compiles_and_runs hello_runs
check hello_uses_no_heap hello_uses_no_heap
check detect_finds_the_fold detect_runs
check readme_shows_hello_as_it_is readme_shows_hello
check demo_builds_every_scene demo_runs
check demo_prints_the_same_twice demo_is_repeatable
exit $failed
