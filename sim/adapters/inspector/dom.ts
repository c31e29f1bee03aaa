import { oneTabStop } from "./rove.ts";

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
