import type { Asked } from "./asked.ts";
import { type Answer, type Fields, inSuccess, isSuccess, lacking, refusing, success, swallowed } from "./bodies.ts";
import { type Mutant, onRoute } from "./mutant.ts";

const linkifier = onRoute("GET /realm/linkifiers");
const presence = onRoute("GET /realm/presence");
const device = onRoute("POST /remove_client_device");
const call = onRoute("POST /calls/vc/create");
const key = onRoute("POST /fetch_api_key");
const settings = onRoute("GET /server_settings");

const eachLinkifier = (change: (one: Fields) => void): Answer => inSuccess((body) => void (body.linkifiers as Fields[]).forEach(change));

/** Faults of GET /realm/linkifiers. */
export const linkifiers: readonly Mutant[] = [
  linkifier("linkifiers-in-other-order", "realm.linkifiers.get/order", "Linkifiers come in another order.", {
    answer: inSuccess((body) => void (body.linkifiers as Fields[]).reverse()),
  }),
  linkifier("linkifiers-as-object", "realm.linkifiers.get/linkifiers", "Linkifiers are an object by pattern.", {
    answer: inSuccess(
      (body) => void (body.linkifiers = Object.fromEntries((body.linkifiers as Fields[]).map((one) => [one.pattern, one]))),
    ),
  }),
  linkifier(
    "linkifier-with-format",
    ["linkifier/url_template", "versioning/url-template"],
    "Linkifiers have a format string in place of a template.",
    {
      answer: eachLinkifier((one) => {
        one.url_format = one.url_template;
        delete one.url_template;
      }),
    },
  ),
  linkifier("linkifier-id-as-text", "linkifier/id", "Ids of linkifiers are strings.", {
    answer: eachLinkifier((one) => void (one.id = String(one.id))),
  }),
  linkifier("linkifier-without-example", "linkifier/example_input", "Linkifiers without an example lack the field.", {
    answer: eachLinkifier((one) => {
      if (one.example_input === null) delete one.example_input;
    }),
  }),
  linkifier("linkifier-reverse-undefined", "linkifier/reverse_template", "reverse_template is the empty string where there is none.", {
    answer: eachLinkifier((one) => {
      if (one.reverse_template === null) delete one.reverse_template;
    }),
  }),
  linkifier(
    "linkifier-alternatives-null",
    "linkifier/alternative_url_templates",
    "alternative_url_templates is null where there are none.",
    {
      answer: eachLinkifier((one) => {
        if ((one.alternative_url_templates as unknown[]).length === 0) one.alternative_url_templates = null;
      }),
    },
  ),
];

type Entries = Record<string, Record<string, Fields>>;
const eachPresence = (change: (entry: Record<string, Fields>) => void): Answer =>
  inSuccess((body) => void Object.values(body.presences as Entries).forEach(change));

/** Faults of GET /realm/presence. */
export const presences: readonly Mutant[] = [
  presence("presence-by-id", "realm.presence.get/presences", "Presences are keyed by user id.", {
    answer: inSuccess((body, asked) => {
      const ids = new Map(Object.values(asked.served.cast).map(({ email, user_id }) => [email, user_id]));
      body.presences = Object.fromEntries(
        Object.entries(body.presences as Entries).map(([email, entry]) => [String(ids.get(email) ?? 0), entry]),
      );
    }),
  }),
  presence("presence-not-aggregated", "presence/keys", "Presences have no aggregated.", {
    answer: eachPresence((entry) => void delete entry.aggregated),
  }),
  presence("presence-aggregated-differs", "presence/identical", "aggregated says idle where website says active.", {
    answer: eachPresence(({ aggregated, website }) => {
      if (aggregated && website) aggregated.status = website.status === "active" ? "idle" : "active";
    }),
  }),
  presence("presence-pushable-aggregated", "presence/pushable-absent", "aggregated has pushable too.", {
    answer: eachPresence(({ aggregated }) => void (aggregated!.pushable = false)),
  }),
  presence("presence-pushable-missing", "presence/pushable", "website lacks pushable.", {
    answer: eachPresence(({ website }) => void delete website!.pushable),
  }),
  presence("presence-pushable-true", "presence/pushable", "pushable is true.", {
    answer: eachPresence(({ website }) => void (website!.pushable = true)),
  }),
  presence("presence-offline", "presence/status", "A status is offline.", {
    answer: eachPresence((entry) => {
      for (const one of Object.values(entry)) if (one.status === "idle") one.status = "offline";
    }),
  }),
  presence("presence-other-client", "presence/client", "The client is called web.", {
    answer: eachPresence((entry) => Object.values(entry).forEach((one) => void (one.client = "web"))),
  }),
  presence("presence-in-milliseconds", "presence/timestamp", "Times are in milliseconds.", {
    answer: eachPresence((entry) => Object.values(entry).forEach((one) => void (one.timestamp = Number(one.timestamp) * 1000))),
  }),
  presence("presence-without-server-time", "realm.presence.get/server_timestamp", "server_timestamp is missing.", {
    answer: lacking("server_timestamp"),
  }),
];

/** Faults of POST /remove_client_device and POST /calls/vc/create. */
export const devices: readonly Mutant[] = [
  device("device-kept", "remove_client_device.post/removes", "A device is said to be removed and kept.", { instead: swallowed }),
  device("device-id-not-required", "remove_client_device.post/device_id-required", "device_id may be left out.", {
    instead: (asked) => (asked.field("device_id") === undefined && asked.caller ? success() : undefined),
  }),
  device("device-id-any-text", "remove_client_device.post/unknown-device", "device_id may be any text.", {
    instead: (asked) => (asked.field("device_id") !== undefined && typeof asked.json("device_id") !== "number" ? success() : undefined),
  }),
  device("device-not-removable", "remove_client_device.post/removes", "No device can be removed.", { instead: refusing(() => true) }),
  call("call-without-url", "calls.vc.create.post/url", "The URL of the call is missing.", { answer: lacking("url") }),
  call("call-url-relative", "calls.vc.create.post/url", "The URL of the call has no host.", {
    answer: inSuccess((body) => void (body.url = new URL(String(body.url)).pathname)),
  }),
  call("call-without-token", "calls.vc.create.post/token", "A call needs no token.", {
    instead: (asked) =>
      asked.caller && asked.wouldSay().body.code === "INVALID_VIDEO_CALL_PROVIDER_TOKEN"
        ? success({ url: "https://video.example.com/1" })
        : undefined,
  }),
  call("call-without-provider", "calls.vc.create.post/configured", "A call needs no provider.", {
    instead: (asked) =>
      asked.caller && asked.wouldSay().body.code === "BAD_REQUEST" ? success({ url: "https://video.example.com/1" }) : undefined,
  }),
];

const member = (asked: Asked) => Object.values(asked.served.cast).find(({ email }) => email === asked.field("username"));

/** Faults of POST /fetch_api_key. */
export const keys: readonly Mutant[] = [
  key(
    "any-password",
    ["fetch_api_key.post/wrong-credentials", "authentication/key-exchange-wrong-password"],
    "Any password fetches the key.",
    {
      instead: (asked) => {
        const found = member(asked);
        if (!found || !asked.field("password") || isSuccess(asked.wouldSay())) return undefined;
        return success({ api_key: found.api_key, email: found.email, user_id: found.user_id });
      },
    },
  ),
  key(
    "key-of-another",
    ["fetch_api_key.post/api_key", "fetch_api_key.post/authenticates", "authentication/key-exchange"],
    "The key of somebody else is given.",
    {
      answer: inSuccess((body, asked) => {
        const others = Object.values(asked.served.cast).filter(({ api_key }) => api_key !== body.api_key);
        body.api_key = others[0]!.api_key;
      }),
    },
  ),
  key(
    "key-missing",
    ["fetch_api_key.post/api_key", "fetch_api_key.post/authenticates", "authentication/key-exchange"],
    "The key is not given.",
    { answer: lacking("api_key") },
  ),
  key("key-without-email", "fetch_api_key.post/email", "The address is missing.", { answer: lacking("email") }),
  key(
    "key-without-user-id",
    ["fetch_api_key.post/user_id", "authentication/key-exchange-id", "versioning/api-key-id"],
    "The user id is missing.",
    { answer: lacking("user_id") },
  ),
  key(
    "key-user-id-as-text",
    ["fetch_api_key.post/user_id", "authentication/key-exchange-id", "versioning/api-key-id"],
    "The user id is a string.",
    {
      answer: inSuccess((body) => void (body.user_id = String(body.user_id))),
    },
  ),
  key(
    "key-user-id-of-another",
    ["fetch_api_key.post/user_id", "authentication/key-exchange-id", "versioning/api-key-id"],
    "The user id is that of somebody else.",
    {
      answer: inSuccess((body) => void (body.user_id = Number(body.user_id) + 1)),
    },
  ),
];

/** Faults of GET /server_settings. */
export const serverSettings: readonly Mutant[] = [
  settings("level-missing", ["server_settings.get/service_feature_level", "versioning/level"], "The feature level is missing.", {
    answer: lacking("service_feature_level"),
  }),
  settings("level-as-text", ["server_settings.get/service_feature_level", "versioning/level"], "The feature level is a string.", {
    answer: inSuccess((body) => void (body.service_feature_level = String(body.service_feature_level))),
  }),
  settings(
    "level-not-a-whole-number",
    ["server_settings.get/service_feature_level", "versioning/level"],
    "The feature level is no whole number.",
    {
      answer: inSuccess((body) => void (body.service_feature_level = Number(body.service_feature_level) + 0.5)),
    },
  ),
  settings("old-url-differs", ["server_settings.get/realm_uri", "versioning/realm-uri"], "realm_uri is not realm_url.", {
    answer: inSuccess((body) => void (body.realm_uri = `${String(body.realm_url)}/old`)),
  }),
  settings("methods-as-list", "server_settings.get/authentication_methods", "authentication_methods is a list.", {
    answer: inSuccess((body) => void (body.authentication_methods = Object.keys(body.authentication_methods as Fields))),
  }),
  settings("methods-as-numbers", "server_settings.get/authentication_methods", "authentication_methods are 0 and 1.", {
    answer: inSuccess((body) => {
      const methods = Object.entries(body.authentication_methods as Fields);
      body.authentication_methods = Object.fromEntries(methods.map(([name, on]) => [name, Number(on)]));
    }),
  }),
  settings(
    "external-methods-as-object",
    "server_settings.get/external_authentication_methods",
    "external_authentication_methods is an object.",
    {
      answer: inSuccess((body) => void (body.external_authentication_methods = {})),
    },
  ),
  settings("push-as-text", "server_settings.get/push_notifications_enabled", "push_notifications_enabled is a string.", {
    answer: inSuccess((body) => void (body.push_notifications_enabled = String(body.push_notifications_enabled))),
  }),
  settings("version-a-number", "server_settings.get/service_version", "The version is a number.", {
    answer: inSuccess((body) => void (body.service_version = 12)),
  }),
  settings("merge-base-null", "server_settings.get/service_merge_base", "The merge base is null.", {
    answer: inSuccess((body) => void (body.service_merge_base = null)),
  }),
  settings("realm-name-null", "server_settings.get/realm_name", "The realm's name is null.", {
    answer: inSuccess((body) => void (body.realm_name = null)),
  }),
  settings("incompatible-as-text", "server_settings.get/is_incompatible", "is_incompatible is a string.", {
    answer: inSuccess((body) => void (body.is_incompatible = String(body.is_incompatible))),
  }),
];
