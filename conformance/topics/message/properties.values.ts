import fc from "fast-check";
import { itemAt } from "../../client/json.ts";
import { levels } from "../../client/levels.ts";
import { addReaction, editMessage, letTimePass, sendToChannel, shownMessage } from "../../client/messages.ts";
import { departing } from "../../client/people.ts";
import { boundOf } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";
import { anActor, fullMembers, type PersonName } from "../../draw/people.ts";
import { cut } from "../../draw/texts.ts";
import { Untestable } from "../../expect.ts";

/** Resolving a topic that is as long as a topic may be is no move, though its end makes room for the mark. */
export const resolvedLongest = property<{ readonly who: PersonName; readonly filler: string }>({
  clause: "last-moved-resolved",
  given: { who: anActor(...fullMembers), filler: fc.constantFrom("x", "long ", "ü", "\u{1f331}") },
  examples: [{ who: "alice", filler: "x" }],
  async holds(session, { who, filler }, expect) {
    const actor = session.actor(who);
    const most = await boundOf(actor, "max_topic_length");
    const topic = cut(`${session.fresh("thread")}${filler.repeat(most)}`, most - 1);
    const longest = `${topic}.`;
    const id = await sendToChannel(actor, session.channels.general, longest);
    await editMessage(actor, id, { topic: `\u2714 ${longest}` });
    const message = await shownMessage(actor, id);
    expect.holds(expect.text(message.subject, "subject").startsWith("\u2714 "), "the topic is not resolved");
    expect.holds(!("last_moved_timestamp" in message), `a message has a last_moved_timestamp after its topic became ${message.subject}`);
  },
});

/** Operations on a message at an instant that it tells. */
const dated = { edit: "last_edit_timestamp", move: "last_moved_timestamp", send: "timestamp" } as const;

/** The instants of a message are those of the server's clock when it was sent, edited and moved: between those of a message before and one after. */
export const instants = property<{ readonly who: PersonName; readonly act: keyof typeof dated }>({
  clause: ["timestamp", "last-edit", "last-moved"],
  given: { who: anActor(...fullMembers), act: fc.constantFrom("edit", "move", "send") },
  examples: (["edit", "move", "send"] as const).map((act) => ({ who: "alice", act })),
  async holds(session, { who, act }, expect) {
    if (act === "move" && session.level < levels.lastMoved) throw new Untestable("the target does not tell when messages were moved");
    const actor = session.actor(who);
    const send = (content: string): Promise<number> => sendToChannel(actor, session.channels.general, session.fresh("dated"), content);
    const timeOf = async (id: number, name: string = dated.send): Promise<number> =>
      expect.integer((await shownMessage(actor, id))[name], name);
    const first = await send("first");
    const sent = await timeOf(first);
    if (act !== "send") await letTimePass(session);
    const before = await timeOf(await send("before"));
    const id = act === "send" ? await send("itself") : first;
    if (act === "edit") await editMessage(actor, id, { content: "second" });
    if (act === "move") await editMessage(actor, id, { topic: session.fresh("elsewhere") });
    const time = await timeOf(id, dated[act]);
    const after = await timeOf(await send("after"));
    expect.same(await timeOf(first), sent, "timestamp of a message that was sent before");
    expect.holds(
      before <= time && time <= after,
      `${dated[act]} is ${time}, where messages before and after are of ${before} and ${after}`,
    );
  },
});

/** A message that moved to another channel has the recipients of one that was sent there. */
export const movedRecipients = property<{ readonly who: PersonName }>({
  clause: ["recipient-id", "display-recipient-channel"],
  given: { who: anActor("alice", "dana", "owen") },
  examples: [{ who: "alice" }],
  async holds(session, { who }, expect) {
    const [actor, author] = [session.actor(who), session.as.alice];
    const { general, "town-square": square } = session.channels;
    const id = await sendToChannel(author, general, session.fresh("moved"));
    const there = await shownMessage(author, await sendToChannel(author, square, session.fresh("there")));
    const before = await shownMessage(author, id);
    await editMessage(actor, id, { stream_id: square });
    const after = await shownMessage(author, id);
    for (const name of ["recipient_id", "display_recipient", "stream_id"]) {
      expect.same(after[name], there[name], `${name} of a message that moved`);
      expect.holds(after[name] !== before[name], `${name} of a message that moved is what it was`);
    }
  },
});

/** Whoever wrote to a message, changed it and reacted to one is told likewise once the account is deactivated. */
export const departed = property<{ readonly reader: PersonName }>({
  clause: ["edit-entry", "reactions", "sender-full-name", "sender-id"],
  given: { reader: anActor("alice", "bob", "cara") },
  examples: [{ reader: "alice" }],
  async holds(session, { reader: name }, expect) {
    const reader = session.actor(name);
    const gone = await departing(session, [name]);
    const { general } = session.channels;
    const ids = [await sendToChannel(gone, general, session.fresh(), "soup"), await sendToChannel(reader, general, session.fresh())];
    await editMessage(gone, itemAt(ids, 0), { content: "bread" });
    for (const id of ids) await addReaction(gone, id, "tada");
    const before = await Promise.all(ids.map((id) => shownMessage(reader, id)));
    await session.steering.act({ action: "deactivate_user", as: gone.name });
    for (const [i, id] of ids.entries()) {
      const message = await shownMessage(reader, id);
      for (const field of ["sender_id", "sender_full_name", "edit_history", "reactions"] as const)
        expect.same(message[field], before[i]?.[field], `${field} of a message after an account that it names was deactivated`);
    }
  },
});
