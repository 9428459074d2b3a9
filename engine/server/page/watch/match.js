/**
 * The page of a match: its standings, its test, the games in progress, and each game to walk through. The server says
 * what it is asked, a line of JSON a question; positions come from a session that may only look.
 *
 * @typedef {import("./shown.js").Listed} Listed
 */
import { aboutGame } from "../about.js";
import { askToken } from "../ask.js";
import { connectLooks } from "../choices.js";
import { byId, html } from "../element.js";
import { Engine } from "../engine.js";
import { takeToken, toFragment } from "../game.js";
import { keepToken, kept, keptToken } from "../keep.js";
import { decimal, grouped, valueText } from "../scores.js";
import { chooseLanguage, t, write } from "../words.js";
import { Feed } from "./feed.js";
import { linkTo, otherPages } from "./pages.js";
import { result, Shown } from "./shown.js";

/** How often the page asks, in milliseconds; less often while nobody sees it, or the server is away. */
const [TICK, SLOW] = [500, 5000];
/** So many games are listed at most, and as many more as a person asks for. */
const MOST_GAMES = 500;

const { token: given, rest } = takeToken(location.hash);
if (given !== null) {
  keepToken(given);
  history.replaceState(null, "", location.pathname + (rest === "" ? "" : `#${rest}`));
}
let language = await chooseLanguage(kept("language", ""));

const feed = new Feed(askToken, given ?? keptToken());
/** The session for positions has the token that the feed was let in with. */
const engine = new Engine(async () => feed.token ?? askToken(), null, () => {});
const element = (/** @type {string} */ id) => byId(id, HTMLElement);
const shown = new Shown(feed, engine, draw);
write();

/** @type {import("./shown.js").Match | null} */
let match = null;
/** What the game is called. */
let called = "";
/** @type {any} */
let report = null;
/** Whether the match has ended while somebody looked on: its server may end too, and what is shown stays. */
let isOver = false;
/** @type {Listed[]} */
let boards = [];
/** @type {Map<number, Listed>} by number */
const games = new Map();
let hasMore = false;
let most = MOST_GAMES;
/** How many games had been played when the list was brought up to date. */
let counted = -1;

const name = (/** @type {number} */ player) => match?.engines[player] ?? "?";
const title = (/** @type {Listed} */ { number, players }) =>
  t("watch-game", { number: number + 1, first: name(players[0]), second: name(players[1]) });

async function tick() {
  if (match === null) {
    const begun = (await feed.ask("match")).match;
    called = (await engine.describe()).games.get(begun.game) ?? begun.game;
    match = begun;
    await engine.about([begun.game]);
    await latest();
    hasMore = games.size > 0 && !games.has(0);
    const first = [...games.keys()][0];
    if (first !== undefined && match?.live === false) await open(first);
  }
  const told = await feed.ask("report");
  report = told.report ?? report;
  if (told.over === true && match !== null) {
    isOver = true;
    match.live = false;
    boards = [];
  }
  if (report !== null && report.played !== counted) {
    counted = report.played;
    await latest();
    forget();
  }
  if (match?.live) {
    boards = (await feed.ask("boards")).boards ?? [];
    const isFree = shown.game === null || shown.isLive && shown.follows && shown.game.half_points !== undefined;
    if (isFree && boards.length > 0) await open(boards[0].number);
  }
  if (shown.game !== null && shown.game.half_points === undefined) await shown.read();
  draw();
}

/** The games that have ended since somebody asked; of very many the latest ones. At first those of one answer. */
async function latest() {
  const known = Math.max(-1, ...games.keys());
  let before = "";
  for (let read = 0; read < MOST_GAMES;) {
    /** @type {Listed[]} */
    const found = (await feed.ask(`games${before}`)).games ?? [];
    for (const game of found) games.set(game.number, game);
    const oldest = found.at(-1)?.number;
    if (oldest === undefined || known < 0 || oldest <= known + 1) return;
    before = ` ${oldest}`;
    read += found.length;
  }
}

/** A match may have a million games: the oldest are dropped, and can be asked for again. */
function forget() {
  const numbers = [...games.keys()].sort((one, other) => one - other);
  const old = numbers.slice(0, Math.max(0, numbers.length - most));
  for (const number of old) games.delete(number);
  hasMore ||= old.length > 0;
}

/** Earlier games than those that are listed. */
async function more() {
  const found = (await feed.ask(`games ${Math.min(...games.keys())}`)).games ?? [];
  for (const game of found) games.set(game.number, game);
  most = Math.max(most, games.size + MOST_GAMES);
  hasMore = found.length > 0 && !games.has(0);
  draw();
}

async function open(/** @type {number} */ number) {
  if (match !== null) await shown.open(match, number);
}

function draw() {
  if (match === null) return;
  const game = aboutGame(match.game)?.name ?? called;
  document.title = `${t("watch-match")}: ${game} – plyd`;
  element("what").textContent = `${game}, ${t(isOver ? "watch-match-ended" : match.live ? "watch-match-live" : "watch-match-over")}`;
  element("live").hidden = !match.live;
  if (report !== null) drawReport();
  element("none").hidden = boards.length > 0;
  list("boards", boards, (board) => [t("watch-at", { count: board.plies ?? 0 }), saying(board)].filter((part) => part !== "").join(" · "));
  const ended = [...games.values()].sort((one, other) => other.number - one.number);
  element("no-games").hidden = ended.length > 0;
  list("games", ended, (game) => [result(game), ending(game)].filter((part) => part !== "").join(" · "));
  element("more").hidden = !hasMore;
  if (shown.game !== null) shown.draw(title(shown.game));
}

/** What an engine says of a game, as soon as it is known what that is worth. */
const saying = (/** @type {Listed} */ { said }) => (said?.s === undefined || shown.odds === null ? "" : valueText(said.s, shown.odds));
/** Why a game ended, unless its rules say so. */
const ending = (/** @type {Listed} */ { termination = "normal" }) => (termination === "normal" ? "" : t(`watch-end-${termination}`));

/** Buttons for games; those that stay are not replaced, so that none loses its focus. */
function list(/** @type {string} */ id, /** @type {Listed[]} */ entries, /** @type {(entry: Listed) => string} */ text) {
  const place = element(id);
  const old = new Map([...place.children].map((child) => [child.getAttribute("data-number"), child]));
  const buttons = entries.map((entry) => {
    const number = String(entry.number);
    let button = /** @type {HTMLElement | undefined} */ (old.get(number));
    if (button === undefined) {
      button = html("button", { type: "button", "data-number": number }, html("span"), html("span"));
      button.onclick = () => open(entry.number).catch(lost);
    }
    const texts = [title(entry), text(entry).trim()];
    texts.forEach((text, place) => {
      if (button.children[place].textContent !== text) button.children[place].textContent = text;
    });
    button.setAttribute("aria-pressed", String(shown.game?.number === entry.number));
    return button;
  });
  for (const child of [...place.children]) if (!buttons.includes(/** @type {any} */ (child))) child.remove();
  buttons.forEach((button, at) => {
    if (place.children[at] !== button) place.insertBefore(button, place.children[at] ?? null);
  });
}

function drawReport() {
  const { played, planned, standings, sprt, sides } = report;
  const [wins, draws, losses] = [sides.first_wins, sides.draws, sides.second_wins].map(grouped);
  const ofFirst = played > 0 ? `; ${t("watch-sides", { wins, draws, losses })}` : "";
  element("played").textContent = t("watch-played", { played: grouped(played), planned: grouped(planned) }) + ofFirst;
  // Most engines make none.
  const hasFaults = standings.some((/** @type {any} */ one) => Object.keys(one.faults).length > 0);
  const columns = ["engine", "games", "points", "wdl", "elo", ...hasFaults ? ["faults"] : []];
  const head = columns.map((key) => html("th", { scope: "col" }, t(`watch-${key}`)));
  const table = element("standings");
  table.querySelector("thead")?.replaceChildren(html("tr", {}, ...head));
  const rows = standings.map((/** @type {any} */ one) => {
    const faults = Object.entries(one.faults).map(([reason, count]) => `${t(`watch-end-${reason}`)} ${count}`).join(", ");
    const elo = typeof one.elo !== "number" ? "–" : one.elo > 0 ? `+${decimal(one.elo, 1)}` : decimal(one.elo, 1);
    const error = typeof one.elo_error !== "number" ? "" : ` ± ${decimal(one.elo_error, 1)}`;
    const cells = [one.games, grouped(one.points), `${one.wins} ${one.draws} ${one.losses}`, elo + error, ...hasFaults ? [faults || "–"] : []];
    return html("tr", {}, html("th", { scope: "row" }, one.name), ...cells.map((cell) => html("td", {}, String(cell))));
  });
  table.querySelector("tbody")?.replaceChildren(...rows);
  element("sprt").hidden = !sprt;
  if (sprt) {
    element("test").textContent = t("watch-sprt", { elo0: grouped(sprt.elo0), elo1: grouped(sprt.elo1) });
    const meter = byId("meter", HTMLMeterElement);
    [meter.min, meter.max, meter.value] = [sprt.lower, sprt.upper, sprt.llr];
    const numbers = { llr: decimal(sprt.llr, 2), lower: decimal(sprt.lower, 2), upper: decimal(sprt.upper, 2) };
    const verdict = String(sprt.verdict).toLowerCase();
    element("likelihood").textContent = `${t("watch-llr", numbers)} ${t(`watch-verdict-${verdict}`)}`;
  }
}

function lost() {
  const place = element("connection");
  place.textContent = t("watch-lost");
  place.hidden = false;
}

async function speak(/** @type {string} */ wanted) {
  language = await chooseLanguage(wanted).catch(() => language);
  write();
  connectLooks(language, speak);
  draw();
  leadOn();
  if (match !== null) engine.about([match.game]).then(draw, () => {});
}

connectLooks(language, speak);
element("more").onclick = () => more().catch(lost);

/** Leads to the pages where the shown game is analysed. */
async function leadOn() {
  const pages = await otherPages("play");
  if (pages === null) return;
  const links = pages.map((address) =>
    linkTo(address, t("watch-analyse", { place: new URL(address).host }), () => `view=analyse&${toFragment(shown.tree.gameAt())}`));
  element("onward").replaceChildren(...links.length > 0 ? links : [t("watch-no-page")]);
}

/** Ends a pause early. */
let wake = () => {};
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  wake();
  leadOn();
});
leadOn();

for (;;) {
  let pause = TICK;
  try {
    await tick();
    element("connection").hidden = true;
    document.documentElement.dataset.ready = "true";
  } catch {
    if (!isOver) lost();
    pause = SLOW;
  }
  if (isOver) pause = SLOW;
  await new Promise((resolve) => {
    wake = () => resolve(null);
    setTimeout(resolve, document.hidden ? SLOW : pause);
  });
}
