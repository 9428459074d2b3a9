import assert from "node:assert/strict";
import { test } from "node:test";

/** What all sockets were sent, each one's lines in a list of its own. @type {string[][]} */
const sent = [];

/** A server that answers what a game is asked, and searches until it is stopped. */
globalThis.WebSocket = /** @type {any} */ (class extends EventTarget {
  static CONNECTING = 0;
  static OPEN = 1;
  readyState = 1;
  lines = /** @type {string[]} */ ([]);

  constructor() {
    super();
    sent.push(this.lines);
    setTimeout(() => this.dispatchEvent(new Event("open")));
  }

  send(/** @type {string} */ line) {
    if (line.startsWith("auth ")) return this.answer("authok");
    this.lines.push(line);
    if (line === "view") this.answer('view {"game":"chess"}');
    if (line === "stop") this.answer("bestmove e2e4");
  }

  answer(/** @type {string} */ data) {
    setTimeout(() => this.dispatchEvent(new MessageEvent("message", { data })));
  }

  close() {}
});
globalThis.document = /** @type {any} */ ({ documentElement: { lang: "en" } });
globalThis.location = /** @type {any} */ ({ href: "http://localhost/", protocol: "http:" });
const { Engine } = await import("../../engine/server/page/engine.js");
const { positionLine } = await import("../../engine/server/page/game.js");

const newEngine = () => {
  sent.length = 0;
  return new Engine(async () => "t", "t", () => {});
};
/** @returns {import("../../engine/server/page/types.js").Game} */
const gameOf = (/** @type {string} */ game, /** @type {Object<string, string>} */ options = {}) => ({ game, options, setup: "", moves: [] });
const options = (/** @type {string[]} */ lines) => lines.filter((line) => line.startsWith("setoption ")).map((line) => line.slice(15));
const settled = () => new Promise((done) => { setTimeout(done, 20); });

test("a game without options has none of the one before", async () => {
  const engine = newEngine();
  await engine.choose(gameOf("go", { Size: "5" }));
  await engine.view("position startpos");
  assert.deepEqual(options(sent[0]), ["UCI_Variant value go", "go.Size value 5"]);
  await engine.choose(gameOf("go"));
  await engine.view("position startpos");
  assert.equal(sent.length, 2, "only a new session has the default");
  assert.deepEqual(options(sent[1]), ["UCI_Variant value go"]);
});

test("options that stay are not sent again, and settings stay beside a game", async () => {
  const engine = newEngine();
  await engine.choose(gameOf("go", { Size: "5" }), { Algorithm: "mcts" });
  await engine.view("position startpos");
  await engine.choose(gameOf("go", { Size: "5" }));
  await engine.choose(gameOf("go", { Size: "6" }));
  await engine.view("position startpos");
  assert.equal(sent.length, 1);
  assert.deepEqual(options(sent[0]), ["UCI_Variant value go", "go.Size value 5", "Algorithm value mcts", "go.Size value 6"]);
  await engine.choose(gameOf("go", { Size: "6" }), {});
  await engine.view("position startpos");
  assert.deepEqual(options(sent[1]), ["UCI_Variant value go", "go.Size value 6"], "settings that are given are all");
});

test("an option of UCI has no game in its name", async () => {
  const engine = newEngine();
  await engine.choose(gameOf("chess", { UCI_Chess960: "true" }));
  await engine.view("position startpos");
  assert.deepEqual(options(sent[0]), ["UCI_Variant value chess", "UCI_Chess960 value true"]);
});

test("a search ends before an option is set, and only then", async () => {
  const engine = newEngine();
  await engine.choose(gameOf("chess"));
  const found = engine.search("position startpos", "go infinite", () => {});
  await settled();
  await engine.choose(gameOf("chess"));
  assert.ok(!sent[0].includes("stop"), "nothing has changed");
  await engine.choose(gameOf("chess"), { Algorithm: "mcts" });
  assert.equal(await found, "e2e4");
  assert.deepEqual(sent[0].slice(-2), ["stop", "setoption name Algorithm value mcts"]);
});

test("a move is one question: its position and the view", async () => {
  const engine = newEngine();
  const game = gameOf("chess");
  await engine.choose(game);
  await engine.view(positionLine(game));
  const before = sent[0].length;
  const played = { ...game, moves: ["e2e4"] };
  await engine.choose(played);
  await engine.view(positionLine(played));
  assert.deepEqual(sent[0].slice(before).filter((line) => !line.startsWith("query about")), ["position startpos moves e2e4", "view"]);
});
