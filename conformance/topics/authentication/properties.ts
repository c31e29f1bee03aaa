import { askForKey } from "../../client/login.ts";
import { fetchMessage, fetchMessages, sendToSelf } from "../../client/messages.ts";
import { recordsWith } from "../../client/registration.ts";
import { ownRealm } from "../../client/serial.ts";
import { fetchServerSettings } from "../../client/server-settings.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { at, type Body, prepared, Untestable } from "../../expect.ts";

/** The server settings are there without credentials, and say which ways to log in there are. */
export const settingsWithoutCredentials = property({
  clause: ["authentication/settings-open", "authentication/settings-methods"],
  async holds({ nobody, expect }) {
    const body = expect.succeeded(await nobody.send("GET /server_settings"), "GET /server_settings without credentials");
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
  async holds(session) {
    const { expect } = session;
    prepared.text(prepared.succeeded(await askForKey(session.as.alice), "a login with the API address").api_key, "api_key");
    const settings = await expect.accepted(fetchServerSettings(session));
    expect.holds(reportsPasswords(settings), "a password opens an account and no method for it is reported");
  },
});

/** Logins by password are not reported any more once they are switched off. */
export const disabledMethodsReported = property({
  clause: "authentication/settings-methods",
  async holds(session) {
    const { expect } = session;
    const { act } = ownRealm(session);
    if (!reportsPasswords(await expect.accepted(fetchServerSettings(session)))) throw new Untestable("logins by password are off already");
    await act({ action: "set_realm", property: "email_auth_enabled", value: false });
    const settings = await expect.accepted(fetchServerSettings(session));
    expect.holds(!reportsPasswords(settings), "logins by password are off, and are reported");
  },
});

/** A bot calls with its own address and key, as people do. */
export const botsCall = property({
  clause: ["authentication/bots", "authentication/bots-everywhere"],
  async holds(session) {
    const { expect } = session;
    const { robo } = session.as;
    const id = await expect.accepted(sendToSelf(robo, session.fresh("beep")));
    const reply = await robo.send(`GET /messages/${id}`);
    if (reply.body.result !== "success") {
      expect.declined(reply, "a fetch by a bot");
      return session.chooses("webhookBots", "observed");
    }
    const { sender_id } = await expect.accepted(fetchMessage(robo, id));
    expect.same(sender_id, robo.user_id, "the sender of a bot's message");
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
  async holds(session) {
    const { expect, nobody } = session;
    const open = await webPublicChannels(session);
    const narrow = [{ operator: "channels", operand: "web-public" }];
    const reply = await nobody.send("GET /messages", { anchor: "newest", num_before: 20, num_after: 0, narrow });
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
