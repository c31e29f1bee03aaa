import type { Actor } from "../../client/actor.ts";
import { fetchSource, sendMessage } from "../../client/messages.ts";
import type { Session } from "../../client/session.ts";
import { codePoints } from "../../draw/texts.ts";
import type { Body } from "../../expect.ts";
import { freshText, type LengthShape } from "./texts.ts";

/** A text of a message that is longer than its bound. */
interface LongText {
  readonly actor: Actor;
  /** The ruling that says what becomes of it. */
  readonly ruling: "longContent" | "longTopic";
  /** Its name in a message. */
  readonly field: "content" | "subject";
  readonly bound: number;
  readonly text: LengthShape;
  /** Returns the fields of a message with a text. */
  readonly message: (text: string) => Body;
}

/** Requires that a text beyond its bound is cut to it, or refused where one at the bound is accepted. */
export async function requireBounded(session: Session, { actor, ruling, field, bound, text, message }: LongText): Promise<void> {
  const { expect } = session;
  const what = `a message with a ${field} of ${bound + text.by} characters`;
  const reply = await actor.send("POST /messages", message(freshText(session, bound + text.by, text)));
  const isRefused = reply.body.result !== "success";
  session.chooses(ruling, isRefused ? "refuse" : "truncate");
  if (isRefused) {
    expect.refused(reply, "BAD_REQUEST", {}, what);
    await expect.accepted(sendMessage(actor, message(freshText(session, bound, text))));
    return;
  }
  const id = expect.integer(expect.succeeded(reply, what).id, `the id of ${what}`);
  const length = codePoints(expect.text((await expect.accepted(fetchSource(actor, id)))[field], `the ${field} of a message`));
  expect.holds(length <= bound, `${what} is kept with ${length}`);
}
