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
export function oneTabStop(root: HTMLElement): void {
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
