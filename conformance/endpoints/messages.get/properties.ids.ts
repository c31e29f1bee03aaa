import fc from "fast-check";
import { stagedIds, stageHistory } from "../../client/history.ts";
import { fetchSince, idsOf, messagesIn, sendDirect, sendToChannel } from "../../client/messages.ts";
import { itemAt } from "../../client/present.ts";
import { property } from "../../declare/property.ts";
import { aHistory, type History, sends } from "../../draw/histories.ts";
import { anId, type IdShape } from "../../draw/ids.ts";
import { aNarrow, levelOfNarrow, narrowOperators, type TermShape, termsOf } from "../../draw/narrow-terms.ts";
import { anActor, members, type PersonName, participantsOf, type Recipients, recipients } from "../../draw/people.ts";
import { type Body, Untestable } from "../../expect.ts";
import { aRange, ascending, asks, existing, fetchByIds, idsFor, inWindows, ranges, someIds, unknown } from "./ids.ts";
import { interrupted } from "./window.ts";

interface ByIds {
  readonly history: History;
  readonly who: PersonName;
  readonly ids: readonly IdShape[];
}

/** Nobody leaves the channel, so that all that somebody sees they received: `unreceived` looks at the rest. */
const mixed = aHistory({ messages: [1, 8], acts: ["edit", "reaction", "flag", "policy", "move", "delete", "mute"] });

/** The messages of a list of ids are those that exist, each once, as a window shows them; there is no anchor. */
export const byIds = property<ByIds>({
  clause: ["messages.get/message-ids", "messages.get/reply-anchor-absent", "messages.get/history-limited"],
  given: { history: mixed, who: anActor(...members, "dana", "owen"), ids: someIds() },
  examples: [
    { history: interrupted, who: "alice", ids: [unknown, ...existing(0.9, 0.5, 0.3, 0), ...existing(0.9)] },
    { history: interrupted, who: "alice", ids: existing(0, 0, 0.9) },
  ],
  async holds(session, { history, who, ids }) {
    const { expect } = session;
    const staged = await stageHistory(session, history);
    const actor = session.actor(who);
    const message_ids = idsFor(staged, who, ids);
    const reply = await actor.send("GET /messages", { message_ids });
    const body = expect.succeeded(reply, "GET /messages with message_ids");
    const messages = ascending(messagesIn(reply, expect));
    const visible = stagedIds(staged.visibleTo(who));
    expect.same(
      idsOf(messages),
      visible.filter((id) => message_ids.includes(id)),
      `the ids of the messages of ${message_ids.join(", ")}`,
    );
    const all = await inWindows(actor, staged);
    expect.same(
      messages,
      all.filter(({ id }) => message_ids.includes(id)),
      "the messages of the ids, beside what windows show",
    );
    expect.holds(!("anchor" in body), `the answer to message_ids has the anchor ${String(body.anchor)}`);
    if ("found_anchor" in body) expect.same(body.found_anchor, false, "found_anchor without an anchor");
    expect.same(body.history_limited, false, "history_limited where no oldest messages are fetched");
  },
});

/** Ids of deleted messages and ids that no message has give no messages. */
export const noIds = property<ByIds>({
  clause: "messages.get/message-ids",
  given: {
    history: aHistory({ acts: ["delete", "delete", "edit"] as const }),
    who: anActor(...members),
    ids: fc.array(anId("unknown", "deleted"), { maxLength: 6 }),
  },
  examples: [
    { history: interrupted, who: "alice", ids: [] },
    { history: interrupted, who: "alice", ids: [unknown] },
  ],
  async holds(session, { history, who, ids }) {
    const { expect } = session;
    const staged = await stageHistory(session, history);
    const actor = session.actor(who);
    const nobodys = idsFor(staged, who, ids);
    expect.same(await fetchByIds(actor, nobodys), [], `the messages of the ids ${nobodys.join(", ")}, which no message has`);
    const visible = idsFor(staged, who, existing(0));
    expect.same(idsOf(await fetchByIds(actor, [...nobodys, ...visible])), visible, "the messages of these and of a message that is there");
  },
});

/** Ids of messages that the requester may not see are passed over. */
export const notOthers = property<{ readonly mail: Recipients; readonly who: PersonName }>({
  clause: ["messages.get/message-ids", "visibility/direct-message"],
  given: { mail: recipients({ from: members, max: 2 }), who: anActor("cara", "bob", "alice", "dana", "owen", "gus") },
  examples: [
    { mail: { sender: "alice", to: ["bob"] }, who: "cara" },
    { mail: { sender: "alice", to: ["bob"] }, who: "bob" },
  ],
  async holds(session, { mail, who }) {
    const { expect } = session;
    const sender = session.actor(mail.sender);
    const secret = await sendDirect(
      sender,
      mail.to.map((name) => session.actor(name)),
      "between us",
    );
    const open = await sendToChannel(sender, session.channels.general, session.fresh("open"), "for all");
    expect.same(idsOf(await fetchByIds(sender, [secret, open])), [secret, open], "what the sender gets");
    const visible = participantsOf(mail).includes(who) ? [secret, open] : [open];
    expect.same(idsOf(await fetchByIds(session.actor(who), [secret, open])), visible, `what ${who} gets`);
  },
});

const ofIds = narrowOperators.filter((operator) => !["search", "with", "near"].includes(operator));

/** A narrow filters the messages of the ids: those are left that a window with it shows. */
export const narrowed = property<ByIds & { readonly terms: readonly TermShape[] }>({
  clause: "messages.get/message-ids-narrow",
  given: {
    history: aHistory({ messages: [2, 8], acts: ["edit", "delete", "move", "reaction", "flag"] }),
    who: anActor(...members),
    ids: someIds(2),
    terms: aNarrow({ operators: ofIds, terms: [1, 2] }),
  },
  examples: [
    {
      history: [...sends("alice", "a", "one", "two"), ...sends("alice", "b", "three")],
      who: "alice",
      ids: existing(0.9, 0.4, 0),
      terms: [{ operator: "topic", operand: { of: "topic", at: 0 }, negated: false }],
    },
  ],
  async holds(session, { history, who, ids, terms }) {
    const { expect } = session;
    if (session.level < levelOfNarrow(terms)) throw new Untestable("the target is older than the narrow");
    const staged = await stageHistory(session, history);
    const actor = session.actor(who);
    const narrow = termsOf(terms, staged.narrowGround);
    const received = new Set(stagedIds(staged.receivedBy(who)));
    const message_ids = idsFor(staged, who, ids).filter((id) => received.has(id) || !staged.visibleTo(who).some((each) => each.id === id));
    const matching = idsOf(await expect.accepted(fetchSince(actor, itemAt(staged.messages, 0).id, narrow)));
    const expected = matching.filter((id) => message_ids.includes(id));
    const got = idsOf(await fetchByIds(actor, message_ids, { narrow }));
    expect.same(got, expected, `those of ${message_ids.join(", ")} within ${JSON.stringify(narrow)}`);
  },
});

/** Somebody who sends themselves a message, and asks for it by its id beside a range. */
interface Beside {
  readonly who: PersonName;
  readonly range: Body;
}

/** Ids together with a range that asks for something are refused. */
export const notBoth = property<Beside>({
  clause: "messages.get/message-ids-alone",
  given: { who: anActor(...members, "gus", "robo"), range: ranges.filter(asks) },
  examples: [
    { anchor: "newest" },
    { anchor: 1 },
    { num_before: 1 },
    { num_after: 1 },
    { use_first_unread_anchor: true },
    { anchor: "newest", num_before: 1, num_after: 1 },
    { anchor: "oldest", num_before: 0, num_after: 0, include_anchor: true },
  ].map((range) => ({ who: "alice", range })),
  async holds(session, { who, range }) {
    const { expect } = session;
    const actor = session.actor(who);
    const message_ids = [await sendToChannel(actor, session.channels.general, session.fresh("ids"))];
    const reply = await actor.send("GET /messages", { message_ids, ...range });
    expect.declined(reply, `GET /messages with message_ids and ${JSON.stringify(range)}`);
    expect.same(idsOf(await fetchByIds(actor, message_ids)), message_ids, "the messages of the ids alone");
  },
});

/** Ids together with a range that asks for nothing are refused, or taken as without it. */
export const company = property<Beside>({
  clause: "messages.get/message-ids-company",
  given: {
    who: anActor(...members, "gus", "robo"),
    range: aRange({ include_anchor: [true, false], num_before: [0], num_after: [0], use_first_unread_anchor: [false] }).filter(
      (range) => Object.keys(range).length > 0,
    ),
  },
  examples: [
    { include_anchor: true },
    { include_anchor: false },
    { num_before: 0 },
    { num_after: 0 },
    { use_first_unread_anchor: false },
  ].map((range) => ({ who: "alice", range })),
  async holds(session, { who, range }) {
    const { expect } = session;
    const actor = session.actor(who);
    const message_ids = [await sendToChannel(actor, session.channels.general, session.fresh("ids"))];
    const alone = await fetchByIds(actor, message_ids);
    expect.same(idsOf(alone), message_ids, "the messages of the ids alone");
    const reply = await actor.send("GET /messages", { message_ids, ...range });
    const isRefused = reply.body.result === "error";
    session.chooses("messageIdsCompany", isRefused ? "none" : "observed");
    if (isRefused) expect.declined(reply, `GET /messages with message_ids and ${JSON.stringify(range)}`);
    else expect.same(ascending(messagesIn(reply, expect)), alone, `the messages of the ids with ${JSON.stringify(range)}`);
  },
});
