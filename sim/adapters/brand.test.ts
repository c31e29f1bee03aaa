import { test } from "uvu";
import * as assert from "uvu/assert";
import { newestLevel } from "../core/levels.ts";
import type { SimulatorOptions } from "../server/simulator.ts";
import { type Serving, serving } from "./serving.test.kit.ts";

/** The word that names carry on the wire: each place that has it, and the values that only look as if they had. */

async function under(options: SimulatorOptions, look: (server: Serving) => Promise<void>): Promise<void> {
  const server = await serving(options);
  await look(server);
  await server.close();
}

const brands = [
  ["service", "Service", "vc", "VC"],
  ["zulip", "Zulip", "webex", "Webex"],
  ["acme", "Acme", "vc", "VC"],
] as const;

for (const [brand, Brand, provider, Provider] of brands) {
  test(`${brand}: the version is told under its names`, () =>
    under({ brand }, async (server) => {
      const names = [`${brand}_version`, `${brand}_feature_level`, `${brand}_merge_base`];
      const settings = (await server.ask(undefined, "GET /server_settings")).body;
      const registered = (await server.ask("alice", "POST /register", { fetch_event_types: [] })).body;
      for (const body of [settings, registered]) {
        assert.equal(
          Object.keys(body).filter((name) => /_(version|feature_level|merge_base)$/.test(name)),
          names,
        );
        assert.equal(
          names.map((name) => body[name]),
          ["12.0", newestLevel, "12.0"],
        );
      }
    }));

  test(`${brand}: the challenge, the texts and the client that is too old have it`, () =>
    under({ brand }, async (server) => {
      const stranger = await server.raw("GET /api/v1/messages");
      assert.equal([stranger.status, stranger.headers["www-authenticate"]], [401, `Basic realm="${brand}"`]);
      const gone = await server.ask("alice", "POST /messages", { type: "direct", to: [server.sim.cast.zoe!.user_id], content: "?" });
      assert.is(gone.body.msg, `'zoe@example.com' is no longer using ${Brand}.`);
      const incompatible = async (agent: string) =>
        (await server.raw("GET /api/v1/server_settings", { headers: { "user-agent": agent } })).body.is_incompatible;
      assert.equal([await incompatible(`${Brand}Invalid/1.0`), await incompatible(`${Brand}Mobile/1.0`)], [true, false]);
    }));

  test(`${brand}: video calls go to ${provider}`, () =>
    under({ brand }, async (server) => {
      const made = await server.ask("alice", `POST /calls/${provider}/create`);
      assert.is(made.status, 200, made.text);
      const refused = await server.ask("bob", `POST /calls/${provider}/create`);
      assert.equal([refused.body.msg, refused.body.code], [`Invalid ${Provider} access token`, "INVALID_VIDEO_CALL_PROVIDER_TOKEN"]);
      const other = provider === "vc" ? "webex" : "vc";
      assert.is((await server.ask("alice", `POST /calls/${other}/create`)).status, 404);
      const { body } = await server.ask("alice", "POST /register", {
        event_types: [`has_${provider}_token`],
        fetch_event_types: ["video_calls"],
      });
      assert.equal([body[`has_${provider}_token`], `has_${other}_token` in body], [true, false]);
      server.sim.act({ action: "set_video_token", as: "alice", value: false });
      const polled = await server.ask("alice", "GET /events", { queue_id: body.queue_id, last_event_id: -1, dont_block: true });
      assert.equal(polled.body.events, [{ type: `has_${provider}_token`, value: false, id: 0 }]);
    }));

  test(`${brand}: its own clients read what they send, and the one emoji of its own keeps its value`, () =>
    under({ brand }, async (server) => {
      const flags = async (agent: string) => {
        const form = { ...server.authorization("alice"), "content-type": "application/x-www-form-urlencoded", "user-agent": agent };
        const { body } = await server.raw("POST /api/v1/messages", { headers: form, body: "type=direct&to=[11]&content=note" });
        return ((await server.ask("alice", `GET /messages/${body.id}`)).body.message as { flags: string[] }).flags;
      };
      assert.equal([await flags(`${Brand}Mobile/1.0`), await flags("OtherMobile/1.0")], [["read"], []]);
      const { body } = await server.ask("bob", "POST /messages", { type: "channel", to: "general", topic: "x", content: ":zulip:" });
      server.sim.act({ action: "react", as: "alice", message_id: body.id, emoji_name: "zulip", reaction_type: "zulip_extra_emoji" });
      const { message } = (await server.ask("alice", `GET /messages/${body.id}`)).body as { message: { reactions: object[] } };
      assert.equal(
        message.reactions.map((reaction) => (reaction as Record<string, unknown>).reaction_type),
        ["zulip_extra_emoji"],
      );
    }));
}

test.run();
