import { unknownId } from "../../client/people.ts";
import { fieldTypes, profileField, profileValue, setProfile } from "../../client/profile.ts";
import { recordsOf } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { at, prepared, Untestable } from "../../expect.ts";

/** The list of values is required, and may be empty. */
export const dataIsRequired = property({
  clause: "users.me.profile_data.patch/data-required",
  serial: "alice's profile",
  async holds({ as: { alice }, expect }) {
    expect.missing(await alice.send("PATCH /users/me/profile_data", {}), "data");
    expect.succeeded(await setProfile(alice, []), "an empty list of values");
  },
});

/** Several fields are set in one request, each to its own value. */
export const severalFields = property({
  clause: "users.me.profile_data.patch/several-fields",
  serial: "alice's profile",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const ids = [(await profileField(alice, fieldTypes.shortText)).id, (await profileField(alice, fieldTypes.longText)).id];
    const data = ids.map((id) => ({ id, value: session.fresh("several") }));
    expect.succeeded(await setProfile(alice, data), "two values at once");
    for (const { id, value } of data) expect.same(await profileValue(alice, id), value, "one of two values");
  },
});

/** A change reaches everybody's clients. */
export const isAnnounced = property({
  clause: "users.me.profile_data.patch/stores",
  serial: "alice's profile",
  async holds(session) {
    const { alice, bob } = session.as;
    const [{ id }, value] = [await profileField(alice, fieldTypes.shortText), session.fresh("told")];
    const queue = await bob.queue({ event_types: ["realm_user"] });
    session.expect.succeeded(await setProfile(alice, [{ id, value }]));
    await queue.until("a profile value was changed", ({ person }) => {
      const told = at(person, "custom_profile_field");
      return at(told, "id") === id && at(told, "value") === value;
    });
  },
});

/** A field that does not exist is refused, and nothing else in the request is stored. */
export const unknownField = property({
  clause: ["users.me.profile_data.patch/unknown-field", "users.me.profile_data.patch/no-trace"],
  serial: "alice's profile",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const [{ id }, value] = [await profileField(alice, fieldTypes.longText), session.fresh("kept")];
    expect.succeeded(await setProfile(alice, [{ id, value }]));
    for (const wrong of [
      { id: unknownId, value: "x" },
      { id: unknownId, value: null },
    ]) {
      const data = [{ id, value: session.fresh("lost") }, wrong];
      expect.refused(await setProfile(alice, data), "BAD_REQUEST", {}, "a field that does not exist");
      expect.same(await profileValue(alice, id), value, "a value beside one that was refused");
    }
  },
});

/** A field that only administrators edit is refused to others, who may set the same value in a field that everybody edits. */
export const restrictedField = property({
  clause: "users.me.profile_data.patch/restricted",
  serial: "alice's profile",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    if (["owner", "administrator"].includes(alice.role)) throw new Untestable("alice may edit every field");
    const { type, id } = await findRestricted(session);
    const open = await profileField(alice, type);
    const before = await profileValue(alice, id);
    const value = type === fieldTypes.users ? [alice.user_id] : session.fresh("v");
    expect.refused(await setProfile(alice, [{ id, value }]), "BAD_REQUEST", {}, "a field that only administrators edit");
    expect.same(await profileValue(alice, id), before, "the value that only administrators edit");
    expect.succeeded(await setProfile(alice, [{ id: open.id, value }]), "the same value in a field that everybody edits");
  },
});

const { users, longText, shortText } = fieldTypes;

/** Returns a field of people or of text that only administrators edit. Adds one where there is none and the target can be steered. */
async function findRestricted({ as: { alice } }: Session): Promise<{ readonly type: number; readonly id: number }> {
  const known = await recordsOf(alice, "custom_profile_fields");
  for (const type of [users, longText]) {
    const field = known.find((each) => each.type === type && each.editable_by_user === false);
    if (field) return { type, id: prepared.integer(field.id, "the id of a profile field") };
  }
  return { type: shortText, id: (await profileField(alice, shortText, false)).id };
}
