import assert from "node:assert/strict";
import { test } from "node:test";
import { expectedAt, judge, KINDS, middleOf, summary } from "../../engine/server/page/analyse/mistakes.js";
import { nameMoves } from "../../engine/server/page/records.js";
import { MoveTree } from "../../engine/server/page/tree.js";

/** A line of moves with the values of the positions, from the first player's view, and what was better at each. */
function lineOf(/** @type {number[]} */ values, /** @type {string[][]} */ better, turns = ["max", "min"]) {
  const moves = values.slice(1).map((_, ply) => `m${ply}`);
  const tree = new MoveTree({ game: "chess", options: {}, setup: "", moves });
  tree.first();
  const line = tree.line();
  line.forEach((at, ply) => {
    at.turn = /** @type {"max" | "min"} */ (turns[ply % turns.length]);
    at.findings.set("1", { score: { cp: values[ply] }, depth: 1, line: better[ply] ?? ["other"] });
  });
  return line;
}

/** In these games a value is a hundred times the expectation, near the middle. */
const odds = { scale: 25, draws: 0 };

test("a move is marked by what its player loses, from the view of either player", () => {
  // e(0) = 0.5; a logistic curve with scale 25 has 0.4 at −10.1 and so on.
  const at = (/** @type {number} */ share) => -25 * Math.log(1 / share - 1);
  const judged = judge(lineOf([0.5, 0.44, 0.56, 0.4, 0.56, 0.5].map(at), []), "1", odds);
  assert.deepEqual(judged.map(({ side, glyph, loss }) => [side, glyph, Number(loss.toFixed(3))]),
    [["max", 6, 0.06], ["min", 2, 0.12], ["max", 4, 0.16], ["min", 4, 0.16], ["max", 6, 0.06]]);
  assert.deepEqual(summary(judged, "max").counts, [1, 0, 2]);
  assert.deepEqual(summary(judged, "min").counts, [1, 1, 0]);
  assert.equal(summary(judged, "max").mean.toFixed(4), (0.28 / 3).toFixed(4));
  assert.deepEqual(KINDS.map(({ loss }) => loss), [0.15, 0.1, 0.05]);
  assert.equal(summary([], "max").mean, 0);
});

test("who gains, or plays what the engine would, makes no mistake; nor does a roll, nor what nobody has searched", () => {
  const better = [["m0"], ["other"], []];
  assert.deepEqual(judge(lineOf([0, -80, -160, -300], better), "1", odds).map(({ glyph, loss }) => [glyph, loss > 0]),
    [[0, false], [0, false], [0, true]]);
  const line = lineOf([0, -80, 80], []);
  line[1].findings.clear();
  assert.deepEqual(judge(line, "1", odds), []);
  assert.deepEqual(judge(lineOf([0, -80], []), "2", odds), []);
  assert.deepEqual(judge(lineOf([0, -80], [], ["chance", "max"]), "1", odds), []);
});

test("an end and a mate count as what they are; without a scale the median is half of the way", () => {
  const line = lineOf([0, 10, -300, 50], []);
  line[3].outcome = "draw";
  assert.equal(expectedAt(line[3], "1", odds), 0.5);
  line[2].findings.set("1", { score: { mate: -3 }, depth: 1 });
  assert.equal(expectedAt(line[2], "1", odds), 0);
  assert.equal(middleOf(lineOf([0, 10, -300, 50], [])), 50);
  assert.equal(middleOf(lineOf([0, 1], [])), 20);
  assert.equal(expectedAt(lineOf([50], [])[0], "1", null, 50), 0.75);
});

test("one question names all moves of a tree, and says whose turn it is", async () => {
  const tree = new MoveTree({ game: "chess", options: { UCI_Chess960: "true" }, setup: "", moves: ["e2e4", "e7e5"] });
  tree.add(["e2e4", "c7c5"]);
  /** @type {string[]} */
  const asked = [];
  const looker = /** @type {any} */ ({
    read: async (/** @type {string} */ text, /** @type {any} */ { game, moves }) => {
      asked.push(text.split("\n\n")[1].trim());
      assert.deepEqual([game, moves], ["chess", []]);
      return { turn: "max", nodes: [{ parent: null, move: "e2e4", notation: "e4", turn: "min" }, { parent: 0, move: "e7e5", notation: "e5", turn: "max" },
        { parent: 7, move: "lost", turn: "max" }, { parent: 0, move: "c7c5", turn: "max" }] };
    },
  });
  await nameMoves(tree, looker);
  assert.deepEqual(asked, ["1... e2e4 e7e5 (1... c7c5) *".replace("(1", "(2")]);
  assert.deepEqual(tree.root.children[0].children.map(({ written, turn }) => [written, turn]), [["e5", "max"], ["c7c5", "max"]]);
  assert.deepEqual([tree.root.turn, tree.root.children[0].written], ["max", "e4"]);
});
