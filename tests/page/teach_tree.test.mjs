import assert from "node:assert/strict";
import { test } from "node:test";
import { addChild, boundsIn, leaf, mayName, partAt, remove, textOf, toggleChance, treeOf, turnsOf } from "../../engine/server/page/teach/tree.js";
import { shownMarks } from "../../engine/server/page/teach/sheets.js";
import { Dice } from "./random.mjs";
import { inSession, needsPlyd } from "./session.mjs";

/** @typedef {import("../../engine/server/page/teach/tree.js").Part} Part */

/** A random tree, as the editor can make it. */
function randomTree(/** @type {Dice} */ dice) {
  const root = leaf("1");
  for (let act = 0; act < 25; act += 1) {
    const all = paths(root);
    const path = dice.of(all);
    const part = /** @type {Part} */ (partAt(root, path));
    const kind = dice.below(8);
    if (kind === 0 && part.children.length > 0) toggleChance(part);
    else if (kind === 1) remove(root, path);
    else if (kind === 2 && mayName(root, path)) part.turn = dice.of(["", "max", "min"]);
    else if (part.children.length === 0 && dice.below(2) === 0) part.value = String(dice.below(19) - 9);
    else if (path.length < 4) addChild(part);
  }
  if (root.children.length === 0) addChild(root);
  return root;
}
/** @type {(part: Part) => number[][]} */
const paths = (part) => [[], ...part.children.flatMap((child, at) => paths(child).map((path) => [at, ...path]))];

test("the text of a tree is read again as the same tree", needsPlyd, () => inSession(async (session) => {
  for (let seed = 0; seed < 40; seed += 1) {
    const root = randomTree(new Dice(seed));
    const text = textOf(root);
    const { tree } = (await session.explain(text, "algorithm minimax")).panels[0];
    const again = treeOf(tree);
    assert.equal(textOf(again), text);
    const [turns, others] = [root, again].map((one) => [...turnsOf(one)].map(([part, turn]) => (part.children.length === 0 ? part.value : turn)));
    assert.deepEqual(others, turns, text);
  }
}));

test("a search may come to the children in any order", () => {
  const nodes = [
    { up: null, index: 0, turn: "min", content: null }, { up: 0, index: 1, turn: "chance", content: null, given: "C" }, { up: 0, index: 0, turn: "max", content: 3 },
    { up: 1, index: 1, turn: "max", content: null, chance: "3/4" }, { up: 1, index: 0, turn: "max", content: 5, chance: "1/4" }, { up: 3, index: 0, turn: "min", content: "?", given: "D" },
  ];
  assert.equal(textOf(treeOf(nodes)), "MIN(3 C:CHANCE{1/4: 5, 3/4: (D)})");
  const usual = [["max", null], ["chance", 0], ["min", 1], ["max", 2]].map(([turn, up]) => ({ up, index: 0, turn, content: up === 2 ? 1 : null }));
  assert.deepEqual([[], [0], [0, 0]].map((path) => partAt(treeOf(usual), path)?.turn), ["", "", ""], "the usual player is not named");
});

test("how trees are written", () => {
  const tree = () => {
    const root = leaf("1");
    for (let child = 0; child < 2; child += 1) addChild(root);
    addChild(root.children[1]);
    return root;
  };
  assert.equal(textOf(tree()), "(1 (0))", "a leaf hands its value down");
  const root = tree();
  root.turn = "min";
  root.children[0].name = "B";
  root.children[1].name = "A";
  assert.equal(textOf(root), "MIN(B:1 A:(0))");
  root.children[0].value = "?";
  assert.equal(textOf(root), "MIN(B A:(0))");
  toggleChance(root);
  assert.equal(textOf(root), "CHANCE(B A:(0))");
  [root.children[0].weight, root.children[1].weight] = ["1/4", "3/4"];
  assert.equal(textOf(root), "CHANCE{1/4: B, 3/4: A:(0)}");
  addChild(root);
  assert.equal(textOf(root), "CHANCE(B A:(0) 0)", "weights do not add up any more");
});

test("turns alternate, and chance takes none", () => {
  const root = leaf("1");
  addChild(root);
  addChild(root.children[0]);
  addChild(root.children[0].children[0]);
  const turns = () => [...turnsOf(root).values()];
  assert.deepEqual(turns(), ["max", "min", "max", "min"]);
  toggleChance(root.children[0]);
  assert.deepEqual(turns(), ["max", "chance", "min", "max"]);
  root.children[0].children[0].turn = "max";
  assert.deepEqual(turns(), ["max", "chance", "max", "min"]);
  root.children[0].turn = "min";
  toggleChance(root.children[0]);
  assert.equal(root.children[0].turn, "", "whoever was named before is not any more");
  toggleChance(root.children[0]);
  assert.deepEqual([[], [0], [0, 0], [0, 0, 0], [7]].map((path) => mayName(root, path)), [true, false, true, false, false]);
});

test("a part that is removed is gone with all below it", () => {
  const root = leaf("1");
  addChild(root);
  addChild(root);
  addChild(root.children[0]);
  remove(root, [0]);
  assert.equal(textOf(root), "(0)");
  remove(root, []);
  remove(root, [4, 4]);
  assert.equal(textOf(root), "(0)");
  toggleChance(root);
  remove(root, [0]);
  assert.deepEqual(root, { ...leaf("0") });
});

test("the lowest and highest values behind a tree are kept, and names in it are none", () => {
  assert.deepEqual(boundsIn("(CHANCE{9/10: 2, 1/10: 3} low:4) low=1 high=4"), ["low=1", "high=4"]);
  assert.deepEqual(boundsIn("[[3,12],[low:2,4]]"), []);
});

test("what a student did not answer is one row of the marks, and a wrong answer stays one of its own", () => {
  const rows = [["Ada", "1", "0", "first at 1"], ["Bob", "2", "1", ""], ["Bob", "9", "", "no exercise"], ["Ada", "2", "0", "not answered"],
    ["Ada", "3", "0", "not answered"], ["Ada", "all", "0", "0 / 3"], ["Bob", "1", "0", "not answered"], ["Bob", "all", "1", "1 / 3"]];
  const answers = "student,exercise,answer\nAda,1,1.1\nAda,2,\nBob,2,\"1.1, 1.2\"\nBob,9,none";
  assert.deepEqual(shownMarks(rows, answers), [...rows.slice(0, 3), ["Ada", "2, 3", "0", "not answered"], ...rows.slice(5)]);
});
