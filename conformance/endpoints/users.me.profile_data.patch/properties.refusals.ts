import fc from "fast-check";
import { unknownId } from "../../client/people.ts";
import { fieldTypes, profileField, profileValue, removeValue, sameValue, setProfile, valueAsSent } from "../../client/profile.ts";
import { recordsOf } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { anId, type IdShape, idOf } from "../../draw/ids.ts";
import { anActor, members, type PersonName, people, somePeople, twoPeople } from "../../draw/people.ts";
import { aProfileValue, notAProfileValue, type ProfileFieldType, type ProfileValueShape } from "../../draw/profile-values.ts";
import { textOf } from "../../draw/texts.ts";
import { at, isEqual, prepared, Untestable } from "../../expect.ts";
import { type FieldValue, fieldValue, profileOf } from "./values.ts";

/** The list of values is required, and may be empty. */
export const dataIsRequired = property({
  clause: "users.me.profile_data.patch/data-required",
  serial: "profiles",
  given: { who: anActor(...people) },
  examples: [{ who: "alice" }],
  async holds(session, { who }) {
    const { expect } = session;
    const actor = session.actor(who);
    expect.missing(await actor.send("PATCH /users/me/profile_data", {}), "data");
    expect.succeeded(await setProfile(actor, []), "an empty list of values");
  },
});

/** Values of one request: of each type one at most. */
type Request = readonly ProfileValueShape[];

const aRequest: fc.Arbitrary<Request> = fc
  .uniqueArray(aProfileValue(), { selector: ({ type }) => type, minLength: 1, maxLength: 3 })
  .map((request) => request);

const storing = (...values: readonly (readonly [type: ProfileFieldType, value: unknown])[]): Request =>
  values.map(([type, value]) => ({ type, value }));

/** After any requests each field has the value that it was given last, and fields that were not named keep theirs. */
export const severalFields = property({
  clause: ["users.me.profile_data.patch/several-fields", "users.me.profile_data.patch/stores"],
  serial: "profiles",
  given: { who: anActor<PersonName>(...people), requests: fc.array(aRequest, { minLength: 1, maxLength: 2 }) },
  examples: [
    { who: "alice", requests: [storing([1, "short"], [2, "long"])] },
    { who: "alice", requests: [storing([1, "short"], [2, "long"]), storing([2, "longer"], [1, "other"])] },
    { who: "alice", requests: [storing([1, "short"]), storing([2, "long"])] },
  ],
  async holds(session, { who, requests }) {
    const { expect } = session;
    const actor = session.actor(who);
    const kept = new Map<number, unknown>();
    let before: ReadonlyMap<number, unknown> | undefined;
    for (const request of requests) {
      const data: FieldValue[] = [];
      for (const shape of request) data.push(await fieldValue(actor, shape));
      before ??= await profileOf(actor);
      expect.succeeded(await setProfile(actor, data), "several values at once");
      for (const { id, value } of data) kept.set(id, value);
    }
    const after = await profileOf(actor);
    for (const [id, value] of kept) sameValue(actor, after.get(id), value, `the value that was given last to the field ${id}`);
    for (const [id, value] of before ?? [])
      if (!kept.has(id)) expect.same(after.get(id), value, `the value of the field ${id}, not named,`);
  },
});

const aliceAndBob: readonly [PersonName, PersonName] = ["alice", "bob"];

/** A change reaches everybody's clients. */
export const isAnnounced = property({
  clause: "users.me.profile_data.patch/stores",
  serial: "profiles",
  given: { pair: twoPeople<PersonName>(...members), shape: aProfileValue() },
  examples: [{ pair: aliceAndBob, shape: { type: 1, value: "told" } as ProfileValueShape }],
  async holds(session, { pair: [who, whom], shape }) {
    const [actor, other] = [session.actor(who), session.actor(whom)];
    const { id, value } = await fieldValue(actor, shape);
    await removeValue(actor, id);
    const queue = await other.queue({ event_types: ["realm_user"] });
    session.expect.succeeded(await setProfile(actor, [{ id, value }]));
    await queue.until("a profile value was changed", ({ person }) => {
      const changed = at(person, "custom_profile_field");
      return (
        at(person, "user_id") === actor.user_id && at(changed, "id") === id && isEqual(valueAsSent(at(changed, "value"), value), value)
      );
    });
  },
});

const unknown = { kind: "unknown", id: unknownId } as IdShape;

/** A field that does not exist is refused by itself, whatever a server tells of those that do. */
export const unknownAlone = property({
  clause: "users.me.profile_data.patch/unknown-field",
  given: { who: anActor<PersonName>(...people), field: anId("unknown", "zero", "negative"), value: fc.constantFrom("x", null) },
  examples: ["x", null].map((value) => ({ who: "alice", field: unknown, value })),
  async holds(session, { who, field, value }) {
    const actor = session.actor(who);
    const reply = await setProfile(actor, [{ id: idOf(field, { existing: [] }), value }]);
    session.expect.refused(reply, "BAD_REQUEST", {}, "a field that does not exist");
    // A server that refuses everything proves nothing.
    if (!session.target.missing?.has("GET /realm/linkifiers")) await actor.prepare("GET /realm/linkifiers");
  },
});

/** A field that does not exist is refused, and nothing else in the request is stored. */
export const unknownField = property({
  clause: ["users.me.profile_data.patch/unknown-field", "users.me.profile_data.patch/no-trace"],
  serial: "profiles",
  given: {
    who: anActor<PersonName>(...people),
    field: anId("unknown", "zero", "negative"),
    value: fc.constantFrom("x", null),
    text: textOf({ max: 40 }),
    isFirst: fc.boolean(),
  },
  examples: ["x", null].map((value) => ({ who: "alice", field: unknown, value, text: "lost", isFirst: false })),
  async holds(session, { who, field, value, text, isFirst }) {
    const { expect } = session;
    const actor = session.actor(who);
    const [{ id }, kept] = [await profileField(actor, fieldTypes.longText), session.fresh("kept")];
    expect.succeeded(await setProfile(actor, [{ id, value: kept }]));
    const data = [
      { id, value: text },
      { id: idOf(field, { existing: [] }), value },
    ];
    expect.refused(await setProfile(actor, isFirst ? data.reverse() : data), "BAD_REQUEST", {}, "a field that does not exist");
    expect.same(await profileValue(actor, id), kept, "a value beside one that was refused");
  },
});

/** Where one value does not fit its field, no other of the request is stored. */
export const oneDoesNotFit = property({
  clause: "users.me.profile_data.patch/no-trace",
  serial: "profiles",
  given: {
    who: anActor<PersonName>(...people),
    text: textOf({ max: 40 }),
    wrong: notAProfileValue(1, 3, 4, 5, 6, 7, 8),
    isFirst: fc.boolean(),
  },
  examples: [{ who: "alice", text: "lost", wrong: { type: 4, value: "yesterday" } as ProfileValueShape, isFirst: false }],
  async holds(session, { who, text, wrong, isFirst }) {
    const { expect } = session;
    const actor = session.actor(who);
    const { id } = await profileField(actor, fieldTypes.longText);
    const other = await fieldValue(actor, wrong);
    expect.succeeded(await setProfile(actor, [{ id, value: session.fresh("kept") }]));
    const before = await profileOf(actor);
    const data = [{ id, value: text }, other];
    expect.declined(await setProfile(actor, isFirst ? data.reverse() : data), `the value ${JSON.stringify(other.value)}`);
    expect.same([...(await profileOf(actor))], [...before], "the values after one was refused");
  },
});

const { users, longText, shortText } = fieldTypes;

/** A field that only administrators edit is refused to others, who may set the same value in a field that everybody edits. */
export const restrictedField = property({
  clause: "users.me.profile_data.patch/restricted",
  serial: "profiles",
  given: {
    who: anActor("alice", "bob", "cara", "gus"),
    text: textOf({ max: 40 }),
    named: somePeople<PersonName>({ from: members }),
    isRemoved: fc.constantFrom(false, false, true),
  },
  examples: [{ who: "alice", text: "mine", named: ["alice"], isRemoved: false }],
  async holds(session, { who, text, named, isRemoved }) {
    const { expect } = session;
    const actor = session.actor(who);
    if (["owner", "administrator"].includes(actor.role)) throw new Untestable(`${who} may edit every field`);
    const { type, id } = await findRestricted(session);
    const open = await profileField(actor, type);
    const before = await profileValue(actor, id);
    const value = type === users ? named.map((name) => session.actor(name).user_id) : text;
    const refused = [{ id, value: isRemoved ? null : value }];
    expect.refused(await setProfile(actor, refused), "BAD_REQUEST", {}, "a field that only administrators edit");
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
