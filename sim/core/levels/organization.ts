import type { LevelFact } from "./fact.ts";

/** Changes of the organization and the server, by level. */
export const organizationLevels = {
  mergeBase: { since: 88, brings: "Server settings tell `service_merge_base`.", source: "observed" },
  webPublicAccess: { since: 116, brings: "Server settings tell whether spectators may read.", source: "observed" },
  ownersAddDomains: { since: 143, brings: "Only owners change the allowed domains.", source: "Authentication" },
  jwtLogin: { since: 160, brings: "POST /jwt/fetch_api_key.", source: "observed" },
  urlTemplates: { since: 176, brings: "Linkifiers have URL templates, before that format strings.", source: "Versioning" },
  exportIds: { since: 182, brings: "The reply to an export has its id.", source: "observed" },
  playgroundTemplates: { since: 196, brings: "Playgrounds have URL templates, before that prefixes.", source: "observed" },
  methodDetails: { since: 243, brings: "Registrations tell more of each way to log in than whether it is on.", source: "observed" },
  realmUrl: { since: 257, brings: "`realm_url`, beside `realm_uri`.", source: "observed" },
  directMessageGroups: {
    since: 270,
    brings: "Group settings say who may begin and who may take part in direct messages.",
    source: "observed",
  },
  exportTypes: { since: 304, brings: "Exports have a type.", source: "observed" },
  exportConsentEvents: { since: 312, brings: "Changes of consents are told.", source: "observed" },
  voiceOnlyCalls: { since: 337, brings: "GET /calls/bigbluebutton/create takes voice_only.", source: "observed" },
  editHistoryPolicy: { since: 358, brings: "A policy says what people see of the history of edits.", source: "observed" },
  alphabeticalParameters: { since: 377, brings: "Parameters are looked at in the order of their names.", source: "observed" },
  expectedFieldNames: { since: 377, brings: "The refusal of an unexpected value names the field.", source: "observed" },
  welcomeTexts: { since: 416, brings: "POST /realm/test_welcome_bot_custom_message.", source: "observed" },
  exportTypeWords: { since: 449, brings: "Types of exports are words, before that numbers.", source: "observed" },
  gifRatingPolicy: { since: 453, brings: "`giphy_rating` is called `gif_rating_policy` in events.", source: "observed" },
  profileFieldMatching: { since: 455, brings: "Profile fields say whether clients find people by them.", source: "observed" },
  constructorCalls: { since: 460, brings: "POST /calls/constructorgroups/create.", source: "observed" },
  nextcloudCalls: { since: 465, brings: "POST /calls/nextcloud_talk/create.", source: "observed" },
  linkifierExamples: { since: 471, brings: "Linkifiers have an example and a template back.", source: "observed" },
  alternativeTemplates: { since: 478, brings: "Linkifiers have further templates.", source: "observed" },
  videoCall: { since: 493, brings: "POST /calls/vc/create, and the events of its tokens.", source: "Versioning" },
} as const satisfies Readonly<Record<string, LevelFact>>;
