import assert from "node:assert/strict";
import { test } from "node:test";
import { click, finishing, fitting, gestures, leading, live, whole } from "../../engine/server/page/gestures.js";
import { Dice } from "./random.mjs";

const SPOTS = ["a", "b", "c", "d", "e"];

/** Random moves with one to three ways each. A spot is not clicked twice running: that click plays a move or takes back. */
function view(/** @type {Dice} */ dice) {
  const way = () => {
    const steps = [dice.of(SPOTS)];
    while (dice.below(3) > 0) steps.push(dice.of(SPOTS.filter((spot) => spot !== steps.at(-1))));
    return steps;
  };
  /** @type {Object<string, string[]>} */
  const moves = {};
  /** @type {Object<string, string[][]>} */
  const ways = {};
  for (let move = 0; move < 1 + dice.below(8); move += 1) {
    moves[`m${move}`] = way();
    const more = dice.below(3);
    if (more > 0) ways[`m${move}`] = Array.from({ length: more }, way);
  }
  return { moves, ways };
}

const begins = (/** @type {string[]} */ steps, /** @type {string[]} */ clicks) => steps.slice(0, clicks.length).join() === clicks.join();

test("each way of each move leads to it, and plays nothing before its last click", () => {
  for (let seed = 0; seed < 500; seed += 1) {
    const { moves, ways } = view(new Dice(seed));
    const all = gestures({ moves, ways });
    for (const move of Object.keys(moves)) {
      for (const steps of [moves[move], ...(ways[move] ?? [])]) {
        /** @type {import("../../engine/server/page/gestures.js").Clicked} */
        let clicked = { clicks: [], play: [] };
        steps.forEach((step, at) => {
          assert.deepEqual(clicked.play, [], `seed ${seed}, ${move}, step ${at}`);
          assert(live(all, clicked.clicks).has(step));
          clicked = click(all, clicked.clicks, step);
        });
        assert.deepEqual(clicked.clicks, steps);
        // Others go on from there: the last spot, clicked again, plays it.
        const isLonger = all.some(([, others]) => others.length > steps.length && begins(others, steps));
        assert.equal(clicked.play.length === 0, isLonger, `seed ${seed}, ${move}`);
        if (isLonger) clicked = click(all, clicked.clicks, steps[steps.length - 1]);
        const same = all.filter(([, others]) => others.join() === steps.join()).map(([text]) => text);
        assert.deepEqual(clicked.play, same);
        assert(same.includes(move));
      }
    }
  }
});

test("whatever is clicked, the clicks begin a move, and nothing is played that is not wholly clicked", () => {
  for (let seed = 0; seed < 500; seed += 1) {
    const dice = new Dice(seed);
    const all = gestures(view(dice));
    /** @type {string[]} */
    let clicks = [];
    for (let act = 0; act < 20; act += 1) {
      const step = dice.of([...SPOTS, "nowhere"]);
      const fits = all.filter(([, steps]) => begins(steps, clicks));
      assert.deepEqual(fitting(all, clicks), fits);
      const next = fits.filter(([, steps]) => steps.length > clicks.length);
      assert.deepEqual([...live(all, clicks)].sort(), [...new Set(next.map(([, steps]) => steps[clicks.length]))].sort());
      const further = next.filter(([, steps]) => steps.length > clicks.length + 1);
      assert.deepEqual([...leading(all, clicks)].sort(), [...new Set(further.map(([, steps]) => steps[clicks.length]))].sort());
      const done = fits.filter(([, steps]) => clicks.length > 0 && steps.length === clicks.length).map(([text]) => text);
      assert.deepEqual(whole(all, clicks), done);

      const after = click(all, clicks, step);
      assert(after.clicks.length === 0 || all.some(([, steps]) => begins(steps, after.clicks)));
      for (const text of after.play) assert(all.some(([move, steps]) => move === text && steps.join() === after.clicks.join()));
      const isLive = next.some(([, steps]) => steps[clicks.length] === step);
      const isFirst = all.some(([, steps]) => steps[0] === step);
      if (isLive) assert.deepEqual(after.clicks, [...clicks, step]);
      else if (step === clicks.at(-1)) assert.deepEqual(after, done.length > 0 ? { clicks, play: done } : { clicks: clicks.slice(0, -1), play: [] });
      else if (isFirst) assert.deepEqual(after, click(all, [], step));
      else assert.deepEqual(after, { clicks: clicks.slice(0, -1), play: [] });
      clicks = after.play.length > 0 ? [] : after.clicks;
    }
  }
});

test("a dead click changes nothing when nothing is clicked, and nothing that was handed in", () => {
  const all = gestures({ moves: { ab: ["a", "b"], abc: ["a", "b", "c"] } });
  assert.deepEqual(click(all, [], "z"), { clicks: [], play: [] });
  assert.deepEqual(click(all, [], "b"), { clicks: [], play: [] });
  const clicks = ["a"];
  click(all, clicks, "b");
  click(all, clicks, "z");
  assert.deepEqual(clicks, ["a"]);
});

test("a way without steps is never whole", () => {
  assert.deepEqual(whole([["pass", []]], []), []);
});

test("a view without moves has no gestures", () => {
  assert.deepEqual(gestures({ moves: null }), []);
  assert.deepEqual(click([], [], "a"), { clicks: [], play: [] });
});

test("a move that others go on from on the same spot is left to a button", () => {
  const all = gestures({ moves: { one: ["a"], two: ["a", "a"], far: ["b", "c"], wide: ["b"] } });
  assert.deepEqual(click(all, [], "a"), { clicks: ["a"], play: [] });
  assert.deepEqual(finishing(all, ["a"]), ["one"]);
  assert.deepEqual(click(all, ["a"], "a"), { clicks: ["a", "a"], play: ["two"] });
  // The last spot, clicked again, plays these: no button is needed.
  assert.deepEqual(click(all, ["b"], "b"), { clicks: ["b"], play: ["wide"] });
  for (const clicks of [[], ["b"], ["a", "a"], ["b", "c"]]) assert.deepEqual(finishing(all, clicks), []);
});
