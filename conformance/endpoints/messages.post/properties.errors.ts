import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { decoded } from "../../client/html.ts";
import { sendMessage } from "../../client/messages.ts";
import { unknownId } from "../../client/people.ts";
import { register } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { anId, type IdShape, idOf } from "../../draw/ids.ts";
import { anActor, type PersonName } from "../../draw/people.ts";
import { textOf } from "../../draw/texts.ts";
import { prepared, Untestable } from "../../expect.ts";
import { channelFields, requireArrivals, requireSubscribed } from "./sending.ts";

const noChannel = "STREAM_DOES_NOT_EXIST";

/** What stands behind a fresh name: nothing, or a text without what HTML escapes. */
const aTail = fc.oneof(
  { withCrossShrink: true },
  fc.constant(""),
  textOf({ max: 16, kinds: ["letter", "digit", "space", "accented", "other script", "astral"] }),
);

interface NamedChannel {
  readonly who: PersonName;
  readonly tail: string;
}

/** A channel that does not exist is refused under the name by which it was asked for; the same message to one that exists is sent. */
export const unknownChannel = property<NamedChannel>({
  clause: ["messages.post/unknown-channel", "messages.post/no-trace"],
  given: { who: anActor(), tail: aTail },
  examples: [{ who: "alice", tail: "" }],
  async holds(session, { who, tail }) {
    const { expect } = session;
    const sender = session.actor(who);
    await requireSubscribed(sender, session.channels.general);
    const queue = await sender.queue({ event_types: ["message"] });
    const stream = `${session.fresh("no channel")}${tail}`;
    const fields = channelFields(stream, session.fresh(), session.fresh("hello"));
    expect.refused(await sender.send("POST /messages", fields), noChannel, { stream }, "a message to no channel");
    const sent = await expect.accepted(sendMessage(sender, { ...fields, to: session.channels.general }));
    await requireArrivals(queue, fields.content, [sent], "the messages that arrive, the first to no channel");
  },
});

/** A name with characters that HTML escapes comes back as it was requested, or escaped. */
export const unknownChannelSpelled = property<NamedChannel>({
  clause: "messages.post/unknown-channel-as-requested",
  given: {
    who: anActor(),
    tail: fc
      .tuple(textOf({ max: 12, kinds: ["punctuation", "letter", "space"] }), fc.constantFrom("&", "<b>", "'", '"x"'))
      .map((parts) => parts.join("")),
  },
  examples: [{ who: "alice", tail: " <&'>" }],
  async holds(session, { who, tail }) {
    const { expect } = session;
    const sender = session.actor(who);
    const asked = `${session.fresh("no")}${tail}`;
    const fields = channelFields(asked, session.fresh());
    const reply = await sender.send("POST /messages", fields);
    const stream = expect.text(reply.body.stream, "the field stream of the refusal of a message to no channel");
    expect.refused(reply, noChannel, { stream }, "a message to no channel");
    if (stream !== asked) expect.same(decoded(stream), asked, "the field stream of the refusal, its entities decoded");
    session.chooses("unknownChannelName", stream === asked ? "asRequested" : "observed");
    await expect.accepted(sendMessage(sender, { ...fields, to: session.channels.general }));
  },
});

/** A channel id that does not exist comes back as the text `stream`, or as running servers have it under a field of its own. */
export const unknownChannelIdField = property({
  clause: "messages.post/unknown-channel-id-field",
  once: "the field is the same for every id",
  async holds(session) {
    const { alice } = session.as;
    const { stream, stream_id } = (await alice.send("POST /messages", channelFields(unknownId, session.fresh()))).body;
    const isText = stream === String(unknownId);
    session.expect.holds(isText || stream_id === unknownId, "the refusal of a channel id does not give it back");
    session.chooses("unknownChannelId", isText ? "stream" : "observed");
  },
});

/** A channel id that does not exist is refused with the same code. */
export const unknownChannelId = property<{ who: PersonName; id: IdShape }>({
  clause: "messages.post/unknown-channel-id",
  given: { who: anActor(), id: anId("unknown", "zero", "negative") },
  examples: [{ who: "alice", id: { kind: "unknown", id: unknownId } }],
  async holds(session, { who, id }) {
    const { expect } = session;
    const sender = session.actor(who);
    const fields = channelFields(prepared.integer(idOf(id, { existing: [] }), "an id of no channel"), session.fresh());
    const { code } = expect.declined(await sender.send("POST /messages", fields), "a message to no channel id");
    expect.same(code, noChannel, "the code of the refusal of a message to no channel id");
    await expect.accepted(sendMessage(sender, { ...fields, to: session.channels.general }));
  },
});

/** Somebody outside a private channel, somebody inside, and how the channel is named. */
interface Closed {
  readonly outsider: PersonName;
  readonly insider: PersonName;
  readonly by: "id" | "name";
}

/** Returns the channels that a registration of the actor's shows. */
async function channelsKnown(actor: Actor): Promise<Map<unknown, unknown>> {
  const state = await register(actor, ["subscription"]);
  const lists = ["subscriptions", "unsubscribed", "never_subscribed"].map((name) =>
    prepared.objects(state[name], `${name} in a registration`),
  );
  return new Map(lists.flat().map(({ stream_id, name }) => [stream_id, name]));
}

/** Somebody's message to a private channel that they do not know of is refused; that of one of its subscribers is sent. */
async function requireClosed(session: Session, { outsider, insider, by }: Closed, channel: number): Promise<void> {
  const { expect } = session;
  const [stranger, member] = [session.actor(outsider), session.actor(insider)];
  if ((await channelsKnown(stranger)).has(channel)) throw new Untestable(`${outsider} knows of the channel`);
  const name = prepared.text((await channelsKnown(member)).get(channel), "the name of the channel");
  const queue = await member.queue({ event_types: ["message"] });
  const fields = channelFields(by === "id" ? channel : name, session.fresh(), session.fresh("let me in"));
  const reply = await stranger.send("POST /messages", fields);
  const isUnknown = reply.body.code === noChannel;
  if (isUnknown) expect.declined(reply, "a message to a private channel of others");
  else expect.refused(reply, "BAD_REQUEST", {}, "a message to a private channel of others");
  session.chooses("hiddenChannel", isUnknown ? "unknown" : "refused");
  const sent = await expect.accepted(sendMessage(member, fields));
  await requireArrivals(queue, fields.content, [sent], "what arrives for its subscribers");
}

const named = fc.constantFrom("id" as const, "name" as const);

/** A private channel with hidden history refuses the messages of those who do not know of it. */
export const hiddenChannel = property<Closed>({
  clause: ["messages.post/hidden-channel", "messages.post/no-trace"],
  given: { outsider: anActor("bob", "gus"), insider: anActor("alice", "cara"), by: named },
  examples: [
    { outsider: "bob", insider: "alice", by: "id" },
    { outsider: "bob", insider: "alice", by: "name" },
  ],
  holds: (session, closed) => requireClosed(session, closed, session.channels.secret),
});

/** So does one with a history that its subscribers share. */
export const hiddenTeam = property<Closed>({
  clause: ["messages.post/hidden-channel", "messages.post/no-trace"],
  given: { outsider: anActor("cara", "gus"), insider: anActor("alice", "bob"), by: named },
  examples: [
    { outsider: "cara", insider: "alice", by: "id" },
    { outsider: "cara", insider: "alice", by: "name" },
  ],
  holds: (session, closed) => requireClosed(session, closed, session.channels.team),
});
