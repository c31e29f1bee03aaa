import { fieldTypes } from "../../client/people.ts";
import { isSuccess, recoded, refusing, success, swallowed } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Breaks, type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const profile = onRoute("PATCH /users/me/profile_data");

interface Entry {
  readonly id: number;
  readonly value: unknown;
}

/** Returns the values that a request gives; none where it gives no list. */
function entriesOf(request: InterceptedRequest): readonly Entry[] {
  const list = request.json("data");
  return Array.isArray(list) ? (list as Entry[]) : [];
}

/** Returns the ids of the fields of a type. */
function fieldsOf(request: InterceptedRequest, type: number): readonly number[] {
  if (!request.caller) return [];
  const { body } = request.also(request.caller, "POST /register", { event_types: [], fetch_event_types: ["custom_profile_fields"] });
  const fields = body.custom_profile_fields as readonly { readonly id: number; readonly type: number }[];
  return fields.filter((field) => field.type === type).map(({ id }) => id);
}

/** Changes the values for fields of a type. */
const changing = (type: number, change: (value: string) => string) => (request: InterceptedRequest) => {
  const ids = fieldsOf(request, type);
  const isText = ({ id, value }: Entry): boolean => ids.includes(id) && typeof value === "string";
  const data = entriesOf(request).map((entry) => (isText(entry) ? { ...entry, value: change(String(entry.value)) } : entry));
  return JSON.stringify(data) === request.field("data") ? undefined : request.with({ data });
};

/** Refuses values for fields of a type, except null. */
const without = (type: number) =>
  refusing((request) => {
    const ids = fieldsOf(request, type);
    return entriesOf(request).some(({ id, value }) => ids.includes(id) && value !== null);
  });

/** Accepts what the server would refuse for fields of a type, without storing it. */
const anything = (name: string, breaks: Breaks, says: string, type: number): Mutant =>
  profile(name, breaks, says, {
    instead: (request) => {
      const ids = fieldsOf(request, type);
      return entriesOf(request).some(({ id }) => ids.includes(id)) && !isSuccess(request.wouldSay()) ? success() : undefined;
    },
  });

/** Faults in how values are stored, and in what fits a field. */
const values: readonly Mutant[] = [
  profile("fourth-value-lost", "users.me.profile_data.patch/several-fields", "Of more than three values the first three are stored.", {
    request: (request) => {
      const data = entriesOf(request);
      return data.length > 3 ? request.with({ data: data.slice(0, 3) }) : undefined;
    },
  }),
  profile("third-person-lost", "users.me.profile_data.patch/users", "Of more than two people the first two are stored.", {
    request: (request) => {
      const data = entriesOf(request);
      const cut = data.map(({ id, value }) => ({ id, value: Array.isArray(value) ? value.slice(0, 2) : value }));
      return JSON.stringify(cut) === JSON.stringify(data) ? undefined : request.with({ data: cut });
    },
  }),
  profile("profile-not-stored", "users.me.profile_data.patch/stores", "Values are accepted and not stored.", {
    instead: swallowed,
  }),
  profile(
    "profile-never-cleared",
    ["users.me.profile_data.patch/null-removes", "users.me.profile_data.patch/stores", "users.me.profile_data.patch/unknown-field"],
    "null does not remove a value.",
    {
      request: (request) => {
        const data = entriesOf(request);
        return data.some(({ value }) => value === null) ? request.with({ data: data.filter(({ value }) => value !== null) }) : undefined;
      },
    },
  ),
  profile(
    "profile-first-only",
    ["users.me.profile_data.patch/several-fields", "users.me.profile_data.patch/stores"],
    "Only the first of the values is stored.",
    {
      request: (request) =>
        entriesOf(request).length > 1 && isSuccess(request.wouldSay()) ? request.with({ data: entriesOf(request).slice(0, 1) }) : undefined,
    },
  ),
  profile(
    "profile-unnamed-removed",
    "users.me.profile_data.patch/several-fields",
    "Text fields that a request does not name lose their values.",
    {
      request: (request) => {
        const named = entriesOf(request);
        if (named.length === 0 || !isSuccess(request.wouldSay())) return undefined;
        const others = [fieldTypes.shortText, fieldTypes.longText].flatMap((type) => fieldsOf(request, type));
        const removed = others.filter((id) => !named.some((entry) => entry.id === id)).map((id) => ({ id, value: null }));
        return request.with({ data: [...named, ...removed] });
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

/** Faults in what PATCH /users/me/profile_data refuses. */
const refusals: readonly Mutant[] = [
  profile(
    "profile-unknown-field-passed-over",
    ["users.me.profile_data.patch/unknown-field", "errors/unknown-profile-field"],
    "Fields that do not exist are passed over.",
    {
      instead: (request) => (entriesOf(request).some(({ id }) => id > 9_000) && !isSuccess(request.wouldSay()) ? success() : undefined),
    },
  ),
  profile(
    "profile-other-code",
    ["users.me.profile_data.patch/unknown-field", "errors/unknown-profile-field"],
    "Profile data are refused with a code of their own.",
    {
      answer: recoded("BAD_REQUEST", "INVALID_FIELD"),
    },
  ),
  profile("profile-half-stored", "users.me.profile_data.patch/no-trace", "Where one value is refused those before it are stored.", {
    besides: (request, said) => {
      const data = entriesOf(request);
      if (isSuccess(said) || data.length < 2 || !request.caller) return false;
      return isSuccess(request.also(request.caller, "PATCH /users/me/profile_data", { data: data.slice(0, 1) }));
    },
  }),
  profile(
    "profile-restricted-open",
    ["users.me.profile_data.patch/restricted", "errors/profile-editing-restricted"],
    "A field that only administrators may edit is open to all.",
    {
      instead: (request) => {
        const said = request.wouldSay();
        return String(said.body.msg).includes("not allowed to change") ? success() : undefined;
      },
    },
  ),
];

/** Faults of PATCH /users/me/profile_data. */
export const mutants: readonly Mutant[] = [...values, ...refusals];
