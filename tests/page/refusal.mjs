/** What the page makes of refused positions: an error for each question, and none that waits for ever. */
import { strict as assert } from "node:assert";

/** What a server answers to a line. */
const ANSWERS = new Map([
  ["auth t", ["authok"]],
  ["query about en", ['response {"game":"chess","language":"en","languages":["en"],"name":"Chess","sides":["White","Black"]}']],
  ["setoption name chess.Wings value two", ["info string error bad-value option Wings takes a number, not `two`"]],
  ["setoption name chess.Wings value 2", []],
  ["position startpos", []],
  ["go depth 2", ["bestmove e2e4"]],
  ["position fen x", ["info string error bad-position `x` is no position"]],
  ["view, position startpos", ['view {"game":"chess"}']],
  ["view, position fen x", ["info string error no-position the last position was refused: `x` is no position"]],
  ["go depth 1", ["info string error bad-go the last position was refused: `x` is no position", "bestmove (none)"]],
  ["games", [
    "game chess version 1 interface 2.1 selected name Chess",
    "game chess option name UCI_Chess960 type check default false",
    "game go version 1 interface 2.1 name Go",
    "game go option name go.Size type spin default 9 min 1 max 19",
  ]],
  ["uci", ["option name Hash type spin default 16 min 0 max 4096", "option name UCI_Chess960 type check default false", "uciok"]],
]);

/** A connection to such a server. */
globalThis.WebSocket = class extends EventTarget {
  static CONNECTING = 0;
  static OPEN = 1;
  readyState = 1;
  constructor() {
    super();
    setTimeout(() => this.dispatchEvent(new Event("open")));
  }

  send(line) {
    if (line.startsWith("position ")) this.position = line;
    for (const data of ANSWERS.get(line === "view" ? `view, ${this.position}` : line) ?? []) setTimeout(() => this.dispatchEvent(new MessageEvent("message", { data })));
  }

  close() {}
};
globalThis.document = { documentElement: { lang: "en" } };
globalThis.location = { href: "http://localhost/", protocol: "http:" };

const { Engine } = await import(new URL("../../engine/server/page/engine.js", import.meta.url));
const engine = new Engine(async () => "t", "t", () => {});

const refused = { code: "bad-position", message: "`x` is no position" };
await assert.rejects(engine.view("position fen x"), refused);
await assert.rejects(engine.search("position fen x", "go depth 1", () => {}), refused);
// The next question has its own answer.
await assert.rejects(engine.view("position fen x"), refused);
const { options, games } = await engine.describe();
assert.deepEqual(options.map(({ name }) => name).sort(), ["Hash", "UCI_Chess960", "go.Size"]);
assert.deepEqual([...games.keys()], ["chess", "go"]);

// An error of an option is none of the search or the question that it comes in. The next view says it, once.
const wings = { code: "bad-value", message: "option Wings takes a number, not `two`" };
const paused = () => new Promise((done) => { setTimeout(done, 20); });
for (const between of [
  paused,
  () => engine.describe(),
  async () => assert.equal(await engine.search("position startpos", "go depth 2", () => {}), "e2e4"),
]) {
  await engine.choose({ game: "chess", options: { Wings: "two" }, setup: "", moves: [] });
  await between();
  await assert.rejects(engine.view("position startpos"), wings);
  assert.deepEqual(await engine.view("position startpos"), { game: "chess" });
}
