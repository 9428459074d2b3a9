#!/usr/bin/env bash
# A game travels: somebody begins one with `plyd new-plugin`, changes and tests it, and pushes it to a repository. Somebody
# else clones that, tests and checks the game, installs it, plays it over TCP, and removes it: as another user, in another
# folder, and without a network. In each language that a game can be begun in. Prints the seconds of each step.
#
#     tests/travel.sh FOLDER [LANGUAGE...]
#
# FOLDER has the program and the libraries that were built, as target/release. Without a language all are tried. What one
# has fetched is copied to the other: crates alone, as after a first build. Needs git, cargo, make, cc and c++. Another
# user and no network need root, `setpriv`, `unshare` and `ip`; if they are missing, the script says so and goes on as the
# same user, and keeps cargo alone from the network. It fails then if PLYD_TEST_REQUIRE is 1.
set -euo pipefail
built=$(realpath "$1")
shift
languages=("${@:-}")
[[ -n "${languages[0]}" ]] || languages=(rust c cpp python ini)
unset CARGO_TARGET_DIR CARGO_BUILD_TARGET_DIR CARGO_BUILD_BUILD_DIR RUSTFLAGS RUSTC_WORKSPACE_WRAPPER MAKEFLAGS

work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT
chmod 755 "$work"
mkdir -p "$work"/{bin,author,repositories,other/.cargo/registry,rust}
cp "$built"/plyd "$built"/libplyd_{ini,python}.so "$work/bin"
author="$work/author"

sysroot=$(rustc --print sysroot)
crates="${CARGO_HOME:-$HOME/.cargo}"
if [[ $(id -u) == 0 ]] && command -v setpriv ip >/dev/null && unshare --mount --net true 2>/dev/null; then
    is_apart=1
    echo "the other user: nobody, without a network"
else
    is_apart=
    echo "LEFT OUT: another user without a network, as that needs root, setpriv, unshare and ip: the same user goes on," \
        "with CARGO_NET_OFFLINE=true" >&2
    [[ "${PLYD_TEST_REQUIRE:-}" != 1 ]]
fi

# The author's commands: the settings of whoever runs this are none of plyd's or git's.
as_author() {
    env -i PATH="$work/bin:$PATH" HOME="$author" CARGO_HOME="$crates" RUSTUP_HOME="${RUSTUP_HOME:-$HOME/.rustup}" \
        ${CARGO_NET_OFFLINE:+CARGO_NET_OFFLINE="$CARGO_NET_OFFLINE"} LANG=C.UTF-8 "$@"
}

# The other's, in a world with the toolchain and without a network.
as_other() {
    local paths="$work/bin:$sysroot/bin:/usr/local/bin:/usr/bin:/bin"
    local world=(env -i HOME="$work/other" LANG=C.UTF-8 USER=nobody)
    if [[ -n "$is_apart" ]]; then
        # The toolchain may lie where only its owner looks.
        ROOT="$work/rust" FROM="$sysroot" unshare --mount --net --pid --fork --kill-child --mount-proc bash -euc '
            mount --bind "$FROM" "$ROOT"
            ip link set lo up
            exec "$@"' as_other setpriv --reuid="$(id -u nobody)" --regid="$(id -g nobody)" --clear-groups \
            --no-new-privs "${world[@]}" PATH="${paths/$sysroot/$work\/rust}" "$@"
    else
        "${world[@]}" PATH="$paths" CARGO_NET_OFFLINE=true "$@"
    fi
}

# What the other does with a clone of the repository $1, of the game $2 in the language $3, without a network if $4 says so.
cat >"$work/other.sh" <<'INNER'
set -euo pipefail
repository=$1 id=$2 language=$3 is_apart=$4
cd "$HOME"
timed() {
    local what=$1 begun=$EPOCHREALTIME
    shift
    "$@" >"$HOME/log" 2>&1 || { cat "$HOME/log" >&2; echo "$what of $id has failed" >&2; exit 1; }
    printf '   %-8s %6.1f s\n' "$what" "$(echo "$begun $EPOCHREALTIME" | awk '{ print $2 - $1 }')"
}
# What is fetched stays; nothing can be fetched any more.
if [[ -n "$is_apart" ]] && (exec 3<>/dev/tcp/1.1.1.1/443) 2>/dev/null; then
    echo "there is a network" >&2
    exit 1
fi
play() {
    # Not the address of the game before.
    rm -f "$HOME/served"
    plyd serve --listen 127.0.0.1:0 --game "$id" 2>"$HOME/served" &
    local server=$! port='' line='' found='' played=0
    for _ in {1..300}; do
        port=$(sed -n 's/.*listening on 127\.0\.0\.1:\([0-9]*\).*/\1/p' "$HOME/served" 2>/dev/null || true)
        [[ -z "$port" ]] || break
        sleep 0.1
    done
    [[ -n "$port" ]] || { cat "$HOME/served"; return 1; }
    exec 3<>"/dev/tcp/127.0.0.1/$port"
    printf 'games\ngo depth 4\n' >&3
    while read -t 60 -r line <&3; do
        case $line in
            "game $id version "*" name Moved "*) found=1 ;;
            "bestmove "*)
                read -r _ line _ <<<"$line"
                # The second move is that of the other side.
                [[ $((played += 1)) == 1 ]] || break
                printf 'position startpos moves %s\ngo depth 4\n' "$line" >&3
                ;;
            *" error "*) echo "$line"; return 1 ;;
        esac
    done
    printf 'quit\n' >&3
    kill "$server"
    wait "$server" || true
    cat "$HOME/served"
    echo "found '$found', moves $played"
    [[ -n "$found" && $played == 2 ]]
}
case $language in rust) library=target/release/libplyd_${id//-/_}.so ;; c | cpp) library=build/$id.so ;; *) library=$id.${language/python/py} ;; esac
timed clone git clone --quiet "file://$repository" "$id"
cd "$id"
case $language in
    rust)
        timed test cargo test --quiet
        timed build cargo build --release --quiet
        ;;
    c | cpp)
        timed test make test
        timed build make
        ;;
esac
timed check plyd check --seconds 20 "$library"
# What has to be built comes from the repository, a text as a file.
case $language in rust | c | cpp) from="file://$repository" ;; *) from=$library ;; esac
cd "$HOME"
[[ "$from" == file://* ]] || from="$id/$from"
timed install plyd install --seconds 10 "$from"
timed play play
timed remove plyd remove "$id"
if plyd go "$id" --depth 1 >/dev/null 2>&1; then
    echo "the game is still there" >&2
    exit 1
fi
INNER

# The author begins, changes and tests a game, and pushes it.
begin() {
    local id=$1 language=$2
    as_author plyd new-plugin "$id" --lang "$language" --folder "$author/$id" >/dev/null
    cd "$author/$id"
    # The author's change.
    grep -rlZ --exclude-dir=vendor "Travel $language" . | xargs -0 sed -i "s/Travel $language/Moved $language/"
    case $language in
        rust) as_author cargo test --quiet ;;
        c | cpp) as_author make test ;;
    esac >"$work/log" 2>&1 || { cat "$work/log" >&2; return 1; }
    git init --quiet .
    git add .
    git -c user.name=Somebody -c user.email=somebody@example.org commit --quiet --message "Begin"
    if git grep --quiet -e "$work" -e "$built" -- .; then
        echo "$id names a folder of its author's machine" >&2
        return 1
    fi
    git clone --quiet --bare . "$work/repositories/$id.git"
    echo "-- $language: $(git ls-files | wc -l) files, $(git ls-files -z | xargs -0 cat | wc -c) bytes"
    # The author is gone.
    cd "$work"
    rm -rf "$author/$id"
}

for language in "${languages[@]}"; do
    id="travel-$language"
    begin "$id" "$language"
    if [[ "$language" == rust ]]; then
        cp -r "$crates/registry/"{index,cache} "$work/other/.cargo/registry/"
    fi
    if [[ -n "$is_apart" ]]; then
        chown -R nobody: "$work/other" "$work/repositories"
    fi
    as_other bash "$work/other.sh" "$work/repositories/$id.git" "$id" "$language" "$is_apart"
done
echo "the games have travelled"
