import { fieldTypes } from "../../client/profile.ts";
import type { Asked } from "../../mutants/kit/asked.ts";
import { isSuccess, refusing, success, swallowed } from "../../mutants/kit/bodies.ts";
import { type Breaks, type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const profile = onRoute("PATCH /users/me/profile_data");

interface Entry {
  readonly id: number;
  readonly value: unknown;
}

/** Returns the values that a request gives; none where it gives no list. */
export function entriesOf(asked: Asked): readonly Entry[] {
  const list = asked.json("data");
  return Array.isArray(list) ? (list as Entry[]) : [];
}

/** Returns the ids of the fields of a type. */
function fieldsOf(asked: Asked, type: number): readonly number[] {
  if (!asked.caller) return [];
  const { body } = asked.also(asked.caller, "POST /register", { event_types: [], fetch_event_types: ["custom_profile_fields"] });
  const fields = body.custom_profile_fields as readonly { readonly id: number; readonly type: number }[];
  return fields.filter((field) => field.type === type).map(({ id }) => id);
}

/** Changes the values for fields of a type. */
const changing = (type: number, change: (value: string) => string) => (asked: Asked) => {
  const ids = fieldsOf(asked, type);
  const isText = ({ id, value }: Entry): boolean => ids.includes(id) && typeof value === "string";
  const data = entriesOf(asked).map((entry) => (isText(entry) ? { ...entry, value: change(String(entry.value)) } : entry));
  return JSON.stringify(data) === asked.field("data") ? undefined : asked.with({ data });
};

/** Refuses values for fields of a type, except null. */
const without = (type: number) =>
  refusing((asked) => {
    const ids = fieldsOf(asked, type);
    return entriesOf(asked).some(({ id, value }) => ids.includes(id) && value !== null);
  });

/** Accepts what the server would refuse for fields of a type, without storing it. */
const anything = (name: string, breaks: Breaks, says: string, type: number): Mutant =>
  profile(name, breaks, says, {
    instead: (asked) => {
      const ids = fieldsOf(asked, type);
      return entriesOf(asked).some(({ id }) => ids.includes(id)) && !isSuccess(asked.wouldSay()) ? success() : undefined;
    },
  });

/** Faults in how values are stored, and in what fits a field. */
export const values: readonly Mutant[] = [
  profile("profile-not-stored", "users.me.profile_data.patch/stores", "Values are accepted and not stored.", {
    instead: swallowed,
  }),
  profile(
    "profile-never-cleared",
    ["users.me.profile_data.patch/null-removes", "users.me.profile_data.patch/stores"],
    "null does not remove a value.",
    {
      request: (asked) => {
        const data = entriesOf(asked);
        return data.some(({ value }) => value === null) ? asked.with({ data: data.filter(({ value }) => value !== null) }) : undefined;
      },
    },
  ),
  profile(
    "profile-first-only",
    ["users.me.profile_data.patch/several-fields", "users.me.profile_data.patch/stores"],
    "Only the first of the values is stored.",
    {
      request: (asked) =>
        entriesOf(asked).length > 1 && isSuccess(asked.wouldSay()) ? asked.with({ data: entriesOf(asked).slice(0, 1) }) : undefined,
    },
  ),
  profile(
    "profile-unnamed-removed",
    "users.me.profile_data.patch/several-fields",
    "Text fields that a request does not name lose their values.",
    {
      request: (asked) => {
        const named = entriesOf(asked);
        if (named.length === 0 || !isSuccess(asked.wouldSay())) return undefined;
        const others = [fieldTypes.shortText, fieldTypes.longText].flatMap((type) => fieldsOf(asked, type));
        const removed = others.filter((id) => !named.some((entry) => entry.id === id)).map((id) => ({ id, value: null }));
        return asked.with({ data: [...named, ...removed] });
      },
    },
  ),
  profile("profile-short-text-plain", "users.me.profile_data.patch/short-text", "Short text loses its letters beyond ASCII.", {
    request: changing(fieldTypes.shortText, (value) => value.replaceAll(/[^ -~]/g, "?")),
  }),
  profile("profile-long-text-one-line", "users.me.profile_data.patch/long-text", "Long text loses its line breaks.", {
    request: changing(fieldTypes.longText, (value) => value.replaceAll("\n", " ")),
  }),
  profile(
    "profile-account-refused",
    ["users.me.profile_data.patch/external-account", "users.me.profile_data.patch/stores"],
    "External accounts are refused.",
    {
      instead: without(fieldTypes.account),
    },
  ),
  profile(
    "profile-pronouns-refused",
    ["users.me.profile_data.patch/pronouns", "users.me.profile_data.patch/stores"],
    "Pronouns are refused.",
    {
      instead: without(fieldTypes.pronouns),
    },
  ),
  profile("profile-people-refused", "users.me.profile_data.patch/users", "Lists of people are refused.", {
    instead: without(fieldTypes.users),
  }),
  anything("profile-any-link", "users.me.profile_data.patch/link", "A link may be any text.", fieldTypes.link),
  anything("profile-any-date", "users.me.profile_data.patch/date", "A date may be any text.", fieldTypes.date),
  anything("profile-any-option", "users.me.profile_data.patch/list-of-options", "An option may be any text.", fieldTypes.options),
  anything("profile-any-people", "users.me.profile_data.patch/users", "People may be ids that nobody has.", fieldTypes.users),
  anything("profile-people-as-text", "users.me.profile_data.patch/users", "Short text may be a list of people.", fieldTypes.shortText),
];
