import fc from "fast-check";
import { fieldTypes, profileField, profileOf, profileValue, setProfile, unknownId } from "../../client/people.ts";
import { recordsOf } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { anActor, members, notAProfileValue, type PersonName, type ProfileValueShape, people, somePeople } from "../../draw/people.ts";
import { anId, type IdShape, idOf } from "../../draw/references.ts";
import { textOf } from "../../draw/texts.ts";
import { prepared, Untestable } from "../../expect.ts";
import { codes } from "../../text/limits.ts";
import { fieldValue } from "./values.ts";

/** A value for a field that does not exist. */
interface OfNothing {
  readonly field: IdShape;
  readonly value: "x" | null;
}

const aNothing = { field: anId("unknown", "zero", "negative"), value: fc.constantFrom<OfNothing["value"][]>("x", null) };

const nothings: readonly OfNothing[] = (["x", null] as const).map((value) => ({ field: { kind: "unknown", id: unknownId }, value }));

/** A field that does not exist is refused by itself, whatever a server tells of those that do. */
export const unknownAlone = property<OfNothing & { readonly who: PersonName }>({
  clause: ["unknown-field", "errors/unknown-profile-field"],
  given: { who: anActor<PersonName>(...people), ...aNothing },
  examples: nothings.map((nothing) => ({ who: "alice", ...nothing })),
  async holds(session, { who, field, value }) {
    const actor = session.actor(who);
    const reply = await setProfile(actor, [{ id: idOf(field, { existing: [] }), value }]);
    session.expect.refused(reply, codes.badRequest, {}, "a field that does not exist");
    // A server that refuses everything proves nothing.
    if (!session.target.missing?.has("GET /realm/linkifiers")) await actor.prepare("GET /realm/linkifiers");
  },
});

/** A value that does not fit its field, or is of no field, keeps all others of its request from being stored. */
export const oneIsRefused = property<{
  readonly who: PersonName;
  readonly text: string;
  readonly wrong: OfNothing | ProfileValueShape;
  readonly isFirst: boolean;
}>({
  clause: "no-trace",
  serial: "profiles",
  given: {
    who: anActor<PersonName>(...people),
    text: textOf({ max: 40 }),
    wrong: fc.oneof({ withCrossShrink: true }, fc.record(aNothing), notAProfileValue(1, 3, 4, 5, 6, 7, 8)),
    isFirst: fc.boolean(),
  },
  examples: [...nothings, { type: 4, value: "yesterday" } as const].map((wrong) => ({ who: "alice", text: "lost", wrong, isFirst: false })),
  async holds(session, { who, text, wrong, isFirst }, expect) {
    const actor = session.actor(who);
    const { id } = await profileField(actor, fieldTypes.longText);
    const other = "field" in wrong ? { id: idOf(wrong.field, { existing: [] }), value: wrong.value } : await fieldValue(actor, wrong);
    expect.succeeded(await setProfile(actor, [{ id, value: session.fresh("kept") }]));
    const before = await profileOf(actor);
    const data = [{ id, value: text }, other];
    expect.declined(
      await setProfile(actor, isFirst ? data.reverse() : data),
      `the value ${JSON.stringify(other.value)} of the field ${other.id}`,
    );
    expect.same([...(await profileOf(actor))], [...before], "the values after one was refused");
  },
});

const { users, longText, shortText } = fieldTypes;

/** A field that only administrators edit is refused to others, to set it and to clear it, who may set the same value in a field that everybody edits. */
export const restrictedField = property({
  clause: ["restricted", "errors/profile-editing-restricted"],
  serial: "profiles",
  given: {
    who: anActor("alice", "bob", "cara", "gus"),
    text: textOf({ max: 40 }),
    named: somePeople<PersonName>({ from: members }),
  },
  examples: [{ who: "alice", text: "mine", named: ["alice"] }],
  async holds(session, { who, text, named }, expect) {
    const actor = session.actor(who);
    if (["owner", "administrator"].includes(actor.role)) throw new Untestable(`${who} may edit every field`);
    const { type, id } = await findRestricted(session);
    const open = await profileField(actor, type);
    const before = await profileValue(actor, id);
    const value = type === users ? named.map((name) => session.actor(name).user_id) : text;
    for (const sent of [value, null])
      expect.refused(
        await setProfile(actor, [{ id, value: sent }]),
        codes.badRequest,
        {},
        `${sent} in a field that only administrators edit`,
      );
    expect.same(await profileValue(actor, id), before, "the value that only administrators edit");
    expect.succeeded(await setProfile(actor, [{ id: open.id, value }]), "the same value in a field that everybody edits");
  },
});

/** Returns a field of people or of text that only administrators edit. Adds one where there is none and the target can be steered. */
async function findRestricted({ as: { alice } }: Session): Promise<{ readonly type: number; readonly id: number }> {
  const known = await recordsOf(alice, "custom_profile_fields");
  for (const type of [users, longText]) {
    const field = known.find((each) => each.type === type && each.editable_by_user === false);
    if (field) return { type, id: prepared.integer(field.id, "the id of a profile field") };
  }
  return { type: shortText, id: (await profileField(alice, shortText, false)).id };
}
