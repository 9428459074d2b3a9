import assert from "node:assert/strict";
import { test } from "node:test";
import { slide } from "../../engine/server/page/motion.js";
import { Dice } from "./random.mjs";

/** Whether the reader's system asks for less motion. */
let isReduced = false;
Object.assign(globalThis, { matchMedia: () => ({ matches: isReduced }) });

/** What a spot is at, from its name: `s7` is at 7, 14. */
const at = (/** @type {string} */ spot) => [Number(spot.slice(1)), 2 * Number(spot.slice(1))];

/**
 * What slides between two boards, as `THING FROM>TO`. A board is a list of `THING@SPOT`, the lowest first.
 * @param {string[]} before
 * @param {string[]} after
 */
function moved(before, after, games = ["g", "g"]) {
  /** @type {string[]} */
  const seen = [];
  const [old, board] = [before, after].map((all) => {
    /** @type {Map<string, unknown[]>} */
    const tokens = new Map();
    for (const token of all) {
      const [glyph, spot] = token.split("@");
      const animate = (/** @type {{transform: string}[]} */ frames) => {
        const [from, to] = frames.map(({ transform }) => `s${transform.slice("translate(".length).split("px")[0]}`);
        assert.deepEqual(frames.map(({ transform }) => transform), [from, to].map((one) => `translate(${at(one)[0]}px, ${at(one)[1]}px)`));
        seen.push(`${glyph} ${from}>${to}`);
      };
      tokens.set(spot, [...(tokens.get(spot) ?? []), { animate, parentNode: null }]);
    }
    return { tokens, centres: new Map(), spots: new Map(Array.from({ length: 30 }, (_, spot) => [`s${spot}`, { at: at(`s${spot}`) }])) };
  });
  const views = [before, after].map((all, which) => ({
    game: games[which], tokens: all.map((token) => ({ glyph: token.split("@")[0], on: token.split("@")[1] })),
  }));
  slide(.../** @type {[any, any, any, any]} */ ([...views, old, board]));
  return seen.sort();
}

test("what stands elsewhere slides there, and what is new or gone does not", () => {
  assert.deepEqual(moved(["N@s1", "p@s2"], ["N@s2"]), ["N s1>s2"]);
  assert.deepEqual(moved(["K@s4", "R@s7"], ["K@s6", "R@s5"]), ["K s4>s6", "R s7>s5"]);
  assert.deepEqual(moved(["p@s1"], ["p@s1", "p@s2"]), []);
  assert.deepEqual(moved(["p@s1"], ["Q@s2"]), []);
  assert.deepEqual(moved(["m@s1", "m@s1", "m@s3"], ["m@s1", "m@s3", "m@s3"]), ["m s1>s3"]);
});

test("a thing of one player is not taken for one of the other", () => {
  const [mine, yours] = ["max", "min"].map((owner) => ({ glyph: "man", owner }));
  const views = /** @type {any[]} */ ([{ game: "g", tokens: [{ ...mine, on: "s1" }] }, { game: "g", tokens: [{ ...yours, on: "s2" }] }]);
  const board = /** @type {any} */ ({ centres: new Map(), spots: new Map(["s1", "s2"].map((spot) => [spot, { at: at(spot) }])), tokens: new Map([["s2", [{ animate: () => assert.fail("it slides") }]]]) });
  slide(views[0], views[1], board, board);
});

test("nothing slides between two games, after many changes, or where less motion is wanted", () => {
  assert.deepEqual(moved(["N@s1"], ["N@s2"], ["g", "h"]), []);
  const many = (/** @type {number} */ count) => [Array.from({ length: count }, (_, at) => `${at}@s${at}`), Array.from({ length: count }, (_, at) => `${at}@s${at + 10}`)];
  assert.equal(moved(many(6)[0], many(6)[1]).length, 6);
  assert.deepEqual(moved(many(7)[0], many(7)[1]), []);
  isReduced = true;
  assert.deepEqual(moved(["N@s1"], ["N@s2"]), []);
  isReduced = false;
});

test("of each kind as many slide as left one place and came to another, each place once", () => {
  for (let seed = 0; seed < 500; seed += 1) {
    const dice = new Dice(seed);
    const random = () => Array.from({ length: dice.below(7) }, () => `${dice.of(["a", "b"])}@s${dice.below(5)}`);
    const [before, after] = [random(), random()];
    const count = (/** @type {string[]} */ all, /** @type {string} */ token) => all.filter((one) => one === token).length;
    let sum = 0;
    for (const kind of ["a", "b"]) {
      const gone = { from: 0, to: 0 };
      for (let spot = 0; spot < 5; spot += 1) {
        const change = count(after, `${kind}@s${spot}`) - count(before, `${kind}@s${spot}`);
        gone[change < 0 ? "from" : "to"] += Math.abs(change);
      }
      sum += Math.min(gone.from, gone.to);
    }
    const all = moved(before, after);
    assert.equal(all.length, sum <= 6 ? sum : 0, `seed ${seed}`);
    for (const one of all) {
      const [kind, way] = one.split(" ");
      const [from, to] = way.split(">");
      const same = (/** @type {number} */ end, /** @type {string} */ spot) => all.filter((other) => other.split(" ")[0] === kind && other.split(" ")[1].split(">")[end] === spot).length;
      assert.equal(same(0, from) <= count(before, `${kind}@${from}`) - count(after, `${kind}@${from}`), true, `seed ${seed}`);
      assert.equal(same(1, to) <= count(after, `${kind}@${to}`) - count(before, `${kind}@${to}`), true, `seed ${seed}`);
    }
  }
});

/** What is animated from the first board to the second one, as the frames of each thing. */
function frames(/** @type {any} */ before, /** @type {any} */ after, /** @type {any} */ old, /** @type {any} */ board) {
  /** @type {string[][]} */
  const seen = [];
  const element = { parentNode: null, animate: (/** @type {{transform: string}[]} */ all) => seen.push(all.map(({ transform }) => transform)) };
  const tokens = new Map([...board.centres].map(([id, all]) => [id, all.map(() => element)]));
  slide({ game: "g", ...before }, { game: "g", ...after }, { spots: new Map(), ...old }, { svg: { querySelector: () => null }, spots: new Map(), tokens, ...board });
  return seen;
}

test("what is new in a column falls from above the board, and nothing else does", () => {
  const disc = (/** @type {string} */ on) => ({ on, glyph: "disc", owner: "max" });
  const board = { top: 1, centres: new Map([["low", [[3, 6.5]]], ["high", [[3, 5.5]]]]) };
  const fallen = (/** @type {any} */ before, /** @type {any} */ after) => frames({ tokens: before }, { tokens: after, targets: "columns" }, board, board);
  const [seen, ...more] = fallen([disc("low")], [disc("low"), disc("high")]);
  assert.deepEqual(more, []);
  assert.equal(seen[0], "translate(3px, 0.4px)");
  assert.equal(seen[1], "translate(3px, 5.5px)");
  assert.equal(seen.at(-1), seen[1]);
  assert.deepEqual(fallen([disc("low"), disc("high")], [disc("low")]), [], "a move is taken back");
  assert.deepEqual(fallen([], [disc("low"), disc("high")]), [], "the position is another one");
  assert.deepEqual(frames({ tokens: [] }, { tokens: [disc("low")] }, board, board), [], "this board has no columns");
});

test("of a pile only the uppermost thing goes", () => {
  const spots = ["a", "b"].map((id) => ({ id, pile: [[0, 0], [0, 4]] }));
  const men = (/** @type {number} */ a, /** @type {number} */ b) => ({ spots, tokens: [{ on: "a", glyph: "disc", count: a }, { on: "b", glyph: "disc", count: b }].filter(({ count }) => count > 0) });
  const at = (/** @type {number} */ x, /** @type {number} */ count) => Array.from({ length: count }, (_, y) => [x, y]);
  const [old, board] = [[3, 1], [2, 2]].map(([a, b]) => ({ centres: new Map([["a", at(0, a)], ["b", at(1, b)]]) }));
  assert.deepEqual(frames(men(3, 1), men(2, 2), old, board), [["translate(0px, 2px)", "translate(1px, 1px)"]]);
  // There is no room for all: the last one that is drawn goes.
  assert.deepEqual(frames(men(3, 8), men(2, 9), old, board), [["translate(0px, 2px)", "translate(1px, 1px)"]]);
});
