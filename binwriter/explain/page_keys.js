// Moving about: keys, buttons, the address.
let playing = 0, needle = "";

function isMatch(one) { return needle !== "" && sqlOf(one).toLowerCase().includes(needle); }

function select(k, { scroll = true } = {}) {
  if (!statements.length) return;
  selected = Math.min(Math.max(k, 0), statements.length - 1);
  if (scroll) {
    const frame = $("timeline"), head = $("lanes-head").offsetHeight, y = selected * ROW;
    const room = frame.clientHeight - head;
    if (y < frame.scrollTop + ROW) frame.scrollTop = Math.max(0, y - ROW);
    else if (y + 2 * ROW > frame.scrollTop + room) frame.scrollTop = y + 2 * ROW - room;
    if (mode !== "phone") showLane(laneOf.get(statements[selected].session));
  }
  history.replaceState(null, "", `#${selected}`);
  $("rows").setAttribute("aria-activedescendant", `row-${selected}`);
  drawRows();
  drawDetail();
  drawTape();
}
function showLane(lane) {
  if (lane === undefined) return;
  const frame = $("timeline"), cells = $("lanes-head").children, cell = cells[columnOf(lane) - 1];
  const room = frame.clientWidth - cells[cells.length - 1].offsetWidth;
  const left = cell.offsetLeft;
  if (mode === "folded") frame.scrollLeft = left + cell.offsetWidth > room ? left + cell.offsetWidth - room : 0;
  else if (left < frame.scrollLeft) frame.scrollLeft = lane ? left : 0;
  else if (left + cell.offsetWidth > frame.scrollLeft + room) frame.scrollLeft = left + cell.offsetWidth - room;
}
function goTo(hits, direction) {
  const found = direction > 0 ? hits.find((k) => k > selected) : hits.findLast((k) => k < selected);
  if (found !== undefined) select(found);
  else if (hits.length) select(direction > 0 ? hits[0] : hits[hits.length - 1]);
}
function ownOf(session) { return statements.filter((one) => one.session === session).map((one) => one.number); }
function play(on) {
  clearInterval(playing);
  playing = on ? setInterval(() => (selected + 1 < statements.length ? select(selected + 1) : play(false)), 700) : 0;
  $("play").setAttribute("aria-pressed", String(Boolean(on)));
  $("play").textContent = on ? "\u275A\u275A" : "\u25B6";
}
function theme(name) {
  document.documentElement.dataset.theme = name;
  try { localStorage.setItem("binwriter-explain-theme", name); } catch { /* a page from a file may keep nothing */ }
  drawTape();
}
function find(text, direction) {
  needle = text.trim().toLowerCase();
  const hits = statements.filter(isMatch).map((one) => one.number);
  if (!needle || !hits.length) return drawRows();
  if (direction) goTo(hits, direction);
  else if (!isMatch(statements[selected])) goTo(hits, 1);
  else drawRows();
}

const KEYS = {
  ArrowRight: () => goTo(ownOf(statements[selected].session), 1), ArrowLeft: () => goTo(ownOf(statements[selected].session), -1),
  ArrowDown: () => select(selected + 1), j: () => select(selected + 1),
  ArrowUp: () => select(selected - 1), k: () => select(selected - 1),
  PageDown: () => select(selected + 10), PageUp: () => select(selected - 10),
  Home: () => select(0), End: () => select(statements.length - 1),
  " ": () => play(!playing),
  "/": () => $("search").focus(),
  t: () => theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"),
  "?": () => $("keys").showModal(),
};
for (const jump of JUMPS) {
  KEYS[jump.key] = () => goTo(jump.hits, 1);
  KEYS[jump.key.toUpperCase()] = () => goTo(jump.hits, -1);
}
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || $("keys").open) return;
  if (event.target === $("search")) {
    if (event.key === "Enter") find($("search").value, event.shiftKey ? -1 : 1);
    if (event.key === "Escape") $("rows").focus();
    return;
  }
  // a button is pressed by the space bar, and the details scroll by the arrows, as everywhere
  if (event.key === " " && event.target.closest("button, summary")) return;
  if (event.target === $("detail") && /^(Arrow|Page|Home|End)/.test(event.key)) return;
  const action = KEYS[event.key];
  if (!action) return;
  event.preventDefault();
  if (event.key !== " ") play(false);
  action();
});
$("first").addEventListener("click", () => select(0));
$("previous").addEventListener("click", () => select(selected - 1));
$("next").addEventListener("click", () => select(selected + 1));
$("last").addEventListener("click", () => select(statements.length - 1));
$("play").addEventListener("click", () => play(!playing));
$("theme").addEventListener("click", KEYS.t);
$("help").addEventListener("click", KEYS["?"]);
$("search").addEventListener("input", () => find($("search").value, 0));
$("timeline").addEventListener("scroll", drawRows, { passive: true });
addEventListener("resize", () => { drawLanes(); drawRows(); drawTape(); });
addEventListener("hashchange", () => select(Number(location.hash.slice(1)) || 0));
$("tape").addEventListener("click", (event) => {
  const hit = tapePieces().findLast((piece) => piece.x <= event.offsetX);
  if (hit) select(hit.statement);
});

let kept = null;
try { kept = localStorage.getItem("binwriter-explain-theme"); } catch { /* see above */ }
document.documentElement.dataset.theme = kept || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
drawHead();
select(Number(location.hash.slice(1)) || 0);
document.documentElement.dataset.ready = "1";
