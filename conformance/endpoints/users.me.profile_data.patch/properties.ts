import { unknownId } from "../../client/people.ts";
import { fieldTypes, profileField, profileValue, sameValue, setProfile, storeAndRemove } from "../../client/profile.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { prepared, Untestable } from "../../expect.ts";

const shared = ["users.me.profile_data.patch/stores", "users.me.profile_data.patch/null-removes", "records/profile-value"];

/** Stores, shows and removes a value of a field of a type. */
async function takes(session: Session, type: number, value: unknown): Promise<void> {
  const { alice } = session.as;
  await storeAndRemove(alice, (await profileField(alice, type)).id, value);
}

/** Tries values that do not fit a type; what was stored before stays. */
async function refuses(session: Session, type: number, good: unknown, wrong: readonly unknown[]): Promise<void> {
  const { expect } = session;
  const { alice } = session.as;
  const { id } = await profileField(alice, type);
  expect.succeeded(await setProfile(alice, [{ id, value: good }]), `the value ${JSON.stringify(good)}`);
  for (const value of wrong) expect.declined(await setProfile(alice, [{ id, value }]), `the value ${JSON.stringify(value)}`);
  sameValue(alice, await profileValue(alice, id), good, "the value after others were refused");
}

/** Short text is stored and removed. */
export const shortText = property({
  clause: [...shared, "users.me.profile_data.patch/short-text"],
  serial: "alice's profile",
  holds: (session) => takes(session, fieldTypes.shortText, session.fresh("Ünusual")),
});

/** Long text is stored and removed. */
export const longText = property({
  clause: [...shared, "users.me.profile_data.patch/long-text"],
  serial: "alice's profile",
  holds: (session) => takes(session, fieldTypes.longText, `Several words, *and more*,\nover two lines: ${session.fresh("v")}`),
});

/** Returns the keys of the options of a field. @throws Untestable: it has none */
async function keysOf({ as: { alice } }: Session): Promise<[string, ...string[]]> {
  const { field_data } = await profileField(alice, fieldTypes.options);
  const options = prepared.object(parseJson(field_data), "the options of a profile field");
  const [first, ...rest] = Object.keys(options);
  if (first === undefined) throw new Untestable("the profile field has no options");
  return [first, ...rest];
}

/** Returns the value that a JSON text stands for; undefined where it is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Each option of a field is stored and removed. */
export const option = property({
  clause: [...shared, "users.me.profile_data.patch/list-of-options"],
  serial: "alice's profile",
  holds: async (session) => {
    for (const key of await keysOf(session)) await takes(session, fieldTypes.options, key);
  },
});

/** What is no option of the field is refused. */
export const noOption = property({
  clause: "users.me.profile_data.patch/list-of-options",
  serial: "alice's profile",
  holds: async (session) => {
    const [key] = await keysOf(session);
    await refuses(session, fieldTypes.options, key, [session.fresh("option"), [session.as.alice.user_id]]);
  },
});

/** A date is stored and removed. */
export const date = property({
  clause: [...shared, "users.me.profile_data.patch/date"],
  serial: "alice's profile",
  holds: (session) => takes(session, fieldTypes.date, "1984-02-29"),
});

/** What is no date is refused. */
export const noDate = property({
  clause: "users.me.profile_data.patch/date",
  serial: "alice's profile",
  holds: async (session) => {
    await refuses(session, fieldTypes.date, "1984-02-28", ["yesterday", "1985-02-30", "1985-13-01", [session.as.alice.user_id]]);
  },
});

/** A URL is stored and removed. */
export const link = property({
  clause: [...shared, "users.me.profile_data.patch/link"],
  serial: "alice's profile",
  holds: (session) => takes(session, fieldTypes.link, `https://example.com/${session.fresh("v").replaceAll(" ", "-")}?a=b#c`),
});

/** What is no URL is refused. */
export const noLink = property({
  clause: "users.me.profile_data.patch/link",
  serial: "alice's profile",
  holds: async (session) => {
    await refuses(session, fieldTypes.link, "https://example.com/stays", ["not a link", "example", [session.as.alice.user_id]]);
  },
});

/** Users are stored and removed, one or several. */
export const users = property({
  clause: [...shared, "users.me.profile_data.patch/users"],
  serial: "alice's profile",
  holds: async (session) => {
    const { alice, bob } = session.as;
    await takes(session, fieldTypes.users, [bob.user_id]);
    await takes(session, fieldTypes.users, [bob.user_id, alice.user_id]);
  },
});

/** What is no list of users is refused. */
export const noUsers = property({
  clause: "users.me.profile_data.patch/users",
  serial: "alice's profile",
  holds: async (session) => {
    const { bob } = session.as;
    await refuses(session, fieldTypes.users, [bob.user_id], ["somebody", [unknownId], [bob.user_id, unknownId]]);
  },
});

/** A list of users is refused by fields of text. */
export const usersElsewhere = property({
  clause: "users.me.profile_data.patch/users",
  serial: "alice's profile",
  holds: async (session) => {
    const good = session.fresh("text");
    await refuses(session, fieldTypes.shortText, good, [[session.as.alice.user_id]]);
  },
});

/** The name of an external account is stored and removed. */
export const account = property({
  clause: [...shared, "users.me.profile_data.patch/external-account"],
  serial: "alice's profile",
  holds: (session) => takes(session, fieldTypes.account, session.fresh("v").replaceAll(" ", "-")),
});

/** Pronouns are stored and removed. */
export const pronouns = property({
  clause: [...shared, "users.me.profile_data.patch/pronouns"],
  serial: "alice's profile",
  holds: (session) => takes(session, fieldTypes.pronouns, "they/them"),
});
