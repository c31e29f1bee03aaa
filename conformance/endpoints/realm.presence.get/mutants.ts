import { type AlterAnswer, inSuccess, type MutableFields, refusal } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const presence = onRoute("GET /realm/presence");
type Entries = Record<string, Record<string, MutableFields>>;

const eachPresence = (change: (entry: Record<string, MutableFields>) => void): AlterAnswer =>
  inSuccess((body) => void Object.values(body.presences as Entries).forEach(change));

/** Faults of presences. */
const ofRecord: readonly Mutant[] = [
  presence("presence-not-aggregated", "presence/keys", "Presences have no aggregated.", {
    answer: eachPresence((entry) => void delete entry.aggregated),
  }),
  presence("presence-aggregated-differs", "presence/identical", "aggregated says idle where website says active.", {
    answer: eachPresence(({ aggregated, website }) => {
      if (aggregated && website) aggregated.status = website.status === "active" ? "idle" : "active";
    }),
  }),
  presence("presence-pushable-aggregated", "presence/pushable-absent", "aggregated has pushable too.", {
    answer: eachPresence(({ aggregated }) => void (aggregated && (aggregated.pushable = false))),
  }),
  presence("presence-pushable-missing", "presence/pushable", "website lacks pushable.", {
    answer: eachPresence(({ website }) => void delete website?.pushable),
  }),
  presence("presence-pushable-true", "presence/pushable", "pushable is true.", {
    answer: eachPresence(({ website }) => void (website && (website.pushable = true))),
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
  presence("presence-of-the-future", "presence/timestamp", "Times are those when a client is to report again.", {
    answer: eachPresence((entry) => Object.values(entry).forEach((one) => void (one.timestamp = Number(one.timestamp) + 3600))),
  }),
  presence("presence-never-idle", "states.presence/values", "Whoever was there of late is called active.", {
    answer: eachPresence((entry) => Object.values(entry).forEach((one) => void (one.status = "active"))),
  }),
  presence("presence-never-active", "states.presence/values", "Everybody is called idle.", {
    answer: eachPresence((entry) => Object.values(entry).forEach((one) => void (one.status = "idle"))),
  }),
];

/** Returns the addresses that people log in with, by their API addresses. */
const loginAddresses = (request: InterceptedRequest): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(request.served.cast).flatMap(([name, { email, user_id }]) => {
      const { realm_users } = request.also(name, "POST /register", { event_types: [], fetch_event_types: ["realm_user"] }).body;
      const own = ((realm_users ?? []) as MutableFields[]).find((user) => user.user_id === user_id);
      return typeof own?.delivery_email === "string" ? [[email, own.delivery_email] as const] : [];
    }),
  );

/** Faults of GET /realm/presence. */
export const mutants: readonly Mutant[] = [
  ...ofRecord,
  presence("presence-by-id", "realm.presence.get/presences", "Presences are keyed by user id.", {
    answer: inSuccess((body, request) => {
      const ids = new Map(Object.values(request.served.cast).map(({ email, user_id }) => [email, user_id]));
      body.presences = Object.fromEntries(
        Object.entries(body.presences as Entries).map(([email, entry]) => [String(ids.get(email) ?? 0), entry]),
      );
    }),
  }),
  presence(
    "presence-by-login-address",
    "realm.presence.get/hidden-addresses",
    "Presences are keyed by the addresses that people log in with.",
    {
      answer: inSuccess((body, request) => {
        const addresses = loginAddresses(request);
        const entries = Object.entries(body.presences as Entries);
        body.presences = Object.fromEntries(entries.map(([email, entry]) => [addresses.get(email) ?? email, entry]));
      }),
    },
  ),
  presence("presence-without-those-who-hide", "realm.presence.get/hidden-addresses", "Those who hide their address are left out.", {
    answer: inSuccess((body, request) => {
      const addresses = loginAddresses(request);
      const entries = Object.entries(body.presences as Entries);
      body.presences = Object.fromEntries(entries.filter(([email]) => (addresses.get(email) ?? email) === email));
    }),
  }),
  presence("presence-time-in-milliseconds", "realm.presence.get/server_timestamp", "server_timestamp is in milliseconds.", {
    answer: inSuccess((body) => void (body.server_timestamp = Number(body.server_timestamp) * 1000)),
  }),
  presence("presence-as-list", "realm.presence.get/presences", "presences is a list.", {
    answer: inSuccess((body) => void (body.presences = Object.values(body.presences as Entries))),
  }),
  presence("presence-needs-a-parameter", "realm.presence.get/no-parameters", "The parameter slim_presence has to be sent.", {
    instead: (request) =>
      request.field("slim_presence") === undefined ? refusal("REQUEST_VARIABLE_MISSING", { var_name: "slim_presence" }) : undefined,
  }),
  presence("presence-of-all-to-guests", "realm.presence.get/accessible-users", "Guests are shown the presence of everybody.", {
    request: (request) => (request.caller === "gus" ? request.by("alice") : undefined),
  }),
  presence("presence-of-none-to-guests", "realm.presence.get/accessible-users", "Guests are shown the presence of nobody but themselves.", {
    answer: inSuccess((body, request) => {
      const email = request.member("gus").email;
      if (request.caller === "gus")
        body.presences = Object.fromEntries(Object.entries(body.presences as Entries).filter(([key]) => key === email));
    }),
  }),
];
