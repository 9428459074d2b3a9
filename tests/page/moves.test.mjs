import assert from "node:assert/strict";
import { test } from "node:test";
import { firstNumber, Numbering } from "../../engine/server/page/numbering.js";
import { similar } from "../../engine/server/page/play/typed.js";
import { MoveTree } from "../../engine/server/page/tree.js";

/** @typedef {import("../../engine/server/page/types.js").Side | "chance" | null} Turn */

/** The words before the moves of a game, whose turns are known as far as they are given, the first one's first. */
function numbers(/** @type {string} */ setup, /** @type {Turn[]} */ turns, count = turns.length) {
  const moves = Array.from({ length: count }, (_, at) => `m${at}`);
  const tree = new MoveTree({ game: "chess", options: {}, setup, moves });
  tree.line().forEach((at, ply) => { at.turn = turns[ply] ?? null; });
  const numbering = new Numbering(tree);
  return tree.line().slice(1).map((at, ply) => numbering.text(at, ply === 0));
}

test("two players who move in turn share a number", () => {
  assert.deepEqual(numbers("", ["max", "min", "max"]), ["1.", "", "2."]);
  assert.deepEqual(numbers("", [], 3), ["1.", "", "2."], "what is not known yet is in turn");
});

test("a setup says the first number, and who moves first", () => {
  const setup = "4k3/8/8/8/8/8/8/4K2R b K - 0 24";
  assert.equal(firstNumber(setup), 24);
  assert.deepEqual(numbers(setup, ["min", "max", "min"]), ["24…", "25.", ""]);
  assert.deepEqual(numbers("3/3/3 w", ["max", "min"]), ["1.", ""]);
});

test("the moves and rolls of one turn share a number", () => {
  assert.deepEqual(numbers("", ["max", "max", "min", "min", "max"]), ["1.", "", "", "", "2."]);
  assert.deepEqual(numbers("", ["chance", "max", "chance", "min", "chance", "max", "chance"]), ["1.", "", "", "", "2.", "", ""]);
  assert.deepEqual(numbers("", ["chance", "min", "chance", "max"]), ["1…", "", "2.", ""]);
  // Whose turn it would be at the end of a game says nothing.
  assert.deepEqual(numbers("", ["max", "min", "min"], 2), ["1.", ""]);
});

test("numbers that change have another key", () => {
  const tree = new MoveTree({ game: "chess", options: {}, setup: "", moves: ["a", "b"] });
  const { key } = new Numbering(tree);
  tree.root.turn = "min";
  assert.notEqual(new Numbering(tree).key, key);
});

test("a few legal moves that are like a word are named", () => {
  /** @type {any} */
  const view = { moves: { e2e4: [], e2e3: [], g1f3: [], b1c3: [] }, notation: { e2e4: "e4", e2e3: "e3", g1f3: "Nf3", b1c3: "Nc3" } };
  assert.deepEqual(similar(view, "e2e5"), ["e4", "e3"]);
  assert.deepEqual(similar(view, "Nf4"), ["Nf3"]);
  assert.deepEqual(similar(view, "castle"), []);
  assert.deepEqual(similar(view, "z"), [], "any word is one change away from a letter");
  const many = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`a${at}`, []]));
  assert.equal(similar(/** @type {any} */ ({ moves: many }), "a").length, 4);
});
