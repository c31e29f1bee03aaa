import { h, the } from "./dom.ts";

/** Says at the foot of the page what came of the last step. */
export function tell(line: string, isBad = false): void {
  const told = the("told");
  told.textContent = line;
  told.classList.toggle("bad", isBad);
}

/** Path of the control API: that of a world stands below its path. */
export const here = location.pathname.replace(/\/_control(\/.*)?$/, "/_control");

/** Address of the server, or of the world, that the page belongs to. */
export const base = location.origin + here.replace(/\/_control$/, "");

/** Asks the control API. @throws Error: the line in which it refuses */
export async function ask<T>(route: string, body?: object): Promise<T> {
  const [method = "", path = ""] = route.split(" ");
  const answer = await fetch(`${here}${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
  const json = (await answer.json()) as T & { readonly msg?: string };
  if (!answer.ok) throw new Error(json.msg ?? `${route} was answered with ${answer.status}`);
  return json;
}

/** Does a step that a person asked for, and says what came of it. */
export async function step(done: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
    tell(done);
  } catch (problem) {
    tell((problem as Error).message, true);
  }
}

export const preformatted = (text: string): HTMLElement => h("pre", { tabIndex: 0 }, text);

/** Fills a part of the page when it is first opened: with what it asks for, or with the line in which that is refused. */
export function fillWhenOpened(details: HTMLDetailsElement, content: () => Promise<readonly Node[]>): void {
  details.ontoggle = async () => {
    if (!details.open || details.querySelector("pre")) return;
    details.append(...(await content().catch((problem: Error) => [preformatted(problem.message)])));
  };
}
