import type { DeviceId } from "../core/ids.ts";
import { type ProfileField, profileKey, viewKey } from "../core/organization.ts";
import { Refusal } from "../core/refusal.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import type { World } from "../core/world.ts";
import {
  byName,
  listed,
  listOf,
  maybe,
  nullable,
  optional,
  type Place,
  type Read,
  record,
  type Shape,
  text,
  textLike,
  truth,
  wrong,
} from "../reader/index.ts";
import { renderedText } from "../resources/content.ts";
import { fittingValue } from "../rules/people/profile-value.ts";
import { instant } from "./instants.ts";
import { type Names, userName } from "./names.ts";

export const navigationViewsShape = listOf(
  record({
    fragment: textLike(/\S/s, "a text that is not blank"),
    pinned: optional(truth, false),
    name: optional(nullable(text(undefined, 1)), null),
  }),
);

/** Instants at which a user was active and connected last. */
export const presenceShape = maybe(record({ active: maybe(instant), connected: maybe(instant) }));

const wrapped: Shape<{ readonly value: unknown }> = (value) => ({ value });

/** Values of profile fields by the name of the field. What fits is known once the fields are. */
export const profileShape = byName(wrapped);

/** A value as it is stored: that of a field of users is the JSON of their ids. */
function storedValue(world: World, names: Names, field: ProfileField, value: unknown, place: Place): string {
  const sent = field.type === 6 ? listOf(userName)(value, place).map((name) => names.user(name).id) : text(undefined, 1)(value, place);
  try {
    return fittingValue(world, field, sent);
  } catch (error) {
    if (error instanceof Refusal) wrong(place, value, `what fits the field (${error.message})`);
    throw error;
  }
}

function putProfile(turn: Turn, names: Names, user: User, profile: Read<typeof profileShape>): void {
  const fields = [...turn.world.fields.values()];
  for (const [name, { value, place }] of profile) {
    const field = fields.find((other) => other.name === name);
    const known = fields.map((other) => other.name);
    if (!field) wrong(place, value, `no value here, for the profile fields are ${listed(known)}`);
    const stored = storedValue(turn.world, names, field, value, place);
    const rendered_value = field.type <= 2 ? renderedText(turn.world, user, stored) : undefined;
    turn.world.profileValues.set(profileKey(user.id, field.id), { user_id: user.id, field_id: field.id, value: stored, rendered_value });
  }
}

/** The part of a user in a file that belongs to that user alone. */
interface PersonalInFile {
  readonly presence: Read<typeof presenceShape>;
  readonly devices: number;
  readonly profile: Read<typeof profileShape>;
  readonly navigation_views: Read<typeof navigationViewsShape>;
  readonly place: Place;
}

function putPresence(turn: Turn, user: User, { presence, place }: PersonalInFile): void {
  if (!presence) return;
  const { active, connected = active } = presence;
  if (connected === undefined) wrong(place.at("presence"), {}, 'an object with "active", "connected" or both');
  turn.world.presences.set(user.id, {
    user_id: user.id,
    last_active: active,
    last_connected: connected,
    update_id: turn.nextId("presence"),
  });
}

/** Puts what belongs to one user alone: presence, devices, profile and navigation views. */
export function putPersonal(turn: Turn, names: Names, user: User, given: PersonalInFile): void {
  putPresence(turn, user, given);
  for (let n = 0; n < given.devices; n++) {
    const id = turn.nextId("device") as DeviceId;
    turn.world.devices.set(id, { id, user_id: user.id });
  }
  putProfile(turn, names, user, given.profile);
  for (const { fragment, pinned, name } of given.navigation_views) {
    turn.world.views.set(viewKey(user.id, fragment), { user_id: user.id, fragment, is_pinned: pinned, name });
  }
}
