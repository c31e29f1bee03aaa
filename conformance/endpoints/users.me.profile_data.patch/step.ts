import fc from "fast-check";
import type { CallBeside } from "../../declare/call.ts";
import { rest, type StepBeside } from "../../declare/step.ts";
import { but, type Drawn, type Fields, fields, listOf, mostly, unsupported } from "../../draw/combinators.ts";
import type { Ground } from "../../draw/ground.ts";
import { people } from "../../draw/people.ts";
import { noProfileEntry, profileEntry } from "../../draw/profile-entries.ts";
import { noneOf, oneOf } from "../../draw/references.ts";

const change = (ground: Ground): Drawn =>
  fields({ as: noneOf(ground.bots), data: listOf(profileEntry(ground, true), 2, 1), colour: unsupported });

function refused(ground: Ground): Drawn {
  const restricted = Object.values(ground.profileFields).some(({ isEditable }) => !isEditable);
  const strangers = noneOf([...ground.bots, ...ground.administrators]);
  return mostly(
    [restricted ? 3 : 0, fields({ as: strangers, data: listOf(profileEntry(ground, false), 1, 1) })],
    [4, but(change(ground), { data: listOf(noProfileEntry(ground), 1, 1) })],
    [2, but(change(ground), { data: fc.constant([{ id: 0, value: "soup" }]) })],
    [3, but(change(ground), { data: mostly([2, undefined], [1, fc.constantFrom({}, [3], "Phone")]) })],
    [ground.bots.length > 0 ? 1 : 0, but(change(ground), { as: oneOf(ground.bots) })],
  );
}

export const step: StepBeside = {
  weight: ({ profileFields }) => (Object.keys(profileFields).length > 0 ? 4 : undefined),
  draw: (ground) => ({ accepted: change(ground), refused: refused(ground) }),
  tell: ({ data, ...others }, say) => {
    const isList = Array.isArray(data) && data.length > 0 && data.every((entry) => typeof entry === "object" && entry !== null);
    const values = isList
      ? (data as Fields[]).map(({ id, value }) => `${say(id)} to ${say(value, "as text")}`)
      : [`the profile to ${say(data)}`];
    return `sets ${values.join(" and ")}${rest(others, [], say)}`;
  },
};

export const call: CallBeside = {
  by: people,
  prepare: async ({ as }, by = as.alice) => ({ actor: by, route: "PATCH /users/me/profile_data", fields: { data: [] } }),
};
