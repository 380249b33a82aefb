// Drawing. The rows that can be seen are the only ones that exist, so that thousands of statements cost nothing.
const $ = (id) => document.getElementById(id);
const ROW = 52;
let selected = 0;

function el(kind, className, text) {
  const node = document.createElement(kind);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}
function plural(count, noun) { return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`; }

function drawHead() {
  $("title").textContent = data.title || "binary log";
  $("server").textContent = data.server ? `· MySQL ${data.server}` : "";
  const bytes = (data.files || []).reduce((sum, file) => sum + file.size, 0);
  const ran = statements.filter((one) => one.sql).length;
  const figures = [plural(ran, "statement"), plural(sessions.length, "session"), plural(groups.length, "group"),
    plural((data.files || []).length, "file"), plural(bytes, "byte")];
  $("figures").textContent = figures.join(" · ") + (data.options ? ` · ${data.options.join(", ")}` : "");
  const jumps = $("jumps");
  for (const jump of JUMPS) {
    const button = el("button");
    button.append(el("b", "", jump.hits.length.toLocaleString("en")), ` ${jump.name} `, el("kbd", "", jump.key));
    button.title = `Next: ${jump.name} (${jump.key})`;
    button.disabled = !jump.hits.length;
    button.addEventListener("click", () => goTo(jump.hits, 1));
    jumps.append(button);
  }
  const legend = el("span", "legend");
  for (const [name, words] of [["stmt", "stmt-cache"], ["trx", "trx-cache"], ["direct", "directly"]]) {
    const item = el("span");
    const box = el("i");
    box.style.background = `var(--${name})`;
    item.append(box, words);
    legend.append(item);
  }
  jumps.append(legend);
  $("rows").style.height = `${statements.length * ROW}px`;
  drawLanes();
}

// How the lanes stand: "wide" with their statements in them; "folded" to their pipes, with the statements in a column of
// their own; "phone", where each row has the pipes of its own session only.
let mode = "";
function drawLanes() {
  const count = lanes.length, room = $("timeline").clientWidth, width = count > 4 ? 190 : count > 2 ? 220 : 260;
  mode = room < 560 ? "phone" : 52 + count * width + 250 > Math.max(room, 800) ? "folded" : "wide";
  // as narrow as ten sessions want it, as far as two pipes go
  folded = mode === "phone" ? 54 : Math.max(40, Math.min(54, Math.floor((room - 52 - 230 - 170) / count)));
  const columns = {
    wide: [`52px repeat(${count}, minmax(${width}px, 1fr)) minmax(250px, .9fr)`, 52 + count * width + 250],
    folded: [`52px minmax(230px, 1fr) repeat(${count}, ${folded}px) minmax(170px, 230px)`, 52 + 230 + count * folded + 170],
    phone: [`34px minmax(0, 1fr) ${folded}px 96px`, 0],
  }[mode];
  const root = document.documentElement;
  root.style.setProperty("--lanes", columns[0]);
  root.style.setProperty("--lanes-width", `${columns[1]}px`);
  root.style.setProperty("--pipe", `${mode === "wide" ? 26 : Math.floor(folded / 2) - 1}px`);
  root.dataset.mode = mode;
  const head = $("lanes-head");
  head.replaceChildren(el("div"));
  if (mode !== "wide") head.append(el("div", "", "statement"));
  for (const name of mode === "phone" ? [""] : lanes) {
    const cell = el("div", mode === "wide" ? "" : "folded"), pipes = el("span", "pipes");
    pipes.append(el("span", "stmt", mode === "wide" ? "stmt" : "s"), el("span", "trx", mode === "wide" ? "trx" : "t"));
    cell.append(titled(el("span", "name", name), name), pipes);
    head.append(cell);
  }
  head.append(el("div", "log", mode === "phone" ? "log" : "the binary log"));
}
let folded = 54;  // pixels
// where a lane stands among the columns, from 1 on
function columnOf(lane) { return mode === "wide" ? lane + 2 : mode === "folded" ? lane + 3 : 3; }

// --- rows

function drawRows() {
  const frame = $("timeline"), rows = $("rows");
  const top = Math.max(0, frame.scrollTop - rows.offsetTop);
  const from = Math.max(0, Math.floor(top / ROW) - 4);
  const to = Math.min(statements.length, Math.ceil((top + frame.clientHeight) / ROW) + 4);
  const wanted = [];
  for (let k = from; k < to; k++) wanted.push(rowOf(k));
  rows.replaceChildren(...wanted);
}

function rowOf(k) {
  const one = statements[k], lane = laneOf.get(one.session);
  const row = el("div", "row");
  row.id = `row-${k}`;
  row.setAttribute("role", "option");
  row.setAttribute("aria-selected", String(k === selected));
  row.setAttribute("aria-label", labelOf(one));
  row.style.top = `${k * ROW}px`;
  row.classList.toggle("selected", k === selected);
  row.classList.toggle("setup", one.phase === "setup");
  row.classList.toggle("match", isMatch(one));
  row.append(el("div", "number", String(k)));
  const count = lanes.length;
  for (let index = 0; index < count; index++) {
    if (mode === "phone" && index !== lane) continue;
    const cell = el("div", "lane");
    cell.style.gridColumn = String(columnOf(index));
    const was = k > 0 && open[k - 1][index], is = open[k][index];
    if (was || is) cell.classList.add(was && is ? "in" : is ? "begins" : "ends");
    if (index === lane && mode === "wide") cell.append(cardOf(one));
    cell.append(pipeOf(k, index, 0, index === lane && one), pipeOf(k, index, 1, index === lane && one));
    row.append(cell);
  }
  if (lane === undefined) {
    const step = el("div", "step");
    step.append(el("span", "", sqlOf(one)));
    row.append(step);
  } else {
    if (mode !== "wide") row.append(textOf(one));
    addWires(row, one, lane, count);
  }
  row.append(logOf(one));
  row.addEventListener("click", () => select(k));
  return row;
}

function textOf(one) {
  const cell = el("div", "text"), card = cardOf(one);
  card.querySelector(".facts").prepend(el("span", "session", one.session));
  cell.append(card);
  return cell;
}

function labelOf(one) {
  const words = [`${one.number}`, one.session || "", sqlOf(one)];
  if (isUnsafe(one)) words.push("unsafe");
  if (one.error) words.push(`error ${one.error.code}`);
  for (const move of movesOf(one, "flush")) words.push(`written from ${move.cache}`);
  return words.filter(Boolean).join(", ");
}

function cardOf(one) {
  const card = el("div", "card"), facts = el("span", "facts");
  const text = el("span", "sql", sqlOf(one).replace(/\s+/g, " "));
  text.title = sqlOf(one);
  const parts = partsOf(one);
  for (const kind of new Set(parts.map((part) => part.kind).filter(Boolean))) facts.append(titled(el("span", `tag ${kind}`, kind), KINDS[kind]));
  for (const form of new Set(parts.map((part) => part.format).filter(Boolean))) facts.append(el("span", "", form));
  if (isUnsafe(one)) facts.append(el("span", "unsafe", "unsafe"));
  if (one.error) facts.append(el("span", "error", `error ${one.error.code}`));
  if (one.waited_for) facts.append(el("span", "unsafe", `waited for #${one.waited_for}`));
  if (one.refused) facts.append(el("span", "error", "not supported"));
  const note = parts.length === 1 && parts[0].note;
  if (note && !one.error) facts.append(el("span", "", note));
  if (parts.length > 1) facts.append(el("span", "", `runs ${plural(parts.length, "statement")}`));
  card.append(text, facts);
  return card;
}

function pipeOf(k, lane, which, own) {
  const pipe = el("div", `pipe ${which ? "trx" : "stmt"}`);
  pipe.style.gridColumn = String(which + (mode === "wide" ? 2 : 1));
  const before = k ? waiting[k - 1][lane][which] : 0, after = (waiting[k][lane] || [0, 0])[which];
  if (before) pipe.append(el("i", "full before"));
  if (after) pipe.append(el("i", "full after"));
  if (!own) return pipe;
  const cache = CACHES[which];
  const added = countOf(movesOf(own, "add", cache)), cut = countOf(movesOf(own, "cut", cache)), out = movesOf(own, "flush", cache);
  if (cut && !out.length) pipe.append(titled(el("span", "dot cut", `−${cut}`), `${plural(cut, "event")} lost from the ${cache}`));
  else if (out.length && !added) pipe.append(titled(el("span", "dot out", String(before || "")), `the ${cache} is written`));
  else if (added) pipe.append(titled(el("span", "dot", `+${added}`), `${plural(added, "event")} into the ${cache}`));
  return pipe;
}
function titled(node, text) { node.title = text; return node; }

function addWires(row, one, lane, count) {
  const out = movesOf(one, "flush");
  const caches = [...new Set(out.map((move) => SHORT[move.cache]))];
  caches.forEach((cache, index) => {
    const wire = el("i", `wire ${cache}`);
    if (caches.length > 1) wire.classList.add(index ? "lower" : "upper");
    // from the middle of the pipe; what goes directly starts at the statement
    const own = columnOf(lane), last = mode === "wide" ? count + 2 : mode === "folded" ? count + 3 : 4;
    wire.style.gridColumn = `${own} / ${last}`;
    const fromRight = { stmt: 46, trx: 20, direct: 72 }[cache], fromLeft = { stmt: 0.25, trx: 0.75, direct: 0.05 }[cache] * folded;
    wire.style.marginLeft = mode === "wide" ? `calc(100% / ${count - lane} - ${fromRight}px)` : `${Math.round(fromLeft)}px`;
    row.append(wire);
  });
}

function logOf(one) {
  const cell = el("div", "log-cell"), blocks = [];
  for (const number of one.file_events || []) {
    const event = events[number];
    const block = el("div", "group file", event.type);
    block.append(el("span", "pos", `${event.file}:${event.position}`));
    blocks.push(block);
  }
  for (const move of one.moves || []) {
    if (move.what === "flush") blocks.push(groupBlock(groups[move.group]));
    if (move.what === "cut") {
      const text = `${plural(move.events.length, "event")} lost`;
      blocks.push(titled(el("div", "group lost", text), move.rule));
    }
  }
  const shown = blocks.length > 2 ? blocks.slice(0, 1) : blocks;
  if (blocks.length > 2) shown.push(el("div", "group file", `and ${blocks.length - 1} more`));
  cell.append(...shown);
  return cell;
}
function groupBlock(group) {
  const block = el("div", `group ${SHORT[group.cache]}${group.kept ? "" : " gone"}`);
  block.append(group.wrapped === "as it is" ? "statement" : group.wrapped.replace(" .. ", " … "));
  block.append(el("span", "pos", `${group.file.replace(/^.*\./, ".")}:${group.position}${group.end ? "–" + group.end : ""}`));
  return titled(block, `${group.wrapped}, ${plural(group.events.length, "event")}, ${group.rule}`);
}

// --- the log as a tape

function drawTape() {
  const canvas = $("tape"), scale = devicePixelRatio || 1, width = canvas.clientWidth;
  canvas.width = width * scale;
  canvas.height = 26 * scale;
  const pen = canvas.getContext("2d"), style = getComputedStyle(document.documentElement);
  pen.scale(scale, scale);
  const kept = tapePieces(), total = kept.reduce((sum, piece) => sum + piece.size, 0) || 1;
  let x = 0;
  for (const piece of kept) {
    const w = (piece.size / total) * width;
    pen.globalAlpha = piece.statement <= selected ? 1 : 0.16;
    pen.fillStyle = style.getPropertyValue(piece.statement === selected ? "--ink" : `--${piece.cache}`);
    pen.fillRect(x, piece.statement === selected ? 0 : 5, Math.max(w - (w > 3 ? 1 : 0), 0.6), piece.statement === selected ? 26 : 16);
    piece.x = x;
    x += w;
  }
  const end = fileEnd(selected);
  $("tape-name").textContent = end ? `${end.file} · ${end.end.toLocaleString("en")} bytes` : "nothing written yet";
}
let pieces = null;
function tapePieces() {
  if (pieces) return pieces;
  pieces = [];
  for (const group of groups) if (group.kept) pieces.push({ statement: group.statement, cache: SHORT[group.cache], size: Math.max(group.end - group.position, 1), file: group.file, position: group.position });
  for (const event of events) if (event.role === "file") pieces.push({ statement: event.statement, cache: "soft", size: Math.max(event.end - event.position, 1), file: event.file, position: event.position });
  pieces.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.position - b.position));
  return pieces;
}

// --- the selected statement

function drawDetail() {
  const box = $("detail"), one = statements[selected];
  box.replaceChildren();
  box.scrollTop = 0;
  if (!one) return;
  const head = el("h2");
  head.append(el("b", "", `#${one.number}`), el("span", "", one.session || "server"));
  if (one.line) head.append(el("span", "", `line ${one.line}`));
  if (one.phase === "setup") head.append(el("span", "", "setup"));
  const top = el("div", "statement");
  top.append(head, el("pre", "sql", sqlOf(one)));
  box.append(top);
  if (one.error) box.append(el("p", "answer error", `ERROR ${one.error.code}: ${one.error.message}`));
  else if (one.refused) box.append(el("p", "answer error", `not supported: ${one.refused}`));
  else if (one.affected) box.append(el("p", "answer", `${plural(one.affected, "row")} affected`));
  if (one.mode) {
    const mode = one.mode, words = [`binlog_format=${mode.binlog_format}`, mode.isolation.toLowerCase()];
    words.push(mode.in_transaction ? "in a transaction" : "autocommit");
    if (mode.direct) words.push("direct updates");
    if (!mode.sql_log_bin) words.push("sql_log_bin=OFF");
    box.append(el("p", "mode", words.join(" · ")));
  }
  if (one.session && one.caches) drawCaches(box, one);
  const parts = partsOf(one);
  if (parts.length > 1) {
    box.append(el("h3", "", "What it runs, statement by statement"));
    for (const part of parts) {
      const fold = el("details", "part");
      fold.open = parts.length < 9;
      fold.append(el("summary", "", part.text || part.command));
      addWhy(fold, one, part, (one.parts || []).indexOf(part));
      box.append(fold);
    }
  } else {
    box.append(el("h3", "", "Why"));
    addWhy(box, one, parts[0], -1);
  }
  if (one.transaction) {
    const which = one.transaction.case ? `, case ${one.transaction.case} of WL#2687` : "";
    box.append(el("p", "mode", `The transaction: ${one.transaction.shape}${which}`));
  }
  drawWritten(box, one);
  if (one.warnings) {
    box.append(el("h3", "", "Warnings to the client"));
    const list = el("ul", "warnings");
    for (const warning of one.warnings) list.append(el("li", "", `${warning.level} ${warning.code}: ${warning.message}`));
    box.append(list);
  }
}

function drawCaches(box, one) {
  box.append(el("h3", "", `The two caches of ${one.session}`));
  const both = el("div", "caches");
  for (const cache of CACHES) {
    const side = el("div"), vessel = el("div", `vessel ${SHORT[cache]}`);
    side.append(el("p", `vessel-name ${SHORT[cache]}`, cache), vessel);
    const added = new Set(movesOf(one, "add", cache).flatMap((move) => move.events));
    const out = new Set(movesOf(one, "flush", cache).flatMap((move) => move.events || []));
    const cut = new Set(movesOf(one, "cut", cache).flatMap((move) => move.events));
    const stays = new Set(one.caches[cache] || []);
    const all = [...new Set([...stays, ...added, ...out, ...cut])].filter((number) => events[number].role === "change").sort((a, b) => a - b);
    for (const number of all.length > 14 ? all.slice(-14) : all) {
      const chip = el("span", "chip", chipText(events[number]));
      if (out.has(number)) chip.classList.add("written");
      else if (cut.has(number)) chip.classList.add("cut");
      else if (added.has(number)) chip.classList.add("new");
      vessel.append(titled(chip, chipText(events[number])));
    }
    if (all.length > 14) vessel.prepend(el("span", "empty", `and ${all.length - 14} more`));
    if (!all.length) vessel.append(el("span", "empty", "empty"));
    both.append(side);
  }
  box.append(both);
}
function chipText(event) {
  if (event.type === "Query") return event.info.replace(/^use `[^`]*`; /, "");
  return `${event.type} ${event.info.replace(/^table_id: \d+ ?/, "")}`;
}

function addWhy(box, one, part, index) {
  if (part && part.tables) {
    const line = el("div", "tables");
    for (const use of part.tables) {
      const item = el("span", "use", `${use.access === "write" ? "writes" : "reads"} ${use.table} `);
      item.append(titled(el("span", `tag ${use.kind}`, use.kind), KINDS[use.kind]), ` ${use.engine}${use.temporary ? ", temporary" : ""}${use.through ? ", by a trigger or function" : ""}`);
      line.append(item);
    }
    box.append(line);
  }
  const list = el("ul", "why"), moves = (one.moves || []).filter((move) => index < 0 || move.part === index);
  if (part && part.refused && part.refused.rule) list.append(reason("bad", `Refused: error ${part.refused.code}`, part.refused.rule));
  else if (one.error && one.error.rule) list.append(reason("bad", `Refused: error ${one.error.code}`, one.error.rule));
  if (part && part.kind) {
    if (part.unsafe) part.unsafe.forEach((name) => list.append(reason("warn", `${KINDS[part.kind]}; unsafe`, name)));
    else list.append(reason("", `${KINDS[part.kind]}; safe`, ""));
  }
  if (part && part.format) list.append(reason("", `Logged as ${part.format === "ROW" ? "rows" : "a statement"}`, part.rule));
  if (part && part.note) list.append(reason("", "Not logged", "", part.note));
  let last = null;
  for (const move of moves) {
    const key = `${move.what} ${move.cache} ${move.rule} ${move.group}`;
    if (last && last.key === key) { last.count += move.events.length; last.head.textContent = moveText(move, last.count); continue; }
    const item = reason(move.what === "cut" ? "bad" : SHORT[move.cache], moveText(move, move.events.length), move.rule);
    last = { key, count: move.events.length, head: item.firstChild };
    list.append(item);
  }
  if (!list.children.length) list.append(reason("", one.file_events ? "The log file's own events" : "Nothing of it is logged", ""));
  box.append(list);
}
function moveText(move, count) {
  if (move.what === "add") return `${plural(count, "event")} into the ${move.cache}`;
  if (move.what === "cut") return `${plural(count, "event")} lost from the ${move.cache}`;
  const group = groups[move.group], implicit = group.implicit ? " by implicit commit" : "";
  return move.cache === "direct" ? `Written directly to the log${implicit}` : `The ${move.cache} is written as ${group.wrapped.replace(" .. ", " … ")}${implicit}`;
}
function reason(className, head, name, says) {
  const item = el("li", className), rule = rules[name];
  item.append(el("div", "head", head));
  if (name) {
    const text = el("p", "rule");
    text.append(el("b", "", name), rule && rule.says ? `: ${rule.says}` : "");
    item.append(text);
  }
  if (says) item.append(el("p", "rule", says));
  const source = el("p", "source", rule && rule.source ? `${rule.source} ` : "");
  for (const [words, address] of linksOf(name, rule ? rule.source : "")) source.append(linkTo(words, address), " ");
  if (source.textContent) item.append(source);
  return item;
}

// Pages of MySQL that say more. The page asks for none of them: they open when they are clicked.
const MANUAL = `https://dev.mysql.com/doc/refman/${/^(5\.7|8\.0|8\.4|9\.\d+)/.exec(data.server || "")?.[1] || "8.4"}/en/`;
const PAGES = [
  [/unsafe/i, "safe and unsafe statements", "replication-rbr-safe-unsafe.html"],
  [/implicit/i, "implicit commit", "implicit-commit.html"],
  [/gtid/i, "restrictions with GTIDs", "replication-gtids-restrictions.html"],
  [/rotat|file head|shutdown|limits|PR-|R-log-commit|R-log-rollback|R-flush/i, "the binary log", "binary-log.html"],
  [/temporary|temp/i, "temporary tables", "replication-features-temptables.html"],
  [/WL#3303|format/i, "logging formats", "binary-log-formats.html"],
];
function linksOf(name, source) {
  const links = [], seen = new Set();
  for (const found of `${name} ${source}`.matchAll(/WL#(\d+)/g)) {
    if (!seen.has(found[1])) links.push([`WL#${found[1]}`, `https://dev.mysql.com/worklog/task/?id=${found[1]}`]);
    seen.add(found[1]);
  }
  const page = name && PAGES.find(([pattern]) => pattern.test(name));
  if (page) links.push([`Manual: ${page[1]}`, MANUAL + page[2]]);
  return links;
}
function linkTo(words, address) {
  const link = el("a", "", words);
  link.href = address;
  link.target = "_blank";
  link.rel = "noreferrer noopener";
  return link;
}

function drawWritten(box, one) {
  const written = movesOf(one, "flush").map((move) => groups[move.group]);
  const made = movesOf(one, "add").flatMap((move) => move.events).map((number) => events[number]).filter((event) => event.rows);
  const shown = new Set(written.flatMap((group) => group.events));
  const waiting = made.filter((event) => !shown.has(event.number));
  if (waiting.length) {
    box.append(el("h3", "", "Rows that it changes"));
    box.append(eventTable("", waiting));
  }
  if (!written.length && !one.file_events) return;
  box.append(el("h3", "", "Written to the log"));
  for (const group of written) {
    const where = `${group.file}, ${group.position} to ${group.end || "?"}${group.kept ? "" : " (deleted since)"}`;
    box.append(eventTable(where, group.events.map((number) => events[number])));
  }
  if (one.file_events) box.append(eventTable("of the file itself", one.file_events.map((number) => events[number])));
}
function eventTable(caption, list) {
  const table = el("table", "events");
  if (caption) table.append(el("caption", "", caption));
  for (const event of list.slice(0, 60)) {
    const row = el("tr");
    row.append(el("td", "", event.position ? String(event.position) : ""), el("td", "", event.type), el("td", "", event.info || ""));
    table.append(row);
    if (event.rows) table.append(valuesOf(event));
  }
  if (list.length > 60) table.append(el("caption", "", `and ${list.length - 60} more`));
  return table;
}

// The rows of an event: what was, what is; a changed value stands out.
function valuesOf(event) {
  const line = el("tr", "values"), cell = el("td");
  cell.colSpan = 3;
  for (const row of event.rows) {
    const was = new Map(row.before || []);
    for (const [sign, image] of [["\u2212", row.before], ["+", row.after]]) {
      if (!image) continue;
      const text = el("p", sign === "+" ? "after" : "before", `${sign} `);
      for (const [name, value] of image) {
        const changed = sign === "+" && row.before && was.get(name) !== value;
        text.append(el("span", "column", `${name}=`), el(changed ? "b" : "span", "", value), " ");
      }
      cell.append(text);
    }
  }
  if (event.more_rows) cell.append(el("p", "", `and ${plural(event.more_rows, "row")} more`));
  line.append(cell);
  return line;
}
