import { type Message, sendToChannel } from "../../client/messages.ts";
import type { Session } from "../../client/session.ts";
import type { Expect } from "../../expect.ts";

interface Reaction {
  readonly emoji_name: string;
  readonly emoji_code: string;
  readonly reaction_type: string;
  readonly user_id: number;
}

/** Returns the reactions of a message, each with its fields. */
export const reactionsOf = (expect: Expect, { reactions }: Message): readonly Reaction[] =>
  expect.objects(reactions, "reactions").map(({ emoji_name, emoji_code, reaction_type, user_id }) => ({
    emoji_name: expect.text(emoji_name, "emoji_name"),
    emoji_code: expect.text(emoji_code, "emoji_code"),
    reaction_type: expect.text(reaction_type, "reaction_type"),
    user_id: expect.integer(user_id, "the user_id of a reaction"),
  }));

/** Sends a message to react to. Returns its id. */
export const messageToReactTo = (session: Session, who: string): Promise<number> =>
  sendToChannel(session.actor(who), session.channels.general, session.fresh(), "react to this");

/** Returns the text of code points in hexadecimal, joined by dashes; undefined where a code is anything else. */
function textOf(code: string): string | undefined {
  if (!/^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/.test(code)) return undefined;
  const points = code.split("-").map((point) => Number.parseInt(point, 16));
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : undefined;
}

/** Requires a code that is the code points of an emoji. */
export function requireCodePoints(expect: Expect, { emoji_name, emoji_code }: Reaction): void {
  const text = textOf(emoji_code);
  expect.holds(text !== undefined, `the emoji_code of ${emoji_name} is ${emoji_code}`);
  expect.holds(/\p{Emoji}/u.test(text ?? ""), `the emoji_code ${emoji_code} of ${emoji_name} is no emoji`);
}
