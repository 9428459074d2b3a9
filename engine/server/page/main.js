/** Puts the page together: the views, and for Play a table, a board, a panel, and an engine behind them. */
import { aboutGame } from "./about.js";
import { choose } from "./ask.js";
import { chosenClock, connectChoices, connectLooks, optionsShown, showOptions, STRENGTHS } from "./choices.js";
import { Clock } from "./clock.js";
import { byId, fill } from "./element.js";
import { Engine, Lost } from "./engine.js";
import { fromFragment, newGame, takeToken, toFragment } from "./game.js";
import { keep, keepToken, kept } from "./keep.js";
import { Looker } from "./looker.js";
import { moveOf } from "./notation.js";
import { showClocks, showInfo, showLegal, showPanel } from "./panel.js";
import { PlayedMoves } from "./play/moves.js";
import { Result } from "./play/result.js";
import { refusalOf } from "./play/typed.js";
import { askToken, described, engine, spoken, token } from "./start.js";
import { Surface } from "./surface.js";
import { Table } from "./table.js";
import { PLAY, Views, wanted } from "./views.js";
import { chooseLanguage, t, write } from "./words.js";

/** How often the clocks are shown, in milliseconds. */
const TICK = 200;
/** The state of an address that the page has written for its own game: a reload keeps it, and a link does not have it. */
const HERE = "here";
/** So long a new language waits for the texts of the game, in milliseconds. */
const TEXTS_TIME = 2000;

/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Info} Info */
/** @typedef {import("./types.js").Option} Option */

let language = await spoken;
write();

/** @type {Option[]} */
let options = [];
/** The names of the games by their ids: as their libraries call them, in English. @type {Map<string, string>} */
let ids = new Map();
/** The same in the language of the page. @type {Map<string, string>} */
const names = new Map();

/** @type {Set<Engine>} */
const lost = new Set();

/** The page says so as long as the connection of any session is lost. */
function watch(/** @type {Engine} */ engine) {
  const place = byId("connection", HTMLElement);
  engine.tell = (state) => {
    if (state === "open") lost.delete(engine);
    else lost.add(engine);
    place.hidden = lost.size === 0;
    if (state === "open") return;
    arrived();
    place.textContent = t(`connection-${state}`);
  };
  return engine;
}

/** A new build of the game is there: the position is looked at again with it. */
engine.built = async (game) => {
  if (game !== table.game.game || table.view === null) return;
  const loaded = await table.load(table.game, table.clock);
  const place = byId("built", HTMLElement);
  const time = new Date().toLocaleTimeString(language);
  place.textContent = t(loaded ? "new-build" : "new-build-refuses", { game: names.get(game) ?? game, time });
  place.hidden = false;
};

/** A session beside that of Play. */
const connectEngine = () => watch(new Engine(askToken, token(), () => {}));

watch(engine);
const surface = new Surface(byId("board", HTMLElement), byId("buttons", HTMLElement), (move) => table.play(move));
const table = new Table(engine, { change: show, info: showSoon, advice, trouble });
/** Looks at positions beside the game. @type {Looker | null} */
let looker = null;
const played = new PlayedMoves(table, connectEngine, show);
const result = new Result(table, {
  again: () => startAnew({ ...table.game, moves: [] }),
  analyse: () => { location.hash = `view=analyse&${toFragment(table.game)}`; },
});
// Their buttons have names and texts, too.
write();
const typed = byId("typed", HTMLInputElement);
const games = byId("game", HTMLSelectElement);

const views = new Views((name, fields) => ({
  fields, games: names, options, connect: connectEngine,
  game: () => table.game,
  play: (game) => {
    history.pushState(null, "", `#${toFragment(game)}`);
    openAddress(toFragment(game));
  },
  begin: askForGame,
  open: (view, fields) => {
    location.hash = new URLSearchParams({ view, ...fields }).toString();
  },
  address: (fields) => {
    if (views.current === name) history.replaceState(null, "", `#${new URLSearchParams({ view: name, ...fields })}`);
  },
}));

/** @type {(() => void) | null} */
let waiting = null;

/** Many lines come between two pictures of the screen; only the last one is shown. */
function showSoon(/** @type {Info} */ info, /** @type {import("./types.js").View} */ view) {
  // A line that only says where the search is has no value, and one before it may have one.
  if (info.cp === undefined && info.mate === undefined) return;
  // A person at the board asks for it, or it would help against the computer.
  if (!table.isPersonsTurn && Object.values(table.players).includes("person") && !kept("thoughts", false)) return;
  if (waiting === null) requestAnimationFrame(() => { waiting?.(); waiting = null; });
  waiting = () => showInfo(info, view);
}

/** Play is seen when there is a board, or when something is wrong. */
const arrived = () => byId(PLAY, HTMLElement).classList.remove("arriving");

function show() {
  const { view, game } = table;
  if (view === null) return;
  arrived();
  // What is older is not shown any more.
  if (waiting !== null) waiting = () => {};
  played.update();
  showPanel(table, played.last, (side, player) => table.seat(side, player));
  result.update();
  // Nobody moves while an earlier position is on the board.
  if (played.isBack) typed.disabled = byId("hint", HTMLButtonElement).disabled = true;
  surface.show(played.view ?? view, !played.isBack && table.isPersonsTurn);
  typed.value = "";
  showLegal(table, "", play);
  games.value = game.game;
  byId("how", HTMLElement).textContent = aboutGame(game.game)?.moves ?? "";
  remember();
  if (views.current !== PLAY) return;
  document.title = `${names.get(game.game) ?? game.game} – plyd`;
  const fragment = `#${toFragment(game)}`;
  if (location.hash !== fragment || history.state !== HERE) history.replaceState(HERE, "", fragment);
}

/** Keeps the game for a reload, or for tomorrow. */
function remember() {
  const { view, game, players, given, clock, seed, rolls } = table;
  // Who only saw the start page has begun no game.
  if (view === null || views.current === "games") return;
  const left = clock === null ? null : { max: clock.of("max"), min: clock.of("min"), increment: clock.increment };
  keep("game", { game, players, given, left, seed, rolls, turned: surface.turned });
}

function trouble(/** @type {unknown} */ error) {
  if (error instanceof Lost) return;
  arrived();
  const place = byId("trouble", HTMLElement);
  const text = error instanceof Error ? error.message : String(error);
  // All legal moves are in the panel, in a list of their own.
  const move = /`([^`]*)` is not legal; the legal moves are /.exec(text)?.[1];
  place.textContent = move === undefined ? text : refusalOf(table.view, move);
  place.hidden = false;
}

function advice(/** @type {string} */ move) {
  if (played.isBack) return;
  surface.advise([{ move, kind: "" }]);
  byId("status", HTMLElement).textContent = t("hint-is", { move: table.view?.notation?.[move] ?? move });
}

/** Plays what was typed: a move as the game or people write it, in any case of its letters if that is clear. */
function play(/** @type {string} */ text) {
  const { view } = table;
  if (view === null || !table.isPersonsTurn || played.isBack || text === "") return;
  // Games read moves in more ways than that, so the server decides.
  const word = text.replace(/\s+/g, "");
  table.play(moveOf(view, text) ?? moveOf(view, word) ?? word);
}

async function begin(/** @type {Game} */ game) {
  if (!names.has(game.game)) return trouble(t("unknown-game", { game: game.game }));
  if (await table.load(game, chosenClock())) showOptions(game.game, options, game.options);
}

/** Begins a game with other dice than the one before. */
async function startAnew(/** @type {Game} */ game) {
  table.seed = crypto.getRandomValues(new Uint32Array(1))[0];
  byId("seed", HTMLInputElement).value = String(table.seed);
  await begin(game);
}

/** Whether a person has chosen a game, which the one of the start does not replace. */
let hasChosen = false;

/** Asks how to begin a new game, and begins it. */
async function askForGame(/** @type {string} */ game) {
  const module = await import("./new_game.js").catch(() => null);
  if (module === null) return trouble(t("view-not-loaded"));
  looker ??= new Looker(connectEngine());
  const view = game === table.view?.game ? table.view : await looker.view(newGame(game)).catch(() => null);
  if (view === null) return trouble(t("unknown-game", { game }));
  const isSame = game === table.game.game;
  // Who has never chosen begins against the weakest.
  const { strength } = { strength: String(STRENGTHS[0]), ...kept("computer", {}) };
  const last = { strength, seats: kept("seats", module.seatsOf(table.players)), options: isSame ? table.game.options : {} };
  const chosen = await module.askNewGame(view, names.get(game) ?? game, options, last);
  if (chosen === null) return;
  Object.assign(table.players, module.SEATS[chosen.seats]);
  table.computer.strength = chosen.strength;
  keep("computer", table.computer);
  keep("seats", chosen.seats);
  connectChoices(table, options);
  hasChosen = true;
  await startAnew(newGame(game, chosen.options));
  if (views.current === PLAY) return;
  // The game that was there before is not seen in between.
  history.pushState(null, "", "#view=play");
  await views.show(PLAY, new URLSearchParams());
  show();
}

/** The game of the address, else the one that was played last, else the first one. */
async function resume() {
  const last = kept("game", /** @type {any} */ (null));
  const linked = views.current === PLAY ? fromFragment(location.hash) : null;
  const isLast = last !== null && (linked === null || toFragment(linked) === toFragment(last.game));
  // Somebody who opens a link wants the game, and not that it was given up here.
  const isHere = linked === null || history.state === HERE;
  if (isLast) {
    Object.assign(table.players, last.players);
    [table.seed, table.rolls, surface.turned] = [last.seed, last.rolls, last.turned];
  }
  connectChoices(table, options);
  const preferred = ["chess", "tictactoe"].find((name) => names.has(name)) ?? [...names.keys()][0];
  if (preferred === undefined) return trouble(t("no-games"));
  const game = linked ?? last?.game ?? newGame(preferred);
  const clock = isLast && last.left !== null ? new Clock(last.left, last.left.increment) : null;
  if (!names.has(game.game)) trouble(t("unknown-game", { game: game.game }));
  else if (await table.load(game, clock)) {
    if (isLast && isHere && last.given !== null) {
      table.given = last.given;
      await table.again();
    }
    return showOptions(game.game, options, game.options);
  }
  if (hasChosen) return;
  // The reason stays on the page.
  const reason = byId("trouble", HTMLElement).textContent ?? "";
  await begin(newGame(names.has(game.game) ? game.game : preferred));
  trouble(reason);
}

/** Shows the view of an address, and in Play its game. */
async function openAddress(/** @type {string} */ fragment) {
  const fields = new URLSearchParams(fragment);
  await views.show(wanted(fields), fields).catch(trouble);
  if (views.current !== PLAY) return;
  const game = fromFragment(fragment);
  if (game !== null && toFragment(game) !== toFragment(table.game)) begin(game);
  else show();
}

/** The game from text or as text. Few people want it, so the first board does not wait for it. */
async function exchange(/** @type {"setUp" | "writeGame"} */ act) {
  const module = await import("./exchange.js").catch(() => null);
  if (module === null) return trouble(t("view-not-loaded"));
  await module[act](table, names, { connect: connectEngine, begin, trouble }).catch(trouble);
}

async function openRules() {
  const module = await import("./rules.js").catch(() => null);
  const { game } = table.game;
  if (module === null) trouble(t("view-not-loaded"));
  else module.showRules(game, names.get(game) ?? game);
}

/** The session that asks about games. @type {Engine | null} */
let asker = null;

/** Learns in the language of the page what people read of the game in Play, if the server says so in time; then of all. */
async function learnTexts() {
  asker?.close();
  const engine = asker = connectEngine();
  const unknown = (/** @type {string[]} */ games) => games.filter((id) => aboutGame(id) === undefined);
  const first = engine.about(unknown([table.game.game].filter((id) => ids.has(id)))).catch(() => {});
  await Promise.race([first, new Promise((resolve) => setTimeout(resolve, TEXTS_TIME))]);
  learnNames(engine, first, unknown);
}

/** Has all games called as the language of the page calls them. */
async function learnNames(/** @type {Engine} */ engine, /** @type {Promise<void>} */ first, /** @type {(games: string[]) => string[]} */ unknown) {
  await first;
  if (asker !== engine) return;
  await engine.about(unknown([...ids.keys()])).catch(() => {});
  engine.close();
  if (asker !== engine) return;
  for (const [id, name] of ids) names.set(id, aboutGame(id)?.name ?? name);
  fill(games, [...names], games.value);
  show();
}

function connect() {
  games.onchange = () => begin(newGame(games.value));
  byId("new", HTMLElement).onclick = () => askForGame(games.value);
  byId("undo", HTMLElement).onclick = () => table.undo();
  byId("hint", HTMLElement).onclick = () => table.hint();
  byId("pause", HTMLElement).onclick = () => table.pause();
  byId("resign", HTMLElement).onclick = async () => {
    if (await choose(t("resign-sure"), [["resign", t("resign")]]) !== null) table.resign();
  };
  byId("rules", HTMLElement).onclick = openRules;
  byId("explain", HTMLElement).onclick = () => { location.hash = `view=teach&${toFragment(table.game)}`; };
  byId("turn", HTMLElement).onclick = () => {
    surface.turned = !surface.turned;
    show();
  };
  byId("typing", HTMLFormElement).onsubmit = (event) => {
    event.preventDefault();
    play(typed.value.trim());
  };
  typed.oninput = () => showLegal(table, typed.value.trim(), play);
  byId("legal", HTMLElement).addEventListener("toggle", () => showLegal(table, typed.value.trim(), play));
  byId("set-up", HTMLElement).onclick = () => exchange("setUp");
  byId("write-record", HTMLElement).onclick = () => exchange("writeGame");
  byId("copy-link", HTMLElement).onclick = async () => {
    await navigator.clipboard.writeText(location.href).catch(() => {});
    byId("status", HTMLElement).textContent = t("copied");
  };
  window.addEventListener("hashchange", () => {
    const { token, rest } = takeToken(location.hash);
    if (token !== null) {
      keepToken(token);
      engine.token = token;
      history.replaceState(null, "", location.pathname + (rest === "" ? "" : `#${rest}`));
    }
    openAddress(rest);
  });
  window.addEventListener("pagehide", remember);
  setInterval(() => {
    table.tick();
    showClocks(table);
  }, TICK);
}

async function speak(/** @type {string} */ wanted) {
  const own = language = await chooseLanguage(wanted).catch(() => language);
  write();
  connectLooks(language, speak);
  connectChoices(table, options);
  await learnTexts();
  // Another language may have been chosen meanwhile.
  if (language !== own) return;
  showOptions(table.game.game, options, optionsShown());
  show();
  views.speak();
}

connectLooks(language, speak);
connect();
const about = await described;
options = about.options;
const variants = options.find(({ name }) => name === "UCI_Variant")?.choices ?? [];
ids = new Map(variants.map((id) => [id, about.games.get(id) ?? id]));
for (const [id, name] of ids) names.set(id, name);
fill(games, [...names], "");
const fields = new URLSearchParams(location.hash.slice(1));
views.current = wanted(fields);
const isFirst = views.current === PLAY && !fields.has("game") && !fields.has("view") && kept("game", null) === null;
if (isFirst) views.current = "games";
byId(PLAY, HTMLElement).hidden = views.current !== PLAY;
if (views.current === "games") await views.show("games", fields).catch(trouble);
await resume();
// The names that libraries have by themselves are English.
if (language !== "en") learnTexts();
if (views.current !== PLAY && views.current !== "games") await views.show(views.current, fields).catch(trouble);
document.documentElement.dataset.ready = "true";
