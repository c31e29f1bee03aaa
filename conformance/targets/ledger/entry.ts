import { isOfLevel } from "../../catalogue/routes.ts";
import type { Body } from "../../client/json.ts";
import { levels } from "../../client/levels.ts";
import { isHeldToObserved, type Outgoing, type Target } from "../../client/target.ts";
import { Untestable } from "../../expect.ts";

/** A request that undoes a deed. */
export interface Undo {
  /** Names of cast members, the likeliest first: the first whom the server lets do it does it. */
  readonly by: readonly string[];
  readonly method: string;
  /** Path after `/api/v1`; `{id}` stands for what `find` finds. */
  readonly path: string;
  /** The path that is tried where this one is refused. */
  readonly otherPaths?: readonly string[] | undefined;
  readonly fields: Body;
  /** Finds the id where the answer to the deed does not tell it. */
  readonly find?: Find;
}

/** A request whose answer has the id: in its own field, or in that record of a list whose name is the one given. */
interface Find {
  readonly path: string;
  readonly fields: Body;
  readonly list?: string;
  readonly name: string;
  readonly id: string;
}

/** Kinds of things that an undo names by an id, which another thing has where a server began anew. */
export const thingKinds = ["account", "channel", "emoji", "field", "folder", "group", "linkifier", "message", "view"] as const;

/** The thing that an undo names by an id. */
export interface LedgerThing {
  readonly kind: (typeof thingKinds)[number];
  readonly id: string;
  /** The names or texts that it has had in the run; empty where none is known. */
  readonly names: readonly string[];
}

/** A thing that a run added to a server or changed on it, with its undo. */
export interface LedgerEntry {
  /** Names the thing; equal for whatever is undone by one undo. */
  readonly key: string;
  /** The undo in words. */
  readonly what: string;
  readonly undo: Undo;
  /** Absent where the undo names what it is about by a name. */
  readonly thing?: LedgerThing | undefined;
  /** Whether the deed, or an undo of it, got no answer: then a refusal of the undo says that there is nothing to undo. */
  readonly unsure?: boolean | undefined;
}

/** Returns the kind of an entry, which is the first word of its key. */
export const kindOf = (key: string): string => key.split(" ", 1)[0] ?? key;

/** A change of a ledger: an entry, the key of one that needs no undo any more, or of one of which the server refuses the undo. */
export type LedgerChange = { readonly add: LedgerEntry } | { readonly gone: string } | { readonly refused: string };

/** A change that a run leaves on a server over whose own endpoints it cannot be taken back. */
export interface Leaving {
  readonly what: string;
  /** The most that a whole run leaves, with the whole cast and the usual effort; null for what is not counted. */
  readonly most: number | null;
}

interface Kind extends Leaving {
  /** The route that makes it. */
  readonly route: string;
  /** Whether it is sent only to prepare tests. */
  readonly stages?: true;
  /** One of it, where runs can do without. */
  readonly one?: string;
  /** Whether it is made for want of a crowd. */
  readonly isCrowd?: true;
  /** The route that takes it back, which the specification does not have: it stays where a server has none. */
  readonly undo?: string;
  /** The route that ends it, and what it then is: it stays as that, or as it was where a server has no such route. */
  readonly end?: readonly [route: string, as: string];
}

const kinds: readonly Kind[] = [
  { route: "POST /messages", what: "messages with their reactions, unread for those who got them", most: 5000 },
  { route: "POST /messages", what: "topic policies that servers set by themselves for who writes or is mentioned there", most: null },
  {
    ...{ route: "POST /user_groups/create", what: "user groups", most: 1400, one: "a user group" },
    end: ["POST /user_groups/{user_group_id}/deactivate", "deactivated"],
  },
  { route: "POST /channel_folders/create", what: "channel folders, archived", most: 400, one: "a channel folder" },
  {
    ...{ route: "POST /users/me/subscriptions", what: "channels", most: 70, stages: true, one: "a channel" },
    end: ["DELETE /streams/{stream_id}", "archived"],
  },
  {
    ...{ route: "POST /realm/emoji/{name}", what: "custom emoji", most: 10, stages: true, one: "an emoji" },
    end: ["DELETE /realm/emoji/{name}", "deactivated"],
  },
  { route: "POST /bots", what: "bots, deactivated", most: 20, stages: true, one: "a bot", isCrowd: true },
  { route: "POST /realm/domains", what: "domains", most: 110, one: "a domain", undo: "DELETE /realm/domains/{domain}" },
  {
    route: "POST /navigation_views",
    what: "navigation views",
    most: 130,
    one: "a navigation view",
    undo: "DELETE /navigation_views/{fragment}",
  },
  { route: "GET /realm/presence", what: "presence: the cast was active when it was used", most: null },
];

/** Returns what a run leaves on a target. All else that it changes it takes back; with a control API it takes back everything. */
export function leftBy(
  target: Pick<Target, "kind" | "brand" | "like" | "channels" | "steering" | "staging" | "missing" | "spares" | "level">,
): readonly Leaving[] {
  const { kind, channels, steering, staging, missing, spares, level } = target;
  if (kind === "embedded" || steering) return [];
  const wantsCrowd = isHeldToObserved(target) && !Object.hasOwn(channels, "crowd");
  const isUsed = ({ route, stages, one, isCrowd, undo }: Kind): boolean =>
    (!isCrowd || wantsCrowd) &&
    (undo === undefined || missing?.has(undo) === true) &&
    !missing?.has(route) &&
    isOfLevel(route, level) &&
    (!stages || staging !== undefined) &&
    !(spares && one !== undefined);
  const whatStays = ({ what, end }: Kind): string => (end && !missing?.has(end[0]) ? `${what}, ${end[1]}` : what);
  return kinds.filter(isUsed).map((kind) => ({ what: whatStays(kind), most: kind.most }));
}

/** The routes that take back what others make, by these: the specification has none of them. */
export const undoRoutes: ReadonlyMap<string, string> = new Map(
  kinds.flatMap(({ route, undo }) => (undo === undefined ? [] : [[route, undo] as const])),
);

/** The routes that end what others make, and those of `undoRoutes`: of each which makes it, and which ends it or takes it back. */
export const endRoutes: readonly (readonly [made: string, ended: string])[] = kinds.flatMap(({ route, undo, end }) =>
  [undo, end?.[0]].flatMap((one) => (one === undefined ? [] : [[route, one] as const])),
);

/** A server's level, and the routes that it does not have. */
type Removing = Pick<Target, "level" | "missing">;

/** Whether nobody can remove what a route makes on a server: groups were deleted before they were deactivated. */
function lasts(route: string, { level, missing }: Removing): boolean {
  const undo = undoRoutes.get(route);
  if (undo !== undefined) return missing?.has(undo) === true;
  return route !== "POST /user_groups/create" || level >= levels.groupDeactivation;
}

/** The routes of which every success stays on a server. */
export const lastingRoutes = (server: Removing): readonly string[] =>
  ["POST /channel_folders/create", "POST /user_groups/create", ...undoRoutes.keys()].filter(
    (route) => isOfLevel(route, server.level) && lasts(route, server),
  );

/** Whether a request to subscribe makes a channel: nobody describes one that there is. */
const makesChannel = ({ subscriptions }: Outgoing["fields"]): boolean =>
  Array.isArray(subscriptions) && subscriptions.some((one) => Object.hasOwn(Object(one), "description"));

/** Returns what stays behind if a request succeeds that nobody is known to be refused; undefined where it is nothing, or can be taken back. */
export function traceOf({ as, credentials, method, path, fields }: Outgoing, server: Removing): string | undefined {
  if (method !== "POST" || as === null || credentials !== undefined) return undefined;
  const route = path.startsWith("/realm/emoji/") ? "POST /realm/emoji/{name}" : `POST ${path}`;
  const one = kinds.find((kind) => kind.route === route)?.one;
  if (route === "POST /users/me/subscriptions" && !makesChannel(fields)) return undefined;
  return lasts(route, server) ? one : undefined;
}

/** Refuses a request that would leave something behind on a target that is spared that. @throws Untestable: says what */
export function requireNoTrace(request: Outgoing, server: Removing & Pick<Target, "spares">): void {
  const trace = server.spares ? traceOf(request, server) : undefined;
  if (trace !== undefined) throw new Untestable(`waits for --allow-traces: ${trace} would stay behind`);
}
