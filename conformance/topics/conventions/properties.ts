import fc from "fast-check";
import { channelFields, fetchMessages, sendToSelf } from "../../client/messages.ts";
import { register } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";
import { anActor, people } from "../../draw/people.ts";
import { aPhrase, textOf } from "../../draw/texts.ts";
import { at } from "../../expect.ts";
import { codes } from "../../text/limits.ts";

/** A path that does not exist: behind one that does, and a method that this one has. */
const unknownPaths = [
  { method: "GET", behind: "", tail: "" },
  { method: "POST", behind: "/messages", tail: "" },
  { method: "GET", behind: "/messages/1", tail: "" },
] as const;

/** A path that does not exist is no success; whether in the envelope of errors is noted. A path that exists is one. */
export const unknownRoute = property({
  clause: "error-unknown-route",
  given: {
    who: anActor(...people),
    path: fc.record({
      method: fc.constantFrom("GET", "POST", "PATCH", "DELETE"),
      behind: fc.constantFrom("", "/messages", "/messages/1", "/user_groups/1", "/realm", "/users/me"),
      tail: fc.oneof({ withCrossShrink: true }, fc.constant(""), textOf({ max: 8 })),
    }),
  },
  examples: unknownPaths.map((path) => ({ who: "alice", path }) as const),
  async holds(session, { who, path: { method, behind, tail } }, expect) {
    const actor = session.actor(who);
    const route = `${method} ${behind}/no_such_path${encodeURIComponent(tail)}`;
    const { status, body } = await actor.send(route);
    const isOfStatus = (status >= 400 && status <= 499) || status === 501 || (!session.isHeldToObserved && body.result === "error");
    const isRefusal = isOfStatus && body.result !== "success";
    expect.holds(isRefusal, `${route} answers ${status}, not a refusal`);
    const isEnveloped = body.result === "error" && typeof body.msg === "string" && typeof body.code === "string";
    if (session.isHeldToObserved) session.chooses("unknownRoute", isEnveloped ? "enveloped" : "observed");
    if (!session.target.missing?.has("GET /realm/linkifiers"))
      expect.list(expect.succeeded(await actor.send("GET /realm/linkifiers")).linkifiers, "linkifiers");
  },
});

/** The display name of the empty topic is told at registration, whatever else is asked for. */
export const displayName = property({
  clause: "empty-topic-told",
  given: { who: anActor(), parts: fc.subarray(["message", "stream", "realm_user"]) },
  examples: [{ who: "alice", parts: [] }],
  async holds(session, { who, parts }, expect) {
    const actor = session.actor(who);
    const name = "realm_empty_topic_display_name";
    const nameBeside = async (...more: readonly string[]): Promise<string> =>
      expect.text(session.told(await register(actor, ["realm", ...more]), name), name);
    expect.same(await nameBeside(...parts), await nameBeside(), `${name} beside ${parts.join(", ")}`);
  },
});

/** Acknowledging an event that the queue does not have is refused, and the queue keeps its events, or, as servers do, loses them. */
export const refusedAcknowledgement = property({
  clause: "refused-acknowledgement",
  given: { who: anActor(), messages: fc.integer({ min: 1, max: 3 }), last_event_id: fc.integer({ min: 1000, max: 2_000_000_000 }) },
  examples: [{ who: "alice", messages: 1, last_event_id: 999_999 }],
  async holds(session, { who, messages, last_event_id }, expect) {
    const actor = session.actor(who);
    const queue = await actor.queue({ event_types: ["message"] });
    const content = session.fresh("queued");
    for (let i = 0; i < messages; i++) await sendToSelf(actor, content);
    const poll = { queue_id: queue.id, last_event_id: queue.start, dont_block: true };
    const count = async (): Promise<number | undefined> => {
      const { body } = await actor.send("GET /events", poll);
      if (body.result !== "success") return undefined;
      const events = expect.objects(body.events, "the events of GET /events");
      return events.filter((event) => String(at(event, "message", "content")).includes(content)).length;
    };
    expect.same(await count(), messages, "the number of events of messages that were sent");
    expect.declined(await actor.send("GET /events", { ...poll, last_event_id }), "acknowledging an event that is not there");
    session.chooses("unknownAcknowledgement", (await count()) === messages ? "kept" : "lost");
  },
});

/** A bot's message to a channel that does not exist is refused; whether its owner is told of it is noted where alice owns the bot. */
export const refusedBotMessage = property({
  clause: "refused-bot-message",
  given: { word: fc.constantFrom("channel", "Channel", "käse", "频道", "c+d", "#c"), phrase: aPhrase },
  examples: [{ word: "channel", phrase: "lost" }],
  async holds(session, { word, phrase }, expect) {
    const { robo, alice } = session.as;
    const stream = session.fresh(word);
    const reply = await robo.send("POST /messages", channelFields(stream, "t", phrase));
    expect.refused(reply, codes.noSuchChannel, { stream }, "a bot's message to a channel that does not exist");
    // On a server that others write to, more may be newer.
    const num_before = session.target.kind === "embedded" ? 10 : 200;
    const newest = await fetchMessages(alice, [], { num_before, apply_markdown: false });
    // Owners are told once in a while only, so that hearing nothing says nothing.
    if (newest.some(({ content }) => String(content).includes(stream))) session.chooses("ownerNotices", "sent");
  },
});
