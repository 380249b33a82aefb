"use strict";
// What the page knows: the explanation, and what the caches held before and after each statement.
const data = JSON.parse(document.getElementById("data").textContent);
const statements = data.statements || [], events = data.events || [], groups = data.groups || [];
const sessions = data.sessions || [], rules = data.rules || {};
const CACHES = ["stmt-cache", "trx-cache"];
const SHORT = { "stmt-cache": "stmt", "trx-cache": "trx", direct: "direct" };
const KINDS = {
  T: "T-statement: transactional tables only", N: "N-statement: non-transactional tables only", M: "M-statement: tables of both kinds",
};
const STEPS = {
  start: "the server starts", end: "the end: FLUSH BINARY LOGS, then shutdown", capture: "capture: the log begins anew",
  disconnect: "the session ends", kill: "the session is killed", restart: "the server restarts", shutdown: "the server shuts down",
  crash: "the server crashes", sleep: "sleep", connect: "connect", reap: "reap", file: "a file is made", localfile: "a local file is made",
  copylive: "the open file is copied", rows: "rows without SQL",
};
const lanes = sessions.length ? sessions : [""];  // never none, so that there is a place to draw
const laneOf = new Map(sessions.map((name, index) => [name, index]));

// open[k][lane] = whether a transaction is open after statement k: as the session's next statement finds it
const open = [];
{
  const next = lanes.map(() => false);
  for (let k = statements.length - 1; k >= 0; k--) {
    open[k] = next.slice();
    const lane = laneOf.get(statements[k].session), mode = statements[k].mode;
    if (lane !== undefined && mode) next[lane] = Boolean(mode.in_transaction);
  }
}

// waiting[k][lane] = how many events each cache holds after statement k
const waiting = [];
{
  let now = lanes.map(() => [0, 0]);
  for (const one of statements) {
    if (one.kind === "crash") now = lanes.map(() => [0, 0]);
    const lane = laneOf.get(one.session);
    if (lane !== undefined && one.caches) {
      now = now.slice();
      now[lane] = CACHES.map((cache) => (one.caches[cache] || []).length);
    }
    waiting.push(now);
  }
}

function movesOf(one, what, cache) {
  return (one.moves || []).filter((move) => move.what === what && (!cache || move.cache === cache));
}
function countOf(moves) { return moves.reduce((sum, move) => sum + (move.events || []).length, 0); }
function sqlOf(one) { return one.sql || STEPS[one.kind] || one.kind; }
function partsOf(one) {
  const parts = one.parts || [];
  const telling = parts.filter((part) => part.kind || part.format || part.tables || part.note || part.refused);
  const ran = telling.filter((part) => part.command !== "call" && part.command !== "execute");
  return ran.length ? ran : telling.length ? telling : parts.slice(0, 1);
}
const isUnsafe = (one) => (one.parts || []).some((part) => part.unsafe);
const isError = (one) => Boolean(one.error || one.refused);
const isLoss = (one) => movesOf(one, "cut").length > 0;
const isWrite = (one) => movesOf(one, "flush").length > 0;
const JUMPS = [
  { key: "w", name: "write the log", test: isWrite },
  { key: "u", name: "unsafe", test: isUnsafe },
  { key: "e", name: "errors", test: isError },
  { key: "x", name: "lose events", test: isLoss },
];
for (const jump of JUMPS) jump.hits = statements.filter(jump.test).map((one) => one.number);

function fileEnd(upTo) {
  // where the log ends after that statement
  for (let k = upTo; k >= 0; k--) {
    const one = statements[k];
    let last = null;
    for (const number of one.file_events || []) last = later(last, events[number]);
    for (const move of movesOf(one, "flush")) {
      const group = groups[move.group];
      if (group.kept) last = later(last, { file: group.file, end: group.end });
    }
    if (last) return last;
  }
  return null;
}
function later(a, b) { return !a || b.file > a.file || (b.file === a.file && b.end > a.end) ? b : a; }
