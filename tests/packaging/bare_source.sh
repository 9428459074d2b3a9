#!/usr/bin/env bash
# Types the commands of the README for a build from the sources, as they stand there, in a bare Debian system with Rust, a
# C compiler and nothing else: it builds, plays until the first move of plyd, and runs the tests. The user has a fresh
# clone of the checkout and no rights. The script prints the seconds of each command, and those of the processors.
#
#     tests/packaging/bare_source.sh [--begin]
#
# With --begin it ends before the first command. The Rust toolchain is this machine's, and the crates are those that cargo
# has fetched here, so the seconds are without the download of either. Needs root, mmdebstrap, and a Debian mirror;
# otherwise it says that it is skipped, and fails if PLYD_TEST_REQUIRE is 1.
set -euo pipefail
cd "$(dirname "$0")/../.."

leave_out() {
    echo "LEFT OUT: the build in a bare Debian system, as $1" >&2
    [[ "${PLYD_TEST_REQUIRE:-}" != 1 ]]
    exit
}

fail() {
    echo "$0: $1" >&2
    exit 1
}

step() {
    printf -- '-- %s\n' "$1"
}

[[ $(id -u) == 0 ]] || leave_out "it needs root"
command -v mmdebstrap >/dev/null || leave_out "mmdebstrap is not installed; tests/packaging/setup.sh installs it"

# The README's first block `console` builds, then plays; the tests are a command within its text.
mapfile -t typed < <(sed -n '/^```console$/,/^```$/s/^\$ //p' README.md | head -n 2)
tests="$(grep --only-matching --max-count 1 '`cargo test[^`]*`' README.md | tr -d '`')"
[[ ${#typed[@]} == 2 && "${typed[0]}" == "cargo build "* && "${typed[1]}" == *"plyd play"* && -n "$tests" ]] ||
    fail "the README shows other commands: ${typed[*]}; $tests"

work="$(mktemp -d)"
trap 'rm -rf --one-file-system "$work"' EXIT
root="$work/root"
home="$root/home/player"

step "a bare system with a C compiler"
mmdebstrap --quiet --variant=minbase --include=gcc,libc6-dev "${PLYD_TEST_SUITE:-bookworm}" "$root" ||
    leave_out "mmdebstrap fails"
chroot "$root" useradd --create-home player
echo '127.0.0.1 localhost' >>"$root/etc/hosts"

step "a clone, and the crates"
git clone --quiet --no-local "$PWD" "$home/plyd"
for workspace in . tests/fixtures; do
    cargo fetch --quiet --locked --manifest-path "$workspace/Cargo.toml"
done
mkdir -p "$home/.cargo/registry" "$root/opt/rust"
cp -r "${CARGO_HOME:-$HOME/.cargo}/registry/"{index,cache} "$home/.cargo/registry/"
chroot "$root" chown -R player:player /home/player

# Mounts what every machine has, and Rust, for the processes of its own alone; then the user types a command.
cat >"$work/type.sh" <<'INNER'
set -eu
mount -t proc proc "$ROOT/proc"
mount --rbind /sys "$ROOT/sys"
mkdir -p "$ROOT/dev/pts" "$ROOT/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$ROOT/dev/pts"
mount -t tmpfs tmpfs "$ROOT/dev/shm"
mount --bind "$RUST" "$ROOT/opt/rust"
mount -o remount,bind,ro "$ROOT/opt/rust"
# As from a terminal: a script in the background may have signals ignored.
exec env -i --default-signal=HUP,INT,QUIT PATH=/opt/rust/bin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/home/player LANG=C.UTF-8 CARGO_NET_OFFLINE=true \
    chroot "$ROOT" runuser -u player -- sh -c "cd ~/plyd && $1"
INNER
type_in() {
    ROOT="$root" RUST="$(rustc --print sysroot)" unshare --mount --pid --fork --kill-child sh "$work/type.sh" "$1"
}

type_in 'id && rustc --version && cargo --version && cc --version | head -n 1' ||
    fail "Rust or the C compiler does not run"
printf '   %s\n' "${typed[@]}" "$tests"
[[ "${1:-}" != --begin ]] || exit 0

TIMEFORMAT='   %R s, of the processors %U s and %S s in the system'
step "the build: ${typed[0]}"
time type_in "${typed[0]}" >"$work/log" 2>&1 || fail "$(tail -n 40 "$work/log")"
step "the first move: ${typed[1]}"
time (printf 'd\nquit\n' | type_in "${typed[1]}" >"$work/played" 2>"$work/log") || fail "$(cat "$work/played" "$work/log")"
grep -q 'plyd plays ' "$work/played" || fail "plyd does not play: $(cat "$work/played" "$work/log")"
step "the tests: $tests"
time type_in "$tests" >"$work/log" 2>&1 || fail "$(tail -n 80 "$work/log")"
step "done"
