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

# It falls on the ball, hangs from its pins, and nothing had to be held.
drape_runs() {
    gcc -std=c11 -Wall -Wextra -Werror -O2 -ffp-contract=off -I"$root/inc" -I"$root/src" \
        "$root/docs/examples/drape.c" "$root"/src/*/*.c "$root/ports/posix/port.c" -lm \
        -o "$work/drape" && "$work/drape" >"$work/drape.txt" &&
        [ "$(grep -cE '^step .* [1-9][0-9]* contacts, .* 0 vertices held$' "$work/drape.txt")" = 10 ] &&
        grep -qE '^step  90: lowest -0\.1[0-9]* m' "$work/drape.txt" &&
        grep -q '^927 vertices in [0-9]* bytes; hash' "$work/drape.txt"
}

uses_no_heap() { # program
    ! nm -u "$work/$1" | grep -wE 'malloc|calloc|realloc|free'
}

readme_shows_hello() {
    awk '/^```c$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$root/README.md" \
        >"$work/readme.c" && cmp "$work/readme.c" "$root/docs/examples/hello.c"
}

# A short one: the pile meets, nothing crosses, and there are three pictures of each play.
demo_runs() {
    make -s -C "$root" demo STEPS=20 >"$work/demo.txt" &&
        ! grep -q 'refused' "$work/demo.txt" &&
        grep -qE '^  contacts, the most in a step +[1-9][0-9]* ' "$work/demo.txt" &&
        grep -qE '^  intersections found +0 +0$' "$work/demo.txt" &&
        for frame in pile_000 pile_010 pile_020 torus_000 torus_010 torus_020; do
            grep -q '</svg>' "$root/build/demo/$frame.svg" || return 1
        done
}

# All but the times.
demo_is_repeatable() {
    mkdir -p "$work/again" && "$root/build/demo/demo" "$work/again" 20 >"$work/demo_again.txt" &&
        sed '/^$/,$!d; /steps a second/,$d' "$work/demo.txt" >"$work/demo_first.txt" &&
        sed '/^$/,$!d; /steps a second/,$d' "$work/demo_again.txt" >"$work/demo_second.txt" &&
        grep -q '^  hash  *[0-9a-f]\{16\} [0-9a-f]\{16\}$' "$work/demo_first.txt" &&
        cmp "$work/demo_first.txt" "$work/demo_second.txt" &&
        cmp "$root/build/demo/torus_020.svg" "$work/again/torus_020.svg"
}

# One small play: three pictures, and a sheet that shows them.
gallery_hangs_pictures() {
    make -s -C "$root" gallery STEPS=6 PLAY=table >"$work/gallery.txt" &&
        ! grep -q 'refused' "$work/gallery.txt" &&
        grep -qE '^table +[0-9]+ +6 +0 +0 ' "$work/gallery.txt" &&
        for frame in table_000 table_003 table_006; do
            grep -q '</svg>' "$root/build/gallery/$frame.svg" &&
                grep -q "href=\"$frame.svg\"" "$root/build/gallery/index.svg" || return 1
        done
}

check hello_compiles_and_runs hello_runs
check hello_uses_no_heap uses_no_heap hello
check detect_finds_the_fold detect_runs
check drape_falls_and_hangs drape_runs
check drape_uses_no_heap uses_no_heap drape
check readme_shows_hello_as_it_is readme_shows_hello
check demo_plays_without_intersections demo_runs
check demo_comes_to_the_same_twice demo_is_repeatable
check gallery_hangs_pictures gallery_hangs_pictures
exit $failed
