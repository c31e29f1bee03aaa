import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Event, listener } from "../actions/hearing.test.kit.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";
import { supportLevels } from "./support-levels.ts";

type Look = (sim: Simulator) => unknown;

const body = (sim: Simulator, route: string, fields: Event = {}, as = "owen"): Event => sim.as(as).send(route, fields).body;
const hasRoute =
  (route: string, fields: Event = {}, as = "owen"): Look =>
  (sim) =>
    ![404, 405].includes(sim.as(as).send(route, fields).status);
const reads =
  (route: string, name: string, fields: Event = {}): Look =>
  (sim) =>
    !(body(sim, route, { ...fields, [name]: fields[name] ?? true }).ignored_parameters_unsupported as string[] | undefined)?.includes(name);
const invitation = { invitee_emails: "finn@example.com", stream_ids: [] };
const reminder = (sim: Simulator): Event => ({
  message_id: Math.max(...sim.state.messages.keys()),
  scheduled_delivery_timestamp: sim.now() / 1000 + 60,
});
/** The types and operations of events that somebody hears while something happens. */
const heard = (sim: Simulator, as: string, types: readonly string[], happens: () => unknown): unknown => {
  const hear = listener(sim, as, types);
  happens();
  return hear().map(({ type, op, property }) => [type, op, property].filter(Boolean).join(" "));
};
const madeBot = (sim: Simulator): Event => body(sim, "POST /bots", { full_name: "Weather", short_name: "weather" });
const exported = (sim: Simulator): Event => {
  body(sim, "POST /export/realm");
  return (body(sim, "GET /export/realm").exports as Event[])[0]!;
};

/** What a client sees at the level before each change, and at it. */
const boundaries: Readonly<Record<keyof typeof supportLevels, readonly [look: Look, before: unknown, after: unknown]>> = {
  mergeBase: [(sim) => "service_merge_base" in body(sim, "GET /server_settings"), false, true],
  settingsDefaults: [hasRoute("PATCH /realm/user_settings_defaults"), false, true],
  webPublicAccess: [(sim) => "realm_web_public_access_enabled" in body(sim, "GET /server_settings"), false, true],
  wholeMessages: [(sim) => "message" in body(sim, `GET /messages/${Math.max(...sim.state.messages.keys())}`), false, true],
  exportIds: [(sim) => "id" in body(sim, "POST /export/realm"), false, true],
  linksOfMembers: [
    (sim) => {
      sim.act({ action: "set_realm", property: "create_multiuse_invite_group", value: "role:members" });
      return sim.as("bob").send("POST /invites/multiuse").status;
    },
    400,
    200,
  ],
  methodDetails: [
    (sim) => (body(sim, "POST /register").realm_authentication_methods as Event).Email,
    true,
    { enabled: true, available: true },
  ],
  channelsOfInvites: [reads("POST /invites", "include_realm_default_subscriptions", invitation), false, true],
  referrerNotices: [
    (sim) => {
      body(sim, "POST /invites", invitation);
      return "notify_referrer_on_join" in (body(sim, "GET /invites").invites as Event[])[0]!;
    },
    false,
    true,
  ],
  exportConsents: [hasRoute("GET /export/realm/consents"), false, true],
  exportTypes: [(sim) => exported(sim).export_type, undefined, 1],
  exportConsentEvents: [
    (sim) => heard(sim, "dana", ["realm_export_consent"], () => body(sim, "PATCH /settings", { allow_private_data_export: true })),
    [],
    ["realm_export_consent"],
  ],
  userByAddressEdits: [hasRoute("PATCH /users/bob@example.com"), false, true],
  groupsOfInvites: [reads("POST /invites", "group_ids", { ...invitation, group_ids: [] }), false, true],
  reminders: [(sim) => sim.as("owen").send("POST /reminders", reminder(sim)).status, 404, 200],
  messageReports: [hasRoute("POST /messages/101/report", { report_type: "spam" }), false, true],
  reminderList: [hasRoute("GET /reminders"), false, true],
  statusOfOthers: [hasRoute("POST /users/13/status", { status_text: "away" }), false, true],
  reminderNotes: [
    (sim) => body(sim, "POST /reminders", { ...reminder(sim), note: "x" }).ignored_parameters_unsupported,
    ["note"],
    undefined,
  ],
  welcomeTexts: [hasRoute("POST /realm/test_welcome_bot_custom_message"), false, true],
  channelCreatorWord: [
    (sim) => {
      const { stream } = body(sim, "POST /register").server_supported_permission_settings as { stream: Record<string, Event> };
      return stream.can_administer_channel_group!.default_group_name;
    },
    "stream_creator_or_nobody",
    "channel_creator",
  ],
  consentVisibility: [
    (sim) => "email_address_visibility" in (body(sim, "GET /export/realm/consents").export_consents as Event[])[0]!,
    false,
    true,
  ],
  exportTypeWords: [(sim) => exported(sim).export_type, 1, "public"],
  gifRatingPolicy: [
    (sim) => heard(sim, "dana", ["realm"], () => body(sim, "PATCH /realm", { giphy_rating: 1 })),
    ["realm update giphy_rating"],
    ["realm update gif_rating_policy"],
  ],
  botKeys: [(sim) => "api_key" in body(sim, `GET /bots/${madeBot(sim).user_id}/api_key`), false, true],
  statusByBots: [
    (sim) => {
      sim.act({ action: "set_user", as: "robo", property: "role", value: "administrator" });
      return sim.as("robo").send("POST /users/13/status", { status_text: "away" }).status;
    },
    400,
    200,
  ],
  deliveryAddresses: [
    (sim) => (body(sim, "GET /users", {}, "bob").members as Event[]).every((record) => "delivery_email" in record),
    false,
    true,
  ],
  playgroundTemplates: [
    (sim) => {
      const fields = {
        name: "Try it",
        pygments_language: "Go",
        url_prefix: "https://a.example/?x=",
        url_template: "https://b.example/{code}",
      };
      body(sim, "POST /realm/playgrounds", fields);
      const { id, name, pygments_language, ...places } = (body(sim, "POST /register").realm_playgrounds as Event[])[0]!;
      return places;
    },
    { url_prefix: "https://a.example/?x=" },
    { url_template: "https://b.example/{code}" },
  ],
  channelTraffic: [
    (sim) => [
      "stream_weekly_traffic" in (body(sim, "GET /streams").streams as Event[])[0]!,
      "stream_weekly_traffic" in (body(sim, "GET /users/me/subscriptions").subscriptions as Event[])[0]!,
    ],
    [false, true],
    [true, true],
  ],
  attachmentSeconds: [
    (sim) => {
      sim.as("owen").send("POST /user_uploads", {}, [{ name: "x.txt", type: "text/plain", bytes: new Uint8Array(1) }]);
      const { create_time } = (body(sim, "GET /attachments").attachments as Event[])[0]!;
      return Number(create_time) / sim.now() > 0.5;
    },
    true,
    false,
  ],
  profileFieldMatching: [reads("POST /realm/profile_fields", "use_for_user_matching", { field_type: 1, name: "Nickname" }), false, true],
  thumbnails: [
    (sim) => {
      const bytes = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 8, 0, 0, 0, 8]);
      const { url } = sim.as("owen").send("POST /user_uploads", {}, [{ name: "x.png", type: "image/png", bytes }]).body;
      body(sim, "POST /messages", { type: "channel", to: "general", topic: "x", content: `[x](${url})` });
      return heard(sim, "owen", ["update_message"], () => sim.advance({ ms: 1000 }));
    },
    [],
    ["update_message"],
  ],
  leanBots: [
    (sim) => {
      madeBot(sim);
      return "email" in (body(sim, "POST /register", { fetch_event_types: ["realm_bot"] }).realm_bots as Event[])[0]!;
    },
    true,
    false,
  ],
};

for (const [change, [look, before, after]] of Object.entries(boundaries)) {
  const level = supportLevels[change as keyof typeof supportLevels];
  test(`${change} is not there at level ${level - 1} and is at ${level}`, () => {
    assert.equal(look(createSimulator({ level: level - 1 })), before);
    assert.equal(look(createSimulator({ level })), after);
  });
}

test.run();
