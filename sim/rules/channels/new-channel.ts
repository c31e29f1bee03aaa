import type { Channel } from "../../core/channels.ts";
import type { ChannelId, FolderId } from "../../core/ids.ts";
import { channelWord, has } from "../../core/levels.ts";
import { withoutSpaceAround } from "../../core/limits.ts";
import type { Folder } from "../../core/organization.ts";
import { unprintableAt } from "../../core/printable.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse, refusePermission } from "../../core/refusal.ts";
import { isAdministrator, type User } from "../../core/users.ts";
import { included } from "../groups/membership.ts";
import { capitalised } from "../messages/destination.ts";
import { ownersDecide } from "../people/accounts.ts";
import { contentNeeded } from "./channel-access.ts";

/** The wishes for new channels, beside their names. */
export type Wishes = Privacy & Partial<Channel> & { readonly is_default_stream: boolean };

/** @refuses BAD_REQUEST: web-public channels are not enabled, no permission to make them */
function mayMakeWebPublic(realm: Realm, user: User): void {
  if (!realm.settings.web_public_streams_enabled) refuse(`Web-public ${channelWord(realm)}s are not enabled.`);
  if (!included(realm, user, realm.settings.can_create_web_public_channel_group)) refusePermission();
}

/** @refuses BAD_REQUEST: no permission to make private channels, or public ones */
function mayMake(realm: Realm, user: User, isPrivate: boolean): void {
  if (!included(realm, user, realm.settings[`can_create_${isPrivate ? "private" : "public"}_channel_group`])) refusePermission();
}

export const noPrivateDefault = (realm: Realm): never => refuse(`A default ${channelWord(realm)} cannot be private.`);

/** @refuses BAD_REQUEST: no permission to make channels of this kind, properties that exclude each other; UNAUTHORIZED_PRINCIPAL: retention */
export function mayCreate(realm: Realm, user: User, wishes: Wishes): void {
  mayMake(realm, user, wishes.invite_only);
  if (wishes.is_default_stream && !isAdministrator(user)) refusePermission();
  if (wishes.is_default_stream && wishes.invite_only) noPrivateDefault(realm);
  if (wishes.is_web_public) {
    mayMakeWebPublic(realm, user);
    if (wishes.invite_only) refuse("Invalid parameters");
  }
  if (wishes.message_retention_days !== undefined) ownersDecide(user);
}

/** @refuses BAD_REQUEST: some of the names are nobody's */
export function allThere(realm: Realm, missing: readonly { readonly name: string }[]): void {
  const names = missing.map(({ name }) => name);
  if (names.length > 0) refuse(`${capitalised(realm)}(s) (${names.join(", ")}) do not exist`);
}

export type Privacy = Pick<Channel, "invite_only" | "history_public_to_subscribers" | "is_web_public">;

/** The privacy that a request asks for; undefined is to stay as it is, as far as the rest lets it. */
interface PrivacyChange {
  readonly is_private: boolean | undefined;
  readonly is_web_public: boolean | undefined;
  readonly history_public_to_subscribers: boolean | undefined;
}

/** The privacy that a change leaves: what becomes private hides its history, unless told otherwise. @refuses BAD_REQUEST: values that exclude each other */
function privacyAfter(channel: Channel, change: PrivacyChange): Privacy {
  const { is_web_public = channel.is_web_public, is_private: invite_only = channel.invite_only } = change;
  const followed = change.is_private === undefined ? channel.history_public_to_subscribers : !change.is_private;
  const history_public_to_subscribers = change.history_public_to_subscribers ?? followed;
  if ((is_web_public && invite_only) || (!invite_only && !history_public_to_subscribers)) refuse("Invalid parameters");
  return { invite_only, is_web_public, history_public_to_subscribers };
}

/**
 * The privacy that a request leaves to a channel.
 * @refuses BAD_REQUEST: values that exclude each other, a default channel that would be private, no access to what is written there, no
 *          permission to make such channels
 */
export function checkedPrivacy(realm: Realm, caller: User, channel: Channel, change: PrivacyChange, isDefault: boolean): Privacy {
  const { is_private, is_web_public } = change;
  const after = privacyAfter(channel, change);
  if (after.invite_only && isDefault) noPrivateDefault(realm);
  if (is_private !== undefined) {
    contentNeeded(realm, caller, channel);
    mayMake(realm, caller, is_private);
  }
  if (is_web_public) mayMakeWebPublic(realm, caller);
  return after;
}

/** Whether a folder keeps its name from others. @silent rulings.folderNames */
function holdsName(realm: Realm, folder: Folder): boolean {
  const { folderNames } = realm.server.rulings;
  if (folderNames === "active" && has(realm, "archivedFolderNames")) return !folder.is_archived;
  return folderNames !== "none";
}

/** Capitals play no part, nor does the folder that is to have the name. @refuses BAD_REQUEST: another folder has it */
export function checkFolderNameIsFree(realm: Realm, name: string, own?: FolderId): void {
  const folded = name.toLowerCase();
  for (const folder of realm.folders.values()) {
    const taken = folder.id !== own && folder.name.toLowerCase() === folded && holdsName(realm, folder);
    if (taken) refuse("Channel folder name already in use");
  }
}

/** @refuses BAD_REQUEST: blank, with a character that names must not have, or taken */
export function checkFolderName(realm: Realm, name: string, own?: FolderId): void {
  if (withoutSpaceAround(name) === "") refuse("Channel folder name can't be empty.");
  const position = unprintableAt(name);
  if (position !== undefined) refuse(`Invalid character in channel folder name, at position ${position}.`);
  checkFolderNameIsFree(realm, name, own);
}

/** The colours that new subscriptions get, in the order in which they are given out. */
const palette = `#76ce90 #fae589 #a6c7e5 #e79ab5 #bfd56f #f4ae55 #b0a5fd #addfe5 #f5ce6e #c2726a #94c849 #bd86e5
  #ee7e4a #a6dcbf #95a5fd #53a063 #9987e1 #e4523d #c2c2c2 #4f8de4 #c6a8ad #e7cc4d #c8bebf #a47462`.split(/\s+/);

/** Returns how often one user has each colour, for channels that they were in too. */
function usesOf(realm: Realm, user: User): Map<string, number> {
  const uses = new Map<string, number>();
  for (const { all, former } of realm.subscribers.values()) {
    const subscription = all.get(user.id) ?? former.get(user.id);
    if (subscription) uses.set(subscription.color, (uses.get(subscription.color) ?? 0) + 1);
  }
  return uses;
}

const leastUsed = (uses: ReadonlyMap<string, number>): string =>
  palette.reduce((one, other) => ((uses.get(other) ?? 0) < (uses.get(one) ?? 0) ? other : one));

/** Returns the colour of a new subscription for which none is wished: the first of those that the user has least often. */
export const nextColour = (realm: Realm, user: User): string => leastUsed(usesOf(realm, user));

/** Colours for new subscriptions of one user: those wished by the channel's name, else the first of those that the user has least often. */
export function coloursFor(
  realm: Realm,
  user: User,
  channels: readonly Channel[],
  wished: ReadonlyMap<string, string>,
): ReadonlyMap<ChannelId, string> {
  const uses = usesOf(realm, user);
  const use = (colour: string): string => {
    uses.set(colour, (uses.get(colour) ?? 0) + 1);
    return colour;
  };
  for (const { name } of channels) {
    const colour = wished.get(name);
    if (colour !== undefined) use(colour);
  }
  const inOrder = [...channels].sort((a, b) => a.recipient_id - b.recipient_id);
  return new Map(inOrder.map(({ id, name }) => [id, wished.get(name) ?? use(leastUsed(uses))]));
}
