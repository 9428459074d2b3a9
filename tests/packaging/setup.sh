#!/usr/bin/env bash
# Installs what tests/packaging/bare_root.sh and `cargo xtask package` need: cargo-deb, into `tools` in cargo's target
# folder, as .ci/install does with its tools; mmdebstrap and lintian, where that is possible.
set -euo pipefail
cd "$(dirname "$0")/../.."

tools="${CARGO_TARGET_DIR:-target}/tools"
version=3.8.0
if [[ "$("$tools/bin/cargo-deb" --version 2>/dev/null)" != *"$version"* ]]; then
    # The tool xz compresses in place of a library in C.
    CARGO_TARGET_DIR="$tools/build" cargo install "cargo-deb@$version" --locked --debug --quiet --force \
        --no-default-features --root "$tools"
    rm -rf "$tools/build"
fi

for program in mmdebstrap lintian xz; do
    if command -v "$program" >/dev/null; then
        continue
    fi
    package="${program/#xz/xz-utils}"
    if [[ $(id -u) == 0 ]] && command -v apt-get >/dev/null; then
        install=(apt-get install --yes --quiet --no-install-recommends "$package")
        ("${install[@]}" || { apt-get update --quiet && "${install[@]}"; }) >&2
    else
        echo "$0: no $program, so the packages are not tried (Debian: apt-get install $package)" >&2
    fi
done
