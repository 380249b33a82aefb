"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const STEADY = { displaylogo: false, responsive: true, displayModeBar: false };
const number = (value) => value.toLocaleString("en");

function el(kind, className, text) {
  const node = document.createElement(kind);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}
function size(bytes) {
  for (const [least, unit] of [[2 ** 40, "TiB"], [2 ** 30, "GiB"], [2 ** 20, "MiB"], [2 ** 10, "KiB"]]) {
    if (bytes >= least) return `${(bytes / least).toFixed(bytes / least < 10 ? 2 : 1)} ${unit}`;
  }
  return `${number(bytes)} B`;
}
function time(second) { return second ? new Date(second * 1000).toISOString().slice(0, 19).replace("T", " ") : ""; }
function span(seconds) {
  const parts = [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"]].map(([length, unit], k, all) => {
    const count = Math.floor((k ? seconds % all[k - 1][0] : seconds) / length);
    return count ? `${number(count)} ${unit}` : "";
  });
  return parts.filter(Boolean).slice(0, 2).join(" ") || "0 s";
}
function rate(amount) {
  const value = data.seconds ? amount / data.seconds : 0;
  return value >= 100 ? number(Math.round(value)) : value.toLocaleString("en", { maximumSignificantDigits: 3 });
}
// plotly takes some elements of HTML for markup
function label(text) {
  const plain = String(text).replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, " ");
  const cut = plain.length > 40 ? plain.slice(0, 39) + "…" : plain;
  return cut.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

// --- plots

function colour(name) { return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim(); }
function layoutOf(own) {
  const axis = { gridcolor: colour("grid"), linecolor: colour("line"), zerolinecolor: colour("line"), automargin: true };
  const layout = {
    paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)", margin: { l: 56, r: 12, t: 14, b: 44 }, dragmode: false,
    font: { color: colour("ink"), family: getComputedStyle(document.body).fontFamily, size: 12 },
    hoverlabel: { bgcolor: colour("panel"), bordercolor: colour("line"), font: { color: colour("ink") } },
    legend: { orientation: "h", y: 1.02, yanchor: "bottom", x: 0, traceorder: "normal" }, separators: ".,", ...own,
  };
  for (const name of ["xaxis", "yaxis", "yaxis2", "yaxis3"]) {
    if (name.length === 5 || own[name]) layout[name] = { ...axis, ...(own[name] || {}) };
  }
  return layout;
}
function traceOf(own) {
  const { role, ...trace } = own;
  return { ...trace, marker: { color: colour(typeof role === "number" ? `place-${role}` : role) } };
}
function draw(place, figure) {
  place.hidden = !figure;
  if (figure) Plotly.react(place, figure.data.map(traceOf), layoutOf(figure.layout), STEADY);
}
function drawAll() {
  for (const place of document.querySelectorAll("[data-figure]")) draw(place, data.figures[place.dataset.figure]);
  drawTable();
}

// --- keys and values of one table

function bars(entries, what, role) {
  return {
    data: [{ type: "bar", orientation: "h", y: entries.map((entry) => label(entry[0])), x: entries.map((entry) => entry[1]), role }],
    layout: { height: 24 * entries.length + 80, xaxis: { title: { text: what }, rangemode: "tozero" }, yaxis: { autorange: "reversed", type: "category" } },
  };
}
const DATE = /^\d{4}-\d\d-\d\d([ T]|$)/;
function columnFigure(column) {
  const values = column.sample.filter((value) => value !== null);
  const few = { height: 200, margin: { l: 46, r: 8, t: 6, b: 34 }, bargap: 0.04 };
  if (!values.length) return null;
  const texts = values.map((value) => String(Array.isArray(value) ? value[0] : value));
  const counts = new Map();
  for (const text of texts) counts.set(text, (counts.get(text) || 0) + 1);
  if (counts.size <= 12 || (counts.size < 0.3 * values.length && typeof values[0] !== "number")) {
    const top = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 12);
    const figure = bars(top, "", "update");
    return { ...figure, layout: { ...figure.layout, ...few, bargap: 0.15 } };
  }
  if (values.every((value) => typeof value === "number")) return { data: [{ type: "histogram", x: values, nbinsx: 30, role: "update" }], layout: few };
  if (texts.every((text) => DATE.test(text) && !/-00/.test(text.slice(0, 10)))) return { data: [{ type: "histogram", x: texts.map((text) => text.slice(0, 19)), nbinsx: 30, role: "insert" }], layout: { ...few, xaxis: { type: "date" } } };
  const lengths = values.map((value) => (Array.isArray(value) ? value[1] : String(value).length));
  return { data: [{ type: "histogram", x: lengths, nbinsx: 30, role: "plain" }], layout: { ...few, xaxis: { title: { text: "length" } } } };
}
function columnHead(column) {
  const head = el("div", "column-head"), nulls = column.sample.filter((value) => value === null).length;
  const shown = column.sample.find((value) => value !== null);
  head.append(el("b", "", column.name), ` ${column.type.toLowerCase()}`);
  if (nulls) head.append(` · ${Math.round((100 * nulls) / column.sample.length)} % NULL`);
  if (shown !== undefined) head.append(el("p", "note example", `e.g. ${String(Array.isArray(shown) ? shown[0] + "…" : shown).slice(0, 60)}`));
  return head;
}
function drawTable() {
  const table = data.tables.find((one) => one.name === $("table").value);
  $("values").hidden = !table;
  if (!table) return;
  const keys = table.keys.filter((one) => one.changes > 0).slice(0, 20);
  $("key").textContent = keys.length ? `(${table.key.join(", ")})${table.keys_floor ? `; at least, and ${number(table.keys_floor)} more at most` : ""}` : "";
  draw($("keys"), keys.length ? bars(keys.map((one) => [one.key, one.changes]), "changes", "delete") : null);
  const most = Math.max(0, ...table.columns.map((column) => column.sample.length));
  $("sampled").textContent = most ? `a sample of ${plural(most, "row")} as they were inserted or updated` : "no rows came to be";
  for (const old of $("columns").querySelectorAll(".js-plotly-plot")) Plotly.purge(old);
  $("columns").replaceChildren();
  for (const column of table.columns) {
    const box = el("div"), place = el("div");
    box.append(columnHead(column), place);
    $("columns").append(box);
    draw(place, columnFigure(column));
  }
}
function plural(count, noun) { return `${number(count)} ${noun}${count === 1 ? "" : "s"}`; }

// --- text

function fillTable(id, heads, lines) {
  const table = $(id), head = el("tr");
  for (const [name, kind] of heads) head.append(el("th", kind, name));
  table.append(el("thead"), el("tbody"));
  table.tHead.append(head);
  for (const line of lines) {
    const row = el("tr");
    line.forEach((cell, k) => { const box = el("td", heads[k][1], String(cell)); box.title = String(cell); row.append(box); });
    table.tBodies[0].append(row);
  }
  table.parentElement.hidden = !lines.length;
}
function fill() {
  const about = data.rows_are_estimated ? "≈ " : "", versions = [...new Set(data.files.map((file) => file.version).filter(Boolean))];
  $("title").textContent = data.title;
  $("version").textContent = versions.length ? `· MySQL ${versions.join(", ")}` : "";
  $("estimated").hidden = !data.rows_are_estimated;
  $("problems").hidden = !data.problems.length;
  for (const problem of data.problems) $("problems").append(el("li", "", `The reading ended here: ${problem}`));
  const tiles = [
    ["size", size(data.bytes), plural(data.files.length, "file")], ["events", number(data.events), `${rate(data.events)} a second`],
    ["transactions", number(data.transactions), `${rate(data.transactions)} a second`], ["rows", about + number(data.rows), `${rate(data.rows)} a second`],
    ["tables", number(data.tables.length), ""], ["log time", span(data.seconds), data.first ? `from ${time(data.first)} UTC` : ""],
    ["a transaction", size(Math.round(data.transaction_bytes.mean)), `95 % up to ${size(data.transaction_bytes["95_percent_up_to"])}`],
  ];
  for (const [name, value, more] of tiles) {
    const tile = el("div"), shown = el("dd", "", value);
    if (more) shown.append(el("small", "", more));
    tile.append(el("dt", "", name), shown);
    $("tiles").append(tile);
  }
  const columns = [["table", "name"], ["inserted", "number"], ["updated", "number"], ["deleted", "number"], ["bytes", "number"], ["events", "number"]];
  fillTable("tables", columns, data.tables.slice(0, 500).map((one) => [one.name, number(one.rows.insert), number(one.rows.update), number(one.rows.delete), number(one.bytes), number(one.events)]));
  fillTable("largest", [["bytes", "number"], ["rows", "number"], ["time, UTC", ""], ["file", "name"], ["position", "number"], ["GTID", "name"], ["tables", "name"]],
    data.largest.map((one) => [number(one.bytes), number(one.rows), time(one.time), one.file, number(one.position), one.gtid, one.tables.join(", ")]));
  fillTable("sources", [["source of the GTIDs", "name"], ["transactions", "number"]], data.sources.map((one) => [one.source, number(one.transactions)]));
  fillTable("files", [["file", "name"], ["server", "name"], ["bytes", "number"], ["events", "number"]], data.files.map((one) => [one.name, one.version, number(one.bytes), number(one.events)]));
  for (const one of data.tables) {
    if (!one.columns.length) continue;
    const option = el("option", "", one.name);
    option.value = one.name;
    $("table").append(option);
  }
}
function theme(name) {
  document.documentElement.dataset.theme = name;
  try { localStorage.setItem("binwriter-report-theme", name); } catch { /* a page from a file may keep nothing */ }
  drawAll();
}
const other = () => theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
$("theme").addEventListener("click", other);
$("table").addEventListener("change", drawTable);
addEventListener("keydown", (event) => { if (event.key === "t" && !event.ctrlKey && !event.metaKey && event.target !== $("table")) other(); });

let kept = null;
try { kept = localStorage.getItem("binwriter-report-theme"); } catch { /* see above */ }
document.documentElement.dataset.theme = kept || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
fill();
drawAll();
document.documentElement.dataset.ready = "1";
