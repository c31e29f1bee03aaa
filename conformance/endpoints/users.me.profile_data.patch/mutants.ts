import { isSuccess, recoded, success } from "../../mutants/kit/bodies.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";
import { entriesOf, values } from "./mutants.values.ts";

const profile = onRoute("PATCH /users/me/profile_data");

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
