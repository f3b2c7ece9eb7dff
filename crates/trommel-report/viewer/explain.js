// An explained page: controls, the text, and next to it facts, plots and the original.

import { BlockList } from "./blocks.js";
import { facts } from "./facts.js";
import { Original } from "./original.js";
import { element, shown } from "./dom.js";
import { ExplainedPage } from "./page.js";
import { plots } from "./plots.js";

const NONE = "nothing";

/** Shows the data of an explained page in `root`, until `signal` aborts. */
export function showExplained(data, root, signal) {
  const page = new ExplainedPage(data);
  const view = { selected: -1, hovered: -1, state: null };
  const first = data.runs[data.shown];
  const compared = data.compared === null ? null : data.runs[data.compared];

  const method = select("Method", page.methods(), first.method);
  const runName = (run) => (run.favor ? `${run.method}, ${run.favor}` : run.method);
  const other = select("Compare with", [NONE, ...data.runs.map(runName)], compared ? runName(compared) : NONE);
  const { thresholds } = data;
  const [low, high] = thresholds ? [thresholds.recall - 3, thresholds.precision + 3] : [0, 1];
  const slider = element("input", { type: "range", id: "threshold", min: String(low), max: String(high), step: "0.0625", list: "favors", "aria-describedby": "counts" });
  slider.value = String(page.thresholdOf(first) ?? thresholds?.balanced ?? 0);
  const favors = element("datalist", { id: "favors" }, ...Object.entries(thresholds ?? {}).map(([name, value]) => element("option", { value: String(value), label: name })));
  const sliderLabel = element("label", { for: "threshold" }, "Recall ← threshold → precision");
  const counts = element("output", { id: "counts", "aria-live": "polite" });

  const list = new BlockList(page, (index) => choose(index, "list"));
  const factsPanel = element("div", { id: "facts" });
  const drawn = plots(page, (index) => choose(index, "plot"), hover);
  const plotsPanel = element("div", { id: "plots" }, ...drawn.map((plot) => plot.root));
  const original = new Original(page, (index) => choose(index, "original"));
  const originalPanel = element("div", { id: "original" }, original.frame);
  const tabs = tabsOf([["Facts", factsPanel], ["Plots", plotsPanel], ["Original", originalPanel]], () => update(false, true));

  root.replaceChildren(
    header(page),
    element("div", { class: "controls", role: "group", "aria-label": "Method and threshold" }, ...method.parts, sliderLabel, slider, favors, ...other.parts, counts),
    element("main", {}, list.root, element("div", { class: "side" }, ...tabs)),
  );
  for (const control of [method.control, other.control]) control.addEventListener("change", () => update(true));
  slider.addEventListener("input", () => update(true));
  method.control.addEventListener("change", () => list.root.scrollTo(0, 0));
  window.addEventListener("resize", () => update(false), { signal });
  update(true);

  function state() {
    const name = method.control.value;
    const hasThreshold = page.hasThreshold(name);
    slider.disabled = !hasThreshold;
    const verdicts = page.verdicts(name, hasThreshold ? Number(slider.value) : null);
    const otherRun = data.runs.find((run) => runName(run) === other.control.value);
    verdicts.differs = (index) => otherRun !== undefined && (otherRun.kept[index] === "1") !== (verdicts.kept[index] === 1);
    return verdicts;
  }

  function update(isNew, isShown = false) {
    if (isNew) {
      view.state = state();
      list.show(view.state);
      counts.textContent = countsText(page, view.state);
    }
    factsPanel.replaceChildren(...facts(page, view.selected, view.state));
    if (!plotsPanel.hidden) for (const plot of drawn) plot.draw(view.state, [view.selected, view.hovered]);
    if (!originalPanel.hidden) original.show(view.state, view.selected, isShown);
  }

  function choose(index, from) {
    view.selected = index;
    if (from !== "list") list.select(index, true);
    update(false);
    if (!originalPanel.hidden && from !== "original") original.show(view.state, index, true);
  }

  function hover(index) {
    if (index === view.hovered) return;
    view.hovered = index;
    for (const plot of drawn) plot.draw(view.state, [view.selected, index]);
  }
}

/** Words and blocks that are kept, and scores against the gold text. */
function countsText(page, state) {
  const { words, blocks, precision, recall, f1 } = page.counts(state.kept);
  const share = page.words ? Math.round((100 * words) / page.words) : 0;
  const parts = [`${shown(words)} of ${shown(page.words)} words (${share} %) in ${blocks} of ${page.count} blocks`];
  if (f1 !== undefined) parts.push(`precision ${shown(precision, 3)}, recall ${shown(recall, 3)}, F1 ${shown(f1, 3)}`);
  if (state.threshold !== null) parts.push(`threshold ${shown(state.threshold)}${state.isExact ? "" : " (rules of the nearest setting)"}`);
  return parts.join(" · ");
}

function header(page) {
  const { page: fields, name, url, left_out: leftOut } = page.data;
  const known = [
    fields.author, fields.date, fields.lang, fields.method,
    fields.confidence === null ? null : `confidence ${shown(fields.confidence)}`,
    fields.page_type && `type ${fields.page_type} (${shown(fields.page_type_probability)})`,
    `${shown(fields.bytes_in)} bytes, ${fields.encoding}`,
  ];
  return element(
    "header", {},
    element("h1", { dir: "auto" }, fields.title ?? name),
    element("p", { class: "muted" }, [url ?? name, ...known.filter(Boolean)].join(" · ")),
    ...leftOut.map((text) => element("p", { class: "muted" }, `Left out: ${text}.`)),
  );
}

function select(label, names, value) {
  const id = label.toLowerCase().replaceAll(" ", "-");
  const control = element("select", { id }, ...names.map((name) => element("option", { value: name, selected: name === value }, name)));
  return { control, parts: [element("label", { for: id }, label), control] };
}

/** Tabs and their panels; `onShow` is called after another one is shown. */
function tabsOf(panels, onShow) {
  const buttons = panels.map(([name, panel], at) => {
    Object.assign(panel, { hidden: at > 0, tabIndex: 0 });
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", `tab-${at}`);
    return element("button", { id: `tab-${at}`, role: "tab", type: "button", "aria-selected": String(at === 0), "aria-controls": panel.id, tabindex: at === 0 ? "0" : "-1", onclick: () => show(at) }, name);
  });
  const show = (shownTab) => {
    panels.forEach(([, panel], at) => {
      panel.hidden = at !== shownTab;
      buttons[at].setAttribute("aria-selected", String(at === shownTab));
      buttons[at].tabIndex = at === shownTab ? 0 : -1;
    });
    onShow();
  };
  const bar = element("div", {
    role: "tablist",
    "aria-label": "About the page",
    onkeydown: (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const at = (buttons.findIndex((button) => button.tabIndex === 0) + step + buttons.length) % buttons.length;
      show(at);
      buttons[at].focus();
    },
  }, ...buttons);
  return [bar, ...panels.map(([, panel]) => panel)];
}
