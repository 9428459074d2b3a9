"""Makes the pictures of the page. In docs/boards each shows the page of one game in light, in dark, on a phone, and in
Bengali, with the same position; in docs/views each shows one view.

Usage: web_pictures.py SECONDS CHROMIUM CHROMEDRIVER FOLDER WHAT PLYD [ARGUMENT ...]; FOLDER gets a picture GAME.webp for
each game of WHAT, with commas between, or of all games for `all`, or a picture VIEW.webp of each view for `views`. The
arguments come before each command of PLYD.
"""

import base64
import json
import subprocess
import time
import tomllib
from pathlib import Path

from web_analyse import act, open_analysis, read
from web_tab import Server, begin, environment, new_tab
from web_teach import EXPLAINED, explained, inside

# The games say in plugins/*/game.toml how many moves are played before the picture is taken, where this says too little.
USUAL = 12
GAMES = Path(__file__).parents[2].glob("plugins/*/game.toml")
PLIES = {game["id"]: game.get("picture_plies", USUAL) for game in (tomllib.loads(file.read_text()) for file in GAMES)}
DEPTH = 2
# The parts of a picture: looks, language, and the size of the window.
PARTS = [("light", "en", 1080, 800), ("dark", "en", 1080, 800), ("light", "en", 360, 800), ("dark", "bn", 1080, 800)]
# How large they are in the picture, compared with a window.
SCALE = 0.34
GAP = 8


class Player:
    """A plyd on pipes, which plays a game against itself."""

    def __init__(self, plyd, game):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen([*plyd, "--game", game], text=True, env=environment(), **pipes)

    def ask(self, lines, beginning):
        self.process.stdin.write(lines + "\n")
        self.process.stdin.flush()
        return next(line for line in self.process.stdout if line.startswith(beginning)).strip()

    def plays(self, plies):
        """The moves of the first plies, the same each time: searches have a fixed depth, and dice roll in turn."""
        moves = []
        while len(moves) < plies:
            position = "position startpos" + (f" moves {' '.join(moves)}" if moves else "")
            view = json.loads(self.ask(f"{position}\nview", "view ").removeprefix("view "))
            if view["outcome"] != "ongoing":
                break
            if view["turn"] == "chance":
                rolls = sorted(view["weights"])
                moves.append(rolls[len(moves) * 7 % len(rolls)])
            else:
                moves.append(self.ask(f"go depth {DEPTH}", "bestmove ").split()[1])
        self.process.communicate("quit\n")
        return moves


def still(tab):
    """Waits until the texts of the game in another language are there, which come after those of the page."""
    before = None
    while before != (now := tab.text("body")):
        before = now
        time.sleep(0.5)


def picture(tab, game, moves):
    """The parts side by side, as WebP."""
    parts = []
    tab.open(game=game, moves=" ".join(moves))
    for looks, language, width, height in PARTS:
        tab.size(width, height)
        tab.choose("#looks", looks)
        tab.choose("#language", language)
        still(tab)
        parts.append(tab.driver.command("Page.captureScreenshot", format="png")["data"])
    tab.driver.get("about:blank")
    widths = [round(width * SCALE) for _, _, width, _ in PARTS]
    width, height = sum(widths) + GAP * (len(widths) - 1), round(PARTS[0][3] * SCALE)
    tab.size(width, height)
    tab.driver.execute_async_script(COMPOSE, parts, widths, height, GAP)
    data = tab.driver.command("Page.captureScreenshot", format="webp", quality=70)["data"]
    return base64.b64decode(data)


# Paul Morphy against the Duke of Brunswick and Count Isouard, Paris 1858.
OPERA = """1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5
11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0"""


def games(tab, _):
    tab.run("localStorage.clear()")
    tab.open(view="games")
    tab.wait(lambda: tab.count("#games .picture > *") == tab.count("#games .tile") > 2)


def play(tab, plyd):
    tab.open(game="cfour", moves=" ".join(Player(plyd, "cfour").plays(USUAL)))
    tab.settled()


def analyse(tab, _):
    """The game with its mistakes, at the position after the best move of it."""
    open_analysis(tab, searching=False, game="chess")
    read(tab, OPERA)
    tab.run("document.querySelector('#analyse .texts').open = false;"
            "document.querySelector('#analyse .row input').value = '1'")
    tab.find("#analyse [data-act=pass]").click()
    tab.wait(lambda: tab.count("#analyse .mistakes:not([hidden])") == 1)
    tab.wait(lambda: tab.run("return document.querySelector('#analyse [data-act=pass]').ariaPressed") == "false")


def watch(tab, _):
    tab.open(game="cfour")
    tab.find("nav a[href='#view=watch']").click()
    tab.wait(lambda: tab.count("#watch tbody tr") > 0)
    tab.wait(lambda: tab.run("return document.querySelector('#watch form [type=button]').disabled"))


def teach(tab, _):
    """The tree of AIMA at its first cut."""
    tab.open(view="teach")
    explained(tab, "[[3,12,8],[2,4,6],[14,5,2]]")
    tab.wait(lambda: inside(tab, EXPLAINED, "const forward = place.querySelector('[data-do=forward]');"
                            "if (place.querySelector('.node[data-state=pruned]') === null) forward.click();"
                            "return place.querySelector('.node[data-state=pruned]') !== null"))


def views(tab, folder, plyd):
    """A picture of each view."""
    tab.size(1280, 800)
    for show in [games, play, analyse, watch, teach]:
        show(tab, plyd)
        tab.run("scrollTo(0, 0)")
        tab.wait(lambda: tab.run("return document.getAnimations().length") == 0)
        data = base64.b64decode(tab.driver.command("Page.captureScreenshot", format="webp", quality=80)["data"])
        (folder / f"{show.__name__}.webp").write_bytes(data)
        print(f"{show.__name__}: {len(data)} bytes", flush=True)


# The parts as images of an empty page.
COMPOSE = """
const [parts, widths, height, gap, done] = arguments;
Object.assign(document.body.style, { margin: 0, display: 'flex', gap: `${gap}px`, background: '#fff' });
Promise.all(parts.map((part, place) => {
  const image = new Image(widths[place], height);
  image.src = `data:image/png;base64,${part}`;
  document.body.append(image);
  return image.decode();
})).then(() => requestAnimationFrame(() => requestAnimationFrame(done)));
"""


def main():
    folder, what, *plyd = begin()
    folder = Path(folder)
    with Server([*plyd, "serve", "--listen", "127.0.0.1:0"]) as server, new_tab() as tab:
        tab.at(server)
        tab.open(view="games")
        offered = tab.run("return [...document.querySelectorAll('#games .tile')].map((tile) => tile.dataset.game)")
        if what == "views":
            views(tab, folder, plyd)
            return
        for game in offered if what == "all" else what.split(","):
            moves = Player(plyd, game).plays(PLIES.get(game, USUAL))
            data = picture(tab, game, moves)
            (folder / f"{game}.webp").write_bytes(data)
            print(f"{game}: {len(moves)} moves, {len(data)} bytes", flush=True)


main()
