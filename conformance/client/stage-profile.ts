import { same, succeeded } from "../expect.ts";
import type { Actor, Session } from "./session.ts";
import { type Row, toldRows } from "./stage-told.ts";
import { Differs, Untestable } from "./verdict.ts";

/** The types of custom profile fields by the numbers that servers have for them. */
export const fieldTypes = { shortText: 1, longText: 2, options: 3, date: 4, link: 5, users: 6, account: 7, pronouns: 8 } as const;

export interface ProfileField {
  readonly id: number;
  readonly field_data: string;
}

const madeData: Readonly<Record<number, unknown>> = {
  3: { one: { text: "One", order: "1" }, two: { text: "Two", order: "2" } },
  7: { subtype: "github" },
};

/** A field of a type that its users may edit, or may not; made where there is none and the target can be steered. */
export async function fieldOf(session: Session, actor: Actor, type: number, editable = true): Promise<ProfileField> {
  const matches = (field: Row): boolean => field.type === type && (field.editable_by_user ?? true) === editable;
  const find = async () => (await toldRows(actor, "custom_profile_fields")).find(matches);
  let field = await find();
  if (!field) {
    if (!session.target.steering) throw new Untestable(`no profile field of type ${type} is ${editable ? "editable" : "restricted"}`);
    const data = madeData[type] ? { field_data: madeData[type] } : {};
    await session.steering.act({
      action: "add_profile_field",
      name: session.fresh("p").slice(0, 40),
      type,
      editable_by_user: editable,
      ...data,
    });
    field = await find();
  }
  if (!field) throw new Untestable(`no profile field of type ${type} can be made`);
  return { id: Number(field.id), field_data: String(field.field_data) };
}

export const setProfile = (actor: Actor, data: readonly unknown[]) => actor.send("PATCH /users/me/profile_data", { data });

/** What a registration shows as an account's value of a field; undefined where there is none. */
export async function profileValue(actor: Actor, id: number): Promise<unknown> {
  const own = (await toldRows(actor, "realm_user", "realm_users")).find(({ user_id }) => user_id === actor.user_id);
  if (!own) throw new Differs("an account is not among those that a registration shows it");
  const values = own.profile_data as Readonly<Record<string, { readonly value?: unknown } | undefined>> | undefined;
  if (!values) throw new Untestable("a registration does not show values of profile fields");
  return values[String(id)]?.value ?? undefined;
}

/** A stored value is shown as it was sent; a list of users may be shown as its JSON text. */
export function sameValue(actual: unknown, expected: unknown, what: string): void {
  const shown = Array.isArray(expected) && typeof actual === "string" ? JSON.parse(actual) : actual;
  same(shown, expected, what);
}

/** Stores a value, sees it, removes it, and sees that it is gone. */
export async function storesAndRemoves(actor: Actor, id: number, value: unknown): Promise<void> {
  succeeded(await setProfile(actor, [{ id, value }]), `the value ${JSON.stringify(value)}`);
  sameValue(await profileValue(actor, id), value, "the stored value");
  succeeded(await setProfile(actor, [{ id, value: null }]), "the value null");
  same(await profileValue(actor, id), undefined, "the value that was removed");
}
