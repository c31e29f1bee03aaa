import { fieldTypes } from "../../client/people.ts";
import { listOf } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Breaks, type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const profile = onRoute("PATCH /users/me/profile_data", "users.me.profile_data.patch");

interface Entry {
  readonly id: number;
  readonly value: unknown;
}

const isEntry = (value: unknown): value is Entry => typeof value === "object" && value !== null && "id" in value;

/** Returns the values that a request gives; none where it gives something else than a list of values. */
function entriesOf(request: InterceptedRequest): readonly Entry[] {
  const data = request.list("data");
  return data.every(isEntry) ? data : [];
}

/** Returns the ids of the fields of a type. */
function fieldsOf(request: InterceptedRequest, type: number): readonly unknown[] {
  const fields = request.caller ? listOf(request.registered(request.caller, "custom_profile_fields").custom_profile_fields) : [];
  return fields.filter((field) => field.type === type).map(({ id }) => id);
}

/** Whether a request gives values for fields of a type, null aside. */
const gives = (type: number) => (request: InterceptedRequest) => {
  const ids = fieldsOf(request, type);
  return entriesOf(request).some(({ id, value }) => ids.includes(id) && value !== null);
};

/** Stores other texts in fields of a type. */
const changing =
  (type: number, change: (value: string) => string): NonNullable<Mutant["request"]> =>
  (request) => {
    const ids = fieldsOf(request, type);
    const isText = ({ id, value }: Entry): boolean => ids.includes(id) && typeof value === "string";
    const entries = entriesOf(request);
    const data = entries.map((entry) => (isText(entry) ? { ...entry, value: change(String(entry.value)) } : entry));
    return JSON.stringify(data) !== JSON.stringify(entries) && request.with({ data });
  };

/** Accepts what the server would refuse for fields of a type, without storing it. */
const anything = (name: string, breaks: Breaks, says: string, type: number): Mutant =>
  profile(name, breaks)
    .says(says)
    .accepts((request) => {
      const ids = fieldsOf(request, type);
      return entriesOf(request).some(({ id }) => ids.includes(id)) && !request.wouldSucceed();
    });

export const mutants: readonly Mutant[] = [
  // How values are stored, and what fits a field.
  profile("fourth-value-lost", "several-fields")
    .says("Of more than three values the first three are stored.")
    .takes((request) => entriesOf(request).length > 3 && request.with({ data: entriesOf(request).slice(0, 3) })),
  profile("third-person-lost", "users")
    .says("Of more than two people the first two are stored.")
    .takes((request) => {
      const cut = entriesOf(request).map(({ id, value }) => ({ id, value: Array.isArray(value) ? value.slice(0, 2) : value }));
      return JSON.stringify(cut) !== JSON.stringify(entriesOf(request)) && request.with({ data: cut });
    }),
  profile("profile-not-stored", "stores").says("Values are accepted and not stored.").swallows(),
  profile("profile-never-cleared", ["null-removes", "stores", "unknown-field"])
    .says("null does not remove a value.")
    .takes((request) => {
      const left = entriesOf(request).filter(({ value }) => value !== null);
      return left.length < entriesOf(request).length && request.with({ data: left });
    }),
  profile("profile-first-only", ["several-fields", "stores"])
    .says("Only the first of the values is stored.")
    .takes((request) => entriesOf(request).length > 1 && request.wouldSucceed() && request.with({ data: entriesOf(request).slice(0, 1) })),
  profile("profile-unnamed-removed", "several-fields")
    .says("Text fields that a request does not name lose their values.")
    .takes((request) => {
      const named = entriesOf(request);
      if (named.length === 0 || !request.wouldSucceed()) return undefined;
      const others = [fieldTypes.shortText, fieldTypes.longText].flatMap((type) => fieldsOf(request, type));
      const removed = others.filter((id) => !named.some((entry) => entry.id === id)).map((id) => ({ id, value: null }));
      return request.with({ data: [...named, ...removed] });
    }),
  profile("profile-short-text-plain", "short-text")
    .says("Short text loses its letters beyond ASCII.")
    .takes(changing(fieldTypes.shortText, (value) => value.replaceAll(/[^ -~]/g, "?"))),
  profile("profile-long-text-one-line", "long-text")
    .says("Long text loses its line breaks.")
    .takes(changing(fieldTypes.longText, (value) => value.replaceAll("\n", " "))),
  profile("profile-account-refused", ["external-account", "stores"])
    .says("External accounts are refused.")
    .refuses(gives(fieldTypes.account)),
  profile("profile-pronouns-refused", ["pronouns", "stores"]).says("Pronouns are refused.").refuses(gives(fieldTypes.pronouns)),
  profile("profile-people-refused", "users").says("Lists of people are refused.").refuses(gives(fieldTypes.users)),
  anything("profile-any-link", "link", "A link may be any text.", fieldTypes.link),
  profile("profile-link-without-domain-refused", "link-hosts")
    .says("A link to a host of one word is refused.")
    .refuses((request) => entriesOf(request).some(({ value }) => /^https?:\/\/\w+$/.test(String(value)))),
  anything("profile-any-date", "date", "A date may be any text.", fieldTypes.date),
  anything("profile-any-option", "list-of-options", "An option may be any text.", fieldTypes.options),
  anything("profile-any-people", "users", "People may be ids that nobody has.", fieldTypes.users),
  anything("profile-people-as-text", "users", "Short text may be a list of people.", fieldTypes.shortText),
  profile("profile-of-bots-refused", "bots")
    .says("Bots store no values.")
    .refuses(({ caller }) => caller === "robo"),
  // What is refused.
  profile("profile-unknown-field-passed-over", ["unknown-field", "errors/unknown-profile-field"])
    .says("Fields that do not exist are passed over.")
    .accepts((request) => entriesOf(request).some(({ id }) => id > 9_000) && !request.wouldSucceed()),
  profile("profile-other-code", ["unknown-field", "errors/unknown-profile-field"])
    .says("Profile data are refused with a code of their own.")
    .recodes("BAD_REQUEST", "INVALID_FIELD"),
  profile("profile-half-stored", "no-trace")
    .says("Where one value is refused those before it are stored.")
    .nevertheless((request, caller) => {
      const data = entriesOf(request);
      return data.length > 1 && request.makes(caller, "PATCH /users/me/profile_data", { data: data.slice(0, 1) });
    }),
  profile("profile-restricted-open", ["restricted", "errors/profile-editing-restricted"])
    .says("A field that only administrators may edit is open to all.")
    .accepts((request) => String(request.wouldSay().body.msg).includes("not allowed to change")),
];
