import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { fieldTypes, profileField, profileOf } from "../../client/people.ts";
import { ifTold } from "../../client/registration.ts";
import type { Ready } from "../../declare/call.ts";
import { stated } from "../../declare/folder.ts";
import { rest } from "../../declare/step.ts";
import { refusedByTable } from "../../derive/refused-steps.ts";
import { but, fields, listOf, mostly, type RequestFields, unsupported } from "../../draw/combinators.ts";
import { noProfileEntry, people, profileEntry } from "../../draw/people.ts";
import { noneOf } from "../../draw/references.ts";
import * as properties from "./properties.ts";

/** Returns the values that a call gives to its fields, as somebody's profile has them. */
const valuesOf = async (actor: Actor, { fields: { data } }: Ready): Promise<unknown[]> => {
  const profile = await profileOf(actor);
  return (data as readonly { readonly id: number }[]).map(({ id }) => ({ id, value: profile.get(id) }));
};

export const usersMeProfileDataPatch = stated("users.me.profile_data.patch", {
  clauses: {
    stores: "Each value in data becomes the caller's value of the field with its id.",
    "several-fields": "Several fields may be set in one request.",
    "short-text": "A field of short text takes text.",
    "long-text": "A field of long text takes text.",
    "list-of-options": "A field with options takes the key of one of them and nothing else.",
    date: "A date field takes a date and nothing else.",
    link: "A link field takes a URL and nothing else.",
    "link-hosts": { says: "A link field takes a URL whatever its host.", silent: "linkHosts" },
    users: "A field of type Users takes an array of user ids, and no other field does.",
    "external-account": "A field for an external account takes text.",
    pronouns: "A field for pronouns takes text.",
    "null-removes": { says: "Null removes the stored value.", silent: "nullProfileValue" },
    bots: { says: "Bots store values as people do.", silent: "botProfiles" },
    restricted: { says: "A field that the caller may not edit is refused with BAD_REQUEST.", since: 296 },
    "unknown-field": "An id of no field is refused with BAD_REQUEST.",
    "no-trace": "Where one value is refused, none is stored.",
  },
  call: {
    by: people,
    serial: "profiles",
    prepare: async (session, by = session.as.alice) => {
      const field = await ifTold(profileField(by, fieldTypes.shortText));
      // Within 50 characters, the bound of running servers.
      const data = field ? [{ id: field.id, value: `${session.fresh("p")} é𐐀"` }] : [];
      return { actor: by, route: "PATCH /users/me/profile_data", fields: { data } };
    },
    // Where no field is told, nothing is sent that could be seen.
    trace: async (ready) => ((ready.fields.data as readonly unknown[]).length === 0 ? undefined : valuesOf(ready.actor, ready)),
    kept: async (_, ready) => ({ data: await valuesOf(ready.actor, ready) }),
  },
  step: {
    weight: ({ profileFields }) => (Object.keys(profileFields).length > 0 ? 4 : undefined),
    draw: (facts) => {
      const accepted = fields({ data: listOf(profileEntry(facts, true), 2, 1), colour: unsupported });
      const restricted = Object.values(facts.profileFields).some(({ isEditable }) => !isEditable);
      const strangers = noneOf(facts.administrators);
      const refused = mostly(
        [restricted ? 3 : 0, fields({ as: strangers, data: listOf(profileEntry(facts, false), 1, 1) })],
        [4, but(accepted, { data: listOf(noProfileEntry(facts), 1, 1) })],
        [2, but(accepted, { data: fc.constant([{ id: 0, value: "soup" }]) })],
        ...refusedByTable("users.me.profile_data.patch", facts, accepted),
      );
      return { accepted, refused };
    },
    tell: ({ data, ...others }, say) => {
      const isList = Array.isArray(data) && data.length > 0 && data.every((entry) => typeof entry === "object" && entry !== null);
      const values = isList
        ? (data as RequestFields[]).map(({ id, value }) => `${say(id)} to ${say(value, "as text")}`)
        : [`the profile to ${say(data)}`];
      return `sets ${values.join(" and ")}${rest(others, [], say)}`;
    },
  },
  properties: { "": properties },
  mutants: () => import("./mutants.ts"),
});
