#!/usr/bin/env bash
# Tries the packages of `cargo xtask package` in a bare Debian system, which is a folder: unpacks, copies and removes the
# tarball there; installs the Debian package, plays, serves, installs it again, removes and purges it, and upgrades an
# earlier version; installs, uses and removes the wheel. Nothing may be left over. Who plays has no rights and no network.
# There is no /proc, as in the smallest containers, but for the server, which starts processes for its sessions, and for
# the wheel, whose program finds its games by its own path.
#
#     tests/packaging/bare_root.sh [FOLDER_OF_THE_PACKAGES]
#
# Needs root, mmdebstrap, and a Debian mirror; otherwise it says that it is skipped, and fails if PLYD_TEST_REQUIRE is 1.
set -euo pipefail
cd "$(dirname "$0")/../.."

packages="$(cd "${1:-${CARGO_TARGET_DIR:-target}/packages}" && pwd)"
version="$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)"
deb="$packages/plyd_$version-1_$(dpkg --print-architecture).deb"
tarball="$packages/plyd-$version-$(uname -m)-linux.tar.gz"
wheel="$(echo "$packages/plyd-$version-py3-none-manylinux_"*"_$(uname -m).whl")"
games="$(find plugins -path '*/library/Cargo.toml' | wc -l)"

leave_out() {
    echo "LEFT OUT: the packages in a bare Debian system, as $1" >&2
    [[ "${PLYD_TEST_REQUIRE:-}" != 1 ]]
    exit
}

fail() {
    echo "$0: $1" >&2
    exit 1
}

[[ $(id -u) == 0 ]] || leave_out "they need root"
command -v mmdebstrap >/dev/null || leave_out "mmdebstrap is not installed; tests/packaging/setup.sh installs it"
[[ -f "$deb" && -f "$tarball" && -f "$wheel" && -f "$packages/SHA256SUMS" ]] ||
    fail "$packages has not all of wheel, tarball, Debian package and checksums; run \`cargo xtask package\` first"

work="$(mktemp -d)"
trap 'rm -rf --one-file-system "$work"' EXIT
root="$work/root"

step() {
    printf -- '-- %s\n' "$1"
}

plain=(env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8)

# Runs a command in the bare system.
within() {
    "${plain[@]}" HOME=/root DEBIAN_FRONTEND=noninteractive chroot "$root" "$@"
}

# Runs a command there as a user without rights, who has no network, and a /proc of the command's own if `proc` asks for it.
proc=()
as_user() {
    unshare --net "${proc[@]}" "${plain[@]}" HOME=/home/player chroot "$root" runuser -u player -- "$@"
}

apt() {
    within apt-get --quiet --quiet --yes --no-install-recommends "$@" >"$work/apt.log" 2>&1 || {
        cat "$work/apt.log" >&2
        fail "apt-get $* fails"
    }
}

# Every file with its mode and owner, but for what dpkg and apt note of any package, and the passwords' backups.
files() {
    (cd "$root" && find . -xdev \( -path ./var/lib/dpkg -o -path ./var/lib/apt -o -path ./var/cache -o -path ./var/log \
        -o -path ./tmp -o -path ./root -o -path ./home -o -path ./dev \) -prune -o -printf '%p %M %u:%g\n' |
        grep -Ev '^\./etc/(passwd|group|shadow|gshadow|subuid|subgid)-? |^\./etc/(\.pwd\.lock|ld\.so\.cache) ' | sort)
}

# Fails unless the files are those of before.
ensure_unchanged() {
    files >"$work/after"
    diff "$work/before" "$work/after" >"$work/diff" || {
        cat "$work/diff" >&2
        fail "$1"
    }
}

# As a user, asks for the games, plays a whole game between two searches, and begins one as a person. $1 is the folder of
# the libraries, the rest is the program.
play() {
    local folder="$1"
    shift
    [[ ! -e "$root/proc/self" ]] || fail "there is a /proc"
    as_user "$@" games >"$work/games" 2>"$work/log" || fail "$* games fails: $(cat "$work/log")"
    [[ "$(grep -c "$folder/libplyd_" "$work/games")" == "$games" ]] ||
        fail "not $games games in $folder: $(cat "$work/games" "$work/log")"
    rm -f "$root/tmp/match.db"
    as_user "$@" match --game cfour --each builtin depth=3 --engine name=one --engine name=other --rounds 1 --progress none \
        --record /tmp/match.db --output json >"$work/match" 2>"$work/log" || fail "$* match fails: $(cat "$work/log")"
    grep -q '"normal"' "$work/match" || fail "no game ends: $(cat "$work/match")"
    # With its features it asks for what they need; without them it says how to get them.
    { as_user "$@" workers || as_user "$@" report --store postgres://nobody@127.0.0.1:9/games; } >"$work/log" 2>&1 || true
    grep -q 'no broker is named' "$work/log" && ! grep -q 'was built without' "$work/log" ||
        fail "$* is without its features: $(cat "$work/log")"
    printf 'd\nquit\n' | as_user "$@" play --game cfour --depth 2 >"$work/played" 2>"$work/log" ||
        fail "$* play fails: $(cat "$work/log")"
    grep -q 'plyd plays ' "$work/played" || fail "plyd does not play: $(cat "$work/played")"
}

step "the checksums"
(cd "$packages" && sha256sum --check --strict --quiet SHA256SUMS) || fail "a package is not the one of the checksums"
for package in "$deb" "$tarball" "$wheel"; do
    grep -q " ${package##*/}\$" "$packages/SHA256SUMS" || fail "${package##*/} has no checksum"
done

step "a bare system"
mmdebstrap --quiet --variant=minbase "${PLYD_TEST_SUITE:-bookworm}" "$root" || leave_out "mmdebstrap fails"
within useradd --create-home player
files >"$work/before"

step "the tarball: in place, copied, and removed by its list"
mkdir "$root/opt/try"
tar --extract --gzip --file "$tarball" --directory "$root/opt/try" --strip-components 1
# Without /proc a program does not know where it is.
play /opt/try/lib/plyd env PLYD_PLUGINS_FOLDERS=/opt/try/lib/plyd /opt/try/bin/plyd
within sh -c 'cd /opt/try && cp -r bin lib share /usr/local/'
play /usr/local/lib/plyd plyd
within sh -c "cd /usr/local && xargs -d '\n' rm -f < share/plyd/installed.txt"
[[ -z "$(within find /usr/local -type f)" ]] || fail "files are left: $(within find /usr/local -type f)"
rm -rf "$root/opt/try"
# The list has no folders: those of /usr/local may be others' as well.
within find /usr/local -mindepth 2 -depth -type d -empty -not -path '/usr/local/share/man' -delete
(cd "$root" && rm -rf root/.cache)

step "the package: installed"
cp "$deb" "$root/tmp/"
apt update
apt install "/tmp/${deb##*/}"
play /usr/lib/plyd plyd
[[ "$(uname -m)" != x86_64 || "$(find "$root/usr/lib/plyd/v3" -name '*.so' | wc -l)" == "$games" ]] ||
    fail "the libraries for newer processors are missing"
[[ -z "$(find "$root/etc/systemd" -name 'plyd*' 2>/dev/null)" ]] || fail "something is enabled"
[[ "$(within stat --format '%U:%G %a' /var/lib/plyd)" == "plyd:plyd 700" ]] || fail "/var/lib/plyd is not plyd's own"
within dpkg-query --show --showformat '${Conffiles}' plyd >"$work/conffiles"
grep -q /etc/plyd/server.toml "$work/conffiles" && grep -q /etc/plyd/worker.env "$work/conffiles" || fail "no conffile"
for file in man/man1/plyd-serve.1.gz bash-completion/completions/plyd zsh/vendor-completions/_plyd \
    fish/vendor_completions.d/plyd.fish doc/plyd/copyright doc/plyd/changelog.Debian.gz doc/plyd/docs/installing.md; do
    [[ -s "$root/usr/share/$file" ]] || fail "/usr/share/$file is missing"
done

step "the package: served, by its user and settings"
within runuser -u plyd -- plyd token new here --tokens /var/lib/plyd/tokens --output /var/lib/plyd/here
cat >"$work/serve.sh" <<'INNER'
set -eu
export PLYD_PLUGINS_CACHE_FOLDER=/tmp/cache PLYD_SERVER_TOKEN_FILE=/var/lib/plyd/tokens
plyd serve --config /etc/plyd/server.toml --listen unix:/tmp/plyd.socket 2>/tmp/serve.log &
for _ in $(seq 300); do
    [ -S /tmp/plyd.socket ] && break
    sleep 0.1
done
printf 'position startpos\ngo depth 4\n' | plyd connect unix:/tmp/plyd.socket --token /var/lib/plyd/here
kill $!
wait $!
INNER
install -m 644 "$work/serve.sh" "$root/tmp/serve.sh"
# The mount ends with the processes of its own.
unshare --mount --pid --fork --kill-child --mount-proc="$root/proc" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
    chroot "$root" runuser -u plyd -- sh /tmp/serve.sh >"$work/served" 2>&1 ||
    fail "$(cat "$work/served" "$root/tmp/serve.log" 2>&1)"
grep -q '^bestmove ' "$work/served" || fail "no bestmove: $(cat "$work/served" "$root/tmp/serve.log")"

step "the package: installed again, with a changed settings file"
echo '# changed' >>"$root/etc/plyd/server.toml"
apt install --reinstall "/tmp/${deb##*/}"
tail -n 1 "$root/etc/plyd/server.toml" | grep -q '# changed' || fail "the settings file was replaced"
[[ -s "$root/var/lib/plyd/tokens" ]] || fail "the tokens are gone"

step "the package: removed, then purged"
apt remove plyd
[[ ! -e "$root/usr/bin/plyd" && ! -e "$root/usr/lib/plyd" ]] || fail "the program is still there"
[[ -s "$root/etc/plyd/server.toml" && -s "$root/var/lib/plyd/tokens" ]] || fail "settings or tokens went with a removal"
apt purge plyd
apt autoremove --purge
rm -rf "$root/root/.cache"
ensure_unchanged "the package leaves files behind"
within id plyd >/dev/null || fail "the user is gone"

step "the package: upgraded from an earlier version, whose settings were changed"
earlier="$work/earlier"
dpkg-deb --raw-extract "$deb" "$earlier"
# It had another settings file, and no workers.
sed -i 's/^Version: .*/Version: 0.0.1-1/' "$earlier/DEBIAN/control"
sed -i '/worker\.env/d' "$earlier/DEBIAN/conffiles"
rm "$earlier/etc/plyd/worker.env" "$earlier/usr/lib/systemd/system/plyd-worker.service"
echo '# of an earlier version' >>"$earlier/etc/plyd/server.toml"
dpkg-deb --root-owner-group -Zgzip -z1 --build "$earlier" "$root/tmp/earlier.deb" >/dev/null
apt install /tmp/earlier.deb
[[ "$(within dpkg-query --show --showformat '${Version}' plyd)" == 0.0.1-1 ]] || fail "the earlier version is not there"
echo '# changed' >>"$root/etc/plyd/server.toml"
echo secret >"$root/var/lib/plyd/tokens"
apt install -o Dpkg::Options::=--force-confold "/tmp/${deb##*/}"
[[ "$(within dpkg-query --show --showformat '${Version}' plyd)" == "$version-1" ]] || fail "nothing was upgraded"
[[ "$(tail -n 2 "$root/etc/plyd/server.toml")" == "# of an earlier version"$'\n'"# changed" ]] ||
    fail "the settings file was replaced"
cmp --quiet "$root/etc/plyd/server.toml.dpkg-dist" configs/packaging/root/etc/plyd/server.toml ||
    fail "the new settings file is not beside the old one"
[[ -s "$root/etc/plyd/worker.env" && -s "$root/usr/lib/systemd/system/plyd-worker.service" ]] ||
    fail "the new version lacks its worker"
[[ "$(cat "$root/var/lib/plyd/tokens")" == secret ]] || fail "the tokens are gone"
play /usr/lib/plyd plyd
# The folders of a worker, as systemd makes them.
for folder in lib cache; do
    mkdir -p "$root/var/$folder/private/plyd-worker"
    ln -s private/plyd-worker "$root/var/$folder/plyd-worker"
    echo result >"$root/var/$folder/private/plyd-worker/result"
done
apt purge plyd
apt autoremove --purge
[[ -z "$(find "$root/var/lib" "$root/var/cache" -name 'plyd-worker*')" ]] || fail "the folders of a worker are left"
rmdir "$root/var/lib/private" "$root/var/cache/private"
rm -rf "$root/root/.cache"
ensure_unchanged "an upgraded package leaves files behind"

step "the wheel: installed, used and removed"
apt install python3-venv
cp "$wheel" "$root/tmp/"
proc=(--mount --pid --fork --kill-child --mount-proc="$root/proc")
# Python writes what it has compiled beside its own files, whenever it likes.
of_environment() {
    (cd "$root/home/player/plyd" && find . -name __pycache__ -prune -o ! -type d -print | sort)
}
as_user python3 -m venv /home/player/plyd
of_environment >"$work/before"
as_user /home/player/plyd/bin/pip install --quiet --no-index "/tmp/${wheel##*/}" 2>"$work/log" || fail "$(cat "$work/log")"
as_user /home/player/plyd/bin/pip check >"$work/log" 2>&1 || fail "$(cat "$work/log")"
play /home/player/plyd/lib/plyd /home/player/plyd/bin/plyd
if [[ -d engine/python/src ]]; then
    as_user /home/player/plyd/bin/python -c 'from plyd import Engine
with Engine("cfour") as engine:
    engine.play("d")
    print(len(engine.legal()), engine.go(depth=4).best)' >"$work/log" 2>&1 || fail "$(cat "$work/log")"
    grep -q '^7 ' "$work/log" || fail "the Python package does not play: $(cat "$work/log")"
    as_user /home/player/plyd/bin/python /home/player/plyd/share/doc/plyd/examples/tester.py >"$work/log" 2>&1 ||
        fail "an example does not run: $(cat "$work/log")"
fi
as_user /home/player/plyd/bin/pip uninstall --quiet --yes plyd
of_environment >"$work/after"
diff "$work/before" "$work/after" >&2 || fail "the wheel leaves files behind"

if command -v lintian >/dev/null; then
    step "lintian"
    lintian --allow-root --fail-on error,warning --tag-display-limit 0 "$deb"
else
    echo "LEFT OUT: lintian, as it is not installed" >&2
    [[ "${PLYD_TEST_REQUIRE:-}" != 1 ]]
fi
step "done"
