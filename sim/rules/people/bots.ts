import type { UserId } from "../../core/ids.ts";
import { has } from "../../core/levels.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse, refusePermission } from "../../core/refusal.ts";
import { isAdministrator, isBot, type User } from "../../core/users.ts";
import { included } from "../groups/membership.ts";
import { isAddress } from "./login.ts";

/** The part of bots' addresses after the at sign. */
export const botDomain = ({ settings, server }: Realm): string =>
  settings.bot_domain || (/^[a-z]+:\/\/([^/:]+)/i.exec(server.url)?.[1] ?? server.url);

/** A bot that the caller may administer: its own, or any for administrators. @refuses BAD_REQUEST: missing, no bot, another's */
export function botToAdminister(realm: Realm, caller: User, id: number): User {
  const bot = realm.users.get(id as UserId);
  if (!bot || !isBot(bot) || bot.is_system_bot) return refuse("No such bot");
  return bot.bot_owner === caller.id || isAdministrator(caller) ? bot : refusePermission();
}

/** The address that a bot of a short name gets. @refuses BAD_REQUEST: none, or another's */
export function botAddress(realm: Realm, shortName: string): string {
  const address = `${shortName}-bot@${botDomain(realm)}`;
  if (shortName === "" || !isAddress(address)) refuse("Bad name or username");
  return realm.usersByDeliveryEmail.has(address.toLowerCase()) ? refuse("Username already in use") : address;
}

/** Whether an active bot, another than the one given, has a name. */
export function isBotNamed(realm: Realm, name: string, bot?: User): boolean {
  const folded = name.toLowerCase();
  return [...realm.users.values()].some(
    (other) => isBot(other) && other.is_active && other.id !== bot?.id && other.full_name.toLowerCase() === folded,
  );
}

/** @refuses BAD_REQUEST: another active bot has the name */
export function checkBotName(realm: Realm, name: string, bot?: User): void {
  if (isBotNamed(realm, name, bot)) refuse("Name is already in use.");
}

/** @refuses BAD_REQUEST: the caller may not make bots of the type */
export function mayCreateBot(realm: Realm, caller: User, type: NonNullable<User["bot_type"]>): void {
  if (!has(realm, "can_create_bots_group")) return;
  const { can_create_bots_group, can_create_write_only_bots_group } = realm.settings;
  const settings = type === 2 ? [can_create_bots_group, can_create_write_only_bots_group] : [can_create_bots_group];
  if (!settings.some((who) => included(realm, caller, who))) refusePermission();
}
