import assert from "node:assert/strict";
import { test } from "node:test";
import { Drawing } from "../../engine/explain/page/draw.js";
import { Folds, tidy } from "../../engine/explain/page/layout.js";
import { build, figures } from "../../engine/explain/page/shapes.js";
import { Words } from "../../engine/explain/page/words.js";
import { Dice } from "./random.mjs";
import { inSession, needsPlyd } from "./session.mjs";

/** A random tree of nodes as the page has them: each knows the one above it, its children and its ply. */
function randomTree(dice, most) {
  const tree = [{ up: null, children: [], ply: 0 }];
  const size = 1 + dice.below(most);
  while (tree.length < size) {
    // A late node as often as any: deep trees and wide ones.
    const up = dice.below(2) === 0 ? tree.length - 1 : dice.below(tree.length);
    tree[up].children.push(tree.length);
    tree.push({ up, children: [], ply: tree[up].ply + 1 });
  }
  return tree;
}

/** The nodes of each ply, from left to right. */
function plies(tree) {
  const levels = [];
  const open = [0];
  while (open.length > 0) {
    const node = open.pop();
    (levels[tree[node].ply] ??= []).push(node);
    open.push(...[...tree[node].children].reverse());
  }
  return levels;
}

test("no two nodes overlap, parents are over the middle of their children, and nothing is cut off", () => {
  for (let seed = 0; seed < 300; seed += 1) {
    const dice = new Dice(seed);
    const tree = randomTree(dice, 80);
    const reaches = tree.map(() => ({ left: 5 + dice.below(60), right: 5 + dice.below(60) }));
    const { places, width } = tidy(0, (node) => tree[node].children, (node) => reaches[node]);
    assert.equal(places.size, tree.length);
    const edges = tree.map((_, node) => [places.get(node) - reaches[node].left, places.get(node) + reaches[node].right]);
    for (const level of plies(tree)) {
      level.slice(1).forEach((node, at) => assert(edges[level[at]][1] + 13.999 <= edges[node][0], `seed ${seed}: ${level[at]} and ${node}`));
    }
    tree.forEach(({ children }, node) => {
      if (children.length === 0) return;
      const middle = (places.get(children[0]) + places.get(children[children.length - 1])) / 2;
      assert(Math.abs(places.get(node) - middle) < 1e-6, `seed ${seed}`);
    });
    assert(Math.abs(Math.min(...edges.map(([left]) => left))) < 1e-6);
    assert(Math.abs(Math.max(...edges.map(([, right]) => right)) - width) < 1e-6, `seed ${seed}: ${width}`);
  }
});

test("siblings without children are as near as they may be", () => {
  const tree = [{ children: [1, 2, 3] }, { children: [] }, { children: [] }, { children: [] }];
  const { places, width } = tidy(0, (node) => tree[node].children, () => ({ left: 10, right: 20 }));
  assert.deepEqual([1, 2, 3].map((node) => places.get(node)), [10, 54, 98]);
  assert.deepEqual([places.get(0), width], [54, 118]);
  assert.deepEqual(tidy(0, () => [], () => ({ left: 3, right: 4 })), { places: new Map([[0, 3]]), width: 7 });
});

test("what is seen is the tree down to the folded nodes", () => {
  for (let seed = 0; seed < 200; seed += 1) {
    const dice = new Dice(seed);
    const tree = randomTree(dice, 60);
    const folds = new Folds(tree);
    const path = new Set([0]);
    assert.deepEqual(folds.seen(path).toSorted((one, other) => one - other), tree.map((_, node) => node), "a small tree is not folded");
    for (let act = 0; act < 6; act += 1) folds.set(dice.below(tree.length), dice.below(2) === 0);
    const isHidden = (node) => {
      for (let { up } = tree[node]; up !== null; { up } = tree[up]) if (folds.isFolded(up, path)) return true;
      return false;
    };
    const seen = folds.seen(path);
    // In the order in which it is read aloud.
    const inOrder = (node) => [node, ...tree[node].children.flatMap(inOrder)];
    assert.deepEqual(seen, inOrder(0).filter((node) => !isHidden(node)), `seed ${seed}`);
    const wanted = dice.below(tree.length);
    folds.show(wanted);
    assert(folds.seen(path).includes(wanted), `seed ${seed}`);
    folds.setAll(false);
    assert.equal(folds.seen(path).length, tree.length);
    folds.setAll(true);
    assert.deepEqual(new Set(folds.seen(path)), new Set([0, ...tree[0].children, ...tree[0].children.flatMap((node) => (path.has(node) ? tree[node].children : []))]));
    const line = new Set([0, ...tree[0].children.slice(0, 1)]);
    const below = tree[0].children.slice(0, 1).flatMap((node) => tree[node].children);
    assert(below.every((node) => folds.seen(line).includes(node)), "the line on which the search stands is seen");
  }
});

test("of a large tree the upper plies are seen at first", () => {
  const tree = [{ up: null, children: [], ply: 0 }];
  for (let node = 0; tree.length < 1_000; node += 1) {
    for (let child = 0; child < 3; child += 1) {
      tree[node].children.push(tree.length);
      tree.push({ up: node, children: [], ply: tree[node].ply + 1 });
    }
  }
  assert.equal(Folds.level(tree), 4);
  assert.equal(new Folds(tree).seen(new Set()).length, 1 + 3 + 9 + 27 + 81);
  assert.equal(Folds.level(tree.slice(0, 40)), Infinity);
});

/** As much of a document as measuring texts and making elements needs. Each letter is seven pixels wide. */
class Fake {
  dataset = {};
  classList = { toggle() {} };
  attributes = {};
  children = [];
  setAttribute(name, value) {
    this.attributes[name] = value;
  }
  append(...children) {
    this.children.push(...children);
  }
  prepend(...children) {
    this.children.unshift(...children);
  }
  getContext() {
    return { measureText: (text) => ({ width: 7 * text.length }) };
  }
}
globalThis.document = { createElementNS: () => new Fake(), createElement: () => new Fake(), documentElement: new Fake() };
globalThis.getComputedStyle = () => ({ getPropertyValue: () => "" });

/** Where all nodes of an explained search are drawn, and how wide they are. */
function drawn(data, edges = false) {
  const panel = data.panels[0];
  const plies = [];
  // Searches number the nodes as they come to them.
  const paths = [];
  const children = panel.tree.map(() => []);
  panel.tree.forEach(({ up, index }, node) => {
    plies[node] = up === null ? 0 : plies[up] + 1;
    paths[node] = up === null ? "root" : `${paths[up]}.${index}`;
    if (up !== null) children[up][index] = node;
  });
  const tree = panel.tree.map((node, at) => ({ ...node, children: children[at], ply: plies[at] }));
  const drawing = new Drawing({ ...panel, tree }, new Fake(), edges, new Words(data));
  drawing.arrange(new Folds(tree).seen(new Set()));
  return { drawing, tree, seen: Object.fromEntries(tree.map((_, node) => [paths[node], [drawing.places.get(node), drawing.size(node)]])) };
}

/** The value of a random leaf: all take the same room, which is too much for a triangle. */
const value = (dice) => `${1 + dice.below(9)}00000`;

/** A random tree as text. */
function treeText(dice, plies) {
  if (plies === 0) return value(dice);
  const children = Array.from({ length: 1 + dice.below(3) }, () => treeText(dice, dice.below(4) === 0 ? 0 : plies - 1));
  return `(${children.join(" ")})`;
}

test("a drawing is the same for every search of a tree, and whatever its leaves are worth", needsPlyd, () => inSession(async (session) => {
  for (let seed = 0; seed < 12; seed += 1) {
    const text = `(${value(new Dice(seed))} ${treeText(new Dice(seed), 3)} ${value(new Dice(seed))})`;
    const dice = new Dice(1_000 + seed);
    const changed = text.replace(/\d+/g, () => value(dice));
    for (const edges of [false, true]) {
      const first = drawn(await session.explain(text), edges);
      for (const [other, words] of [[text, "algorithm minimax"], [changed, ""]]) {
        assert.deepEqual(drawn(await session.explain(other, words), edges).seen, first.seen, `${text} and ${other} ${words}`);
      }
      const { drawing, tree } = first;
      for (const level of plies(tree)) {
        level.slice(1).forEach((node, at) => {
          const [one, next] = [level[at], node].map((which) => [drawing.places.get(which).x, drawing.size(which)]);
          assert(one[0] + one[1].right < next[0] - next[1].left, `${text}: ${level[at]} and ${node}`);
        });
      }
      // A child with all that stands over it is below what stands under its parent.
      tree.forEach(({ up }, node) => {
        if (up === null) return;
        assert(drawing.places.get(up).y + drawing.size(up).below + 23.999 < drawing.places.get(node).y - drawing.size(node).above, text);
      });
    }
  }
}));

test("edges hang on their nodes, and a frame leaves the name free", needsPlyd, () => inSession(async (session) => {
  const { drawing, tree } = drawn(await session.explain("((3 12 8) (2 4 6))"));
  const partOf = ({ group }, name) => group.children.find(({ attributes }) => attributes.class === name)?.attributes;
  tree.forEach((node, at) => {
    const size = drawing.size(at);
    const parts = build(at, node, size, null);
    const name = partOf(parts, "name");
    // A text ends at its x, as it is anchored there.
    if (node.label !== null) assert(partOf(parts, "ring").x < name.x - 7 * node.label.length, node.label);
    if (node.children.length === 0) return;
    const [, foot, end] = partOf(parts, "stem").d.match(/^M0 (\d+)V(\d+)$/);
    assert.equal(Number(foot), 38, "at the foot of the outline");
    const { x, y } = drawing.place(at);
    const [child] = node.children;
    const { outer } = (drawing.link(child, drawing.place(at), drawing.place(child), null), drawing.links.get(child));
    assert(outer.attributes.d.startsWith(`M${x} ${y + Number(end)}L`), outer.attributes.d);
  });
  assert.deepEqual(tree.map((node) => node.label), [null, "A", null, null, null, "B", null, null, null]);
  const moves = ["", "0", "A.0", "A.1", "A.2", "1", "B.0", "B.1", "B.2"];
  assert.deepEqual(tree.map((node) => node.move), moves, "as sentences call them");
}));

test("small boards have the colours of their game", needsPlyd, () => inSession(async (session) => {
  const boardOf = async (/** @type {string} */ game, /** @type {string[]} */ moves) => {
    const position = { game, options: {}, setup: "", moves };
    const { ground, tree } = (await session.explainGame(position, "algorithm minimax depth 1")).panels[0];
    return figures(tree[0].pieces, ground);
  };
  const ringsOf = (group) => group.children.filter(({ attributes }) => attributes.class === "inner").length;
  const four = await boardOf("cfour", ["P@d1", "P@d2", "P@a1"]);
  assert.equal(four.attributes.class, "figures max-red min-yellow");
  assert.equal(ringsOf(four), 1, "no one tells them apart by their colour alone");
  const flipello = await boardOf("flipello", []);
  assert.equal(flipello.attributes.class, "figures max-black min-white");
  assert.equal(ringsOf(flipello), 0);
}));
