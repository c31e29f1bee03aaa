import { isOfLevel } from "../../catalogue/routes.ts";
import type { Target } from "../../client/target.ts";

/** A change that a run leaves on a server over whose own endpoints it cannot be taken back. */
export interface Leaving {
  readonly what: string;
  /** The most that a whole run leaves, with the whole cast and the usual effort; null for what is not counted. */
  readonly most: number | null;
}

/** Each kind with the route that makes it, and whether that is sent only to prepare tests. */
const kinds: readonly (Leaving & { readonly route: string; readonly stages?: true })[] = [
  { route: "POST /messages", what: "messages with their reactions, unread for those who got them", most: 5000 },
  { route: "POST /messages", what: "topic policies that servers set by themselves for who writes or is mentioned there", most: null },
  { route: "POST /user_groups/create", what: "user groups, deactivated", most: 1400 },
  { route: "POST /channel_folders/create", what: "channel folders, archived", most: 400 },
  { route: "POST /users/me/subscriptions", what: "channels, archived", most: 70, stages: true },
  { route: "POST /realm/emoji/{name}", what: "custom emoji, deactivated", most: 10, stages: true },
  { route: "GET /realm/presence", what: "presence: the cast was active when it was used", most: null },
];

/** Returns what a run leaves on a target. All else that it changes it takes back; with a control API it takes back everything. */
export function leftBy({
  kind,
  steering,
  staging,
  missing,
  level,
}: Pick<Target, "kind" | "steering" | "staging" | "missing" | "level">): readonly Leaving[] {
  if (kind === "embedded" || steering) return [];
  const isUsed = ({ route, stages }: (typeof kinds)[number]): boolean =>
    !missing?.has(route) && isOfLevel(route, level) && (!stages || staging !== undefined);
  return kinds.filter(isUsed).map(({ what, most }) => ({ what, most }));
}
