#!/bin/sh
# Installs what the tests need, builds the suite and runs the tests: all of them with gcc,
# what a sanitizer can find anything in under the address and undefined behaviour
# sanitizers (clang, with the fuzzers), and what has threads in it under the thread
# sanitizer (the end of CMakeLists.txt says which). With arguments, under these presets only:
#
#   sh tests/run.sh [release|debug|asan|tsan]...
#
# The last build's closing line tells how it went; anything that fails stops it.
set -eu
cd "$(dirname "$0")"
root=$(cd .. && pwd)

. ../examples/install.sh
install_packages git cmake ninja-build gcc libc6-dev clang libclang-rt-dev libncurses-dev \
    libsodium-dev libinih-dev libjansson-dev pkg-config libcmocka-dev libvterm-dev mandoc \
    perl python3 procps zsh socat iproute2 nftables libchatbot-eliza-perl librivescript-perl asciinema mawk

presets=${*:-asan tsan release}
for preset in $presets; do
    echo "== $preset"
    cmake --preset "$preset" -G Ninja
    cmake --build "$root/build/$preset"
    STAGE_PATIENCE=6 ctest --preset "$preset" --no-tests=error -j "$((5 * $(nproc)))"
done
