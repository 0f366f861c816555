#!/bin/sh
# Builds the library in ways that change what a float expression means, and shows that it notices:
# at compile time where the compiler tells, else by refusing to start.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
work="$root/build/fp_builds"
rm -rf "$work"
mkdir -p "$work"
failed=0

cat >"$work/main.c" <<'END'
#include <hem/hem.h>
#include <stdio.h>
HEM_BLOCK(block, HEM_WORLD_BYTES(1, 3, 1, 3, 0));
int main(void)
{
    hem_caps caps = hem_default_caps(1, 3, 1, 3, 0);
    hem_world *world;
    printf("%d\n", (int)hem_world_init(block, sizeof block, &caps, &world));
    return 0;
}
END

compile() { # program, flags...
    program=$1
    shift
    gcc -std=c11 "$@" -I"$root/inc" -I"$root/src" "$work/main.c" "$root"/src/*/*.c \
        "$root/ports/posix/port.c" -o "$program" >"$work/log" 2>&1
}

starts_with_status() { # name, status, flags...
    name=$1
    expected=$2
    shift 2
    if compile "$work/program" "$@" && [ "$("$work/program")" = "$expected" ]; then
        echo "ok $name"
    else
        echo "not ok $name"
        failed=1
    fi
}

does_not_compile() { # name, words of the message, flags...
    name=$1
    words=$2
    shift 2
    if ! compile "$work/program" "$@" && grep -q "$words" "$work/log"; then
        echo "ok $name"
    else
        echo "not ok $name"
        failed=1
    fi
}

starts_with_status an_exact_build_starts 0 -O2 -ffp-contract=off
does_not_compile fast_math_is_an_error "exact float semantics" -O2 -ffast-math
# A machine without fused multiply-add cannot show what it would do.
if grep -qw fma /proc/cpuinfo; then
    starts_with_status a_fused_build_refuses_to_start -20 -O2 -ffp-contract=fast -mfma
    starts_with_status a_fused_build_refuses_at_O3 -20 -O3 -ffp-contract=fast -mfma
fi
if command -v i686-linux-gnu-gcc >/dev/null 2>&1; then
    if ! i686-linux-gnu-gcc -std=c11 -mfpmath=387 -O2 -I"$root/inc" -I"$root/src" -c \
        "$root/src/base/real.c" -o "$work/real.o" >"$work/log" 2>&1 &&
        grep -q "evaluated as float" "$work/log"; then
        echo "ok x87_arithmetic_is_an_error"
    else
        echo "not ok x87_arithmetic_is_an_error"
        failed=1
    fi
fi
exit $failed
