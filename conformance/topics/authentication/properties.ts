import fc from "fast-check";
import { makeBot } from "../../client/crowd.ts";
import { channelsOperator, fetchMessages, fetchSource, sendToSelf } from "../../client/messages.ts";
import { administrator, basic, fetchKey, hideAddressFrom } from "../../client/people.ts";
import { recordsWith } from "../../client/registration.ts";
import { passingRealm, type Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { type PersonName, people, twoPeople } from "../../draw/people.ts";
import { aPhrase } from "../../draw/texts.ts";

/** A bot calls with its own address and key, as people do. */
export const botsCall = property({
  clause: ["bots", "bots-everywhere"],
  given: { phrase: aPhrase },
  examples: [{ phrase: "beep" }],
  async holds(session, { phrase }, expect) {
    const { robo } = session.as;
    const content = session.fresh(phrase);
    const id = await expect.accepted(sendToSelf(robo, content));
    const reply = await robo.send(`GET /messages/${id}`);
    if (reply.body.result !== "success") {
      expect.declined(reply, "a fetch by a bot");
      return session.chooses("webhookBots", "observed");
    }
    const { sender_id, content: source } = await expect.accepted(fetchSource(robo, id));
    expect.same([sender_id, source], [robo.user_id, content], "the sender and the content of a bot's message");
  },
});

/** A bot that is an incoming webhook calls what others do. */
export const webhookBot = property({
  clause: "bots-everywhere",
  given: { route: fc.constantFrom("GET /messages", "GET /realm/linkifiers", "GET /realm/presence", "POST /register") },
  examples: [{ route: "GET /realm/linkifiers" }, { route: "POST /register" }],
  async holds(session, { route }, expect) {
    passingRealm(session);
    const webhook = await makeBot(administrator(session), 2);
    const fields = route === "GET /messages" ? { anchor: "newest", num_before: 1, num_after: 0 } : {};
    session.chooses(
      "webhookBots",
      expect.isAccepted(await webhook.send(route, fields), `${route} by a webhook`) ? "everything" : "observed",
    );
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

/** The API address is the user name, also where it is not the one that people log in with. */
export const apiAddress = property({
  clause: "api-address",
  given: { pair: twoPeople<PersonName>(...people), visibility: fc.constantFrom(5, 4, 3, 2) },
  examples: [{ pair: ["cara", "alice"], visibility: 5 }],
  async holds(session, { pair, visibility }, expect) {
    const { nobody } = session;
    const [hidden, viewer] = [session.actor(pair[0]), session.actor(pair[1])];
    const api_key = await fetchKey(hidden);
    const address = await hideAddressFrom(viewer, hidden, visibility);
    const { body } = await nobody.send("GET /realm/linkifiers", {}, basic(address, api_key));
    session.chooses("basicAuthAddress", body.result === "success" ? "api" : "observed");
    if (body.result === "success") return;
    expect.succeeded(await nobody.send("GET /realm/linkifiers", {}, basic(hidden.email, api_key)), "a login by neither address");
  },
});
