/**
 * The start page: all games as small boards, and the doors to what one can do with them.
 *
 * @typedef {import("../types.js").Context} Context
 * @typedef {import("../types.js").View} View
 */
import { aboutGame } from "../about.js";
import { drawStill } from "../board.js";
import { html } from "../element.js";
import { Lost, Refusal } from "../engine.js";
import { t } from "../words.js";

/** The doors, with the addresses of their views. */
const DOORS = [["view=play", "view-play"], ["view=analyse", "view-analyse"], ["view=watch", "watch-title"],
  ["view=teach", "learn-search"]];

/** @type {Map<string, {name: HTMLElement, picture: HTMLElement}>} */
const tiles = new Map();
/** @type {Context} */
let context;
/** @type {import("../engine.js").Engine | null} */
let engine = null;

/**
 * Shows the games at once, and their boards as they come.
 * @param {HTMLElement} container
 * @param {Context} given
 */
export function show(container, given) {
  context = given;
  if (tiles.size === 0) build(container);
  look();
}

export function hide() {
  engine?.close();
  engine = null;
}

export function speak() {
  look();
}

function build(/** @type {HTMLElement} */ container) {
  const grid = html("div", { class: "games" });
  for (const [game, known] of context.games) {
    const [picture, name] = [html("span", { class: "picture board", "aria-hidden": "true" }), html("span", { class: "name" }, known)];
    const tile = html("button", { type: "button", class: "tile", "data-game": game, "aria-haspopup": "dialog" }, picture, name);
    tile.addEventListener("click", () => context.begin(game));
    tiles.set(game, { name, picture });
    grid.append(tile);
  }
  container.append(
    html("nav", { class: "doors", "data-label": "doors" }, ...DOORS.map(([address, text]) => html("a", { href: `#${address}`, "data-text": text }))),
    html("h2", { "data-text": "choose-game" }), grid);
}

/** Asks for all boards in one go, and for the names in the language of the page. */
async function look() {
  engine?.close();
  const own = engine = context.connect();
  for (const [game, { name }] of tiles) name.textContent = aboutGame(game)?.name ?? context.games.get(game) ?? game;
  const left = new Set(tiles.keys());
  const draw = (/** @type {View} */ view) => {
    const tile = tiles.get(view.game);
    if (tile === undefined || own !== engine) return;
    left.delete(view.game);
    tile.name.textContent = aboutGame(view.game)?.name ?? context.games.get(view.game) ?? view.game;
    const board = view.spots === undefined ? html("span", { class: "none" }, "…") : drawStill({ ...view, labels: [] }, t("board"));
    tile.picture.replaceChildren(board);
  };
  while (left.size > 0 && own === engine) {
    const error = await own.overview([...left], draw).then(() => null, (error) => error);
    // A game that fails ends its session. It has no board here, and takes none from those behind it.
    if (error instanceof Refusal) left.delete([...left][0]);
    else if (!(error instanceof Lost)) break;
  }
  own.close();
}
