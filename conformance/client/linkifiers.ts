import { type Body, prepared } from "../expect.ts";
import type { Actor } from "./actor.ts";

/** Returns the linkifiers in their order. @throws Unprepared: the request is refused, or answered by no list of objects */
export const fetchLinkifiers = async (actor: Actor): Promise<readonly Body[]> =>
  prepared.objects((await actor.prepare("GET /realm/linkifiers")).linkifiers, "the linkifiers of GET /realm/linkifiers");

/** A linkifier that a run has added. */
export interface AddedLinkifier {
  readonly id: unknown;
  readonly pattern: string;
  readonly url_template: string;
  /** What its matches begin with, before a hyphen and a number. */
  readonly word: string;
}

/** Adds a linkifier of a fresh word, a hyphen and a number. @throws Untestable: the target has no control API */
export async function addLinkifier({ session }: Actor, more: Body = {}): Promise<AddedLinkifier> {
  const word = session.fresh("N").replaceAll(/[^A-Za-z0-9]/g, "");
  const [pattern, url_template] = [`${word}-(?P<n>[0-9]+)`, "https://tasks.example.com/new/{n}"];
  const { id } = await session.steering.act({ action: "add_linkifier", pattern, url_template, ...more });
  return { id, pattern, url_template, word };
}
