import type { Asked } from "../../mutants/kit/asked.ts";
import { isSuccess, recoded, refusing, success, swallowed } from "../../mutants/kit/bodies.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const profile = onRoute("PATCH /users/me/profile_data");

const listOf = (asked: Asked, name: string): unknown[] => {
  const list = asked.json(name);
  return Array.isArray(list) ? list : [];
};

/** Faults of PATCH /users/me/profile_data. */
export const mutants: readonly Mutant[] = [
  profile("profile-not-stored", "users.me.profile_data.patch/stores", "Values are accepted and not stored.", {
    instead: swallowed,
  }),
  profile("profile-never-cleared", "users.me.profile_data.patch/null-removes", "null does not remove a value.", {
    request: (asked) => {
      const data = listOf(asked, "data") as { value: unknown }[];
      return data.some(({ value }) => value === null) ? asked.with({ data: data.filter(({ value }) => value !== null) }) : undefined;
    },
  }),
  profile("profile-first-only", "users.me.profile_data.patch/several-fields", "Only the first of the values is stored.", {
    request: (asked) =>
      listOf(asked, "data").length > 1 && isSuccess(asked.wouldSay()) ? asked.with({ data: listOf(asked, "data").slice(0, 1) }) : undefined,
  }),
  profile(
    "profile-unknown-field-passed-over",
    ["users.me.profile_data.patch/unknown-field", "errors/unknown-profile-field"],
    "Fields that do not exist are passed over.",
    {
      instead: (asked) => {
        const data = listOf(asked, "data") as { id: number }[];
        return data.some(({ id }) => id > 9_000) && !isSuccess(asked.wouldSay()) ? success() : undefined;
      },
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
    besides: (asked, said) => {
      const data = listOf(asked, "data");
      if (isSuccess(said) || data.length < 2 || !asked.caller) return false;
      return isSuccess(asked.also(asked.caller, "PATCH /users/me/profile_data", { data: data.slice(0, 1) }));
    },
  }),
  profile(
    "profile-any-link",
    ["users.me.profile_data.patch/link", "users.me.profile_data.patch/date", "users.me.profile_data.patch/list-of-options"],
    "A link may be any text.",
    {
      instead: (asked) =>
        (listOf(asked, "data") as { value: unknown }[]).some(({ value }) => typeof value === "string") && !isSuccess(asked.wouldSay())
          ? success()
          : undefined,
    },
  ),
  profile("profile-people-refused", "users.me.profile_data.patch/users", "Lists of people are refused.", {
    instead: refusing((asked) => (listOf(asked, "data") as { value: unknown }[]).some(({ value }) => Array.isArray(value))),
  }),
  profile(
    "profile-restricted-open",
    ["users.me.profile_data.patch/restricted", "errors/profile-editing-restricted"],
    "A field that only administrators may edit is open to all.",
    {
      instead: (asked) => {
        const said = asked.wouldSay();
        return String(said.body.msg).includes("not allowed to change") ? success() : undefined;
      },
    },
  ),
];
