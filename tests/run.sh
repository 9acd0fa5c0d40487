#!/bin/sh
# Installs the packages that the tests need, builds the suite and runs the tests: those of
# C code under the address and undefined behaviour sanitizers (clang, with the fuzzers),
# those with threads under the thread sanitizer, and all of them with gcc. A preset chooses
# its tests by the labels that CMakeLists.txt explains. With arguments, under these presets
# only:
#
#   sh tests/run.sh [release|debug|asan|tsan]...
#
# The first failure stops it; the last line of output has the result.
set -eu
cd "$(dirname "$0")"
root=$(cd .. && pwd)

. ../examples/install.sh
install_packages git cmake ninja-build gcc libc6-dev clang libclang-rt-dev libncurses-dev \
    libseccomp-dev libsodium-dev libinih-dev libjansson-dev pkg-config libcmocka-dev libvterm-dev mandoc \
    perl python3 procps zsh socat iproute2 nftables libchatbot-eliza-perl librivescript-perl asciinema mawk

presets=${*:-asan tsan release}
for preset in $presets; do
    echo "== $preset"
    cmake --preset "$preset" -G Ninja
    cmake --build "$root/build/$preset"
    STAGE_PATIENCE=6 ctest --preset "$preset" --no-tests=error -j "$((5 * $(nproc)))"
done
