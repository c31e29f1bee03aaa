import { fieldTypes, profileField, profileValue, sameValue, setProfile, storeValue } from "../../client/profile.ts";
import { property } from "../../declare/property.ts";
import { anActor, type PersonName, people } from "../../draw/people.ts";
import { aProfileValue, type ProfileValueShape } from "../../draw/profile-values.ts";
import { textOf } from "../../draw/texts.ts";
import { fieldValue } from "./values.ts";

/** Null removes the value of its field, beside others that are stored, or refuses the whole request. */
export const byNull = property<{ readonly who: PersonName; readonly removed: ProfileValueShape; readonly text: string }>({
  clause: "users.me.profile_data.patch/null-removes",
  serial: "profiles",
  given: { who: anActor<PersonName>(...people), removed: aProfileValue(1, 3, 4, 5, 6, 7, 8), text: textOf({ max: 40 }) },
  examples: [{ who: "alice", removed: { type: 1, value: "short" } as ProfileValueShape, text: "long" }],
  async holds(session, { who, removed, text }) {
    const { expect } = session;
    const actor = session.actor(who);
    const [{ id, value }, other] = [await fieldValue(actor, removed), await profileField(actor, fieldTypes.longText)];
    await storeValue(actor, id, value);
    const beside = await profileValue(actor, other.id);
    const [nothing, something] = [
      { id, value: null },
      { id: other.id, value: text },
    ];
    const reply = await setProfile(actor, [nothing, something]);
    const isRefused = reply.body.result === "error";
    session.chooses("nullProfileValue", isRefused ? "observed" : "removes");
    if (isRefused) expect.declined(reply, "the value null");
    sameValue(actor, await profileValue(actor, id), isRefused ? value : undefined, "the value after null was sent");
    expect.same(await profileValue(actor, other.id), isRefused ? beside : text, "the value of the field beside it");
  },
});
