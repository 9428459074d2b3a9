import assert from "node:assert/strict";
import { test } from "node:test";
import { moveOf, shownMove, Unreadable, writeRecord } from "../../engine/server/page/notation.js";
import { readTree, writeTree } from "../../engine/server/page/records.js";
import { addComment, addGlyph, bracketed, signs } from "../../engine/server/page/remarks.js";
import { MOST_PLACES, MoveTree } from "../../engine/server/page/tree.js";
import { Dice } from "./random.mjs";
import { inSession, needsPlyd } from "./session.mjs";

/**
 * @typedef {import("../../engine/server/page/tree.js").Place} Place
 * @typedef {import("../../engine/server/page/looker.js").Looker} Looker
 */
const players = /** @type {[string, string]} */ (["person", "computer"]);
const game = (/** @type {string} */ id, options = {}) => ({ game: id, options, setup: "", moves: [] });

/** A random game with variations, whose moves are legal, and random remarks. */
async function randomTree(/** @type {Dice} */ dice, /** @type {import("./session.mjs").Session} */ session, /** @type {import("./session.mjs").Game} */ first) {
  const tree = new MoveTree(first);
  for (let act = 0; act < 40; act += 1) {
    if (dice.below(5) === 0) for (let steps = dice.below(6); steps >= 0; steps -= 1) tree.back();
    const { moves } = await session.view(tree.gameAt());
    const legal = Object.keys(moves ?? {});
    if (legal.length === 0) continue;
    tree.play(dice.of(legal));
    tree.here.comment = dice.of(["", "", "", "best", "a long remark that goes on and on, so that a line has to be broken, twice", "1. e4 $3 (is) no move; 100% \"sure\" \\"]);
    tree.here.glyphs = dice.of([[], [], [1], [6, 14], [255]]);
    tree.here.commands = /** @type {[string, string][]} */ (dice.of([[], [], [["clk", "0:05:00"]], [["clk", "1:00:59.5"], ["eval", "-0.3"]]]));
  }
  tree.root.comment = dice.of(["", "what the game is"]);
  tree.tags = dice.of([[], [["Event", "a \"b\" \\c"], ["Site", "?"], ["Date", "2020.01.02"], ["Round", "1"], ["White", "Ann"], ["Black", "Ben"], ["WhiteElo", "2000"], ["Result", "*"]]]);
  return tree;
}

/** @type {(at: Place) => unknown} */
const told = ({ move, comment, glyphs, commands, children }) => ({ move, comment, glyphs, commands, children: children.map(told) });

const GAMES = [
  game("chess"), game("backgammon"), game("go", { Size: "5" }), game("hex", { Size: "4" }), game("tictactoe"),
  { ...game("chess"), setup: "r3k2r/pppq1ppp/2n5/8/8/2N5/PPPQ1PPP/R3K2R b KQkq - 3 17" },
];
for (const first of GAMES) {
  test(`what is written of ${JSON.stringify(first)} is read again as the same`, needsPlyd, () => inSession(async (session) => {
    const looker = /** @type {Looker} */ (/** @type {unknown} */ (session));
    for (let seed = 0; seed < 3; seed += 1) {
      const tree = await randomTree(new Dice(seed), session, first);
      const text = await writeTree(tree, { players }, looker);
      for (const line of text.split("\n")) assert(line.startsWith("[") || line.length < 80, line);
      const { tree: again, warning } = await readTree(text, game("tictactoe"), new Set([first.game]), looker);
      assert.equal(warning, "", text);
      assert.deepEqual(told(again.root), told(tree.root), text);
      assert.deepEqual([again.game, again.options, again.setup], [tree.game, tree.options, tree.setup], text);
      const tags = new Map(again.tags);
      for (const [name, value] of tree.tags) if (name !== "Result") assert.equal(tags.get(name), value, text);
      assert.equal(await writeTree(again, { players }, looker), await writeTree(again, { players }, looker));
      // A second time nothing changes any more.
      const twice = await writeTree(again, { players }, looker);
      assert.equal(twice.slice(twice.indexOf("\n\n")), text.slice(text.indexOf("\n\n")), text);
    }
  }));
}

test("a game that is not there cannot be read", async () => {
  const looker = /** @type {Looker} */ (/** @type {unknown} */ ({ read: async () => ({ game: "nogame", options: {}, setup: "", tags: [], result: "*", warnings: [] }) }));
  await assert.rejects(readTree("", game("chess"), new Set(["chess"]), looker), (error) => error instanceof Unreadable && error.message === "unknown-game" && error.values.game === "nogame");
});

/** A move of a game that is to be written. @returns {import("../../engine/server/page/notation.js").Written} */
const move = (/** @type {string} */ text, /** @type {string} */ by, /** @type {any[]} */ children = [], more = {}) =>
  ({ text, by, children, comment: "", glyphs: [], commands: [], ...more });
const about = { players, result: "*", date: new Date(2024, 0, 9), remark: { comment: "", glyphs: [], commands: [] }, tags: /** @type {[string, string][]} */ ([]) };
const moves = (/** @type {any[]} */ children, setup = "") => writeRecord({ ...game("chess"), setup }, children, about).split("\n\n")[1].trim();

/** A looker that gives a record, and an outcome for each position. */
const fake = (record = {}, outcome = "ongoing") => /** @type {Looker} */ (/** @type {unknown} */ ({
  read: async () => ({ game: "chess", options: {}, setup: "", tags: [], result: "*", warnings: [], nodes: [], ...record }),
  view: async () => ({ turn: "max", outcome }),
}));
const read = (record = {}) => readTree("", game("chess"), new Set(["chess"]), fake(record));

test("what is read has whose turn it is, the remarks before and behind a move, and one result", async () => {
  const { tree, warning } = await read({
    turn: "max", tags: [["White", "Ann"], ["Result", "0-1"]], result: "1-0",
    nodes: [{ parent: null, move: "e2e4", notation: "e4", turn: "min", before: "so", comment: "it goes" }, { parent: 0, move: "e7e5", turn: "max" }],
    warnings: [{ line: 3, column: 4, text: "wrong" }],
  });
  assert.deepEqual(tree.tags, [["White", "Ann"], ["Result", "1-0"]]);
  assert.deepEqual(tree.line().map(({ turn, comment, written }) => [turn, comment, written]), [["max", "", ""], ["min", "so it goes", "e4"], ["max", "", "e7e5"]]);
  assert.equal(tree.here.move, "e7e5");
  // Without a language there are the keys of texts.
  assert.equal(warning, "record-warning");
  assert.deepEqual((await read()).tree.tags, []);
  await assert.rejects(read({ nodes: Array(MOST_PLACES + 1).fill({ parent: null, move: "a", turn: "max" }) }), (error) => error instanceof Unreadable && error.message === "record-long");
});

test("the result is that of the rules, else the one that was read, unless one is given", async () => {
  const tree = new MoveTree(game("chess"));
  const result = async (outcome = "ongoing", more = {}) => /\[Result "(.*)"\]/.exec(await writeTree(tree, { players, ...more }, fake({}, outcome)))?.[1];
  assert.deepEqual([await result(), await result("max"), await result("min"), await result("draw")], ["*", "1-0", "0-1", "1/2-1/2"]);
  tree.tags = [["Result", "0-1"]];
  assert.deepEqual([await result(), await result("max"), await result("max", { result: "1/2-1/2" })], ["0-1", "1-0", "1/2-1/2"]);
});

test("numbers stand where PGN wants them", () => {
  assert.equal(moves([move("e4", "max", [move("e5", "min", [move("Nf3", "max")])])]), "1. e4 e5 2. Nf3 *");
  assert.equal(moves([move("e4", "max", [move("e5", "min", [move("Nf3", "max")]), move("c5", "min", [move("d4", "max")])])]), "1. e4 e5 (1... c5 2. d4) 2. Nf3 *");
  assert.equal(moves([move("e4", "max", [move("e5", "min", [move("Nf3", "max")])]), move("d4", "max", [move("d5", "min")])]), "1. e4 (1. d4 d5) 1... e5 2. Nf3 *");
  assert.equal(moves([move("e4", "max", [move("e5", "min")], { comment: "said" })]), "1. e4 {said} 1... e5 *");
  assert.equal(moves([move("e4", "max", [move("e5", "min")], { glyphs: [1], commands: [["clk", "0:01:00"]] })]), "1. e4 $1 {[%clk 0:01:00]} e5 *");
  assert.equal(moves([move("e5", "min", [move("Nf3", "max")])], "8/8/8/8/8/8/8/8 b - - 0 17"), "17... e5 18. Nf3 *");
  for (const last of ["0", "-2", "x"]) assert.equal(moves([move("e4", "max")], `8/8/8/8/8/8/8/8 w - - 0 ${last}`), "1. e4 *");
  assert.equal(moves([move("e4", "max"), move("d4", "max", [move("d5", "min")], { comment: "said" })]), "1. e4 (1. d4 {said} 1... d5) *");
  assert.equal(moves([]), "*");
  assert.equal(moves([move("31", "chance", [move("8/5", "max", [move("52", "chance", [move("13/8", "min")])])])]), "1. 31 8/5 52 13/8 *");
  // Two variations, one of which has a variation of its own.
  assert.equal(moves([move("a", "max", [move("b", "min")]), move("c", "max", [move("d", "min"), move("e", "min")]), move("f", "max")]), "1. a (1. c d (1... e)) (1. f) 1... b *");
});

test("the tags have who plays and what the game is", () => {
  const tags = (/** @type {any} */ start, more = {}) => writeRecord({ ...game("chess"), ...start }, [], { ...about, ...more }).split("\n\n")[0].split("\n");
  assert.deepEqual(tags({}), ['[Event "plyd"]', '[Site "?"]', '[Date "2024.01.09"]', '[Round "-"]', '[White "person"]', '[Black "computer"]', '[Result "*"]']);
  assert.deepEqual(tags({ game: "hex", options: { Size: "5", Swap: "true" }, setup: "x y" }).slice(7), ['[Variant "hex"]', '[Options "Size=5; Swap=true"]', '[SetUp "1"]', '[FEN "x y"]']);
  assert.deepEqual(tags({ options: { UCI_Chess960: "true" } }).slice(7), ['[Variant "Chess960"]']);
  assert.deepEqual(tags({}, { tags: [["White", 'A "B" \\'], ["Opening", "Ruy"], ["Variant", "go"], ["Result", "1-0"]], result: "0-1" }),
    ['[Event "?"]', '[Site "?"]', '[Date "????.??.??"]', '[Round "?"]', '[White "A \\"B\\" \\\\"]', '[Black "?"]', '[Result "0-1"]', '[Opening "Ruy"]']);
});

test("a word means the move that it is, or is most alike", () => {
  const view = /** @type {any} */ ({
    moves: { g1f3: ["g1", "f3"], e4d5: ["e4", "d5"], e1g1: ["e1", "g1"], e7e8q: ["e7", "e8"], b1c3: ["b1", "c3"], b5c6: ["b5", "c6"] },
    notation: { g1f3: "Nf3", e4d5: "exd5", e1g1: "O-O", e7e8q: "e8=Q+", b1c3: "Bc3", b5c6: "bc3" },
  });
  const of = (/** @type {string} */ word) => moveOf(view, word);
  assert.deepEqual(["g1f3", "Nf3", "Nf3+!", "ed5", "0-0", "O-O#", "e8Q", "nf3", "Bc3", "bc3", "E1G1", "e7e8", "Nf6", "BC3", ""].map(of),
    ["g1f3", "g1f3", "g1f3", "e4d5", "e1g1", "e1g1", "e7e8q", "g1f3", "b1c3", "b5c6", "e1g1", "e7e8q", null, null, null]);
  // The text of a move comes before what another one is called.
  const alike = /** @type {any} */ ({ moves: { a: ["x"], b: ["y"] }, notation: { b: "a" } });
  assert.equal(moveOf(alike, "a"), "a");
  assert.equal(moveOf(/** @type {any} */ ({ moves: null }), "any"), "any");
});

test("remarks are written so that they end where they end", () => {
  const remark = { comment: "a {b} c\n d", glyphs: [2, 14], commands: /** @type {[string, string][]} */ ([["clk", "0:00:01"], ["csl", "Ga1"]]) };
  assert.deepEqual(bracketed(remark), ["$2", "$14", "{[%clk 0:00:01] [%csl Ga1] a (b) c d}"]);
  assert.deepEqual(bracketed({ comment: " ", glyphs: [], commands: [] }), []);
  addComment(remark, " e\nf ");
  assert.equal(remark.comment, "a {b} c\n d e f");
  addGlyph(remark, 1);
  assert.deepEqual(remark.glyphs, [1, 14]);
  addGlyph(remark, 14);
  addGlyph(remark, 10);
  assert.deepEqual(remark.glyphs, [1, 14, 10]);
  assert.equal(signs({ glyphs: [1, 6, 14, 99] }), "! ?! ⩲ $99");
});

test("a thing that comes onto the board is shown by its place, unless the game writes its moves in another way", () => {
  assert.deepEqual(["P@d1", "e2e4", "N@f3", ""].map((move) => shownMove(move)), ["d1", "e2e4", "N@f3", ""]);
  assert.deepEqual([shownMove("P@d1", "P@d1"), shownMove("g1f3", "Nf3"), shownMove("P@e4", "@e4")], ["d1", "Nf3", "@e4"]);
});

test("a move from a place to itself is a pass", () => {
  const pass = shownMove("pass");
  assert.deepEqual(["d4d4", "a10a10"].map((move) => shownMove(move)), [pass, pass]);
  assert.deepEqual(["d4d5", "a1a11", "e1g1"].map((move) => shownMove(move)), ["d4d5", "a1a11", "e1g1"]);
});
