import { the } from "./dom.ts";
import { oneTabStop } from "./rove.ts";

/** Tabs of a narrow window, which shows one part of the page at a time. A wide one shows all parts and no tabs. */

const tabs = (): HTMLButtonElement[] => [...the("tabs").querySelectorAll<HTMLButtonElement>("[role=tab]")];
const partOf = (tab: Element): HTMLElement => the(tab.getAttribute("aria-controls") ?? "");

/** Shows a part where tabs are, and scrolls to it where there are none. */
export function openPart(id: string): void {
  for (const tab of tabs()) {
    const isChosen = partOf(tab).id === id;
    tab.ariaSelected = String(isChosen);
    partOf(tab).classList.toggle("shown", isChosen);
  }
  the(id).scrollIntoView({ block: "nearest" });
}

/** Says on the tab of a part how many things wait there; undefined takes the tab away. */
export function countOn(id: string, count: number | undefined): void {
  const tab = tabs().find((one) => partOf(one).id === id);
  if (!tab) return;
  tab.hidden = count === undefined;
  if (count) tab.dataset.count = String(count);
  else delete tab.dataset.count;
}

export function wireTabs(): void {
  for (const tab of tabs()) tab.onclick = () => openPart(partOf(tab).id);
  oneTabStop(the("tabs"));
}
