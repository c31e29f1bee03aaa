import type { Realm } from "../../core/realm.ts";
import { oncePer } from "../../core/remembering.ts";
import type { User } from "../../core/users.ts";
import type { WithSubscribers } from "../channel.ts";

/** The options with which a client registered to see the state. */
export interface SnapshotForm {
  readonly clientGravatar: boolean;
  readonly slimPresence: boolean;
  readonly includeSubscribers: WithSubscribers;
  readonly capabilities: ReadonlySet<string>;
  /** The time that presences reach back. */
  readonly presenceWindowSeconds: number;
  /** Fetch keys; undefined for all. */
  readonly wanted: ReadonlySet<string> | undefined;
}

export interface SnapshotView extends SnapshotForm {
  readonly realm: Realm;
  readonly caller: User;
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields that each fetch key adds to the answer of a registration, in one record or several. */
export type FamilyFor<View> = Readonly<Record<string, (view: View) => Fields | readonly Fields[]>>;

/** The fields of fetch keys as one account sees them. */
export type Family = FamilyFor<SnapshotView>;

/** Like Family, of what is the same whoever asks. */
export type SharedFamily = FamilyFor<Omit<SnapshotView, "caller">>;

export const wants = ({ wanted }: SnapshotForm, key: string): boolean => wanted?.has(key) ?? true;

/** Returns what makes something once for a server: it depends on nothing else. */
export const onceForServer = <T extends {}>(make: (realm: Realm) => T): ((realm: Realm) => T) => oncePer(make, ({ server }) => server);
