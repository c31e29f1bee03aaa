import { type Change, inEach, listOf, type MutableFields, refusal, within } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const presence = onRoute("GET /realm/presence", "presence");
/** Changes what is said of a website or of all. */
const inStatuses = (by: Change): Change =>
  inEach("presences", (entry, request) => {
    for (const kind of Object.keys(entry)) within(kind, by)(entry, request);
    return undefined;
  });

/** Changes the list of presences, by their keys. */
const rekeyed =
  (change: (entries: readonly (readonly [email: string, entry: unknown])[], request: InterceptedRequest) => typeof entries): Change =>
  ({ presences }, request) => ({ presences: Object.fromEntries(change(Object.entries(presences as MutableFields), request)) });

const timeOf = (entry: unknown): number => Number((entry as { readonly aggregated: MutableFields }).aggregated.timestamp);

/** Returns the addresses that people log in with, by their API addresses. */
const loginAddresses = (request: InterceptedRequest): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(request.served.cast).flatMap(([name, { email, user_id }]) => {
      const own = listOf(request.registered(name, "realm_user").realm_users).find((user) => user.user_id === user_id);
      return typeof own?.delivery_email === "string" ? [[email, own.delivery_email] as const] : [];
    }),
  );

export const mutants: readonly Mutant[] = [
  // What is said of somebody.
  presence("presence-not-aggregated", "keys").says("Presences have no aggregated.").answersEach("presences", { aggregated: undefined }),
  presence("presence-aggregated-differs", "identical")
    .says("aggregated says idle where website says active.")
    .answersEach(
      "presences",
      within("aggregated", ({ status }) => ({ status: status === "active" ? "idle" : "active" })),
    ),
  presence("presence-pushable-aggregated", "pushable-absent")
    .says("aggregated has pushable too.")
    .answersEach("presences", within("aggregated", { pushable: false })),
  presence("presence-pushable-missing", "pushable")
    .says("website lacks pushable.")
    .answersEach("presences", within("website", { pushable: undefined })),
  presence("presence-pushable-true", "pushable")
    .says("pushable is true.")
    .answersEach("presences", within("website", { pushable: true })),
  presence("presence-offline", "status")
    .says("A status is offline.")
    .answers(inStatuses(({ status }) => status === "idle" && { status: "offline" })),
  presence("presence-other-client", "client")
    .says("The client is called web.")
    .answers(inStatuses({ client: "web" })),
  presence("presence-in-milliseconds", "timestamp")
    .says("Times are in milliseconds.")
    .answers(inStatuses(({ timestamp }) => ({ timestamp: Number(timestamp) * 1000 }))),
  presence("presence-of-the-future", "timestamp")
    .says("Times are those when a client is to report again.")
    .answers(inStatuses(({ timestamp }) => ({ timestamp: Number(timestamp) + 3600 }))),
  presence("presence-never-idle", "states.presence/values")
    .says("Whoever was there of late is called active.")
    .answers(inStatuses({ status: "active" })),
  presence("presence-never-active", "states.presence/values")
    .says("Everybody is called idle.")
    .answers(inStatuses({ status: "idle" })),
  // Of whom it is said.
  presence("presence-by-id", "realm.presence.get/presences")
    .says("Presences are keyed by user id.")
    .answers(
      rekeyed((entries, { served }) => {
        const ids = new Map(Object.values(served.cast).map(({ email, user_id }) => [email, user_id]));
        return entries.map(([email, entry]) => [String(ids.get(email) ?? 0), entry]);
      }),
    ),
  presence("presence-by-login-address", "realm.presence.get/hidden-addresses")
    .says("Presences are keyed by the addresses that people log in with.")
    .answers(
      rekeyed((entries, request) => {
        const addresses = loginAddresses(request);
        return entries.map(([email, entry]) => [addresses.get(email) ?? email, entry]);
      }),
    ),
  presence("presence-without-those-who-hide", "realm.presence.get/hidden-addresses")
    .says("Those who hide their address are left out.")
    .answers(
      rekeyed((entries, request) => {
        const addresses = loginAddresses(request);
        return entries.filter(([email]) => (addresses.get(email) ?? email) === email);
      }),
    ),
  presence("presence-forgotten", "realm.presence.get/seen-long-ago")
    .says("Who was not seen for two weeks is left out.")
    .answers(({ server_timestamp, presences }) => {
      const since = Number(server_timestamp) - 14 * 86_400;
      return { presences: Object.fromEntries(Object.entries(presences as MutableFields).filter(([, entry]) => timeOf(entry) >= since)) };
    }),
  presence("presence-time-in-milliseconds", "realm.presence.get/server_timestamp")
    .says("server_timestamp is in milliseconds.")
    .tells("server_timestamp", (timestamp) => Number(timestamp) * 1000),
  presence("presence-as-list", "realm.presence.get/presences")
    .says("presences is a list.")
    .tells("presences", (presences) => Object.values(presences as MutableFields)),
  presence("presence-needs-a-parameter", "realm.presence.get/no-parameters")
    .says("The parameter slim_presence has to be sent.")
    .replies(
      (request) => request.field("slim_presence") === undefined && refusal("REQUEST_VARIABLE_MISSING", { var_name: "slim_presence" }),
    ),
  presence("presence-of-all-to-guests", "realm.presence.get/accessible-users")
    .says("Guests are shown the presence of everybody.")
    .takes((request) => request.caller === "gus" && request.by("alice")),
  presence("presence-of-none-to-guests", "realm.presence.get/accessible-users")
    .says("Guests are shown the presence of nobody but themselves.")
    .answers(rekeyed((entries, { caller, account }) => entries.filter(([email]) => caller !== "gus" || email === account?.email))),
];
