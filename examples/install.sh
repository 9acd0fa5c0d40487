# Sourced by the scripts of this repository: install_packages NAME... makes sure that
# these Debian packages are there. As root, or through sudo as a normal user; it asks
# for nothing if nothing is missing.

install_packages() {
    missing=
    for package in "$@"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' ||
            missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    if ! command -v apt-get >/dev/null; then
        echo "no apt-get here: install what these Debian packages hold, then try again:" \
            "$missing" >&2
        return 1
    fi
    as_root=
    [ "$(id -u)" = 0 ] || as_root=sudo
    echo "installing:$missing"
    # shellcheck disable=SC2086 # several words each
    $as_root apt-get update -qq &&
        $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
            --no-install-recommends $missing >/dev/null
}
