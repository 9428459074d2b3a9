/** Puts the page together: the sessions, the language, the names of the games, and the views with their addresses. */
import { aboutGame } from "./about.js";
import { connectLooks } from "./choices.js";
import { byId } from "./element.js";
import { Engine } from "./engine.js";
import { toFragment, takeToken } from "./game.js";
import { keepToken, kept } from "./keep.js";
import { Play } from "./play/view.js";
import { askToken, described, engine, spoken, token } from "./start.js";
import { PLAY, Views, wanted } from "./views.js";
import { chooseLanguage, t, write } from "./words.js";

/** So long a new language waits for the texts of the game, in milliseconds. */
const TEXTS_TIME = 2000;

let language = await spoken;
write();

/** The names of the games by their ids: as their libraries call them, in English. @type {Map<string, string>} */
let ids = new Map();
/** The same in the language of the page. @type {Map<string, string>} */
const names = new Map();

/** The games that most people know come first, then the others by their names. */
const WELL_KNOWN = ["chess", "cfour", "tictactoe", "checkers", "flipello", "go", "backgammon"];

/** @type {Set<Engine>} */
const lost = new Set();

/** The page says so as long as the connection of any session is lost. */
function watch(/** @type {Engine} */ engine) {
  const place = byId("connection", HTMLElement);
  engine.tell = (state) => {
    if (state === "open") lost.delete(engine);
    else lost.add(engine);
    place.hidden = lost.size === 0;
    if (state !== "open") place.textContent = t(`connection-${state}`);
  };
  return engine;
}

/** A session beside that of Play. */
const connectEngine = () => watch(new Engine(askToken, token(), () => {}));

/** Opens a view, with these fields of its address. */
function open(/** @type {string} */ view, /** @type {Object<string, string>} */ fields) {
  location.hash = new URLSearchParams({ view, ...fields }).toString();
}

/** @type {Play} */
const play = new Play(watch(engine), {
  games: names, connect: connectEngine, current: () => views.current,
  arrive: async () => {
    history.pushState(null, "", "#view=play");
    await views.show(PLAY, new URLSearchParams());
  },
});
// Its buttons have names and texts, too.
write();

/** @type {Views} */
const views = new Views(play, (name, fields) => ({
  fields, games: names, options: play.options, connect: connectEngine, open,
  game: () => play.game,
  play: (game) => {
    history.pushState(null, "", `#${toFragment(game)}`);
    openAddress(toFragment(game));
  },
  begin: (game) => play.ask(game),
  address: (fields) => {
    if (views.current === name) history.replaceState(null, "", `#${new URLSearchParams({ view: name, ...fields })}`);
  },
}));

/** Shows the view of an address. */
async function openAddress(/** @type {string} */ fragment) {
  const fields = new URLSearchParams(fragment);
  await views.show(wanted(fields), fields).catch((error) => play.trouble(error));
}

window.addEventListener("hashchange", () => {
  const { token, rest } = takeToken(location.hash);
  if (token !== null) {
    keepToken(token);
    engine.token = token;
    history.replaceState(null, "", location.pathname + (rest === "" ? "" : `#${rest}`));
  }
  openAddress(rest);
});

/** The session that asks about games. @type {Engine | null} */
let asker = null;

/** The game of the address, and that in Play. */
const shownGames = () => [new URLSearchParams(location.hash.slice(1)).get("game") ?? "", play.game.game];

/** Learns in the language of the page what people read of the games that are shown, if the server says so in time; then of all. */
async function learnTexts() {
  asker?.close();
  const engine = asker = connectEngine();
  const unknown = (/** @type {string[]} */ games) => games.filter((id) => aboutGame(id) === undefined);
  const first = engine.about(unknown(shownGames().filter((id) => ids.has(id)))).catch(() => {});
  await Promise.race([first, new Promise((resolve) => setTimeout(resolve, TEXTS_TIME))]);
  learnNames(engine, first, unknown);
}

/** Has all games called as the language of the page calls them. */
async function learnNames(
  /** @type {Engine} */ engine, /** @type {Promise<void>} */ first,
  /** @type {(games: string[]) => string[]} */ unknown,
) {
  await first;
  if (asker !== engine) return;
  await engine.about(unknown([...ids.keys()])).catch(() => {});
  engine.close();
  if (asker !== engine) return;
  for (const [id, name] of ids) names.set(id, aboutGame(id)?.name ?? name);
  play.update();
}

async function speak(/** @type {string} */ wanted) {
  const own = language = await chooseLanguage(wanted).catch(() => language);
  write();
  connectLooks(language, speak);
  // What the page itself says does not wait for what games say.
  play.speak();
  await learnTexts();
  // Another language may have been chosen meanwhile.
  if (language !== own) return;
  play.speak();
  views.speak();
}

connectLooks(language, speak);
const fields = new URLSearchParams(location.hash.slice(1));
const isFirst = wanted(fields) === PLAY && !fields.has("game") && !fields.has("view") && kept("game", null) === null;
views.current = isFirst ? "games" : wanted(fields);
// The view comes while the session says what it has.
views.load(views.current).catch(() => {});
const about = await described;
play.options = about.options;
const variants = about.options.find(({ name }) => name === "UCI_Variant")?.choices ?? [];
const called = (/** @type {string} */ id) => about.games.get(id) ?? id;
const rank = (/** @type {string} */ id) => (WELL_KNOWN.includes(id) ? WELL_KNOWN.indexOf(id) : WELL_KNOWN.length);
const ordered = [...variants].sort((one, other) => rank(one) - rank(other) || called(one).localeCompare(called(other)));
ids = new Map(ordered.map((id) => [id, called(id)]));
for (const [id, name] of ids) names.set(id, name);
// What is not Play may begin with the game that is there; the start page asks for none.
if (views.current !== PLAY && !isFirst) await play.resume(null);
await views.show(views.current, fields).catch((error) => play.trouble(error));
if (isFirst) await play.resume(null);
// The names that libraries have by themselves are English.
if (language !== "en") learnTexts();
document.documentElement.dataset.ready = "true";
