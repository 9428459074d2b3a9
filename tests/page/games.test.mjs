import assert from "node:assert/strict";
import { test } from "node:test";
import { fingerprint, gamesOf, matching, MOST_GAMES, playersOf, TooMany } from "../../engine/server/page/analyse/games.js";

const tagsOf = (/** @type {string} */ text) => gamesOf(text).map(({ tags }) => [...tags]);
const plies = (/** @type {string} */ text) => gamesOf(text).map((game) => game.plies);

test("the games of a PGN are told apart by their tags, and by results where there are none", () => {
  const text = '[Event "A"]\n[White "Ann"]\n\n1. e4 e5 2. Nf3 1-0\n\n[Event "B"]\n\n1. d4 {[Event "no"] 0-1} d5 *\n';
  assert.deepEqual(tagsOf(text), [[["Event", "A"], ["White", "Ann"]], [["Event", "B"]]]);
  assert.deepEqual(gamesOf(text).map((game) => game.text), text.trim().split("\n\n[Event \"B\"]").map((part, at) => (at === 0 ? part : `[Event "B"]${part}`)));
  assert.deepEqual(plies(text), [3, 2]);
  assert.deepEqual(plies("1. e4 e5 1-0\n2. d4 *\n1. c4 c5"), [2, 1, 2]);
  // One without a result, and one of tags alone.
  assert.deepEqual(plies('[Event "A"]\n\n1. e4\n\n[Event "B"]\n\n*\n\n[Event "C"]\n'), [1, 0, 0]);
  assert.deepEqual(gamesOf("  \n "), []);
});

test("comments, variations, glyphs and numbers are no moves", () => {
  assert.deepEqual(plies("1. e4 $1 {good 1. d4} (1. d4 d5 (1... Nf6 1-0) 2. c4) 1... e5!? ; 2. Nf3 Nc6\n% 3. Bb5\n2.Nf3 *"), [3]);
  assert.deepEqual(plies("{ not closed 1. e4"), []);
  assert.deepEqual(plies("1. e4 ) e5 *"), [2]);
});

test("a tag has quotes in it, and what is not known is left out", () => {
  assert.deepEqual(tagsOf('[White "An \\"A\\" \\\\ B"] [Black "?"] [Date "????.??.??"] [Result "*"]\n1. e4 *'),
    [[["White", 'An "A" \\ B'], ["Result", "*"]]]);
});

test("the games of an SGF are its trees", () => {
  const text = "(;SZ[9]PB[Ann]PW[B\\]o];B[aa]C[a (comment) here];W[bb](;B[cc])(;B[dd];W[ee]))\n(;PB[C];B[aa])";
  const [first, second] = gamesOf(text);
  assert.deepEqual([...first.tags], [["Black", "Ann"], ["White", "B\\]o"]]);
  assert.equal(`${first.text}\n${second.text}`, text);
  assert.equal(second.plies, 1);
});

test("a list is filtered by all words, wherever they are", () => {
  const games = gamesOf('[White "Ann"]\n[Date "1852"]\n1. e4 1-0\n[White "Bob"]\n[Black "Anna"]\n1. d4 *');
  const found = (/** @type {string} */ text) => matching(games, text).map(({ number }) => number);
  assert.deepEqual([found(""), found("ann"), found("ANN 18"), found("bob ann"), found("carl")], [[0, 1], [0, 1], [0], [1], []]);
  assert.deepEqual(games.map(({ tags }) => playersOf(tags)), ["Ann – ?", "Bob – Anna"]);
  assert.equal(playersOf(new Map()), "");
});

test("more games than a list can have are refused; fingerprints differ", () => {
  assert.equal(gamesOf("1. e4 *\n".repeat(MOST_GAMES)).length, MOST_GAMES);
  assert.throws(() => gamesOf("1. e4 *\n".repeat(MOST_GAMES + 1)), TooMany);
  const texts = Array.from({ length: 1_000 }, (_, at) => `1. e4 ${at} *`);
  assert.equal(new Set(texts.map(fingerprint)).size, texts.length);
});
