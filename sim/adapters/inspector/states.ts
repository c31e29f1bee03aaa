import type { Overview } from "../control/overview.ts";
import { ask, step } from "./ask.ts";
import { counted, h, PageList, spoken, the } from "./dom.ts";

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
