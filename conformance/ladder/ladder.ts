import { clauses, properties } from "../catalogue/catalogue.ts";
import * as endpoints from "../endpoints/index.ts";
import { monitored } from "../run/monitoring.ts";
import { needsOf, needsTable } from "../targets/needs/table.ts";

/** A level of the ladder that a server climbs while it is written. */
interface Rung {
  readonly name: string;
  /** Stems of endpoints, topics, routes beside those of the specification, or ids of clauses: the longest that fits counts. */
  readonly of: readonly string[];
}

/** The levels, from 0: what is named here can be tried from that level on, once the endpoints are there that it needs besides. */
export const rungs: readonly Rung[] = [
  {
    name: "envelope, settings and keys",
    of: ["conventions", "authentication", "versioning", "server-settings", "server_settings.get", "fetch_api_key.post"],
  },
  { name: "sending and fetching", of: ["messages.post", "messages-id.get", "message-resource"] },
  {
    name: "refusals and limits",
    of: [
      ...["errors", "limits"],
      ...["conventions/json-lists", "conventions/no-other-lists", "conventions/booleans", "conventions/no-other-booleans"],
      ...["conventions/refusals-leave-no-trace", "conventions/refused-bot-message"],
      ...["authentication/wrong-key", "authentication/near-key", "authentication/other-address", "authentication/malformed-header"],
      ...["authentication/bots", "authentication/bots-everywhere", "authentication/spectators"],
      ...["messages.post/no-trace", "messages.post/type-required", "messages.post/to-required", "messages.post/content-required"],
      ...[
        "messages.post/topic-required",
        "messages.post/to-missing-code",
        "messages.post/to-one-kind",
        "messages.post/local-id-needs-queue",
      ],
      ...["messages.post/queue-needs-local-id", "messages-id.get/missing", "messages-id.get/invisible"],
    ],
  },
  { name: "windows and narrows", of: ["messages.get", "messages.matches_narrow.get", "narrow"] },
  { name: "queues", of: ["events", "events.delete", "POST /register", "GET /events"] },
  { name: "topics and typing", of: ["user_topics.post", "topic-policy", "typing.post"] },
  {
    name: "groups",
    of: ["user_groups.create.post", "user_groups-id.members.post", "user-group", "group-setting", "states.group"],
  },
  {
    name: "folders and profile",
    of: [
      ...["channel_folders.create.post", "channel_folders-id.patch", "folder", "states.folder", "users.me.profile_data.patch", "records"],
      ...["navigation_views.post", "realm.domains.post", "realm.linkifiers.get", "linkifier"],
      ...["realm.presence.get", "presence", "states.presence", "calls.vc.create.post", "remove_client_device.post"],
    ],
  },
  { name: "visibility, deletion and the rest", of: ["visibility", "messages-id.delete"] },
];

const last = rungs.length - 1;

const named: ReadonlyMap<string, number> = new Map(rungs.flatMap(({ of }, level) => of.map((name) => [name, level] as const)));

const stems: ReadonlyMap<string, string> = new Map(Object.values(endpoints).map(({ call }) => [call.route, call.stem]));

/** Returns the level from which the endpoint or topic of a clause is looked at. */
const levelNamed = (id: string): number => named.get(id) ?? named.get(id.replace(/\/.*/s, "")) ?? last;

/** Returns the level whose endpoints have a route; the last one where no level does. */
export const levelOfRoute = (route: string): number => named.get(stems.get(route) ?? route) ?? last;

/** Whether a route is one of the specification, or one of those that it speaks of without describing them. */
export const isKnownRoute = (route: string): boolean => stems.has(route) || named.has(route);

/** Returns the level from which there is what a property needs of a server, such as `route GET /messages`. */
function levelOfThing(thing: string): number {
  if (thing.startsWith("route ")) return levelOfRoute(thing.slice("route ".length));
  return thing === "events" ? levelOfRoute("POST /register") : 0;
}

/** Returns the level from which a property can be tried, by its clauses and by what was measured that it needs of a server. */
function levelOf(address: string, ids: readonly string[]): number {
  const needs = needsOf(needsTable, address, "bare") ?? [];
  return Math.max(...ids.map(levelNamed), ...(typeof needs === "string" ? [last] : needs.map(levelOfThing)));
}

/** Whether a property can be tried on a server that has the endpoints of the specification, a registration and events, and nothing else. */
export const isPlain = (address: string): boolean => {
  const needs = needsOf(needsTable, address, "bare") ?? [];
  return typeof needs !== "string" && needs.every((thing) => !thing.startsWith("route ") || isKnownRoute(thing.slice("route ".length)));
};

/** The properties of the suite, each with the level at which it is run. */
export const propertyLevels: ReadonlyMap<string, number> = new Map(
  [...properties].map(([address, { clauses: ids }]) => [address, levelOf(address, ids)]),
);

/** The monitors of the suite, each with the level from which it watches. */
export const monitorLevels: ReadonlyMap<string, number> = new Map(
  [...monitored].map(([address, { clauses: ids }]) => [address, Math.min(...ids.map(levelNamed))]),
);

/** Every clause with its level: that of the first property that can be tried, or of its endpoint or topic where none proves it. */
export const clauseLevels: ReadonlyMap<string, number> = (() => {
  const first = new Map<string, number>();
  for (const [address, { clauses: ids }] of properties)
    for (const id of ids) first.set(id, Math.min(first.get(id) ?? last, propertyLevels.get(address) ?? last));
  return new Map(clauses.map(({ id }) => [id, first.get(id) ?? levelNamed(id)]));
})();
