import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Event } from "../../actions/hearing.test.kit.ts";
import { createSimulator } from "../../index.ts";
import { type Boundaries, comparisonsOf, coverageOf } from "./boundary.test.kit.ts";
import { act, body, group, hasRoute, hears, outcome, type ShownList, says, send, tells, told } from "./looks.test.kit.ts";
import { organizationLevels } from "./organization.ts";
import { exported, heard, ownerBody, ownerHasRoute, ownerReads } from "./owner-looks.test.kit.ts";

const boundaries: Boundaries = {
  ownersAddDomains: [
    says("POST /realm/domains", { domain: "new.example.com", allow_subdomains: false }, "dana"),
    "success",
    "Must be an organization owner",
  ],
  urlTemplates: [
    (sim) => {
      const [{ linkifiers }, { realm_linkifiers }, { realm_filters }] = [
        body(sim, "GET /realm/linkifiers"),
        told(sim, "realm_linkifiers"),
        told(sim, "realm_filters"),
      ];
      const heard = hears(sim, "bob", ["realm_linkifiers", "realm_filters"], () =>
        send(sim, `DELETE /realm/filters/${String((linkifiers as ShownList)[1]!.id)}`, {}, "dana"),
      );
      return [
        Object.keys((linkifiers as ShownList)[0]!),
        (realm_linkifiers as ShownList).length,
        realm_filters,
        heard.map(({ type }) => type),
      ];
    },
    [
      ["id", "pattern", "url_format"],
      2,
      [
        ["#(?P<id>[0-9]{2,8})", "https://tasks.example.com/{id}", 71],
        ["PLOT-(?P<plot>[0-9]+)", "https://garden.example.com/plots/{plot}", 72],
      ],
      ["realm_linkifiers", "realm_filters"],
    ],
    [["id", "pattern", "url_template"], 0, [], ["realm_linkifiers"]],
  ],
  realmUrl: [(sim) => ["realm_url" in body(sim, "GET /server_settings"), tells("realm_url")(sim)], [false, false], [true, true]],
  directMessageGroups: [
    (sim) =>
      outcome(
        send(
          act(sim, { action: "set_realm", property: "direct_message_permission_group", value: group(sim, "role:owners") }),
          "POST /messages",
          { type: "private", to: ["bob@example.com"], content: "x" },
        ),
      ),
    "success",
    "This conversation does not include any users who can authorize it.",
  ],
  editHistoryPolicy: [tells("realm_message_edit_history_visibility_policy"), false, true],
  linkifierExamples: [
    (sim) => Object.keys((body(sim, "GET /realm/linkifiers").linkifiers as ShownList)[0]!),
    ["id", "pattern", "url_template"],
    ["id", "pattern", "url_template", "example_input", "reverse_template"],
  ],
  alternativeTemplates: [
    (sim) => Object.keys((body(sim, "GET /realm/linkifiers").linkifiers as ShownList)[0]!),
    ["id", "pattern", "url_template", "example_input", "reverse_template"],
    ["id", "pattern", "url_template", "example_input", "reverse_template", "alternative_url_templates"],
  ],
  limitHelp: [
    ({ server: { level } }) => {
      const limited = createSimulator({ level, rulings: { rateLimits: "on" } }).as();
      const logIn = () => limited.send("POST /fetch_api_key", { username: "bob@example.com", password: "wrong" }).body.msg;
      for (let i = 0; i < 5; i++) logIn();
      return logIn();
    },
    "API usage exceeded rate limit",
    "API usage exceeded rate limit; see https://service.com/api/http-headers#rate-limiting-response-headers",
  ],
  videoCall: [hasRoute("POST /calls/vc/create"), false, true],
  alphabeticalParameters: [says("POST /messages"), "Missing 'type' argument", "Missing 'content' argument"],
  expectedFieldNames: [
    (sim) => body(sim, `PATCH /user_groups/${group(sim, "support")}`, { can_join_group: { new: 2, old: 3 } }, "owen").field_name,
    undefined,
    "old",
  ],
  mergeBase: [(sim) => "service_merge_base" in ownerBody(sim, "GET /server_settings"), false, true],
  webPublicAccess: [(sim) => "realm_web_public_access_enabled" in ownerBody(sim, "GET /server_settings"), false, true],
  jwtLogin: [ownerHasRoute("POST /jwt/fetch_api_key"), false, true],
  voiceOnlyCalls: [
    (sim) => ownerBody(sim, "GET /calls/bigbluebutton/create", { meeting_name: "a", voice_only: true }).url,
    "https://video.example.com/meet/a",
    "https://video.example.com/meet/a?voice_only=true",
  ],
  constructorCalls: [ownerHasRoute("POST /calls/constructorgroups/create"), false, true],
  nextcloudCalls: [ownerHasRoute("POST /calls/nextcloud_talk/create"), false, true],
  exportIds: [(sim) => "id" in ownerBody(sim, "POST /export/realm"), false, true],
  methodDetails: [
    (sim) => (ownerBody(sim, "POST /register").realm_authentication_methods as Event).Email,
    true,
    { enabled: true, available: true },
  ],
  exportTypes: [(sim) => exported(sim).export_type, undefined, 1],
  exportConsentEvents: [
    (sim) => heard(sim, "dana", ["realm_export_consent"], () => ownerBody(sim, "PATCH /settings", { allow_private_data_export: true })),
    [],
    ["realm_export_consent"],
  ],
  welcomeTexts: [ownerHasRoute("POST /realm/test_welcome_bot_custom_message"), false, true],
  exportTypeWords: [(sim) => exported(sim).export_type, 1, "public"],
  gifRatingPolicy: [
    (sim) => heard(sim, "dana", ["realm"], () => ownerBody(sim, "PATCH /realm", { giphy_rating: 1 })),
    ["realm update giphy_rating"],
    ["realm update gif_rating_policy"],
  ],
  playgroundTemplates: [
    (sim) => {
      const fields = {
        name: "Try it",
        pygments_language: "Go",
        url_prefix: "https://a.example/?x=",
        url_template: "https://b.example/{code}",
      };
      ownerBody(sim, "POST /realm/playgrounds", fields);
      const { id, name, pygments_language, ...places } = (ownerBody(sim, "POST /register").realm_playgrounds as Event[])[0]!;
      return places;
    },
    { url_prefix: "https://a.example/?x=" },
    { url_template: "https://b.example/{code}" },
  ],
  profileFieldMatching: [
    ownerReads("POST /realm/profile_fields", "use_for_user_matching", { field_type: 1, name: "Nickname" }),
    false,
    true,
  ],
};

for (const [name, find, expected] of [coverageOf(organizationLevels, boundaries), ...comparisonsOf(boundaries)])
  test(name, () => assert.equal(find(), expected));

test.run();
