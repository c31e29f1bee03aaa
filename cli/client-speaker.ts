import { subscribersOf } from "../sim/core/channels.ts";
import type { ChannelId, UserId } from "../sim/core/ids.ts";
import type { Simulator } from "../sim/index.ts";

/** Another account, which writes to that of a client. */
export interface Speaker {
  /** Writes to the account, and mentions it in a channel that both are in. Returns the ids of the messages. */
  readonly speak: () => readonly number[];
  /** The messages that could not be sent, each with the reason. */
  readonly notes: ReadonlySet<string>;
}

/** The name of an account that can write to another: a member where there is one, else any active person. */
function otherThan(sim: Simulator, as: string): string | undefined {
  const { cast, state } = sim;
  const people = Object.keys(cast).filter(
    (name) => name !== as && cast[name]?.password !== null && state.users.get(cast[name]?.user_id as UserId)?.is_active,
  );
  return people.find((name) => cast[name]?.role === "member") ?? people[0];
}

/** The name of the first channel that has all of some accounts. */
function sharedChannel({ channels, state, cast }: Simulator, names: readonly string[]): string | undefined {
  const isShared = (id: number): boolean =>
    names.every((name) => subscribersOf(state, id as ChannelId).active.has(cast[name]?.user_id as UserId));
  return Object.entries(channels).find(([, { stream_id }]) => isShared(stream_id))?.[0];
}

/** Returns who writes to the account `as`. Where nobody can, the notes say so once it should speak. */
export function speakerTo(sim: Simulator, as: string): Speaker {
  const notes = new Set<string>();
  const other = otherThan(sim, as);
  const nobody = `nobody writes to ${as}, who waits for events: the realm needs another active account of a person, and a channel that both are in`;
  if (other === undefined) {
    const speak = (): readonly number[] => {
      notes.add(nobody);
      return [];
    };
    return { speak, notes };
  }
  const speaker = sim.as(other);
  const write = (place: string, fields: object): readonly number[] => {
    const { body } = speaker.send("POST /messages" as string, { ...fields });
    const { id, msg } = body as { readonly id?: number; readonly msg: string };
    if (id !== undefined) return [id];
    notes.add(`${other} cannot write to ${place}: ${msg}`);
    return [];
  };
  const speak = (): readonly number[] => {
    const user_id = sim.cast[as]?.user_id;
    const { user } = speaker.send(`GET /users/${user_id}` as string).body as { readonly user?: { readonly full_name: string } };
    const direct = write(as, { type: "private", to: [user_id], content: "Are you there?" });
    const channel = sharedChannel(sim, [as, other]);
    if (channel !== undefined && user) {
      const content = `@**${user.full_name}** Are you there?`;
      return [...direct, ...write(`the channel ${channel}`, { type: "stream", to: channel, topic: "hello", content })];
    }
    notes.add(`${other} mentions ${as} in no channel: none has both as subscribers`);
    return direct;
  };
  return { speak, notes };
}
