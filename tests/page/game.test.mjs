import assert from "node:assert/strict";
import { test } from "node:test";
import { fromFragment, newGame, positionLine, takeToken, toFragment } from "../../engine/server/page/game.js";
import { Dice } from "./random.mjs";

test("a link leads to the game that it was made of", () => {
  for (let seed = 0; seed < 500; seed += 1) {
    const dice = new Dice(seed);
    const word = () => Array.from({ length: 1 + dice.below(6) }, () => dice.of(["a", "Z", "7", "&", "=", "+", "%", "#", "\u00e9", "/", "♘"])).join("");
    const game = {
      game: dice.of(["chess", "go", "four-in-a-row"]),
      options: Object.fromEntries(Array.from({ length: dice.below(3) }, () => [word(), word()])),
      setup: dice.of(["", `${word()} ${word()}`]),
      moves: Array.from({ length: dice.below(5) }, word),
    };
    assert.deepEqual(fromFragment(`#${toFragment(game)}`), game, `seed ${seed}`);
    assert.deepEqual(fromFragment(toFragment(game)), game);
  }
});

test("nothing of a link ends a line of the protocol, and no game is none", () => {
  const game = fromFragment("#game=chess&position=8/8%0Aquit&moves=e2e4%0D%0Aquit%00++e7e5&option.A=1%0Aquit");
  assert.deepEqual(game, { game: "chess", options: { A: "1 quit" }, setup: "8/8 quit", moves: ["e2e4", "quit", "e7e5"] });
  assert(game !== null && !/[\r\n\0]/.test(positionLine(game)));
  for (const text of ["", "#", "#moves=e2e4", "#game=", "#game=a%0Aquit", "#game=Chess", `#game=${"a".repeat(65)}`]) assert.equal(fromFragment(text), null, text);
});

test("the line that sets it up", () => {
  assert.equal(positionLine(newGame("chess")), "position startpos");
  assert.equal(positionLine({ ...newGame("chess"), moves: ["a", "b"] }), "position startpos moves a b");
  assert.equal(positionLine({ ...newGame("chess"), setup: "8/8 w" }), "position fen 8/8 w");
  assert.equal(positionLine({ ...newGame("chess"), setup: "8/8 w", moves: ["a"] }), "position fen 8/8 w moves a");
});

test("the token leaves the address, and the rest stays", () => {
  assert.deepEqual(takeToken("#token=secret&game=go"), { token: "secret", rest: "game=go" });
  assert.deepEqual(takeToken("#game=go"), { token: null, rest: "game=go" });
  assert(!toFragment({ ...newGame("go"), options: { Size: "5" } }).includes("token"));
});
