#!/bin/sh
# Builds nim's library without cargo, as a game in C of your own would be built, into a folder, target/plugins of the
# project if none is given: plugins/nim/build.sh [FOLDER]. The variables CC and CFLAGS are honoured. plyd prefers it to
# the nim that cargo builds if it is started with --plugin-dir FOLDER.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
project=$here/../..
folder=${1:-$project/target/plugins}
case $(uname -s) in
    Darwin) library=libnim.dylib ;;
    MINGW* | MSYS* | CYGWIN*) library=nim.dll ;;
    *) library=libnim.so ;;
esac

mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
# Renamed when it is whole, so that no one who looks sees half a library, and a failed build leaves the old one. The
# number at its end keeps it from being taken for a library meanwhile.
unfinished=$folder/.$library.$$
about=$unfinished.about
trap 'rm -f "$unfinished" "$about"' EXIT
# The text about the game as the literal of a string in C, line by line.
sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/?/\\?/g' -e 's/.*/"&\\n"/' "$here/about.toml" >"$about"
# CC and CFLAGS may be several words.
# shellcheck disable=SC2086
${CC:-cc} -std=c11 -Wall -Wextra -O2 ${CFLAGS:-} -shared -fPIC -fvisibility=hidden -I "$project/plugins/sdk/include" \
    -DNIM_ABOUT="\"$about\"" -o "$unfinished" "$here/nim.c"
mv -f "$unfinished" "$folder/$library"
