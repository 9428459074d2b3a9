#!/usr/bin/env bash
# A farm on one machine: a broker, a database, four workers, and the match that you name. Everything but the match in the
# database is gone at the end.
#
#   configs/farm/local.sh PLAN.toml [OPTION ...]     the options of plyd match
#   configs/farm/local.sh --game tictactoe --rounds 1000 --random-plies 2 \
#       --engine name=A builtin depth=4 --engine name=B builtin depth=2
#
# It needs nats-server and PostgreSQL: apt-get install nats-server postgresql. PLYD names another plyd than that of PATH,
# FOLDER a folder for the database instead of ~/.local/share/plyd-farm.
set -euo pipefail

plyd="${PLYD:-plyd}"
folder="${FOLDER:-$HOME/.local/share/plyd-farm}"
work="$(mktemp -d)"
PATH="$PATH:$(printf '%s:' /usr/lib/postgresql/*/bin)/usr/sbin"

for program in "$plyd" nats-server initdb postgres; do
    if ! command -v "$program" >/dev/null; then
        echo "$0: $program is needed and not installed" >&2
        exit 1
    fi
done
if [[ $(id -u) == 0 ]]; then
    echo "$0: PostgreSQL does not run as root; run this as another user" >&2
    exit 1
fi

jobs=()
finish() {
    kill "${jobs[@]}" 2>/dev/null || true
    wait "${jobs[@]}" 2>/dev/null || true
    rm -rf "$work"
}
trap finish EXIT

# Ports that are free now.
free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}
broker="nats://127.0.0.1:$(free_port)"

nats-server -js -sd "$work/broker" -a 127.0.0.1 -p "${broker##*:}" >"$work/broker.log" 2>&1 &
jobs+=($!)

if [[ ! -d "$folder/database" ]]; then
    mkdir -p "$folder"
    initdb --pgdata "$folder/database" --auth trust --encoding UTF8 >"$work/initdb.log"
fi
# On a socket alone: nobody connects over the network.
postgres -D "$folder/database" -c listen_addresses= -c unix_socket_directories="$work" >"$work/postgres.log" 2>&1 &
jobs+=($!)
for _ in $(seq 100); do
    psql --host "$work" --dbname postgres --quiet --command 'SELECT 1' >/dev/null 2>&1 && break
    sleep 0.1
done
psql --host "$work" --dbname postgres --quiet --command 'CREATE DATABASE plyd' 2>/dev/null || true

for number in 1 2 3 4; do
    "$plyd" worker --broker "$broker" --concurrency 1 --name "local-$number" --folder "$work/workers" \
        >"$work/worker-$number.log" 2>&1 &
    jobs+=($!)
done

PGHOST="$work" "$plyd" match "$@" --broker "$broker" --store "postgres:///plyd"
