import { Refusal } from "../core/refusal.ts";
import type { Turn } from "../core/turn.ts";
import { accountActions } from "./accounts.ts";
import { type Action, ActionError, type FieldSet, type Ids } from "./action.ts";
import { channelActions } from "./channels.ts";
import { shown } from "./fields.ts";
import { messageActions } from "./messages.ts";
import { organizationActions } from "./organization.ts";
import { reactionActions } from "./reactions.ts";
import { setChannel } from "./set-channel.ts";
import { setRealm } from "./set-realm.ts";
import { setUser } from "./set-user.ts";

export { ActionError };

const all: ReadonlyMap<unknown, Action> = new Map(
  [...channelActions, ...messageActions, ...reactionActions, ...accountActions, ...organizationActions, setRealm, setUser, setChannel].map(
    (action) => [action.name, action],
  ),
);

function fieldsText(fields: FieldSet): string {
  const names = Object.entries(fields).map(([name, field]) => (field.required ? name : `${name}?`));
  return names.length === 0 ? "it has none" : `it has ${names.join(", ")}`;
}

function known(name: unknown): Action {
  const action = all.get(name);
  if (action) return action;
  const what = name === undefined ? "action: missing" : `action: there is no ${shown(name)}`;
  throw new ActionError(`${what}; there are ${[...all.keys()].join(", ")}`);
}

function valuesOf({ fields }: Action, turn: Turn, given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  for (const name of Object.keys(given)) {
    if (name !== "action" && !Object.hasOwn(fields, name)) throw new Refusal(`no field ${shown(name)}; ${fieldsText(fields)}`);
  }
  return Object.fromEntries(
    Object.entries(fields).map(([name, { read, required }]) => {
      if (Object.hasOwn(given, name) && given[name] !== undefined) return [name, read(given[name], name, turn.world)];
      return required ? refuseMissing(name, fields) : [name, undefined];
    }),
  );
}

function refuseMissing(name: string, fields: FieldSet): never {
  throw new Refusal(`${name} is missing; ${fieldsText(fields)}`);
}

/** What the specification's endpoints do not do but their fields need. Everything is checked before anything is written. */
export const actions = {
  /** @throws ActionError: unknown action or field, a missing field, a wrong value */
  perform(turn: Turn, given: Readonly<Record<string, unknown>>): Ids {
    const action = known(given.action);
    try {
      return action.run(turn, valuesOf(action, turn, given));
    } catch (thrown) {
      throw thrown instanceof Refusal ? new ActionError(`${action.name}: ${thrown.message}`) : thrown;
    }
  },
};
