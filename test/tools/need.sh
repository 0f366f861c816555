#!/bin/sh
# Installs the Debian packages that are named and not there yet, without questions.
#
#   need.sh PACKAGE...
#
# Nothing is asked of the network, and no rights are needed, when all of them are there.
set -eu

missing=
for package in "$@"; do
    state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    if [ "$state" != installed ]; then
        missing="$missing $package"
    fi
done
if [ -z "$missing" ]; then
    exit 0
fi

give_up() {
    echo "need: $1. Please install these Debian packages:$missing" >&2
    exit 1
}

command -v apt-get >/dev/null 2>&1 || give_up "this system has no apt-get"
if [ "$(id -u)" -eq 0 ]; then
    as_root=
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
    as_root=sudo
else
    give_up "installing takes root or sudo without a password"
fi

echo "need: installing$missing"
$as_root apt-get -o DPkg::Lock::Timeout=300 update -q || give_up "the package lists cannot be fetched"
# shellcheck disable=SC2086 # the words of both lists are meant to be split
$as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -q -y --no-install-recommends $missing ||
    give_up "apt-get failed"
