import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { addLinkifier } from "../../client/linkifiers.ts";
import { noteToSelf } from "../../client/messages.ts";
import type { Session } from "../../client/session.ts";
import { aLinkifier, digits, type LinkifierShape, linkifiedUrl } from "../../draw/linkifiers.ts";
import { anActor, type PersonName, people } from "../../draw/people.ts";
import { aPhrase } from "../../draw/texts.ts";

/** Returns the content, as HTML, that an actor's note to themselves gets. */
export async function rendered(actor: Actor, content: string): Promise<string> {
  const note = await actor.expect.accepted(noteToSelf(actor, content));
  return actor.expect.text(note.content, "the content of a message");
}

/** A part of a text: a match of a linkifier by its number, or a text that is none: `x` where digits would have to stand, or words. */
type Part = { readonly match: string } | { readonly near: string } | { readonly words: string };

export const aPart: fc.Arbitrary<Part> = fc.oneof(
  digits.map((match) => ({ match })),
  fc.constantFrom("x", "", "-7").map((near) => ({ near })),
  aPhrase.map((words) => ({ words })),
);

/** Who writes what about a new linkifier. */
export interface Writing {
  readonly who: PersonName;
  readonly shape: LinkifierShape;
  readonly parts: readonly Part[];
}

export const writing = { who: anActor(...people), shape: aLinkifier, parts: fc.array(aPart, { minLength: 1, maxLength: 5 }) };

export const plainParts: readonly Part[] = [{ words: "See" }, { match: "1234" }, { words: "please, not" }, { near: "x" }];

/** Returns the parts as a text, with spaces between them. @param word what matches begin with */
export const written = (parts: readonly Part[], word: string): string =>
  parts.map((part) => ("words" in part ? part.words : `${word}-${"match" in part ? part.match : part.near}`)).join(" ");

export const matchesOf = (parts: readonly Part[]): string[] => parts.flatMap((part) => ("match" in part ? [part.match] : []));

/** Requires of a message about a new linkifier that its matches alone are links, to the template's URL. */
export async function requireLinks(session: Session, { who, shape, parts }: Writing): Promise<void> {
  const { expect } = session;
  const actor = session.actor(who);
  const { word } = await addLinkifier(actor, shape);
  const content = await rendered(actor, written(parts, word));
  const links = [...content.matchAll(/<a (?:[^>]* )?href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(([, url, text]) => ({ url, text }));
  const expected = matchesOf(parts).map((number) => ({ url: linkifiedUrl(shape, number), text: `${word}-${number}` }));
  expect.same(links, expected, `what becomes a link in ${content},`);
}
