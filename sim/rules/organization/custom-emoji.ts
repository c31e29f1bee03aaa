import type { Emoji } from "../../core/organization.ts";
import type { Realm } from "../../core/realm.ts";
import { Refusal, refuse } from "../../core/refusal.ts";
import { isAdministrator, type User } from "../../core/users.ts";
import { emojiCode } from "../../markdown/index.ts";

const inUse = (realm: Realm, name: string): Emoji | undefined =>
  [...realm.emoji.values()].find((emoji) => emoji.name === name && !emoji.deactivated);

/** The name that a new emoji gets. @refuses BAD_REQUEST: blank, with a character that names must not have, taken, or built in and the caller is no administrator */
export function newEmojiName(realm: Realm, caller: User, given: string): string {
  const name = given.trim().replaceAll(" ", "_");
  if (name === "") refuse("Emoji name is missing");
  if (!/^[0-9a-z_-]+$/.test(name))
    refuse("Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.");
  if (/[_-]$/.test(name)) refuse("Emoji names must end with either a letter or digit.");
  if (inUse(realm, name)) refuse("A custom emoji with this name already exists.");
  if (emojiCode(name) !== undefined && !isAdministrator(caller)) refuse("Only administrators can override built-in emoji.");
  return name;
}

/** The custom emoji that the caller may take out of use. @refuses BAD_REQUEST: there is none (status 404), or neither theirs nor they an administrator */
export function removableEmoji(realm: Realm, caller: User, name: string): Emoji {
  const emoji = inUse(realm, name);
  if (!emoji) throw new Refusal(`Emoji '${name}' does not exist`, { status: 404 });
  const permitted = isAdministrator(caller) || emoji.author_id === caller.id;
  return permitted ? emoji : refuse("Must be an organization administrator or emoji author");
}
