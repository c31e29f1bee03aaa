import { type Channel, recountSubscribers } from "../core/channels.ts";
import { has } from "../core/levels.ts";
import { closeQueue, queuesOf } from "../core/queues.ts";
import type { Turn } from "../core/turn.ts";
import { putUser, type User } from "../core/users.ts";
import { announcePeers, type PeerOp } from "../events/subscription.ts";
import { announceBotAccount, announceUserChange } from "../events/user.ts";
import { announceSystemMembers } from "../events/user-group.ts";
import { directGroups } from "../rules/groups/membership.ts";

/** Files an account as active or not, in the channels too. */
function file(turn: Turn, user: User, is_active: boolean): User {
  const filed = { ...user, is_active };
  putUser(turn, filed);
  for (const id of channelsOf(turn, user).map(({ id }) => id)) recountSubscribers(turn, id);
  return filed;
}

const channelsOf = ({ world }: Turn, user: User): Channel[] =>
  [...world.channels.values()].filter(({ id }) => world.subscribers.get(id)?.all.has(user.id));

/** Tells the others who see an account's channels that it left them or came back; of archived ones where that is meant. */
function announceChannels(turn: Turn, user: User, op: PeerOp, archivedToo: boolean): void {
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
  if (has(world, "leavingWithAccounts")) announceChannels(turn, gone, "peer_remove", has(world, "leavingArchivedChannels"));
  announceUserChange(turn, gone, { is_active: false });
  announceBotAccount(turn, gone, { is_active: false });
  for (const id of queuesOf(world, user.id)) closeQueue(turn, world.queues.require(id));
}

/** Reactivates an account, and sends the events of it, of its channels and of its groups. One that is active already has them sent again. */
export function reactivate(turn: Turn, user: User): void {
  const back = file(turn, user, true);
  announceUserChange(turn, back, { is_active: true });
  announceBotAccount(turn, back, { is_active: true });
  announceChannels(turn, back, "peer_add", false);
  if (!has(turn.world, "activeDirectMembers")) return;
  for (const { id } of directGroups(turn.world, back)) announceSystemMembers(turn, id, "add_members", [back.id]);
}
