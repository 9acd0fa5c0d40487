# Sourced by scripts of this repository. install_packages NAME... installs the Debian
# packages that are missing, as root or by sudo. Without missing packages it does nothing.

install_packages() {
    missing=
    for package in "$@"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' ||
            missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    if ! command -v apt-get >/dev/null; then
        echo "apt-get is missing: install these Debian packages or their equivalents, then try again:" \
            "$missing" >&2
        return 1
    fi
    as_root=
    [ "$(id -u)" = 0 ] || as_root=sudo
    echo "installing:$missing"
    # shellcheck disable=SC2086 # a list of words
    $as_root apt-get update -qq &&
        $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
            --no-install-recommends $missing >/dev/null
}
