import type { Overview } from "../control/overview.ts";
import { ask, step, tell } from "./ask.ts";
import { counted, field, h, PageList, spoken, the, timeOf } from "./dom.ts";

type Clock = Overview["clock"];

const units = { ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000, d: 86_400_000 };

/** A duration such as `90s`, `15 min` or `2h` in milliseconds; a bare number is seconds. */
function durationOf(text: string): number | undefined {
  const [, count, unit = "s"] = /^(\d+(?:\.\d+)?)\s*(ms|s|min|m|h|d)?$/.exec(text.trim().toLowerCase()) ?? [];
  return count === undefined ? undefined : Math.round(Number(count) * units[unit as keyof typeof units]);
}

let clock: Clock = { now: "", mode: "frozen", next: null };
/** The simulator's time minus that of this machine when the clock was last heard of. */
let ahead = 0;

const present = (): string => (clock.mode === "real" ? new Date(Date.now() + ahead).toISOString() : clock.now);

function draw(): void {
  const now = present();
  const shown = the<HTMLTimeElement>("now");
  shown.textContent = spoken(now);
  shown.dateTime = now;
}

export function showClock(told: Clock): void {
  clock = told;
  ahead = Date.parse(told.now) - Date.now();
  const runs = told.mode === "real";
  the("mode").textContent = runs ? "running" : "frozen";
  the("mode").className = runs ? "badge good" : "badge cold";
  the("freeze").textContent = runs ? "Freeze" : "Run";
  const next = the<HTMLButtonElement>("next");
  next.disabled = told.next === null;
  next.textContent = told.next ? `Next: ${told.next.what}, ${timeOf(told.next.at)}` : "Nothing is due";
  draw();
}

const advance = (ms: number, told: string): Promise<void> =>
  step(`The clock went ${told} on.`, () => ask("POST /clock", { advance_ms: ms }));

export function wireClock(): void {
  setInterval(draw, 1000);
  the("freeze").onclick = () => {
    const mode = clock.mode === "real" ? "frozen" : "real";
    step(mode === "real" ? "The clock runs with this machine's." : "The clock stands still.", () => ask("POST /clock", { mode }));
  };
  the("next").onclick = () => step(`The clock went on to the next ${clock.next?.what}.`, () => ask("POST /clock", { next: true }));
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-advance]")) {
    button.onclick = () => advance(Number(button.dataset.advance), (button.textContent ?? "").slice(1));
  }
  const by = the<HTMLFormElement>("advance");
  by.onsubmit = (event) => {
    event.preventDefault();
    const { value } = field(by, "by");
    const ms = durationOf(value);
    if (ms === undefined) tell(`“${value}” is no duration such as 90s, 15 min, 2h or 1d.`, true);
    else advance(ms, value.trim());
  };
  const set = the<HTMLFormElement>("set");
  const to = field(set, "to");
  to.onfocus = () => {
    if (to.value === "") to.value = present();
    to.select();
  };
  set.onsubmit = (event) => {
    event.preventDefault();
    step(`The clock is set to ${to.value}.`, async () => {
      await ask("POST /clock", { set: to.value });
      to.value = "";
    });
  };
}

type Snapshot = Overview["snapshots"][number];

function row({ id, now, messages }: Snapshot): HTMLElement {
  const restore = h("button", { type: "button" }, "Restore");
  restore.setAttribute("aria-label", `Restore snapshot ${id}`);
  restore.onclick = () => step(`Snapshot ${id} is restored.`, () => ask(`POST /snapshots/${id}/restore`));
  return h(
    "li",
    { className: "line" },
    h("b", {}, `#${id}`),
    h("span", { className: "grow" }, spoken(now), h("span", { className: "soft" }, `  ${counted(messages, "message")}`)),
    restore,
  );
}

const list = new PageList<Snapshot>("snapshot-list", { key: ({ id }) => id, make: row, none: "No snapshot was taken." });

export const showSnapshots = (snapshots: Overview["snapshots"]): void => list.show(snapshots);

export function wireStates(): void {
  the("take").onclick = () => step("A snapshot is taken.", () => ask("POST /snapshots"));
  the("reset").onclick = () => {
    if (confirm("Back to the state and seed it started with?")) step("Everything is as at the start.", () => ask("POST /reset"));
  };
}
