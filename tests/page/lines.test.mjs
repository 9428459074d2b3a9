import assert from "node:assert/strict";
import { test } from "node:test";
import { Lines } from "../../engine/server/page/lines.js";

/** A socket whose other end is the test. */
class Socket extends EventTarget {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSING = 2;
  readyState = Socket.CONNECTING;
  /** @type {string[]} */
  sent = [];

  constructor(/** @type {URL} */ address) {
    super();
    this.address = String(address);
    last = this;
  }

  send(/** @type {string} */ line) {
    this.sent.push(line);
  }

  close() {
    this.readyState = Socket.CLOSING;
    this.dispatchEvent(new Event("close"));
  }

  open() {
    this.readyState = Socket.OPEN;
    this.dispatchEvent(new Event("open"));
  }

  hear(/** @type {string} */ data) {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }
}
/** @type {Socket} */
let last;
Object.assign(globalThis, { WebSocket: Socket, location: { href: "http://localhost:8080/page/?x=1#token=secret", protocol: "http:" } });

/** A connection, its socket, and what was heard of it. */
function connect(/** @type {string[]} */ ...path) {
  /** @type {string[]} */
  const heard = [];
  const lines = new Lines("secret", { line: (line) => heard.push(`line ${line}`), open: () => heard.push("open"), end: (ending) => heard.push(`end ${ending}`) }, ...path);
  return { lines, socket: last, heard };
}

test("the token is the first line, and all others wait until it is taken", () => {
  const { lines, socket, heard } = connect();
  lines.send("one");
  assert.deepEqual(socket.sent, []);
  socket.open();
  lines.send("two");
  assert.deepEqual(socket.sent, ["auth secret"]);
  socket.hear("authok");
  lines.send("three");
  assert.deepEqual(socket.sent, ["auth secret", "one", "two", "three"]);
  socket.hear("authok");
  assert.deepEqual(heard, ["open", "line authok"]);
});

test("the address has no token, and the page's own protection", () => {
  assert.equal(connect().socket.address, "ws://localhost:8080/page/session");
  assert.equal(connect("feed").socket.address, "ws://localhost:8080/page/feed");
  Object.assign(location, { protocol: "https:", href: "https://localhost/#token=secret" });
  assert.equal(connect().socket.address, "wss://localhost/session");
  Object.assign(location, { href: "https://localhost/?a=1#token=secret" });
  assert.equal(connect("#token=secret").socket.address, "wss://localhost/?a=1");
  Object.assign(location, { protocol: "http:", href: "http://localhost:8080/page/" });
});

test("it tells why it ended", () => {
  for (const [answer, ending] of [
    [null, "lost"], ["info string error auth-failed wrong", "refused"], ["info string error forbidden no", "refused"],
    ["info string error too-many-sessions full", "full"], ["info string error auth-required too late", "lost"],
  ]) {
    const { socket, heard } = connect();
    socket.open();
    if (answer !== null) socket.hear(answer);
    socket.close();
    assert.deepEqual(heard, [`end ${ending}`], String(answer));
  }
});

test("it closes when it is open, and sends nothing to one that closes", () => {
  const { lines, socket } = connect();
  lines.close();
  assert.equal(socket.readyState, Socket.CONNECTING);
  socket.open();
  assert.equal(socket.readyState, Socket.CLOSING);
  const other = connect();
  other.socket.open();
  other.socket.hear("authok");
  other.lines.close();
  other.lines.send("late");
  assert.deepEqual([other.socket.sent, other.heard], [["auth secret"], ["open", "end lost"]]);
});
