import { type Channel, recountSubscribers, subscribersOf } from "../core/channels.ts";
import type { UserId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import type { Invite } from "../core/organization.ts";
import { closeQueue, queuesOf } from "../core/queues.ts";
import { addressText, keyText } from "../core/rng.ts";
import { hostOf } from "../core/server.ts";
import type { Turn } from "../core/turn.ts";
import { type BotSetup, noSetup, putUser, type Role, roles, type User } from "../core/users.ts";
import { announceChannels, announceChannelsGone, announcePeers, announceSubscribers, type PeerOp } from "../events/channel.ts";
import { announceInvites } from "../events/realm.ts";
import { announceBot, announceBotAccount, announceBotOwner, announceBotSetup, announceUser, announceUserChange } from "../events/user.ts";
import { announceSystemMembers } from "../events/user-group.ts";
import { apiAddress, botDefaults, botRecord, madeAddress } from "../resources/user.ts";
import { knowsChannel } from "../rules/channels/channel-access.ts";
import { directGroups } from "../rules/groups/membership.ts";
import { tellOfRole } from "./groups.ts";
import { subscribeAll } from "./subscriptions.ts";

/** Gives those whose API address is made of their id one of the server's host, where that was another before. Nobody is told: it happens before anybody asks. */
export function moveAddresses(turn: Turn, formerUrl: string): void {
  const { users, server } = turn.world;
  if (hostOf(formerUrl) === hostOf(server.url)) return;
  for (const user of [...users.values()])
    if (user.email === madeAddress(user.id, formerUrl)) putUser(turn, { ...user, email: apiAddress(turn.world, user) });
}

type NewUser = Pick<User, "full_name" | "delivery_email" | "password">;

/** Returns what tests and transcripts call a new account: the first part of its address, if that is a name and nobody's yet. */
function keyFor({ world }: Turn, id: UserId, address: string): string {
  const name = address.replace(/@.*/s, "");
  return /^[A-Za-z][\w.-]*$/.test(name) && !world.usersByKey.has(name) ? name : `user${id}`;
}

/** Makes an account of a member, and tells everyone who may know of it. */
function addAccount(turn: Turn, given: NewUser, more: Partial<User> = {}): User {
  const id = turn.nextId("user");
  const user: User = {
    id,
    key: keyFor(turn, id, given.delivery_email),
    email: apiAddress(turn.world, { id, delivery_email: given.delivery_email, settings: turn.world.newcomers }),
    role: roles.member,
    api_key: keyText(turn.chance("new api key", turn.nextId("apiKey"))),
    is_active: true,
    bot_type: undefined,
    bot_owner: undefined,
    is_system_bot: false,
    avatar_source: turn.world.settings.default_avatar_source,
    avatar_version: 1,
    joined: turn.now,
    timezone: "",
    settings: turn.world.newcomers,
    alert_words: [],
    muted_users: new Map(),
    has_video_token: false,
    ...given,
    ...more,
  };
  putUser(turn, user);
  announceUser(turn, user);
  tellOfRole(turn, undefined, user);
  return user;
}

/** Makes an account of a person, and subscribes it to the channels that all begin with. */
export function createUser(turn: Turn, given: NewUser): User {
  const user = addAccount(turn, given);
  const channels = [...turn.world.defaultChannels.values()].map((channel) => turn.world.channels.require(channel));
  subscribeAll(
    turn,
    channels.filter((channel) => !channel.is_archived).map((channel) => ({ channel, user })),
  );
  return user;
}

/** Files an account as active or not, in the channels too. */
function file(turn: Turn, user: User, is_active: boolean): User {
  const filed = { ...user, is_active };
  putUser(turn, filed);
  for (const { id } of channelsOf(turn, user)) recountSubscribers(turn, id);
  return filed;
}

const channelsOf = ({ world }: Turn, user: User): Channel[] =>
  [...world.channels.values()].filter(({ id }) => subscribersOf(world, id).all.has(user.id));

/** Tells the others who see an account's channels that it left them or came back; of archived ones where that is meant. */
function announceMembership(turn: Turn, user: User, op: PeerOp, archivedToo: boolean): void {
  const channels = channelsOf(turn, user).filter(({ is_archived }) => archivedToo || !is_archived);
  const passages = channels.map((channel) => ({ channel, users: [user] }));
  announcePeers(turn, passages, op);
}

/** The end of an account: its bots go first, and its queues with it. Nothing happens where it has ended already. */
export function deactivate(turn: Turn, user: User): void {
  const { world } = turn;
  if (!user.is_active) return;
  const bots = [...world.users.values()].filter((bot) => bot.bot_owner === user.id && bot.is_active);
  for (const bot of bots) deactivate(turn, bot);
  const gone = file(turn, user, false);
  if (has(world, "leavingWithAccounts")) announceMembership(turn, gone, "peer_remove", has(world, "leavingArchivedChannels"));
  announceUserChange(turn, gone, { is_active: false });
  announceBotAccount(turn, gone, { is_active: false });
  for (const id of queuesOf(world, user.id)) closeQueue(turn, world.queues.require(id));
}

/** Reactivates an account, and sends the events of it, of its channels and of its groups. One that is active already has them sent again. */
export function reactivate(turn: Turn, user: User): void {
  const back = file(turn, user, true);
  announceUserChange(turn, back, { is_active: true });
  announceBotAccount(turn, back, { is_active: true });
  announceMembership(turn, back, "peer_add", false);
  if (!has(turn.world, "activeDirectMembers")) return;
  for (const { id } of directGroups(turn.world, back)) announceSystemMembers(turn, id, "add_members", [back.id]);
}

/** The channels in use that an account sees. */
const knownChannels = ({ world }: Turn, user: User): Channel[] =>
  [...world.channels.values()].filter((channel) => !channel.is_archived && knowsChannel(world, user, channel));

/** Tells an account which channels it sees from now on, each with its subscribers, and which no longer. */
function announceView(turn: Turn, user: User, before: readonly Channel[], after: readonly Channel[]): void {
  const gained = after.filter((channel) => !before.includes(channel));
  const lost = before.filter((channel) => !after.includes(channel));
  if (gained.length > 0) announceChannels(turn, [user.id], gained);
  for (const channel of gained) announceSubscribers(turn, [user.id], channel);
  if (lost.length > 0) announceChannelsGone(turn, [user.id], lost);
}

/** Gives an account another role: it changes its system groups, and comes to see other channels. */
export function changeRole(turn: Turn, user: User, role: Role): void {
  if (user.role === role) return;
  const changed = { ...user, role };
  const before = knownChannels(turn, user);
  putUser(turn, changed);
  announceUserChange(turn, user, { role });
  tellOfRole(turn, user, changed);
  announceView(turn, changed, before, knownChannels(turn, changed));
}

interface NewBot extends NewUser {
  readonly owner: User;
  readonly bot_type: NonNullable<User["bot_type"]>;
  readonly avatar_source: User["avatar_source"];
  readonly setup: Partial<BotSetup>;
  readonly allPublic: boolean;
}

/** Makes a bot, a member of the organization, and tells everyone of the account, its owner and administrators of the bot. */
export function createBot(turn: Turn, { owner, bot_type, avatar_source, setup, allPublic, ...given }: NewBot): User {
  const { world } = turn;
  const settings = { ...world.newcomers, email_address_visibility: 1, default_all_public_streams: allPublic };
  const bot = addAccount(turn, given, { bot_type, bot_owner: owner.id, avatar_source, settings, email: given.delivery_email });
  world.bots.set(bot.id, { ...noSetup, token: keyText(turn.chance("webhook token", bot.id)), ...setup, user_id: bot.id });
  announceBot(turn, bot);
  return bot;
}

/** Changes what is set for a bot, and tells of its defaults those who see it. */
export function setBot(turn: Turn, bot: User, change: Partial<BotSetup>, allPublic = bot.settings.default_all_public_streams): void {
  const { world } = turn;
  const before = botDefaults(world, bot);
  const changed = { ...bot, settings: { ...bot.settings, default_all_public_streams: allPublic } };
  putUser(turn, changed);
  world.bots.set(bot.id, { ...noSetup, ...world.bots.get(bot.id), ...change, user_id: bot.id });
  for (const [name, value] of Object.entries(botDefaults(world, changed))) {
    if (before[name as keyof typeof before] !== value) announceBotSetup(turn, bot, { [name]: value });
  }
  const { services } = botRecord(world, changed);
  if ("payload_url" in change || "interface" in change || "config_data" in change) announceBotSetup(turn, bot, { services });
}

/** Gives a bot to another owner: the former one sees it no more, the new one from now on. */
export function setBotOwner(turn: Turn, bot: User, owner: User): void {
  const { world } = turn;
  if (bot.bot_owner === owner.id) return;
  const former = world.users.get(bot.bot_owner);
  const given = { ...bot, bot_owner: owner.id };
  putUser(turn, given);
  announceBotOwner(turn, given, former, owner);
  announceBotAccount(turn, given, { owner_id: owner.id });
  announceUserChange(turn, given, { bot_owner_id: owner.id });
}

/** Another key for a bot. The former one is good for nothing from now on. */
export function setBotKey(turn: Turn, bot: User): string {
  const api_key = keyText(turn.chance("new api key", turn.nextId("apiKey")));
  putUser(turn, { ...bot, api_key });
  announceBotAccount(turn, bot, { api_key });
  return api_key;
}

/** Files an invitation. No mail is sent. */
export function addInvite(turn: Turn, given: Omit<Invite, "id" | "key" | "invited">): Invite {
  const id = turn.nextId("invite");
  const invite: Invite = {
    ...given,
    id,
    key: addressText(turn.chance("invitation", id)).toLowerCase().replace(/[-_]/g, "x"),
    invited: turn.seconds,
  };
  turn.world.invites.set(id, invite);
  announceInvites(turn, invite);
  return invite;
}

/** Sends an invitation again, which then holds as long as a new one. */
export function renewInvite(turn: Turn, invite: Invite): void {
  turn.world.invites.set(invite.id, { ...invite, invited: turn.seconds });
  announceInvites(turn, invite);
}

export function removeInvite(turn: Turn, invite: Invite): void {
  turn.world.invites.delete(invite.id);
  announceInvites(turn, invite);
}
