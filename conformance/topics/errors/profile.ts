import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { fieldTypes, profileField, removeValue, sameValue, setProfile } from "../../client/profile.ts";
import { recordsOf } from "../../client/registration.ts";
import { textOf } from "../../draw/texts.ts";
import { at, type Body, prepared } from "../../expect.ts";

/** Returns the id of a field that only administrators may edit, of whatever type. */
export async function restrictedField(actor: Actor): Promise<number> {
  const fields = await recordsOf(actor, "custom_profile_fields");
  const found = fields.find(({ editable_by_user }) => editable_by_user === false);
  const { id } = found ?? (await profileField(actor, fieldTypes.shortText, false));
  return prepared.integer(id, "the id of a profile field");
}

/** Returns the actor's values as a registration shows them, by the ids of their fields. @throws Unprepared: it shows none */
async function storedValues(actor: Actor): Promise<Body> {
  const own = (await recordsOf(actor, "realm_user", "realm_users")).find(({ user_id }) => user_id === actor.user_id);
  return prepared.object(own?.profile_data, "profile_data of one's own account in a registration");
}

/** Values that are sent together: one that is to be refused, and a text for a field that takes it. */
interface SentValues {
  readonly value: "text" | "nothing" | "people";
  readonly beside: string;
  /** Whether the text stands before the value. */
  readonly isFirst: boolean;
}

/** The plainest are those without a value: they ask for a removal. */
export const someValues: fc.Arbitrary<SentValues> = fc.record({
  value: fc.constantFrom("nothing", "text", "people"),
  beside: textOf({ max: 50 }),
  isFirst: fc.boolean(),
});

export const nothingSent: SentValues = { value: "nothing", beside: "new", isFirst: true };

/** Requires that a value of a field is refused and nothing of the request stored, where what stands beside it is stored alone. */
export async function requireRefusedProfile(actor: Actor, id: number, sent: SentValues, what: string): Promise<void> {
  const { expect } = actor;
  const { id: editable } = await profileField(actor, fieldTypes.shortText);
  const before = await storedValues(actor);
  const refused = { id, value: { text: "text", nothing: null, people: [actor.user_id] }[sent.value] };
  const beside = { id: editable, value: sent.beside };
  expect.refused(await setProfile(actor, sent.isFirst ? [beside, refused] : [refused, beside]), "BAD_REQUEST", {}, what);
  expect.same(await storedValues(actor), before, "the values after the refusal");
  expect.succeeded(await setProfile(actor, [beside]), "the same request without the value that was refused");
  sameValue(actor, at(await storedValues(actor), String(editable), "value"), sent.beside, "the value that was sent alone");
  const value = at(before, String(editable), "value") ?? null;
  if (value === null) await removeValue(actor, editable);
  else expect.succeeded(await setProfile(actor, [{ id: editable, value }]), "the value as it was");
}
