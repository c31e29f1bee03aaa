import { type LinkifierFields, type LinkifierShape, linkifierFields, plainLinkifier } from "../draw/linkifiers.ts";
import { type Body, prepared } from "../expect.ts";
import type { Actor } from "./actor.ts";

/** Returns the linkifiers in their order. @throws Unprepared: the request is refused, or answered by no list of objects */
export const fetchLinkifiers = async (actor: Actor): Promise<readonly Body[]> =>
  prepared.objects((await actor.prepare("GET /realm/linkifiers")).linkifiers, "the linkifiers of GET /realm/linkifiers");

/** A linkifier that a run has added. */
interface AddedLinkifier extends LinkifierFields {
  readonly id: unknown;
  /** The beginning of its matches, before a hyphen and a number. */
  readonly word: string;
}

/** Adds a linkifier of a fresh word. @throws Untestable: the target has no control API */
export async function addLinkifier({ session }: Actor, shape: LinkifierShape = plainLinkifier): Promise<AddedLinkifier> {
  const word = session.fresh("N").replaceAll(/[^A-Za-z0-9]/g, "");
  const fields = linkifierFields(shape, word);
  const { id } = await session.steering.act({ action: "add_linkifier", ...fields });
  return { id, word, ...fields };
}
