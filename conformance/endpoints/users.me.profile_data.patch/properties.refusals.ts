import type { Session } from "../../client/session.ts";
import { alone } from "../../client/stage-alone.ts";
import { fieldOf, fieldTypes, profileValue, setProfile } from "../../client/stage-profile.ts";
import { missing, unknownId } from "../../client/stage-told.ts";
import { Untestable } from "../../client/verdict.ts";
import { property } from "../../declare/property.ts";
import { refused, same, succeeded } from "../../expect.ts";

/** The list of values is required. */
export const dataIsRequired = property({
  clause: "users.me.profile_data.patch/data-required",
  holds: alone("alice's profile", async (session) => {
    missing(await session.as.alice!.send("PATCH /users/me/profile_data", {}), "data");
  }),
});

/** Several fields are set in one request, each to its own value. */
export const severalFields = property({
  clause: "users.me.profile_data.patch/several-fields",
  holds: alone("alice's profile", async (session) => {
    const alice = session.as.alice!;
    const ids = [(await fieldOf(session, alice, fieldTypes.shortText)).id, (await fieldOf(session, alice, fieldTypes.longText)).id];
    const data = ids.map((id) => ({ id, value: session.fresh("several") }));
    succeeded(await setProfile(alice, data), "two values at once");
    for (const { id, value } of data) same(await profileValue(alice, id), value, "one of two values");
  }),
});

/** A change reaches everybody's clients. */
export const isAnnounced = property({
  clause: "users.me.profile_data.patch/stores",
  holds: alone("alice's profile", async (session) => {
    const alice = session.as.alice!;
    const [{ id }, value] = [await fieldOf(session, alice, fieldTypes.shortText), session.fresh("told")];
    const queue = await session.as.bob!.queue({ event_types: ["realm_user"] });
    succeeded(await setProfile(alice, [{ id, value }]));
    await queue.until("a profile value was changed", ({ person }) => {
      const told = (person as { custom_profile_field?: { id?: unknown; value?: unknown } } | undefined)?.custom_profile_field;
      return told?.id === id && told.value === value;
    });
  }),
});

/** A field that does not exist is refused, and nothing else in the request is stored. */
export const unknownField = property({
  clause: ["users.me.profile_data.patch/unknown-field", "users.me.profile_data.patch/no-trace"],
  holds: alone("alice's profile", async (session) => {
    const alice = session.as.alice!;
    const [{ id }, value] = [await fieldOf(session, alice, fieldTypes.longText), session.fresh("kept")];
    succeeded(await setProfile(alice, [{ id, value }]));
    for (const wrong of [
      { id: unknownId, value: "x" },
      { id: unknownId, value: null },
    ]) {
      const data = [{ id, value: session.fresh("lost") }, wrong];
      refused(await setProfile(alice, data), "BAD_REQUEST", {}, "a field that does not exist");
      same(await profileValue(alice, id), value, "a value beside one that was refused");
    }
  }),
});

/** A field that only administrators edit is refused to others. */
export const restrictedField = property({
  clause: "users.me.profile_data.patch/restricted",
  holds: alone("alice's profile", async (session) => {
    const alice = session.as.alice!;
    if (session.target.level < 296) throw new Untestable("fields cannot be restricted at this level");
    if (["owner", "administrator"].includes(alice.member.role)) throw new Untestable("alice may edit every field");
    const { type, id } = await restricted(session);
    const before = await profileValue(alice, id);
    const value = type === fieldTypes.users ? [alice.user_id] : session.fresh("v");
    refused(await setProfile(alice, [{ id, value }]), "BAD_REQUEST", {}, "a field that only administrators edit");
    same(await profileValue(alice, id), before, "the value that only administrators edit");
  }),
});

async function restricted(session: Session): Promise<{ readonly type: number; readonly id: number }> {
  for (const type of [fieldTypes.users, fieldTypes.longText]) {
    const field = await fieldOf(session, session.as.alice!, type, false).catch((thrown) => {
      if (thrown instanceof Untestable) return undefined;
      throw thrown;
    });
    if (field) return { type, id: field.id };
  }
  return { type: fieldTypes.shortText, id: (await fieldOf(session, session.as.alice!, fieldTypes.shortText, false)).id };
}
