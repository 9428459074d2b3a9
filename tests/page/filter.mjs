// Plays random games on a plyd of its own, and finds for each position which moves a person can make by clicks, as the
// page's own module filters them. They have to be exactly the legal ones. Tells how many positions and moves there were,
// or fails with the first position that is wrong.
// Usage: node filter.mjs GESTURES GAMES PLIES PLYD [ARGUMENT ...]; GESTURES is the file of the module, PLIES where a game
// that has not ended is left.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { chance } from "./random.mjs";

const [gestures, games, plies, plyd, ...rest] = process.argv.slice(2);
// No package says that the file is a module, so it is given as one.
const source = readFileSync(gestures, "utf8");
const { click, finishing, fitting, gestures: gesturesOf, live } = await import(`data:text/javascript,${encodeURIComponent(source)}`);

function reachable(gestures, clicks, found) {
  const steps = live(gestures, clicks);
  // The moves that do not fit any more are left out on the way, as there may be thousands.
  const parts = new Map([...steps].map((step) => [step, []]));
  for (const gesture of gestures) parts.get(gesture[1][clicks.length])?.push(gesture);
  for (const [step, part] of parts) {
    const after = click(part, clicks, step);
    after.play.forEach((move) => found.add(move));
    if (after.play.length > 0) continue;
    // A whole move that others go on from is played by its last spot, clicked again, or by a button.
    click(part, after.clicks, step).play.forEach((move) => found.add(move));
    finishing(part, after.clicks).forEach((move) => found.add(move));
    reachable(fitting(part, after.clicks), after.clicks, found);
  }
  return found;
}

const engine = spawn(plyd, rest, { stdio: ["pipe", "pipe", "inherit"] });
const lines = createInterface({ input: engine.stdout })[Symbol.asyncIterator]();
const count = { positions: 0, moves: 0 };
for (let game = 0; game < Number(games); game += 1) {
  const random = chance(game);
  const played = [];
  while (played.length < Number(plies)) {
    const position = `position startpos${played.length > 0 ? " moves " : ""}${played.join(" ")}`;
    engine.stdin.write(`${position}\nview\n`);
    const { value: line } = await lines.next();
    if (!line?.startsWith("view ")) throw new Error(`${position}: ${line}`);
    const { moves, ways, outcome } = JSON.parse(line.slice(5));
    count.positions += 1;
    // There may be too many for gestures.
    const legal = Object.keys(moves ?? {});
    count.moves += legal.length;
    const found = reachable(gesturesOf({ moves, ways }), [], new Set());
    const missing = legal.filter((move) => !found.has(move));
    const added = [...found].filter((move) => !(move in moves));
    if (missing.length + added.length > 0) throw new Error(`${position}: missing ${missing}, too many ${added}: ${line}`);
    if (outcome !== "ongoing" || legal.length === 0) break;
    played.push(legal[Math.floor(random() * legal.length)]);
  }
}
engine.stdin.end();
console.log(`${count.positions} positions, ${count.moves} moves`);
