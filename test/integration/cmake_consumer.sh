#!/bin/sh
# Builds a small program against Hem both ways that CMake knows, and runs it.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
work="$root/build/cmake_consumer"
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

build_and_run() { # folder, cmake arguments...
    folder=$1
    shift
    cmake -S "$root/test/integration/consumer" -B "$folder" -DCMAKE_BUILD_TYPE=Release "$@" &&
        cmake --build "$folder" && "$folder/consumer" && "$folder/consumer_cpp"
}

install_package() {
    cmake -S "$root" -B "$work/package" -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_INSTALL_PREFIX="$work/prefix" &&
        cmake --build "$work/package" && cmake --install "$work/package"
}

wrong_port_is_refused() {
    ! cmake -S "$root" -B "$work/wrong" -DHEM_PORT=nowhere
}

check cmake_add_subdirectory build_and_run "$work/subdirectory" -DHEM_FOLDER="$root"
check cmake_install install_package
check cmake_find_package build_and_run "$work/found" -DCMAKE_PREFIX_PATH="$work/prefix"
check cmake_template_port build_and_run "$work/template" -DHEM_FOLDER="$root" -DHEM_PORT=template
check cmake_refuses_an_unknown_port wrong_port_is_refused
exit $failed
