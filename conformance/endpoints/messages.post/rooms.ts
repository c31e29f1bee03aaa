import fc from "fast-check";
import { itemAt } from "../../client/present.ts";
import type { Channels } from "../../client/session.ts";
import { activePeople, type PersonName } from "../../draw/people.ts";

type ChannelName = keyof Channels<unknown>;

/** A channel with two of its subscribers. */
export interface Room {
  readonly channel: ChannelName;
  readonly sender: PersonName;
  readonly reader: PersonName;
}

/** Who is subscribed to the channels of the realm small. */
const subscribers = {
  general: activePeople,
  team: ["alice", "bob"],
  secret: ["alice", "cara"],
  quiet: ["bob", "cara"],
  "town-square": ["alice", "gus"],
} as const satisfies Partial<Record<ChannelName, readonly PersonName[]>>;

/** A channel of the realm small with two of its subscribers. */
export const aRoom: fc.Arbitrary<Room> = fc
  .record({ channel: fc.constantFrom("general", "team", "secret", "quiet", "town-square"), from: fc.nat(99), by: fc.nat(99) })
  .map(({ channel, from, by }) => {
    const people = subscribers[channel];
    const sender = itemAt(people, from % people.length);
    const others = people.filter((name) => name !== sender);
    return { channel, sender, reader: itemAt(others, by % others.length) };
  });
