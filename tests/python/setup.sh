#!/usr/bin/env bash
# Makes the virtual environment in which the tests run python-chess and the rules of other games, and drive a browser:
# `python` in cargo's target folder. Installs the other programs that tests need, where that is possible: Stockfish and
# Fairy-Stockfish, opponents; Chromium, in which pages are opened; npm, which installs what checks the types of the page;
# Graphviz, which reads drawings; Valgrind, which counts instructions; iproute2, which gives networks addresses; tmux, the
# terminal in which the tour plays; groff and mandoc, which read man pages; systemd, which checks units; PostgreSQL, which
# keeps matches; nginx, a proxy; nats-server, a broker, of which Python brings a newer one. With the argument `full` also
# Firefox, another browser.
set -euo pipefail
cd "$(dirname "$0")/../.."

environment="${CARGO_TARGET_DIR:-target}/python"
requirements="tests/python/requirements.txt"

if ! command -v python3 >/dev/null; then
    echo "$0: python3 is needed and not installed (Debian: apt-get install python3-venv)" >&2
    exit 1
fi
if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
    echo "$0: $(command -v python3) has no venv and pip modules (Debian: apt-get install python3-venv)" >&2
    exit 1
fi

# Installs a Debian package if the program that it brings is not there yet.
provide() {
    local program="$1" package="$2" without="$3"
    # Debian has the servers of PostgreSQL in a folder for each version.
    if PATH="$PATH:/usr/games:/usr/sbin:$(printf '%s:' /usr/lib/postgresql/*/bin)" command -v "$program" >/dev/null; then
        return
    fi
    if [[ $(id -u) == 0 ]] && command -v apt-get >/dev/null; then
        local install=(apt-get install --yes --quiet --no-install-recommends "$package")
        ("${install[@]}" || { apt-get update --quiet && "${install[@]}"; }) >&2
    else
        echo "$0: no $program, so $without (Debian: apt-get install $package)" >&2
    fi
}

provide stockfish stockfish "the tests play no games against it"
provide fairy-stockfish fairy-stockfish "the tests play no games against it"
provide chromium chromium "no test opens a page"
provide chromedriver chromium-driver "no test opens a page"
if [[ "${1:-}" == full ]]; then
    provide firefox-esr firefox-esr "no test opens a page in Firefox"
fi
provide npm npm "nothing checks the types of the page"
provide dot graphviz "Graphviz reads no drawing"
provide valgrind valgrind "no instructions are counted"
provide ip iproute2 "no test has a network of its own"
provide tmux tmux "nobody plays the tour's game in a terminal"
provide groff groff "no formatter reads the man pages"
provide mandoc mandoc "no formatter reads the man pages"
provide nats-server nats-server "no match is played over many machines with an older broker"
provide systemd-analyze systemd "nobody checks the units for systemd"
provide initdb postgresql "no match is kept in PostgreSQL"
provide nginx nginx "no page is played behind nginx"

# A copy of the list is left inside as the sign that everything is installed.
if [[ -x "$environment/bin/python" ]] && cmp --silent "$requirements" "$environment/installed.txt"; then
    exit 0
fi
rm -rf "$environment"
python3 -m venv "$environment"
"$environment/bin/python" -m pip install --quiet --disable-pip-version-check --requirement "$requirements"
cp "$requirements" "$environment/installed.txt"
