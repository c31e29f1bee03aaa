import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { parsed } from "../../client/json.ts";
import { fieldTypes, type ProfileField, profileField, profileOf, unknownId } from "../../client/people.ts";
import { ifTold, recordsOf } from "../../client/registration.ts";
import { ownRealm, type Session } from "../../client/session.ts";
import type { Reply } from "../../client/target.ts";
import { type Property, property } from "../../declare/property.ts";
import type { ValueOf } from "../../draw/combinators.ts";
import {
  anActor,
  aProfileValue,
  members,
  notAProfileValue,
  type PersonName,
  type ProfileFieldType,
  type ProfileValueShape,
  people,
  profileValueOf,
  somePeople,
} from "../../draw/people.ts";
import { anId, idOf } from "../../draw/references.ts";
import { delicate, delicateLines, falsyTexts, textOf } from "../../draw/texts.ts";
import { at, type Checks, isEqual, prepared, Untestable } from "../../expect.ts";
import { codes } from "../../text/limits.ts";

const setProfile = (actor: Actor, data: readonly unknown[]): Promise<Reply> => actor.send("PATCH /users/me/profile_data", { data });

/** Returns what a registration shows as the actor's value of a field; undefined where there is none. @throws Unprepared: it shows no values */
const profileValue = async (actor: Actor, id: number): Promise<unknown> => (await profileOf(actor)).get(id);

/** Requires a stored value that is the one sent. A list of users may be shown as its JSON text. */
function sameValue(expect: Checks, actual: unknown, sent: unknown, what: string): void {
  const value = Array.isArray(sent) && typeof actual === "string" ? (parsed(actual) ?? actual) : actual;
  expect.same(value, sent, what);
}

async function storeValue(actor: Actor, id: number, value: unknown): Promise<void> {
  actor.expect.succeeded(await setProfile(actor, [{ id, value }]), `the value ${JSON.stringify(value)}`);
  sameValue(actor.expect, await profileValue(actor, id), value, "the stored value");
}

/** Returns the options of a field: their keys, or the texts beside them. @throws Unprepared: its data are no JSON object */
function optionsOf({ field_data }: ProfileField, isLabel = false): readonly string[] {
  const options = prepared.object(parsed(field_data), "the options of a profile field");
  const labels = Object.values(options).map((one) => String(at(one, "text")));
  return isLabel ? labels.filter((text) => !Object.hasOwn(options, text)) : Object.keys(options);
}

/** Returns a value as it is sent for a field. @throws Untestable: it is an option, and the field has none */
function valueFor({ session }: Actor, field: ProfileField, shape: ProfileValueShape): unknown {
  const options = "option" in shape ? optionsOf(field, shape.isLabel) : [];
  const value = profileValueOf(shape, (name) => session.actor(name).user_id, options);
  if (value === undefined) throw new Untestable("the profile field has no options");
  return value;
}

/** Returns a value with a field of its type that its users may edit. @throws Untestable: there is no such field */
async function fieldValue(actor: Actor, shape: ProfileValueShape) {
  const field = await profileField(actor, shape.type);
  return { id: field.id, value: valueFor(actor, field, shape) };
}

/** Values of which the first is the plainest. */
type Shapes = readonly [ProfileValueShape, ...ProfileValueShape[]];

/** Stores a value. One that does not fit is refused, and the one that was stored stays. */
async function keepsGood(actor: Actor, type: ProfileFieldType, good: ProfileValueShape, wrong: ProfileValueShape): Promise<void> {
  const field = await profileField(actor, type);
  const { id } = field;
  const kept = valueFor(actor, field, good);
  if (type === fieldTypes.link && !/^https?:/.test(String(kept)))
    actor.session.needsObserved("a link of another scheme than http in small letters is taken");
  await storeValue(actor, id, kept);
  const refused = valueFor(actor, field, wrong);
  const checks = Array.isArray(refused) ? actor.expect.against("users.me.profile_data.patch/users") : actor.expect;
  checks.declined(await setProfile(actor, [{ id, value: refused }]), `the value ${JSON.stringify(refused)}`);
  sameValue(actor.expect, await profileValue(actor, id), kept, "the value after another was refused");
}

/** Somebody's value of a type is stored and shown; one that does not fit it is refused, and the one that was stored stays. */
const fits = (words: string, type: ProfileFieldType, good: Shapes, ...wrong: readonly unknown[]): Property => {
  const wrongs: readonly ProfileValueShape[] = [
    ...wrong.map((value) => ({ type, value })),
    ...(type === fieldTypes.options ? [{ type, option: 0, isLabel: true } as const] : []),
    ...(type === fieldTypes.users
      ? [true, false].map((isFirst) => ({ type, people: ["bob"] as const, nobody: unknownId, isFirst }))
      : [{ type, people: ["alice"] as const }]),
  ];
  return property({
    clause: [...new Set([words, "users"])],
    serial: "profiles",
    given: { who: anActor<PersonName>(...people), good: aProfileValue(type), wrong: notAProfileValue(type) },
    examples: [
      ...good.flatMap((each) => wrongs.slice(0, 1).map((one) => ({ who: "alice" as const, good: each, wrong: one }))),
      ...wrongs.slice(1).map((one) => ({ who: "alice" as const, good: good[0], wrong: one })),
    ],
    holds: (session, { who, good, wrong }) => keepsGood(session.actor(who), type, good, wrong),
  });
};

const ofType = (type: ProfileFieldType, ...[first, ...others]: readonly [unknown, ...unknown[]]): Shapes => [
  { type, value: first },
  ...others.map((value) => ({ type, value })),
];

/** Short text is stored. */
export const shortText = fits("short-text", 1, ofType(1, delicate, " soup ", ...falsyTexts));

/** Long text is stored, up to 500 characters, the bound of running servers. */
export const longText = fits("long-text", 2, ofType(2, delicateLines.repeat(7), ...falsyTexts));

const bothEnds: Shapes = [
  { type: 3, option: 0 },
  { type: 3, option: 0.99 },
];

/** Each option of a field is stored, and nothing else. */
export const option = fits("list-of-options", 3, bothEnds, "no such option", "constructor", [1]);

/** A date is stored, and nothing else. */
export const date = fits("date", 4, ofType(4, "1984-02-29"), "yesterday", "1985-02-30", "1985-13-01", "1984-02-29T12:00:00Z", [1]);

const links = ofType(5, "https://Example.com/garden?a=b#c", "ftp://files.example.com/a.txt");

/** A URL is stored, and nothing else. */
export const link = fits("link", 5, links, "not a link", "https://example.com/ and more", "example", [1]);

/** A URL is taken whatever its host, or, as servers were seen to do, only where the host has a top-level domain. */
export const linkHosts = property({
  clause: "link-hosts",
  serial: "profiles",
  given: { who: anActor<PersonName>(...people), host: fc.constantFrom("garden", "a.b", "a_b.example") },
  examples: [{ who: "alice", host: "garden" }],
  async holds(session, { who, host }, expect) {
    const actor = session.actor(who);
    const { id } = await profileField(actor, fieldTypes.link);
    const value = `http://${host}`;
    const isTaken = expect.isAccepted(await setProfile(actor, [{ id, value }]), `the value ${value}`, "data");
    session.chooses("linkHosts", isTaken ? "taken" : "observed");
    if (isTaken) sameValue(actor.expect, await profileValue(actor, id), value, "the value");
  },
});

const theUsers = (...named: readonly PersonName[]): ProfileValueShape => ({ type: 6, people: named });

/** Users are stored, one or several, and nothing else. */
export const users = fits("users", 6, [theUsers("bob"), theUsers("bob", "alice", "cara")], "somebody", [unknownId]);

/** The name of an external account is stored. */
export const account = fits("external-account", 7, ofType(7, "alice-arbour"));

/** Pronouns are stored. */
export const pronouns = fits("pronouns", 8, ofType(8, `they/them ${delicate}`));

/** Values of one request: of each type one at most. */
const aRequest = fc.uniqueArray(aProfileValue(), { selector: ({ type }) => type, maxLength: 7 });

const storing = (...values: readonly (readonly [type: ProfileFieldType, value: unknown])[]): ProfileValueShape[] =>
  values.map(([type, value]) => ({ type, value }));

/** A text of more UTF-16 units a server may find too long: no sentence bounds the values of a type. */
const surelyFits = 20;

/** After any requests each field has the value that it was given last, and fields that were not named keep theirs. */
export const severalFields = property({
  clause: ["several-fields", "stores", "records/profile-value"],
  serial: "profiles",
  given: { who: anActor<PersonName>(...people), requests: fc.array(aRequest, { minLength: 1, maxLength: 2 }) },
  examples: [
    { who: "alice", requests: [storing([1, "short"], [2, "long"])] },
    { who: "alice", requests: [storing([1, "short"], [2, "long"]), storing([2, "longer"], [1, "other"])] },
    { who: "alice", requests: [storing([1, "short"]), storing([2, "long"])] },
    { who: "alice", requests: [storing([1, "short"], [2, "long"]), []] },
    {
      who: "alice",
      requests: [storing([8, "they"], [5, "https://example.com/"], [4, "1990-04-12"], [7, "arbour"], [2, "long"], [1, "short"])],
    },
  ],
  async holds(session, { who, requests }, expect) {
    const actor = session.actor(who);
    const kept = new Map<number, unknown>();
    let before: ReadonlyMap<number, unknown> | undefined;
    for (const request of requests) {
      const data: Awaited<ReturnType<typeof fieldValue>>[] = [];
      for (const shape of request) data.push(await fieldValue(actor, shape));
      before ??= await profileOf(actor);
      const reply = await setProfile(actor, data);
      const isLong = data.some(({ value }) => typeof value === "string" && value.length > surelyFits);
      if (reply.body.result !== "success" && isLong && !session.isHeldToObserved)
        throw new Untestable("how long a text may be no sentence says");
      // No sentence says that there has to be a value.
      if (data.length > 0 || reply.body.result === "success") expect.succeeded(reply, "several values at once");
      for (const { id, value } of data) kept.set(id, value);
    }
    const after = await profileOf(actor);
    const isSome = [...kept].some(([id, value]) => isEqual(after.get(id), value));
    const checks = isSome ? expect : expect.against("users.me.profile_data.patch/stores");
    for (const [id, value] of kept) sameValue(checks, after.get(id), value, `the value that was given last to the field ${id}`);
    for (const [id, value] of before ?? [])
      if (!kept.has(id)) expect.same(after.get(id), value, `the value of the field ${id}, not named,`);
  },
});

/** Null removes the value of its field, beside that of long text where there is such a field, or refuses the whole request. */
export const byNull = property({
  clause: "null-removes",
  serial: "profiles",
  given: { who: anActor<PersonName>(...people), removed: aProfileValue(1, 3, 4, 5, 6, 7, 8), text: textOf({ max: 40 }) },
  examples: [...storing([1, "short"], [4, "1984-02-29"], [5, "https://example.com/"]), theUsers("bob")].map(
    (removed) => ({ who: "alice", removed, text: "long" }) as const,
  ),
  async holds(session, { who, removed, text }, expect) {
    const actor = session.actor(who);
    const [{ id, value }, other] = [await fieldValue(actor, removed), await ifTold(profileField(actor, fieldTypes.longText))];
    await storeValue(actor, id, value);
    const beside = other && (await profileValue(actor, other.id));
    const nothing = { id, value: null };
    const reply = await setProfile(actor, [nothing, ...(other ? [{ id: other.id, value: text }] : [])]);
    const isRemoved = expect.isAccepted(reply, "the value null");
    session.chooses("nullProfileValue", isRemoved ? "removes" : "observed");
    sameValue(actor.expect, await profileValue(actor, id), isRemoved ? undefined : value, "the value after null was sent");
    const viewer = session.actor(who === "alice" ? "bob" : "alice");
    const shown = isRemoved ? await ifTold(profileOf(viewer, actor)) : undefined;
    if (shown) sameValue(expect, shown.get(id), undefined, `the value after null was sent, for ${viewer.name},`);
    if (other) expect.same(await profileValue(actor, other.id), isRemoved ? text : beside, "the value of the field beside it");
  },
});

/** Text of a bot is stored, and shown where a registration shows profiles of bots, or refused, as on running servers. */
export const byBots = property({
  clause: "bots",
  serial: "profiles",
  given: { text: textOf({ max: 40 }) },
  examples: [{ text: "beep" }],
  async holds(session, { text }, expect) {
    const { robo } = session.as;
    const { id } = await profileField(robo, fieldTypes.shortText);
    const isStored = expect.isAccepted(await setProfile(robo, [{ id, value: text }]), "a value of a bot", "data");
    session.chooses("botProfiles", isStored ? "yes" : "observed");
    const shown = await ifTold(profileOf(robo));
    if (isStored && shown) expect.same(shown.get(id), text, "the value of a bot");
  },
});

/** A value for a field that does not exist. */
const aNothing = { field: anId("unknown", "zero", "negative"), value: fc.constantFrom("x", null) };

const nothings: readonly ValueOf<typeof aNothing>[] = (["x", null] as const).map((value) => ({
  field: { kind: "unknown", id: unknownId },
  value,
}));

/** A field that does not exist is refused by itself, whatever a server tells of those that do. */
export const unknownAlone = property({
  clause: ["unknown-field", "errors/unknown-profile-field"],
  given: { who: anActor<PersonName>(...people), ...aNothing },
  examples: nothings.map((nothing) => ({ who: "alice", ...nothing }) as const),
  async holds(session, { who, field, value }) {
    const actor = session.actor(who);
    const reply = await setProfile(actor, [{ id: idOf(field, { existing: [] }), value }]);
    session.expect.refused(reply, codes.badRequest, {}, "a field that does not exist");
    // A server that refuses everything proves nothing.
    if (!session.target.missing?.has("GET /realm/linkifiers")) await actor.prepare("GET /realm/linkifiers");
  },
});

/** A value that does not fit its field, or is of no field, keeps all others of its request from being stored. */
export const oneIsRefused = property({
  clause: "no-trace",
  serial: "profiles",
  given: {
    who: anActor<PersonName>(...people),
    text: textOf({ max: 40 }),
    wrong: fc.oneof({ withCrossShrink: true }, fc.record(aNothing), notAProfileValue(1, 3, 4, 5, 6, 7, 8)),
    isFirst: fc.boolean(),
  },
  examples: [...nothings, { type: 4, value: "yesterday" } as const].map(
    (wrong) => ({ who: "alice", text: "lost", wrong, isFirst: false }) as const,
  ),
  async holds(session, { who, text, wrong, isFirst }, expect) {
    const actor = session.actor(who);
    const { id } = await profileField(actor, fieldTypes.longText);
    const other = "field" in wrong ? { id: idOf(wrong.field, { existing: [] }), value: wrong.value } : await fieldValue(actor, wrong);
    expect.succeeded(await setProfile(actor, [{ id, value: session.fresh("kept") }]));
    const before = await profileOf(actor);
    const data = [{ id, value: text }, other];
    const reply = await setProfile(actor, isFirst ? data.reverse() : data);
    expect.declined(reply, `the value ${JSON.stringify(other.value)} of the field ${other.id}`);
    expect.same([...(await profileOf(actor))], [...before], "the values after one was refused");
  },
});

/** A field that only administrators edit is refused to others, to set it and to clear it, who may set the same value in a field that everybody edits. */
export const restrictedField = property({
  clause: ["restricted", "errors/profile-editing-restricted"],
  serial: "profiles",
  given: {
    who: anActor("alice", "bob", "cara", "gus"),
    text: textOf({ max: 40 }),
    named: somePeople({ from: members }),
    moderates: fc.boolean(),
  },
  examples: [
    { who: "alice", text: "mine", named: ["alice"], moderates: false },
    { who: "alice", text: "mine", named: ["alice"], moderates: true },
  ],
  async holds(session, { who, text, named, moderates }, expect) {
    const actor = session.actor(who);
    if (moderates) await ownRealm(session).act({ action: "set_user", as: who, property: "role", value: "moderator" });
    if (["owner", "administrator"].includes(actor.role)) throw new Untestable(`${who} may edit every field`);
    const { type, id } = await findRestricted(session);
    const open = await profileField(actor, type);
    const before = await profileValue(actor, id);
    const value = type === fieldTypes.users ? named.map((name) => session.actor(name).user_id) : text;
    for (const sent of [value, null]) {
      const reply = await setProfile(actor, [{ id, value: sent }]);
      expect.refused(reply, codes.badRequest, {}, `${sent} in a field that only administrators edit`);
    }
    expect.same(await profileValue(actor, id), before, "the value that only administrators edit");
    expect.succeeded(await setProfile(actor, [{ id: open.id, value }]), "the same value in a field that everybody edits");
  },
});

/** Returns a field of people or of text that only administrators edit. Adds one where there is none and the target can be steered. */
async function findRestricted({ as: { alice } }: Session): Promise<{ readonly type: number; readonly id: number }> {
  const known = await recordsOf(alice, "custom_profile_fields");
  for (const type of [fieldTypes.users, fieldTypes.longText]) {
    const field = known.find((each) => each.type === type && each.editable_by_user === false);
    if (field) return { type, id: prepared.integer(field.id, "the id of a profile field") };
  }
  return { type: fieldTypes.shortText, id: (await profileField(alice, fieldTypes.shortText, false)).id };
}
