#!/usr/bin/env bash
# Makes the virtual environment in which the tests run python-chess and drive a browser: `python` in cargo's target folder.
# Installs Stockfish, an opponent in the tests, and Chromium, in which pages are opened, where that is possible.
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

if ! PATH="$PATH:/usr/games" command -v stockfish fairy-stockfish >/dev/null; then
    if [[ $(id -u) == 0 ]] && command -v apt-get >/dev/null; then
        (apt-get install --yes --quiet stockfish || { apt-get update --quiet && apt-get install --yes --quiet stockfish; }) >&2
    else
        echo "$0: no stockfish, so the tests play no games against it (Debian: apt-get install stockfish)" >&2
    fi
fi

if ! command -v chromium >/dev/null || ! command -v chromedriver >/dev/null; then
    browser=(apt-get install --yes --quiet --no-install-recommends chromium chromium-driver)
    if [[ $(id -u) == 0 ]] && command -v apt-get >/dev/null; then
        ("${browser[@]}" || { apt-get update --quiet && "${browser[@]}"; }) >&2
    else
        echo "$0: no chromium and chromedriver, so no test opens a page (Debian: apt-get install chromium chromium-driver)" >&2
    fi
fi

# A copy of the list is left inside as the sign that everything is installed.
if [[ -x "$environment/bin/python" ]] && cmp --silent "$requirements" "$environment/installed.txt"; then
    exit 0
fi
rm -rf "$environment"
python3 -m venv "$environment"
"$environment/bin/python" -m pip install --quiet --disable-pip-version-check --requirement "$requirements"
cp "$requirements" "$environment/installed.txt"
