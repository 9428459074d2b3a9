import assert from "node:assert/strict";
import { test } from "node:test";
import { every, Full, MOST_PLACES, MoveTree, path } from "../../engine/server/page/tree.js";
import { Dice } from "./random.mjs";

/**
 * @typedef {import("../../engine/server/page/tree.js").Place} Place
 * @typedef {{move: string, children: Model[]}} Model a place, and nothing but what it is in the tree
 */

const start = { game: "chess", options: { Size: "5" }, setup: "8/8 w", moves: ["a", "b"] };
const texts = (/** @type {Place[]} */ places) => places.map(({ move }) => move);
/** @type {(at: Place) => Model} */
const model = (at) => ({ move: at.move, children: at.children.map(model) });
/** The place that some moves lead to, from the tree alone. */
const reach = (/** @type {Model} */ root, /** @type {string[]} */ moves) => {
  let at = root;
  for (const move of moves) at = /** @type {Model} */ (at.children.find((child) => child.move === move));
  return at;
};

function checkInvariants(/** @type {MoveTree} */ tree, /** @type {string} */ note) {
  const places = every(tree.root);
  assert.equal(new Set(places).size, places.length, note);
  assert.equal(tree.count, places.length - 1, note);
  assert(places.includes(tree.here), note);
  for (const at of places) {
    for (const child of at.children) assert.equal(child.parent, at, note);
    assert.equal(new Set(texts(at.children)).size, at.children.length, note);
    assert(at.children.every((child) => places.indexOf(child) > places.indexOf(at)), note);
  }
}

/** A tree with random moves, remarks and findings, after random acts; each act is made in a model too. */
function randomTree(/** @type {Dice} */ dice, /** @type {string} */ note) {
  const tree = new MoveTree(start);
  const root = model(tree.root);
  /** @type {string[]} */
  let here = ["a", "b"];
  for (let act = 0; act < 60; act += 1) {
    const at = reach(root, here);
    const above = here.length === 0 ? null : reach(root, here.slice(0, -1));
    const rank = above === null ? 0 : above.children.indexOf(at);
    switch (dice.below(12)) {
      case 0: tree.back(); here = here.slice(0, -1); break;
      case 1: tree.on(); if (at.children.length > 0) here = [...here, at.children[0].move]; break;
      case 2: tree.first(); here = []; break;
      case 3:
        tree.last();
        for (let one = at; one.children.length > 0; [one] = one.children) here = [...here, one.children[0].move];
        break;
      case 4: {
        const step = dice.of([-1, 1]);
        tree.beside(step);
        const beside = above?.children[rank + step];
        if (beside !== undefined) here = [...here.slice(0, -1), beside.move];
        break;
      }
      case 5: {
        tree.promote();
        const leaves = here.findLastIndex((move, ply) => reach(root, here.slice(0, ply)).children[0].move !== move);
        if (leaves >= 0) {
          const siblings = reach(root, here.slice(0, leaves)).children;
          const from = siblings.findIndex(({ move }) => move === here[leaves]);
          [siblings[from - 1], siblings[from]] = [siblings[from], siblings[from - 1]];
        }
        break;
      }
      case 6:
        if (dice.below(3) > 0) break;
        tree.remove();
        if (above !== null) {
          above.children.splice(rank, 1);
          here = here.slice(0, -1);
        }
        break;
      default: {
        const move = dice.of(["a", "b", "c", "d"]);
        tree.play(move, dice.of(["", `${move}!`]));
        if (!at.children.some((child) => child.move === move)) at.children.push({ move, children: [] });
        here = [...here, move];
        tree.here.comment = dice.of(["", "good", "two \"words\""]);
        tree.here.glyphs = dice.of([[], [1], [4, 18]]);
        tree.here.commands = dice.of([[], [["clk", "0:05:00"]]]);
        tree.here.findings.set("Analyst", { score: { cp: act }, depth: 3 });
        [tree.here.turn, tree.here.outcome] = [dice.of([null, "max", "min", "chance"]), dice.of(["", "ongoing"])];
      }
    }
    assert.deepEqual(texts(path(tree.here)), here, note);
    assert.deepEqual(model(tree.root), root, note);
    checkInvariants(tree, note);
  }
  return tree;
}

test("all acts do what they do in a model of the tree", () => {
  for (let seed = 0; seed < 100; seed += 1) randomTree(new Dice(seed), `seed ${seed}`);
});

test("a tree that is kept as JSON comes back whole", () => {
  for (let seed = 0; seed < 100; seed += 1) {
    const tree = randomTree(new Dice(seed), `seed ${seed}`);
    tree.root.comment = "of the game";
    tree.root.commands = [["eval", "0.3"]];
    tree.tags = [["Event", "a \"b\" \\"]];
    const again = MoveTree.fromJson(JSON.parse(JSON.stringify(tree.toJson())));
    assert(again !== null);
    assert.deepEqual(again.toJson(), tree.toJson(), `seed ${seed}`);
    // What is not in the JSON is not compared by it.
    const whole = (/** @type {MoveTree} */ { root, count, tags }) => [count, tags, every(root).map(({ parent, children, ...own }) => [own, texts(children)])];
    assert.deepEqual(whole(again), whole(tree), `seed ${seed}`);
    assert.deepEqual(again.gameAt(), tree.gameAt());
  }
});

test("what is no tree is none, and an unknown place is the root", () => {
  for (const json of [null, {}, 3, { game: "chess" }, { game: "chess", options: {}, setup: "", here: 0, places: [[7, "a"]] }]) {
    assert.equal(MoveTree.fromJson(json), null);
  }
  const tree = MoveTree.fromJson({ game: "chess", options: {}, setup: "", here: 9, places: [[0, "a", "", null, "", []]] });
  assert.equal(tree?.here, tree?.root);
});

test("the line goes through here to its end, and the game up to a place has its moves", () => {
  const tree = new MoveTree(start);
  tree.add(["a", "c", "d", "e"]);
  tree.back();
  assert.deepEqual(texts(tree.line()), ["", "a", "c", "d", "e"]);
  assert.deepEqual(tree.gameAt(), { ...start, moves: ["a", "c", "d"] });
  assert.deepEqual(tree.gameAt(tree.root), { ...start, moves: [] });
  tree.first();
  assert.deepEqual(texts(tree.line()), ["", "a", "b"]);
  assert(tree.has(["a", "c", "d"]) && tree.has([]) && !tree.has(["a", "d"]) && !tree.has(["c"]));
  assert(tree.has(["d"], tree.root.children[0].children[1]));
});

test("a move that is played again keeps how people write it, unless it is written anew", () => {
  const tree = new MoveTree({ ...start, moves: [] });
  for (const [written, shown] of [["Nf3", "Nf3"], ["", "Nf3"], ["Sf3", "Sf3"]]) {
    tree.first();
    tree.play("g1f3", written);
    assert.equal(tree.here.written, shown);
  }
});

test("it is of a game with the same options, in whichever order", () => {
  const tree = new MoveTree({ ...start, options: { A: "1", B: "2" } });
  assert(tree.isOf({ ...start, options: { B: "2", A: "1" }, moves: [] }));
  for (const other of [{ game: "go" }, { setup: "" }, { options: { A: "1" } }, { options: { A: "1", B: "3" } }]) {
    assert(!tree.isOf({ ...start, options: { A: "1", B: "2" }, ...other }));
  }
});

test("moves that the game writes alike become one, with all that was said of them", () => {
  const tree = new MoveTree({ ...start, moves: ["e4", "e5"] });
  tree.add(["e2e4", "c5"]);
  tree.root.children.forEach((child, at) => { child.comment = `said ${at}`; child.glyphs = [10 + at]; });
  tree.first();
  assert.equal(tree.unify((move) => (move === "e4" ? "e2e4" : null)), true);
  assert.deepEqual(model(tree.root), { move: "", children: [{ move: "e2e4", children: [{ move: "e5", children: [] }, { move: "c5", children: [] }] }] });
  checkInvariants(tree, "unified");
  assert.deepEqual([tree.root.children[0].comment, tree.root.children[0].glyphs], ["said 0 said 1", [10, 11]]);
  assert.equal(tree.unify(() => null), false);
});

test("what follows two moves that become one becomes one too", () => {
  const tree = new MoveTree({ ...start, moves: ["e4", "e5", "d4"] });
  tree.add(["e2e4", "e5", "d3"]);
  tree.first();
  tree.unify((move) => (move === "e4" ? "e2e4" : move));
  checkInvariants(tree, "unified");
  assert.deepEqual(model(tree.root).children[0].children, [{ move: "e5", children: [{ move: "d4", children: [] }, { move: "d3", children: [] }] }]);
});

test("a full tree takes no more, stays as it is, and deep ones are kept", () => {
  const tree = new MoveTree({ ...start, moves: [] });
  tree.add(Array.from({ length: MOST_PLACES }, (_, ply) => `m${ply}`));
  const { here } = tree;
  assert.throws(() => tree.play("more"), Full);
  assert.equal(tree.here, here);
  assert.equal(tree.count, MOST_PLACES);
  assert.equal(here.children.length, 0);
  assert.equal(MoveTree.fromJson(JSON.parse(JSON.stringify(tree.toJson())))?.gameAt().moves.length, MOST_PLACES);
  tree.back();
  tree.play(`m${MOST_PLACES - 1}`);
  assert.equal(tree.here, here);
});
