import type { Turn } from "../core/turn.ts";
import { isGuest } from "../core/users.ts";
import { defaultChannels } from "../resources/default-channels.ts";
import { activeUsers } from "../rules/groups/membership.ts";
import { deliver } from "./deliver.ts";

interface DefaultStreamsEvent {
  /** Channel records; since level 330 ids. */
  readonly default_streams: ReturnType<typeof defaultChannels>;
}

/** Sends `default_streams`, the whole list, to everyone but guests. */
export function announceDefaultChannels(turn: Turn): void {
  const { world } = turn;
  const reached = activeUsers(world).filter((user) => !isGuest(world.users.require(user)));
  deliver<DefaultStreamsEvent>(turn, reached, "default_streams", () => ({ default_streams: defaultChannels(world) }));
}
