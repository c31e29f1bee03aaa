import { own } from "../core/lookup.ts";
import { Refusal } from "../core/refusal.ts";
import type { Turn } from "../core/turn.ts";
import { listed, onlyKeys, placeOf, wrong } from "../reader/index.ts";
import { accountActions, setUser, userProperties } from "./accounts.ts";
import { type Action, ActionError, actionPlace, type GivenFields, type Ids, isOptional } from "./action.ts";
import { channelActions, channelProperties, setChannel } from "./channels.ts";
import { messageActions, queueActions } from "./messages.ts";
import { organizationActions, realmProperties, setRealm } from "./organization.ts";

export { ActionError };

const table = [
  ...channelActions,
  ...messageActions,
  ...accountActions,
  ...organizationActions,
  ...queueActions,
  setRealm,
  setUser,
  setChannel,
];
const all: ReadonlyMap<string, Action> = new Map(table.map((action) => [action.name, action]));

type Known = (typeof table)[number];

export type ActionName = Known["name"];

/** An action of a name as it is given. */
export type GivenAction<N extends ActionName> = { readonly action: N } & GivenFields<Extract<Known, { readonly name: N }>["fields"]>;

/** All actions that there are, in words. What endpoints do has none. */
const accepted = `${listed(all.keys(), "or", all.size)}; what an endpoint does is asked of it, with the key of whoever is to do it`;

const actionNamed = (name: unknown): Action =>
  (typeof name === "string" ? all.get(name) : undefined) ?? wrong(unknownAction, name, accepted);

const unknownAction = placeOf((line) => new ActionError(line)).at("action");

function valuesOf({ fields }: Action, turn: Turn, given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { action: _, ...values } = given;
  onlyKeys(values, actionPlace, Object.keys(fields));
  return Object.fromEntries(
    Object.entries(fields).map(([name, read]) => [name, read(own(values, name), actionPlace.at(name), turn.world)]),
  );
}

/** The fields of every action, by its name: whether each may be left out. */
export const actionFields: Readonly<Record<string, Readonly<Record<string, { readonly isOptional: boolean }>>>> = Object.fromEntries(
  [...all].map(([name, { fields }]) => [
    name,
    Object.fromEntries(Object.entries(fields).map(([field, read]) => [field, { isOptional: isOptional(read) }])),
  ]),
);

/** The names of what actions set, by the names of the actions. */
export const actionProperties: Readonly<Record<string, readonly string[]>> = {
  set_realm: realmProperties,
  set_user: userProperties,
  set_channel: channelProperties,
};

/** The ids that actions give of what they make, by the names of the actions. */
export interface MadeByActions {
  readonly create_channel: { readonly stream_id: number };
  readonly register_device: { readonly device_id: number };
  readonly add_linkifier: { readonly id: number };
  readonly add_profile_field: { readonly id: number };
  readonly add_emoji: { readonly id: number };
}

/** Actions that the specification's endpoints do not have but their fields need. Everything is checked before anything is written. */
export const actions = {
  /** @throws ActionError: unknown action or field, a missing field, a wrong value */
  perform(turn: Turn, given: Readonly<Record<string, unknown>>): Ids {
    const action = actionNamed(given.action);
    try {
      return action.run(turn, valuesOf(action, turn, given));
    } catch (thrown) {
      throw thrown instanceof Refusal ? new ActionError(`${action.name}: ${thrown.message}`) : thrown;
    }
  },
};
