import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { unknownId } from "../../client/people.ts";
import { fieldTypes, profileField, profileValue, sameValue, setProfile, storeValue } from "../../client/profile.ts";
import { type Property, property } from "../../declare/property.ts";
import { anActor, members, type PersonName, people, somePeople } from "../../draw/people.ts";
import { aProfileValue, notAProfileValue, type ProfileFieldType, type ProfileValueShape } from "../../draw/profile-values.ts";
import { allButUsers, fieldValue, valueFor } from "./values.ts";

const endpoint = "users.me.profile_data.patch";
const shared = [`${endpoint}/stores`, "records/profile-value"];

type Type = ProfileFieldType;

/** Values of a type, by what the text says of it or by a bound. */
const valuesOf = (type: Type, ...values: readonly unknown[]): readonly ProfileValueShape[] => values.map((value) => ({ type, value }));

/** Somebody's value of a type is stored and shown. */
const takes = (clause: string, type: Type, named: readonly ProfileValueShape[]): Property =>
  property({
    clause: [...shared, clause],
    serial: "profiles",
    given: { who: anActor<PersonName>(...people), shape: aProfileValue(type) },
    examples: named.map((shape) => ({ who: "alice", shape })),
    async holds(session, { who, shape }) {
      const actor = session.actor(who);
      const { id, value } = await fieldValue(actor, shape);
      await storeValue(actor, id, value);
    },
  });

/** Tries a value that does not fit a field; the one that was stored before stays. */
async function refuses(actor: Actor, type: Type, good: ProfileValueShape, wrong: ProfileValueShape): Promise<void> {
  const { expect } = actor;
  const field = await profileField(actor, type);
  const { id } = field;
  const [kept, refused] = [valueFor(actor, field, good), valueFor(actor, field, wrong)];
  expect.succeeded(await setProfile(actor, [{ id, value: kept }]), `the value ${JSON.stringify(kept)}`);
  expect.declined(await setProfile(actor, [{ id, value: refused }]), `the value ${JSON.stringify(refused)}`);
  sameValue(actor, await profileValue(actor, id), kept, "the value after another was refused");
}

/** Makes a property: a value that does not fit the type of its field is refused. */
const refusesOther = (clause: string, type: Type, good: ProfileValueShape, named: readonly ProfileValueShape[]): Property =>
  property({
    clause,
    serial: "profiles",
    given: { who: anActor<PersonName>(...people), good: aProfileValue(type), wrong: notAProfileValue(type) },
    examples: named.map((wrong) => ({ who: "alice", good, wrong })),
    holds: (session, { who, good, wrong }) => refuses(session.actor(who), type, good, wrong),
  });

/** Short text is stored. */
export const shortText = takes(`${endpoint}/short-text`, 1, valuesOf(1, "Ünusual", "x"));

/** Long text is stored. */
export const longText = takes(`${endpoint}/long-text`, 2, valuesOf(2, "Several words, *and more*,\nover two lines"));

const anOption = (option: number): ProfileValueShape => ({ type: 3, option });

/** Each option of a field is stored. */
export const option = takes(`${endpoint}/list-of-options`, 3, [anOption(0), anOption(0.99)]);

/** What is no option of the field is refused. */
export const noOption = refusesOther(`${endpoint}/list-of-options`, 3, anOption(0), valuesOf(3, "no such option", [1]));

/** A date is stored. */
export const date = takes(`${endpoint}/date`, 4, valuesOf(4, "1984-02-29", "2000-12-31"));

/** What is no date is refused. */
export const noDate = refusesOther(
  `${endpoint}/date`,
  4,
  { type: 4, value: "1984-02-28" },
  valuesOf(4, "yesterday", "1985-02-30", "1985-13-01", [1]),
);

/** A URL is stored. */
export const link = takes(`${endpoint}/link`, 5, valuesOf(5, "https://example.com/garden?a=b#c"));

/** What is no URL is refused. */
export const noLink = refusesOther(
  `${endpoint}/link`,
  5,
  { type: 5, value: "https://example.com/stays" },
  valuesOf(5, "not a link", "example", [1]),
);

const theUsers = (...named: readonly PersonName[]): ProfileValueShape => ({ type: 6, people: named });

/** Users are stored, one or several. */
export const users = takes(`${endpoint}/users`, 6, [theUsers("bob"), theUsers("bob", "alice")]);

/** What is no list of users is refused. */
export const noUsers = refusesOther(`${endpoint}/users`, 6, theUsers("bob"), valuesOf(6, "somebody", [unknownId]));

/** A list with somebody who does not exist is refused, whoever else is in it and wherever they stand. */
export const unknownAmongUsers = property({
  clause: `${endpoint}/users`,
  serial: "profiles",
  given: {
    who: anActor<PersonName>(...people),
    known: somePeople<PersonName>({ from: members, max: 2 }),
    stranger: fc.constantFrom(unknownId, 0, -1),
    before: fc.boolean(),
  },
  examples: [false, true].map((before) => ({ who: "alice", known: ["bob"], stranger: unknownId, before })),
  async holds(session, { who, known, stranger, before }) {
    const ids = known.map((name) => session.actor(name).user_id);
    const wrong = { type: fieldTypes.users, value: before ? [stranger, ...ids] : [...ids, stranger] };
    await refuses(session.actor(who), fieldTypes.users, theUsers("bob"), wrong);
  },
});

/** Returns a value that fits a type and is plain. */
const plainOf = (type: Type): ProfileValueShape => {
  if (type === fieldTypes.options) return anOption(0);
  return { type, value: type === fieldTypes.date ? "1990-04-12" : type === fieldTypes.link ? "https://example.com/" : "text" };
};

/** A list of users is refused by fields of every other type. */
export const usersElsewhere = property({
  clause: `${endpoint}/users`,
  serial: "profiles",
  given: {
    who: anActor<PersonName>(...people),
    type: fc.constantFrom(...allButUsers),
    named: somePeople<PersonName>({ from: members }),
  },
  examples: allButUsers.map((type) => ({ who: "alice", type, named: ["alice"] })),
  async holds(session, { who, type, named }) {
    const value = named.map((name) => session.actor(name).user_id);
    await refuses(session.actor(who), type, plainOf(type), { type, value });
  },
});

/** The name of an external account is stored. */
export const account = takes(`${endpoint}/external-account`, 7, valuesOf(7, "alice-arbour"));

/** Pronouns are stored. */
export const pronouns = takes(`${endpoint}/pronouns`, 8, valuesOf(8, "they/them"));
