"""Plays games to their ends on the page, by the gestures of a person: with the mouse, by touch, with the keyboard alone.

Usage: web_games.py SECONDS BROWSER DRIVER ROUNDS GAMES COMMAND [ARGUMENT ...]; each of GAMES, with commas between,
is played ROUNDS times, in the three ways in turn; COMMAND serves, and gets `--web` here. A line tells of each game.
"""

import random

from selenium.webdriver.common.keys import Keys

from web_tab import Server, begin, new_tab

WAYS = ["mouse", "touch", "keyboard"]
# A game that takes more is taken for one without an end.
MOST_CLICKS = 20_000
WALKS = {"ArrowLeft": Keys.ARROW_LEFT, "ArrowRight": Keys.ARROW_RIGHT, "ArrowUp": Keys.ARROW_UP, "ArrowDown": Keys.ARROW_DOWN,
         "PageUp": Keys.PAGE_UP, "PageDown": Keys.PAGE_DOWN}


def plays_to_the_end(tab, game, way, number):
    """By random clicks on what the page offers, both sides by one person. Says how many moves there were, and on what."""
    chance = random.Random(f"{game} {number}")
    tab.open(game=game)
    tab.seat("person", "person")
    # The person chooses the rolls of dice too, but in the first game: it takes time to see them roll.
    tab.run("const roll = document.querySelector('#roll'); if (roll.checked === arguments[0]) roll.click();", number > 0)
    for _ in range(MOST_CLICKS):
        act = tab.driver.execute_async_script(NEXT, way, [chance.random() for _ in range(3)])
        if "wrong" in act:
            raise AssertionError(f"{game} by {way}, after {tab.moves()}: {act['wrong']}")
        if "over" in act:
            return f"{game} {way} {act['over']} moves on a {act['on']}"
        if way == "keyboard":
            tab.key(*[WALKS[key] for key in act["keys"]], Keys.ENTER)
        elif way == "touch":
            tab.touch(act["x"], act["y"])
        else:
            tab.press(act["x"], act["y"])
    raise AssertionError(f"{game} does not end")


# Waits until a person can act, chooses what to click, and says how a person gets there: where it lies, or by which keys.
# To find the way by keys, the focus goes all over the board, and back to where it was.
NEXT = """
const [way, [first, second, third], done] = arguments;
const all = (selector) => [...document.querySelectorAll(selector)];
const pick = (elements, number) => elements[Math.floor(number * elements.length)];
const board = document.querySelector('#board');
const wrong = (text) => done({ wrong: text });

function walk(goal) {
  const start = document.activeElement?.closest('.hit') ?? document.querySelector('.hit[tabindex="0"]');
  const ways = new Map([[start, []]]);
  for (const [at, keys] of ways) {
    if (at === goal) break;
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown']) {
      at.focus();
      at.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      if (!ways.has(document.activeElement)) ways.set(document.activeElement, [...keys, key]);
    }
  }
  start.focus();
  return ways.get(goal);
}

function act(element) {
  const isSpot = element.matches('.hit');
  if (way === 'keyboard') {
    if (!isSpot) element.focus();
    const keys = isSpot ? walk(element) : [];
    return keys === undefined ? wrong(`no keys lead to ${element.dataset.id}`) : done({ keys });
  }
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const { x, y, width, height } = element.getBoundingClientRect();
  const middle = { x: x + width / 2, y: y + height / 2 };
  if (!element.contains(document.elementFromPoint(middle.x, middle.y))) return wrong(`${element.outerHTML} is covered`);
  return done(middle);
}

function look() {
  const asks = all('#ask[open] .list button');
  if (asks.length > 0) return act(pick(asks, first));
  if (board.dataset.open !== 'true') {
    if (!document.querySelector('#resign').disabled) return setTimeout(look, 2);
    const trouble = document.querySelector('#trouble');
    if (!trouble.hidden) return wrong(trouble.textContent);
    const left = all('.hit.live, #buttons button').length;
    if (left > 0) return wrong('the game is over, but there is more to click');
    return done({ over: all('#moves [data-move]').length, on: board.querySelector('svg') === null ? 'list' : 'board' });
  }
  const [live, buttons] = [all('.hit.live'), all('#buttons button')];
  if (live.length + buttons.length === 0) return wrong('there is nothing to click');
  return act(buttons.length > 0 && (live.length === 0 || first < 0.1) ? pick(buttons, second) : pick(live, third));
}
look();
"""


def plays(tab, games, rounds):
    """Each of these games, so often."""
    for game in games:
        for number in range(rounds):
            print(plays_to_the_end(tab, game, WAYS[number % len(WAYS)], number), flush=True)
            tab.quiet()


def main():
    rounds, games, *command = begin()
    with Server(command) as server, new_tab() as tab:
        plays(tab.at(server), games.split(","), int(rounds))


if __name__ == "__main__":
    main()
