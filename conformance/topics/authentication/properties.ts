import { recordsWith } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";
import { Untestable } from "../../expect.ts";

/** The server settings are there without credentials, and say which ways to log in there are. */
export const settingsWithoutCredentials = property({
  clause: ["authentication/settings-open", "authentication/settings-methods"],
  async holds({ nobody, expect }) {
    const body = expect.succeeded(await nobody.send("GET /server_settings"), "GET /server_settings without credentials");
    const methods = body.authentication_methods ?? body.external_authentication_methods;
    expect.typed(methods, "object or array", "the methods that GET /server_settings reports");
    for (const [name, value] of Object.entries(body.authentication_methods ?? {})) expect.typed(value, "boolean", `the method ${name}`);
  },
});

/** A login by password works where the settings report that way, as far as the given password shows. */
export const reportedMethodsWork = property({
  clause: "authentication/settings-methods",
  async holds(session) {
    const { expect } = session;
    const { nobody, as } = session;
    const { email_auth_enabled } = expect.succeeded(await nobody.send("GET /server_settings"));
    const { password, email } = as.alice.member;
    if (password === null) throw new Untestable("alice's password is not given");
    const { body } = await nobody.send("POST /fetch_api_key", { username: email, password });
    if (email_auth_enabled === false && body.result === "success") {
      const { authentication_methods } = expect.succeeded(await nobody.send("GET /server_settings"));
      expect.holds(
        (authentication_methods as Record<string, boolean>)?.ldap === true,
        "a password opens an account and no method for it is reported",
      );
    }
  },
});

/** A bot calls with its own address and key, as people do. */
export const botsCall = property({
  clause: ["authentication/bots", "authentication/bots-everywhere"],
  async holds(session) {
    const { expect } = session;
    const robo = session.as.robo;
    const { body } = await robo.send("GET /messages", { anchor: "newest", num_before: 1, num_after: 0 });
    if (body.result === "success") return;
    const sent = await robo.send("POST /messages", { type: "direct", to: [robo.user_id], content: session.fresh() });
    expect.succeeded(sent, "a message of a bot that may not fetch messages");
    session.chooses("webhookBots", "observed");
  },
});

/** Messages of web-public channels are refused to callers without credentials, or, where shown, are of web-public channels only. */
export const spectators = property({
  clause: "authentication/spectators",
  async holds(session) {
    const { expect } = session;
    const narrow = [{ operator: "channels", operand: "web-public" }];
    const reply = await session.nobody.send("GET /messages", { anchor: "newest", num_before: 20, num_after: 0, narrow });
    session.chooses("spectators", reply.body.result === "success" ? "observed" : "refused");
    if (reply.body.result !== "success") return void expect.declined(reply, "a fetch by nobody");
    const open = new Set(
      (await recordsWith(session.as.alice, "stream", "is_web_public", true, "streams")).map(({ stream_id }) => stream_id),
    );
    for (const { stream_id } of reply.body.messages as { stream_id?: number }[])
      expect.holds(open.has(stream_id), `nobody is shown a message of the channel ${stream_id}, which is not web-public`);
  },
});
