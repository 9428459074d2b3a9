"""Makes the pictures of the games' boards in docs/boards: each shows the page of one game in light, in dark, on a phone,
and in Bengali, with the same position.

Usage: web_pictures.py SECONDS CHROMIUM CHROMEDRIVER FOLDER GAMES PLYD [ARGUMENT ...]; FOLDER gets a picture GAME.webp for
each of GAMES, with commas between, or of all games for `all`. The arguments come before each command of PLYD.
"""

import base64
import json
import subprocess
import tomllib
from pathlib import Path

from web_tab import Server, begin, environment, new_tab

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


def picture(tab, game, moves):
    """The parts side by side, as WebP."""
    parts = []
    tab.open(game=game, moves=" ".join(moves))
    for looks, language, width, height in PARTS:
        tab.size(width, height)
        tab.choose("#looks", looks)
        tab.choose("#language", language)
        parts.append(tab.driver.command("Page.captureScreenshot", format="png")["data"])
    tab.driver.get("about:blank")
    widths = [round(width * SCALE) for _, _, width, _ in PARTS]
    width, height = sum(widths) + GAP * (len(widths) - 1), round(PARTS[0][3] * SCALE)
    tab.size(width, height)
    tab.driver.execute_async_script(COMPOSE, parts, widths, height, GAP)
    data = tab.driver.command("Page.captureScreenshot", format="webp", quality=70)["data"]
    return base64.b64decode(data)


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
    folder, games, *plyd = begin()
    with Server([*plyd, "serve", "--listen", "127.0.0.1:0"]) as server, new_tab() as tab:
        tab.at(server)
        tab.open()
        offered = tab.run("return [...document.querySelectorAll('#game option')].map((option) => option.value)")
        for game in offered if games == "all" else games.split(","):
            moves = Player(plyd, game).plays(PLIES.get(game, USUAL))
            data = picture(tab, game, moves)
            (Path(folder) / f"{game}.webp").write_bytes(data)
            print(f"{game}: {len(moves)} moves, {len(data)} bytes", flush=True)


main()
