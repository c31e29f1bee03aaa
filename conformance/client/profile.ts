import { at, type Body, prepared, Untestable } from "../expect.ts";
import type { Actor } from "./actor.ts";
import { parsed } from "./json.ts";
import { recordsOf, standing } from "./registration.ts";
import type { Reply } from "./target.ts";

/** The types of custom profile fields by the numbers that servers have for them. */
export const fieldTypes = { shortText: 1, longText: 2, options: 3, date: 4, link: 5, users: 6, account: 7, pronouns: 8 } as const;

/** A custom profile field. */
export interface ProfileField {
  readonly id: number;
  /** JSON text: the options of a field with options. */
  readonly field_data: string;
}

const dataOfNew: Readonly<Record<number, Body>> = {
  [fieldTypes.options]: { one: { text: "One", order: "1" }, two: { text: "Two", order: "2" } },
  [fieldTypes.account]: { subtype: "github" },
};

/** Returns a field of a type that its users may edit, or may not. Adds one where there is none and the target can be steered. */
export async function profileField(actor: Actor, type: number, editable = true): Promise<ProfileField> {
  const find = async () =>
    (await recordsOf(actor, "custom_profile_fields", "custom_profile_fields", standing)).find(
      (field) => field.type === type && (field.editable_by_user ?? true) === editable,
    );
  const { session } = actor;
  let field = await find();
  if (!field && session.isSteerable) {
    const field_data = dataOfNew[type];
    const name = session.fresh("p").slice(0, 40);
    await session.steering.act({ action: "add_profile_field", name, type, editable_by_user: editable, ...(field_data && { field_data }) });
    field = await find();
  }
  if (!field) throw new Untestable(`no profile field of type ${type} is ${editable ? "editable" : "restricted"}`);
  return { id: prepared.integer(field.id, "the id of a profile field"), field_data: String(field.field_data) };
}

/** Sends values for the actor's profile. */
export const setProfile = (actor: Actor, data: readonly unknown[]): Promise<Reply> => actor.send("PATCH /users/me/profile_data", { data });

/** Returns the values of the actor as a registration shows them, by the ids of their fields. @throws Unprepared: it shows no values */
export async function profileOf(actor: Actor): Promise<ReadonlyMap<number, unknown>> {
  const own = prepared.first(
    (await recordsOf(actor, "realm_user", "realm_users")).filter(({ user_id }) => user_id === actor.user_id),
    `${actor.name}'s own account in a registration`,
  );
  const data = prepared.object(own.profile_data, "profile_data of one's own account in a registration");
  return new Map(Object.entries(data).map(([id, record]) => [Number(id), at(record, "value") ?? undefined]));
}

/** Returns what a registration shows as the actor's value of a field; undefined where there is none. @throws Unprepared: it shows no values */
export const profileValue = async (actor: Actor, id: number): Promise<unknown> => (await profileOf(actor)).get(id);

/** Returns a value as it was sent: a list of users may be shown as its JSON text. */
export function valueAsSent(value: unknown, sent: unknown): unknown {
  return Array.isArray(sent) && typeof value === "string" ? (parsed(value) ?? value) : value;
}

/** Requires a stored value that is the one sent. */
export const sameValue = ({ expect }: Actor, actual: unknown, sent: unknown, what: string): void =>
  expect.same(valueAsSent(actual, sent), sent, what);

/** Requires a value to be stored and shown. */
export async function storeValue(actor: Actor, id: number, value: unknown): Promise<void> {
  actor.expect.succeeded(await setProfile(actor, [{ id, value }]), `the value ${JSON.stringify(value)}`);
  sameValue(actor, await profileValue(actor, id), value, "the stored value");
}

/** Removes a value, by null or where null is refused by its own route. */
export async function removeValue(actor: Actor, id: number): Promise<void> {
  const { body } = await setProfile(actor, [{ id, value: null }]);
  if (body.result !== "success") await actor.prepare("DELETE /users/me/profile_data", { data: [id] });
}
