import fc from "fast-check";
import { emptyStage } from "../../client/history.ts";
import { channelNameOf, fetchMessages, idsOf, sendToChannel, topicNarrow } from "../../client/messages.ts";
import { itemAt } from "../../client/present.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { anActor, type PersonName } from "../../draw/people.ts";
import { aPhrase } from "../../draw/texts.ts";
import { type Body, prepared } from "../../expect.ts";
import { aConversation, aPrivateChannel, exchange, type HiddenPlace, Hideout, type SecretAct, someSecrets } from "./secrets.ts";
import { aLook, type Look, lookBy, looks, requireSeen, requireUnseen } from "./ways.ts";

/** What is said in a hidden place, and how an outsider looks for it. */
interface Hidden {
  readonly place: HiddenPlace;
  readonly acts: readonly SecretAct[];
  readonly look: Look;
}

/** Requires that what is said in a hidden place is there for its insiders, and for the outsider in no way. */
async function requireHidden(session: Session, { place, acts, look }: Hidden): Promise<void> {
  const stage = await emptyStage(session);
  const hideout = new Hideout(place, stage);
  await hideout.play(acts);
  const ids = hideout.said.map(({ id }) => id);
  const channels = [stage.channel];
  if (place.channel !== undefined)
    channels.unshift({
      id: session.channel(place.channel),
      name: await channelNameOf(session.actor(itemAt(place.insiders, 0)), itemAt(ids, 0)),
    });
  for (const name of place.insiders) await requireSeen(session.actor(name), ids.slice(-1));
  const people = [...place.insiders, place.outsider].map((name) => session.actor(name));
  const ground = { level: session.level, people, channels, topics: [stage.topics.a], messages: ids };
  await requireUnseen(session.actor(place.outsider), ids, look, ground);
}

const betweenTwo: HiddenPlace = { insiders: ["alice", "bob"], outsider: "cara" };

/** Nobody but its people can fetch a direct message in any way. */
export const direct = property<Hidden>({
  clause: ["visibility/direct-message", "visibility/like-missing", "messages-id.get/invisible"],
  given: {
    place: aConversation(["alice", "bob", "dana", "gus"], ["cara", "robo"]),
    acts: someSecrets("say", "edit", "react"),
    look: aLook,
  },
  examples: [
    ...looks,
    lookBy("dm", { of: "people", at: [0], as: "email" }),
    lookBy("dm", { of: "people", at: [0, 0.4], as: "email" }),
    lookBy("is", { of: "word", word: "dm" }),
  ].map((look) => ({ place: betweenTwo, acts: exchange, look })),
  holds: requireHidden,
});

/** An administrator sees no more of other people's direct messages than anyone. */
export const directForOwner = property<Hidden>({
  clause: "visibility/direct-message",
  given: {
    place: aConversation(["alice", "bob", "cara", "gus"], ["owen", "dana"]),
    acts: someSecrets("say", "edit", "react"),
    look: aLook,
  },
  examples: [itemAt(looks, 0), lookBy("is", { of: "word", word: "dm" })].map((look) => ({
    place: { ...betweenTwo, outsider: "owen" },
    acts: exchange,
    look,
  })),
  holds: requireHidden,
});

/** Nobody but its subscribers can fetch what is in a private channel in any way. */
export const privateChannel = property<Hidden>({
  clause: ["visibility/private-channel", "visibility/like-missing", "messages-id.get/invisible"],
  given: { place: aPrivateChannel, acts: someSecrets("say", "edit", "react"), look: aLook },
  examples: [
    ...looks,
    lookBy("channel", { of: "channel", at: 0, as: "name" }),
    lookBy("channel", { of: "channel", at: 0, as: "id" }),
    lookBy("topic", { of: "topic", at: 0 }),
    lookBy("channels", { of: "word", word: "public" }),
  ].map((look) => ({ place: { ...betweenTwo, channel: "team" }, acts: exchange, look })),
  holds: requireHidden,
});

/** What was said in a channel before somebody subscribed, and after. */
interface Joining {
  readonly newcomer: PersonName;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const someTexts = (minLength: number) => fc.array(aPhrase, { minLength, maxLength: 3 });
const aJoining = { newcomer: anActor("bob", "cara", "dana", "owen", "gus"), before: someTexts(0), after: someTexts(0) };

const joinings: readonly Joining[] = [
  { newcomer: "bob", before: ["before"], after: ["after"] },
  { newcomer: "bob", before: ["before"], after: [] },
  { newcomer: "bob", before: ["one", "two"], after: ["three", "four"] },
];

/** A channel that somebody joined. */
interface Joined {
  readonly before: readonly number[];
  readonly after: readonly number[];
  readonly id: number;
  readonly name: string;
  readonly topic: string;
}

async function join(session: Session, { newcomer, before, after }: Joining, kind: Body = {}): Promise<Joined> {
  const { steering, as } = session;
  const [name, topic] = [session.fresh("joined"), session.fresh("old and new")];
  const { stream_id } = await steering.act({ action: "create_channel", name, as: "alice", subscribers: ["alice"], ...kind });
  const id = prepared.integer(stream_id, "the stream_id of a new channel");
  const say = async (texts: readonly string[]): Promise<number[]> => {
    const ids: number[] = [];
    for (const text of texts) ids.push(await sendToChannel(as.alice, id, topic, text));
    return ids;
  };
  const early = await say(before);
  await steering.act({ action: "subscribe", as: newcomer, channel: name });
  return { before: early, after: await say(after), id, name, topic };
}

/** What was sent before one subscribed is not in one's history, what was sent since is. */
export const history = property<Joining>({
  clause: ["visibility/before-subscribing", "visibility/since-subscribing", "messages.get/narrow-personal"],
  given: aJoining,
  examples: joinings,
  async holds(session, joining) {
    const { expect } = session;
    const { after, topic } = await join(session, joining);
    const found = await expect.accepted(fetchMessages(session.actor(joining.newcomer), [{ operator: "topic", operand: topic }]));
    expect.same(idsOf(found), after, "the history of one who came later");
  },
});

/** In a public channel the rest is found by asking for the channel. */
export const publicHistory = property<Joining>({
  clause: ["visibility/before-subscribing", "narrow/channel"],
  given: { ...aJoining, newcomer: anActor("bob", "cara", "dana", "owen") },
  examples: joinings,
  async holds(session, joining) {
    const { expect } = session;
    const { before, after, name, topic } = await join(session, joining);
    const found = await expect.accepted(fetchMessages(session.actor(joining.newcomer), topicNarrow(name, topic)));
    expect.same(idsOf(found), [...before, ...after], "the topic for one who asks for the channel");
  },
});

/** Where only those may read who were there, nothing leads to what was said before. */
export const protectedHistory = property<Joining & { look: Look }>({
  clause: ["visibility/protected-history", "visibility/before-subscribing", "visibility/since-subscribing"],
  given: { ...aJoining, before: someTexts(1), look: aLook },
  examples: [itemAt(looks, 0), lookBy("channel", { of: "channel", at: 0, as: "name" }), lookBy("topic", { of: "topic", at: 0 })].map(
    (look) => ({
      ...itemAt(joinings, 0),
      look,
    }),
  ),
  async holds(session, { look, ...joining }) {
    const { expect, as, level } = session;
    const kind = { invite_only: true, history_public_to_subscribers: false };
    const { before, after, id, name, topic } = await join(session, joining, kind);
    const newcomer = session.actor(joining.newcomer);
    const messages = [...before, ...after];
    await requireSeen(newcomer, after);
    const ground = { level, people: [as.alice, newcomer], channels: [{ id, name }], topics: [topic], messages };
    await requireUnseen(newcomer, before, look, ground);
    const found = await expect.accepted(fetchMessages(newcomer, topicNarrow(name, topic)));
    expect.same(idsOf(found), after, "the topic for one who came later");
  },
});
