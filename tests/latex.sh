#!/usr/bin/env bash
# Compiles each kind of document that `plyd explain --format tikz` writes, in every language, with the LaTeX that is
# installed, and turns its pages into pictures to look at. Says so if LaTeX is not there.
#
# Usage: tests/latex.sh PLYD [FOLDER]; the pictures are in FOLDER, by default target/latex.
# Needs, from Debian: texlive-luatex texlive-pictures texlive-latex-recommended lmodern fonts-noto-core, and poppler-utils
# for the pictures. Bengali has to be set by LuaLaTeX, which shapes it by HarfBuzz.
set -euo pipefail
plyd=$(realpath "$1")
# Settings of whoever runs this, and what is for tests, are none of plyd's.
unset "${!PLYD_@}"
folder=${2:-target/latex}
cd "$(dirname "$0")/.."

if ! { command -v lualatex && kpsewhich tikz.sty; } >/dev/null 2>&1; then
    echo "LEFT OUT: TikZ compiled in all languages, as lualatex and tikz are not installed (Debian: apt-get install" \
        "--no-install-recommends texlive-luatex texlive-pictures texlive-latex-recommended lmodern fonts-noto-core)"
    exit 0
fi
rm -rf "$folder"
mkdir -p "$folder"

tree="MAX {MIN {3, 5, 10}, MIN {2, a, b}, MIN {2, 7, d<=3}}"
for language in en it tr bn; do
    explain() {
        local name=$1
        shift
        "$plyd" --log-level off explain --lang "$language" --format tikz -o "$folder/$name-$language.tex" "$@"
    }
    explain tree --position "$tree"
    explain blank --position "$tree" --blank cuts,values,bounds,counts
    explain compared --position "{3, 5, 2, 9, 12, 5, 23, 23}" --compare minimax --bounds edges
    explain chance --position "(CHANCE{9/10: 2, 1/10: 3} CHANCE{9/10: 1, 1/10: 4})"
    explain board --game tictactoe --position "X O X / . O . / X . . X"
    explain text-board --game tictactoe --position "X O X / . O . / X . . O" --depth 1 --no-boards
    explain large --game leaftree --position "random b=3 depth=7 seed=1" --max-drawn 2000
    explain names --position "টেস্ট:(প্রান্ত:(5 ক্ষুদ্র:7) শেষ:(2 çğışöü àèéìòù))"
    "$plyd" --log-level off explain --lang "$language" --format tikz --worksheet 4 --seed 7 -o "$folder/sheet-$language"
    for sheet in "$folder/sheet-$language"/*.tex; do
        mv "$sheet" "$folder/sheet-$(basename "$sheet" .tex)-$language.tex"
    done
done

cd "$folder"
wrong=0
for file in *.tex; do
    name=${file%.tex}
    # pdfLaTeX has no letters of Bengali, and says so by question marks.
    case $name in *-bn | names-*) engines=lualatex ;; *) engines="pdflatex lualatex" ;; esac
    for engine in $engines; do
        if ! "$engine" -interaction=nonstopmode -halt-on-error -no-shell-escape -jobname="$name-$engine" "$file" >/dev/null; then
            echo "$engine fails at $file: $(grep -m 3 '^!' "$name-$engine.log" || true)"
            wrong=1
        elif grep -q "Missing character" "$name-$engine.log"; then
            echo "$engine has no sign for a character of $file: $(grep -m 1 'Missing character' "$name-$engine.log")"
            wrong=1
        elif command -v pdftoppm >/dev/null; then
            pdftoppm -r 90 -png -scale-to 1600 "$name-$engine.pdf" "$name-$engine"
        fi
    done
done
echo "$(ls ./*.pdf | wc -l) documents compiled, $(find . -name '*.png' | wc -l) pictures in $folder"
exit $wrong
