import { type Answer, type Fields, inSuccess, lacking, refusing, success, swallowed } from "./bodies.ts";
import { type Mutant, onRoute } from "./mutant.ts";

const linkifier = onRoute("GET /realm/linkifiers");

const presence = onRoute("GET /realm/presence");

const device = onRoute("POST /remove_client_device");

const call = onRoute("POST /calls/vc/create");

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
