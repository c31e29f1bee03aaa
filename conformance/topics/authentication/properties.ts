import fc from "fast-check";
import { fetchKey } from "../../client/login.ts";
import { channelsOperator, fetchMessages, fetchSource, sendToSelf } from "../../client/messages.ts";
import { recordsWith } from "../../client/registration.ts";
import { ownRealm } from "../../client/serial.ts";
import { callerOf, fetchServerSettings } from "../../client/server-settings.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { anActor, anybody, type PersonName, people } from "../../draw/people.ts";
import { aPhrase } from "../../draw/texts.ts";
import { at, type Body, Untestable } from "../../expect.ts";

/** The server settings are there with credentials and without, and say which ways to log in there are. */
export const settingsWithoutCredentials = property<{ readonly who: PersonName | null }>({
  clause: ["authentication/settings-open", "authentication/settings-methods"],
  given: { who: anybody },
  examples: [{ who: null }],
  async holds(session, { who }) {
    const { expect } = session;
    const body = expect.succeeded(await callerOf(session, who).send("GET /server_settings"), `GET /server_settings by ${who ?? "nobody"}`);
    const { authentication_methods: methods, external_authentication_methods: external } = body;
    expect.holds(methods !== undefined || external !== undefined, "GET /server_settings reports no methods to log in");
    if (external !== undefined) expect.objects(external, "external_authentication_methods");
    for (const [name, value] of Object.entries(methods === undefined ? {} : expect.object(methods, "authentication_methods")))
      expect.typed(value, "boolean", `the method ${name}`);
  },
});

/** Returns whether the settings report a way to log in with a password: by address or by directory. */
const reportsPasswords = (settings: Body): boolean =>
  settings.email_auth_enabled === true ||
  ["password", "email", "ldap"].some((method) => at(settings, "authentication_methods", method) === true);

/** A way to log in is reported where a password opens an account. */
export const reportedMethodsWork = property({
  clause: "authentication/settings-methods",
  given: { who: anActor(...people) },
  examples: [{ who: "alice" }],
  async holds(session, { who }) {
    const { expect } = session;
    await fetchKey(session.actor(who));
    const settings = await expect.accepted(fetchServerSettings(session));
    expect.holds(reportsPasswords(settings), "a password opens an account and no method for it is reported");
  },
});

/** Logins by password are reported while they are on, and not while they are off, whatever was set before. */
export const disabledMethodsReported = property({
  clause: "authentication/settings-methods",
  given: { values: fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }) },
  examples: [{ values: [false] }],
  async holds(session, { values }) {
    const { expect } = session;
    const { act } = ownRealm(session);
    if (!reportsPasswords(await expect.accepted(fetchServerSettings(session)))) throw new Untestable("logins by password are off already");
    for (const value of values) {
      await act({ action: "set_realm", property: "email_auth_enabled", value });
      const settings = await expect.accepted(fetchServerSettings(session));
      expect.same(reportsPasswords(settings), value, `whether logins by password are reported where email_auth_enabled is ${value}`);
    }
  },
});

/** A bot calls with its own address and key, as people do. */
export const botsCall = property({
  clause: ["authentication/bots", "authentication/bots-everywhere"],
  given: { phrase: aPhrase },
  examples: [{ phrase: "beep" }],
  async holds(session, { phrase }) {
    const { expect } = session;
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

/** Returns the ids of the channels that anybody may look into, each of which alice reads. */
async function webPublicChannels({ as }: Session): Promise<ReadonlySet<unknown>> {
  const channels = await recordsWith(as.alice, "stream", "is_web_public", true, "streams");
  return new Set(channels.map(({ stream_id }) => stream_id));
}

/** Messages of web-public channels are refused to callers without credentials, or, where shown, are of web-public channels only. */
export const spectators = property({
  clause: "authentication/spectators",
  given: { anchor: fc.constantFrom("newest", "oldest"), count: fc.integer({ min: 1, max: 100 }) },
  examples: [{ anchor: "newest", count: 20 }],
  async holds(session, { anchor, count }) {
    const { expect, nobody } = session;
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
