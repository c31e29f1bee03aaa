import fc from "fast-check";
import { type Op, rest, type Say } from "../declare/step.ts";
import { type Drawn, fields, mostly, type RequestFields, truth } from "../draw/combinators.ts";
import { content } from "../draw/contents.ts";
import { madeGroup } from "../draw/groups.ts";
import { aReader, hidden, message, noneOf, ownerOfQueue, readable, somebody, somebodyWith } from "../draw/references.ts";
import { channelIn, deferred, isSymbolic, nobody, orElse, type SymbolicState } from "../draw/symbols.ts";
import type { TargetFacts } from "../draw/target-facts.ts";
import { freshTopic, linkedTopic, resolvedMark } from "../draw/topics.ts";

const action = (name: string, parts: Readonly<Record<string, Drawn>>): Drawn =>
  fields({ ...(parts.as && { as: parts.as }), action: fc.constant(name), ...parts });

const ofNobody = fc.constant(nobody);

const emoji_name = fc.constantFrom("tada", "smile", "working_on_it");
const author = somebodyWith(({ by }) => [by]);
const own = message(({ isGone, by }, { actor }) => !isGone && by === actor);
const foreign = message((each, { actor }) => !each.isGone && each.by !== actor && each.readers.has(actor));
const inChannel = message((each, { actor }) => !each.isGone && each.channel !== undefined && each.readers.has(actor));

/** A channel that the actor is subscribed to, or reads without being subscribed. */
const channel = (isSubscribed: boolean): Drawn =>
  deferred((state, one) => {
    const subscribed = state.channelsOf(state.actor, "subscribed");
    const of = one(isSubscribed ? subscribed : state.channelsOf(state.actor, "readable").filter((name) => !subscribed.includes(name)));
    return of === undefined ? undefined : { ref: "channel name", of };
  });

/** A channel that the actor reads and the message of the step is not in. */
const otherChannel: Drawn = deferred((state, one) => {
  const { channel: now } = state.message(state.given.message_id) ?? {};
  const of = one(state.channelsOf(state.actor, "readable").filter((name) => name !== now));
  return of === undefined ? undefined : { ref: "channel", of };
});

/** The topic of the message of the step as resolved, or as before where it is resolved. */
const resolvedOrNot: Drawn = deferred((state) => {
  const { topic = "" } = state.message(state.given.message_id) ?? {};
  if (isSymbolic(topic) && topic.ref === "long") return undefined;
  const parts: readonly unknown[] = isSymbolic(topic) && topic.ref === "text" ? topic.of : [topic];
  return { ref: "text", of: parts[0] === resolvedMark ? parts.slice(1) : [resolvedMark, ...parts] };
});

/** Takes away one of the reactions there are, or makes it again. */
const ofReaction = (name: "unreact" | "react"): Drawn =>
  deferred((state, one) => {
    const about = one(state.messages.filter(({ isGone, reactions }) => !isGone && reactions.size > 0));
    const [as, emoji_name] = (about && one([...about.reactions]))?.split(" ") ?? [];
    return about && { as, action: name, message_id: state.ref(about), emoji_name };
  });

/** Gives somebody a token of the provider of video calls, or takes it, mostly from somebody whose client hears of it. */
const setToken: Drawn = fields({
  as: mostly([3, orElse(ownerOfQueue, somebody)], [1, somebody]),
  action: fc.constant("set_video_token"),
  value: deferred(({ withToken, actor }, one) => withToken.has(actor) !== one([true, true, true, false])),
});

const submessage = { msg_type: fc.constant("widget"), content: fc.constant('{"vote":1}') };
const flags = { flag: mostly([2, "read"], [1, "starred"]), op: fc.constantFrom("add", "remove") };

const accepted = (facts: TargetFacts): Drawn =>
  mostly(
    [4, action("edit_message", { as: author, message_id: own, content: content(facts) })],
    [2, action("edit_message", { as: aReader, message_id: inChannel, topic: freshTopic })],
    [facts.linked.length > 0 ? 1 : 0, action("edit_message", { as: aReader, message_id: inChannel, topic: linkedTopic(facts) })],
    [1, action("edit_message", { as: author, message_id: own, topic: freshTopic, content: content(facts) })],
    [2, action("edit_message", { as: aReader, message_id: inChannel, stream_id: otherChannel })],
    [1, action("edit_message", { as: aReader, message_id: inChannel, topic: resolvedOrNot })],
    [3, action("react", { as: aReader, message_id: readable, emoji_name })],
    [8, ofReaction("unreact")],
    [3, action("set_flag", { as: aReader, message_id: readable, ...flags })],
    [1, action("add_submessage", { as: aReader, message_id: readable, ...submessage })],
    [1, action("set_presence", { as: noneOf(facts.bots), status: fc.constantFrom("active", "idle") })],
    [2, action("subscribe", { channel: channel(false) })],
    [1, action("unsubscribe", { channel: channel(true) })],
    [2, action("mute_channel", { channel: channel(true), value: truth })],
    [2, action("deactivate_group", { as: ofNobody, group_id: madeGroup })],
    [2, setToken],
    [4, action("advance", { ms: mostly([8, 1000], [4, 60_000], [2, 400_000], [1, 700_000]) })],
  );

const refused = (facts: TargetFacts): Drawn =>
  mostly(
    [3, action("edit_message", { as: aReader, message_id: foreign, content: content(facts) })],
    [2, action("react", { message_id: hidden, emoji_name })],
    [2, ofReaction("react")],
    [1, action("unreact", { as: aReader, message_id: readable, emoji_name: fc.constant("heart") })],
    [2, action("set_flag", { message_id: hidden, ...flags })],
    [1, action("add_submessage", { message_id: hidden, ...submessage })],
    [1, action("subscribe", { channel: fc.constant({ ref: "fresh", of: "no channel" }) })],
    [1, action("deactivate_group", { as: ofNobody, group_id: fc.constant(0) })],
  );

/** The changes of an action, by its name. */
const changes: Readonly<Record<string, (state: SymbolicState, as: string, given: RequestFields) => void>> = {
  edit_message: (state, _, { message_id, ...given }) => {
    const about = state.message(message_id);
    if (about && given.topic !== undefined) about.topic = given.topic;
    if (about && given.content !== undefined) about.content = given.content;
    const channel = channelIn(given.stream_id);
    if (about && channel !== undefined) state.move(about, channel);
  },
  react: (state, as, { message_id, emoji_name: name }) => {
    state.message(message_id)?.reactions.add(`${as} ${name}`);
  },
  unreact: (state, as, { message_id, emoji_name: name }) => {
    state.message(message_id)?.reactions.delete(`${as} ${name}`);
  },
  set_flag: (state, as, { message_id, flag, op }) => {
    if (flag === "starred") state.message(message_id)?.starredBy[op === "add" ? "add" : "delete"](as);
  },
  subscribe: (state, as, given) => {
    state.subscribed.get(as)?.add(channelIn(given.channel) ?? "");
    state.readable.get(as)?.add(channelIn(given.channel) ?? "");
  },
  unsubscribe: (state, as, given) => {
    state.subscribed.get(as)?.delete(channelIn(given.channel) ?? "");
  },
  deactivate_group: (state, _, { group_id }) => {
    const about = state.thing(group_id);
    if (about) about.isGone = true;
  },
  set_video_token: (state, as, { value }) => {
    state.withToken[value === true ? "add" : "delete"](as);
  },
};

/** The sentences of actions by their names, after the actor. */
const sentences: Readonly<Record<string, (given: RequestFields, say: Say) => string>> = {
  edit_message: ({ message_id, stream_id, topic, content: text }, say) => {
    const parts = [
      ...(stream_id === undefined ? [] : [`moves it to #${say(stream_id)}`]),
      ...(topic === undefined ? [] : [`moves it to ${say(topic, "as name")}`]),
      ...(text === undefined ? [] : [`now says ${say(text, "as text")}`]),
    ];
    return `edits ${say(message_id)}: ${parts.join(" and ")}`;
  },
  react: ({ message_id, emoji_name: name }, say) => `reacts to ${say(message_id)} with :${name}:`,
  unreact: ({ message_id, emoji_name: name }, say) => `takes :${name}: from ${say(message_id)}`,
  set_flag: ({ message_id, flag, op }, say) => `marks ${say(message_id)} as ${op === "add" ? "" : "not "}${flag}`,
  add_submessage: ({ message_id }, say) => `votes in ${say(message_id)}`,
  set_presence: ({ status }) => `is ${status}`,
  subscribe: (given, say) => `subscribes to #${say(given.channel)}`,
  unsubscribe: (given, say) => `unsubscribes from #${say(given.channel)}`,
  mute_channel: ({ channel: where, value }, say) => `${value === true ? "mutes" : "unmutes"} #${say(where)}`,
  deactivate_group: ({ group_id }, say) => `deactivates ${say(group_id)}`,
  set_video_token: ({ value }) => `${value === true ? "gets" : "loses"} a token for video calls`,
  register_device: () => "registers a device",
  advance: ({ ms }) => `lets ${Number(ms) / 1000} seconds pass`,
};

function tell(given: RequestFields, say: Say): string {
  const sentence = sentences[String(given.action)];
  return sentence ? sentence(given, say) : `does ${given.action}${rest(given, ["action"], say)}`;
}

/** Actions of a control API: what no specified endpoint does, though their answers show it, and the passing of time. */
export const actions: Op = {
  route: "POST /_control/actions",
  action: true,
  weight: ({ steered }) => (steered ? 36 : undefined),
  draw: (facts) => ({ accepted: accepted(facts), refused: refused(facts) }),
  tell,
  note: (state, as, given) => changes[String(given.action)]?.(state, as, given),
};

/** The registration of a mobile device, by a control API. */
export const devices: Op = {
  route: "POST /_control/actions",
  action: true,
  weight: ({ steered }) => (steered ? 3 : undefined),
  draw: () => ({ accepted: action("register_device", {}) }),
  tell,
  makes: { kind: "device", field: "device_id" },
};
