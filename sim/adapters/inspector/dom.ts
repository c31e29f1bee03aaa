/** Lists with one tab stop each: arrows, Home and End go on within them. */

const controls = "summary, button, a[href], pre[tabindex]";

/** Whether an element stands where a closed part hides it. */
function isFolded(element: HTMLElement): boolean {
  const closed = element.closest("details:not([open])");
  return closed !== null && element.parentElement !== closed;
}

interface Spot {
  readonly control: HTMLElement;
  /** The item of the list that it stands in. */
  readonly item: Element | undefined;
}

/** Returns the place in a list to which a key leads; undefined for a key that leads nowhere. */
function placeAfter(key: string, spots: readonly Spot[], at: number): number | undefined {
  const item = spots[at]?.item;
  const firstOf = (other: Element | undefined): number => spots.findIndex((spot) => spot.item === other);
  switch (key) {
    case "ArrowRight":
      return at + 1;
    case "ArrowLeft":
      return at - 1;
    case "ArrowDown":
      return spots.findIndex((spot, i) => i > at && spot.item !== item);
    case "ArrowUp":
      return firstOf(spots[firstOf(item) - 1]?.item);
    case "Home":
      return 0;
    case "End":
      return firstOf(spots.at(-1)?.item);
    default:
      return undefined;
  }
}

/** Makes a list one tab stop. A list that holds nothing to press is a stop itself, for its scrolling. */
function oneTabStop(root: HTMLElement): void {
  let current: HTMLElement | undefined;
  const spots = (): Spot[] =>
    [...root.querySelectorAll<HTMLElement>(controls)]
      .filter((control) => !isFolded(control))
      .map((control) => ({ control, item: [...root.children].find((child) => child.contains(control)) }));
  const arrange = (): void => {
    const all = spots().map(({ control }) => control);
    if (!current || !all.includes(current)) current = all.find((control) => control.ariaSelected === "true") ?? all[0];
    for (const control of all) control.tabIndex = control === current ? 0 : -1;
    if (root.classList.contains("box") && all.length === 0) root.tabIndex = 0;
    else root.removeAttribute("tabindex");
  };
  root.addEventListener("focusin", ({ target }) => {
    current = target as HTMLElement;
    arrange();
  });
  root.addEventListener("keydown", (event) => {
    const { key, target, altKey, ctrlKey, metaKey } = event;
    const isText = target instanceof HTMLPreElement;
    if (altKey || ctrlKey || metaKey || (isText && key !== "ArrowLeft" && key !== "ArrowRight")) return;
    const all = spots();
    const at = all.findIndex(({ control }) => control === target);
    const next = at < 0 ? undefined : placeAfter(key, all, at);
    if (next === undefined) return;
    event.preventDefault();
    all[next]?.control.focus();
  });
  root.addEventListener("toggle", arrange, true);
  new MutationObserver(arrange).observe(root, { childList: true, subtree: true });
  arrange();
}

/** The little that the page needs to make elements and keep lists in step. */

type Child = Node | string | undefined | false;

type Props<K extends keyof HTMLElementTagNameMap> = Partial<Omit<HTMLElementTagNameMap[K], "dataset">>;

/** Makes an element; texts among its children stay texts. */
export function h<K extends keyof HTMLElementTagNameMap>(name: K, props: Props<K> = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(name), props);
  made.append(...children.filter((child) => child !== undefined && child !== false));
  return made;
}

/** The element of the page with an id. */
export function the<T extends HTMLElement = HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

/** The control of a form with a name. */
export const field = (form: HTMLFormElement, name: string): HTMLInputElement & HTMLSelectElement =>
  form.elements.namedItem(name) as HTMLInputElement & HTMLSelectElement;

interface Known {
  readonly node: HTMLElement;
  readonly looks: string;
}

/** A list on the page. What did not change keeps its element, and with it the focus and what was opened. */
export class PageList<T> {
  readonly #root: HTMLElement;
  readonly #key: (item: T) => string;
  readonly #make: (item: T) => HTMLElement;
  readonly #none: string;
  #known = new Map<string, Known>();

  constructor(id: string, parts: { readonly key: (item: T) => string; readonly make: (item: T) => HTMLElement; readonly none: string }) {
    this.#root = the(id);
    this.#key = parts.key;
    this.#make = parts.make;
    this.#none = parts.none;
    oneTabStop(this.#root);
  }

  show(items: readonly T[]): void {
    const next = new Map<string, Known>();
    for (const item of items) {
      const looks = JSON.stringify(item);
      const key = this.#key(item);
      const known = this.#known.get(key);
      next.set(key, known?.looks === looks ? known : { node: this.#renewed(item, known?.node), looks });
    }
    for (const [key, { node }] of this.#known) if (next.get(key)?.node !== node) node.remove();
    this.#known = next;
    this.#arrange([...next.values()].map(({ node }) => node));
  }

  /** A changed item keeps its place in the focus order, and stays open. */
  #renewed(item: T, former: HTMLElement | undefined): HTMLElement {
    const node = this.#make(item);
    if (!former) return node;
    const [was, is] = [former.querySelector("details"), node.querySelector("details")];
    const had = former.contains(document.activeElement);
    former.replaceWith(node);
    if (was?.open && is) is.open = true;
    if (had) node.querySelector<HTMLElement>("summary, button")?.focus();
    return node;
  }

  #arrange(nodes: readonly HTMLElement[]): void {
    if (nodes.length === 0) {
      this.#root.replaceChildren(h("li", { className: "none" }, this.#none));
      return;
    }
    this.#root.querySelector(":scope > .none")?.remove();
    nodes.forEach((node, i) => {
      const there = this.#root.children[i];
      if (there !== node) this.#root.insertBefore(node, there ?? null);
    });
  }
}

/** Time of day of an instant, to the second. */
export const timeOf = (instant: string): string => instant.slice(11, 19);

/** An instant for people. */
export const spoken = (instant: string): string => instant.replace("T", " ").replace(/(\.\d+)?Z$/, "");

export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

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
