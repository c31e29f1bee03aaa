import { unknownId } from "../../client/people.ts";
import { fieldTypes, profileField, profileValue, setProfile } from "../../client/profile.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { Untestable } from "../../expect.ts";

/** The list of values is required. */
export const dataIsRequired = property({
  clause: "users.me.profile_data.patch/data-required",
  serial: "alice's profile",
  holds: async (session) => {
    const { expect } = session;
    expect.missing(await session.as.alice.send("PATCH /users/me/profile_data", {}), "data");
  },
});

/** Several fields are set in one request, each to its own value. */
export const severalFields = property({
  clause: "users.me.profile_data.patch/several-fields",
  serial: "alice's profile",
  holds: async (session) => {
    const { expect } = session;
    const alice = session.as.alice;
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
  holds: async (session) => {
    const { expect } = session;
    const alice = session.as.alice;
    const [{ id }, value] = [await profileField(alice, fieldTypes.shortText), session.fresh("told")];
    const queue = await session.as.bob.queue({ event_types: ["realm_user"] });
    expect.succeeded(await setProfile(alice, [{ id, value }]));
    await queue.until("a profile value was changed", ({ person }) => {
      const told = (person as { custom_profile_field?: { id?: unknown; value?: unknown } } | undefined)?.custom_profile_field;
      return told?.id === id && told.value === value;
    });
  },
});

/** A field that does not exist is refused, and nothing else in the request is stored. */
export const unknownField = property({
  clause: ["users.me.profile_data.patch/unknown-field", "users.me.profile_data.patch/no-trace"],
  serial: "alice's profile",
  holds: async (session) => {
    const { expect } = session;
    const alice = session.as.alice;
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

/** A field that only administrators edit is refused to others. */
export const restrictedField = property({
  clause: "users.me.profile_data.patch/restricted",
  serial: "alice's profile",
  holds: async (session) => {
    const { expect } = session;
    const alice = session.as.alice;
    if (session.target.level < 296) throw new Untestable("fields cannot be restricted at this level");
    if (["owner", "administrator"].includes(alice.member.role)) throw new Untestable("alice may edit every field");
    const { type, id } = await restricted(session);
    const before = await profileValue(alice, id);
    const value = type === fieldTypes.users ? [alice.user_id] : session.fresh("v");
    expect.refused(await setProfile(alice, [{ id, value }]), "BAD_REQUEST", {}, "a field that only administrators edit");
    expect.same(await profileValue(alice, id), before, "the value that only administrators edit");
  },
});

async function restricted(session: Session): Promise<{ readonly type: number; readonly id: number }> {
  for (const type of [fieldTypes.users, fieldTypes.longText]) {
    const field = await profileField(session.as.alice, type, false).catch((thrown) => {
      if (thrown instanceof Untestable) return undefined;
      throw thrown;
    });
    if (field) return { type, id: field.id };
  }
  return { type: fieldTypes.shortText, id: (await profileField(session.as.alice, fieldTypes.shortText, false)).id };
}
