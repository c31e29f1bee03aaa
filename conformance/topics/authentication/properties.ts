import fc from "fast-check";
import { makeBot } from "../../client/crowd.ts";
import { channelsOperator, fetchMessages, fetchSource, sendToSelf } from "../../client/messages.ts";
import { administrator, basic, fetchKey, hideAddressFrom } from "../../client/people.ts";
import { recordsWith } from "../../client/registration.ts";
import { passingRealm, type Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { people, twoPeople } from "../../draw/people.ts";
import { aPhrase } from "../../draw/texts.ts";

/** A bot calls with its own address and key, as people do, one that is an incoming webhook too. */
export const botsCall = property({
  clause: ["bots", "bots-everywhere"],
  given: { phrase: aPhrase, isWebhook: fc.boolean() },
  examples: [false, true].map((isWebhook) => ({ phrase: "beep", isWebhook })),
  async holds(session, { phrase, isWebhook }, expect) {
    if (isWebhook) passingRealm(session);
    const made = isWebhook ? await makeBot(administrator(session), 2) : undefined;
    const caller = made ?? session.as.robo;
    const ofOwner = made && (await session.nobody.send("GET /realm/linkifiers", {}, basic(administrator(session).email, made.key)));
    if (ofOwner) expect.declined(ofOwner, "a bot's key beside its owner's address");
    const content = session.fresh(phrase);
    const id = await expect.accepted(sendToSelf(caller, content));
    const reply = await caller.send(`GET /messages/${id}`);
    if (!expect.isAccepted(reply, "a fetch by a bot")) return session.chooses("webhookBots", "observed");
    const { sender_id, content: source } = await expect.accepted(fetchSource(caller, id));
    expect.same([sender_id, source], [caller.user_id, content], "the sender and the content of a bot's message");
  },
});

/** Returns the ids of the channels that anybody may look into, each of which alice reads. */
async function webPublicChannels({ as }: Session): Promise<ReadonlySet<unknown>> {
  const channels = await recordsWith(as.alice, "stream", "is_web_public", true, "streams");
  return new Set(channels.map(({ stream_id }) => stream_id));
}

/** Messages of web-public channels are refused to callers without credentials, or, where shown, are of web-public channels only. */
export const spectators = property({
  clause: "spectators",
  given: { anchor: fc.constantFrom("newest", "oldest"), count: fc.integer({ min: 1, max: 100 }) },
  examples: [{ anchor: "newest", count: 20 }],
  async holds(session, { anchor, count }, expect) {
    const { nobody } = session;
    const open = await webPublicChannels(session);
    const narrow = [{ operator: channelsOperator(session.as.alice), operand: "web-public" }];
    const reply = await nobody.send("GET /messages", { anchor, num_before: count, num_after: count, narrow });
    const isShown = reply.body.result === "success";
    session.chooses("spectators", isShown ? "observed" : "refused");
    if (isShown) {
      expect.each(expect.objects(reply.body.messages, "the messages that nobody is shown"), "message for nobody", ({ stream_id }) =>
        expect.holds(open.has(stream_id), `nobody is shown a message of the channel ${String(stream_id)}, which is not web-public`),
      );
    } else {
      expect.declined(reply, "a fetch by nobody");
      await expect.accepted(fetchMessages(session.as.alice, narrow));
    }
  },
});

/** A key with spaces around it opens nothing. */
export const paddedKey = property({
  clause: "padded-key",
  given: { who: fc.constantFrom(...people), padding: fc.constantFrom(" ", "\n", "\t "), isBehind: fc.boolean() },
  examples: [{ who: "alice", padding: " ", isBehind: true }],
  async holds(session, { who, padding, isBehind }, expect) {
    const { nobody } = session;
    const { email } = session.actor(who);
    const key = await fetchKey(session.actor(who));
    const padded = isBehind ? `${key}${padding}` : `${padding}${key}`;
    const { body } = await nobody.send("GET /realm/linkifiers", {}, basic(email, padded));
    session.chooses("paddedCredentials", body.result === "success" ? "observed" : "refused");
    expect.succeeded(await nobody.send("GET /realm/linkifiers", {}, basic(email, key)), "a login by the key as it is");
  },
});

/** The API address is the user name, also where it is not the one that people log in with. */
export const apiAddress = property({
  clause: "api-address",
  given: { pair: twoPeople(...people), visibility: fc.constantFrom(5, 4, 3, 2) },
  examples: [{ pair: ["cara", "alice"], visibility: 5 }],
  async holds(session, { pair, visibility }, expect) {
    const { nobody } = session;
    const [hidden, viewer] = [session.actor(pair[0]), session.actor(pair[1])];
    const api_key = await fetchKey(hidden);
    const elsewhere = await nobody.send("GET /realm/linkifiers", {}, basic(hidden.email.replace("@", "@not."), api_key));
    expect.declined(elsewhere, "a key beside its owner's name at another host");
    const address = await hideAddressFrom(viewer, hidden, visibility);
    const { body } = await nobody.send("GET /realm/linkifiers", {}, basic(address, api_key));
    session.chooses("basicAuthAddress", body.result === "success" ? "api" : "observed");
    if (body.result === "success") return;
    expect.succeeded(await nobody.send("GET /realm/linkifiers", {}, basic(hidden.email, api_key)), "a login by neither address");
  },
});
