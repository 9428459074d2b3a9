import assert from "node:assert/strict";
import { test } from "node:test";
import { Interval } from "../../engine/explain/page/interval.js";
import { Replay } from "../../engine/explain/page/replay.js";
import { Dice } from "./random.mjs";
import { inSession, needsPlyd } from "./session.mjs";

/** A random tree as nested lists of leaves. */
function randomTree(dice, plies) {
  if (plies === 0) return dice.below(40) - 20;
  return Array.from({ length: 1 + dice.below(3) }, () => randomTree(dice, dice.below(5) === 0 ? 0 : plies - 1));
}
const textOf = (tree) => (typeof tree === "number" ? String(tree) : `(${tree.map(textOf).join(" ")})`);
const valueOf = (tree, isMax = true) => (typeof tree === "number" ? tree : Math[isMax ? "max" : "min"](...tree.map((child) => valueOf(child, !isMax))));

/** All that a replay shows at a step. */
const shown = (replay) => structuredClone({
  step: replay.step, round: replay.round, nodes: replay.nodes, counts: replay.counts, depth: replay.depth(),
  path: replay.path(), line: replay.line(), isAtEnd: replay.isAtEnd, last: replay.last,
});

const WORDS = ["algorithm alphabeta", "algorithm minimax", "algorithm pvs"];
/** Searches of random trees, each with its tree. */
const searches = (count) => inSession(async (session) => {
  const all = [];
  for (let seed = 0; seed < count; seed += 1) {
    const tree = randomTree(new Dice(seed), 4);
    if (typeof tree === "number") continue;
    for (const words of WORDS) all.push({ tree, words, search: (await session.explain(textOf(tree), words)).panels[0] });
  }
  return all;
});
const all = needsPlyd.skip === undefined ? await searches(15) : [];

test("a step that is reached by going back is the same as by going on", needsPlyd, () => {
  for (const { search, tree, words } of all) {
    const replay = new Replay(search);
    const at = [shown(replay)];
    while (!replay.isAtEnd) {
      replay.goTo(replay.step + 1);
      at.push(shown(replay));
    }
    assert.equal(at.length, search.events.length + 1);
    const note = `${textOf(tree)} ${words}`;
    for (let step = search.events.length; step >= 0; step -= 1) {
      replay.goTo(step);
      assert.deepEqual(shown(replay), at[step], note);
    }
    const dice = new Dice(at.length);
    for (let jump = 0; jump < 30; jump += 1) {
      const step = dice.below(at.length + 10) - 5;
      replay.goTo(step);
      assert.deepEqual(shown(replay), at[Math.max(0, Math.min(step, at.length - 1))], note);
    }
  }
});

test("at the end the root has the value of minimax, and the counts are those of the search", needsPlyd, () => {
  for (const { search, tree, words } of all) {
    const replay = new Replay(search);
    replay.goTo(Infinity);
    const note = `${textOf(tree)} ${words}`;
    assert.equal(replay.nodes[0].value, valueOf(tree), note);
    const { nodes, leaves, cuts } = search.counts;
    // The strong search visits nodes more than once, and its counts are of other things.
    if (!words.includes("pvs")) assert.deepEqual(replay.counts, { nodes, leaves, cuts }, note);
    search.tree.forEach(({ visits, up }, node) => {
      assert.equal(replay.nodes[node].visits, visits, `${note}: node ${node}`);
      if (!words.includes("pvs") && visits === 0 && up !== null && search.tree[up].visits > 0) assert(replay.nodes[node].skipped !== null, `${note}: node ${node}`);
    });
    assert.equal(replay.rounds, search.events.filter(({ kind, node }) => kind === "enter" && node === 0).length);
    if (!words.includes("pvs")) {
      assert.deepEqual([...replay.line()].slice(1).map((node) => search.tree[node].name), search.line, note);
    }
    assert.equal(replay.round, replay.rounds);
  }
});

test("steps by nodes and by cuts stop at each of them, and nowhere else", needsPlyd, () => {
  for (const { search } of all) {
    const replay = new Replay(search);
    const end = search.events.length;
    for (const [unit, kind] of [["node", "enter"], ["cut", "cut"], ["step", null]]) {
      const stops = search.events.flatMap((event, at) => (kind === null || event.kind === kind ? [at + 1] : []));
      replay.goTo(0);
      const found = [];
      while (!replay.isAtEnd) {
        replay.goTo(replay.next(unit));
        found.push(replay.step);
      }
      assert.deepEqual(found, [...new Set([...stops, end])]);
      const back = [];
      while (replay.step > 0) {
        replay.goTo(replay.previous(unit));
        back.push(replay.step);
      }
      assert.deepEqual(back, [0, ...stops.filter((step) => step < end)].reverse());
    }
  }
});

test("the path goes from the root to the node of the last event", needsPlyd, () => {
  for (const { search } of all) {
    const replay = new Replay(search);
    assert.deepEqual([replay.path(), replay.line(), replay.depth()], [new Set(), new Set(), search.events[0].depth]);
    search.events.forEach(({ node }, at) => {
      replay.goTo(at + 1);
      const path = [...replay.path()];
      assert.equal(path[0], node);
      assert.equal(path.at(-1), 0);
      path.slice(1).forEach((up, below) => assert.equal(search.tree[path[below]].up, up));
    });
  }
});

test("an event changes only the nodes that it is about", () => {
  const events = [
    { kind: "enter", node: 0, depth: 2, alpha: -9, beta: 9 }, { kind: "enter", node: 1, depth: 1, alpha: -9, beta: 9 },
    { kind: "leaf", node: 1, value: 4, bound: "exact" }, { kind: "update", node: 0, child: 1, best: 4, alpha: 4, beta: 9 },
    { kind: "cut", node: 0, skipped: [2, 3] }, { kind: "promise", node: 0, child: 4 }, { kind: "leave", node: 0, value: 4, bound: "lower" },
    { kind: "enter", node: 0, depth: 3, alpha: -1, beta: 1 },
  ];
  const replay = new Replay({ events, tree: [null, 0, 0, 0, 0].map((up) => ({ up })) });
  replay.goTo(2);
  assert.deepEqual(replay.line(), new Set(), "a root alone is no line");
  replay.goTo(4);
  assert.deepEqual(replay.line(), new Set([0, 1]));
  replay.goTo(7);
  const own = (node) => Object.fromEntries(Object.entries(replay.nodes[node]).filter(([, value]) => value !== null && value !== 0));
  assert.deepEqual(own(0), { visits: 1, round: 1, entered: [-9, 9], alpha: 4, beta: 9, best: 4, chosen: 1, value: 4, bound: "lower" });
  assert.deepEqual(own(1), { visits: 1, round: 1, entered: [-9, 9], alpha: -9, beta: 9, value: 4, bound: "exact" });
  assert.deepEqual([2, 3, 4].map(own), [{ skipped: 4 }, { skipped: 4 }, { skipped: 5 }]);
  assert.deepEqual([replay.round, replay.rounds, replay.depth()], [1, 2, 2]);
  replay.goTo(8);
  assert.deepEqual(own(0), { visits: 2, round: 2, entered: [-1, 1], alpha: -1, beta: 1 });
  assert.deepEqual([replay.round, replay.depth()], [2, 3]);
});

test("a greater value is never more to the left, and infinite ones are at the ends", () => {
  const at = (low, high, value) => Interval.prototype.at.call({ low, high }, value);
  assert.deepEqual([-(2 ** 31), -4, 0, 1, 6, 2 ** 31 - 1].map((value) => at(-4, 6, value)), [0, 10, 42, 50, 90, 100]);
  assert.deepEqual([at(3, 3, 3), at(0, 1, -7), at(0, 1, 7)], [50, 10, 90]);
});
