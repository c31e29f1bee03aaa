import type { Channel } from "../../core/channels.ts";
import { has } from "../../core/levels.ts";
import { own } from "../../core/lookup.ts";
import type { Realm } from "../../core/realm.ts";
import { foldTopic } from "../../core/topics.ts";
import { findChannel, type Reader, type Test } from "./reader.ts";
import { badNarrow } from "./terms.ts";

/** Returns what refusals of narrows call a channel. */
const channelInNarrows = (realm: Realm): "channel" | "stream" => (has(realm, "channelNarrows") ? "channel" : "stream");

/** The channel that a term names. @refuses BAD_NARROW: none, or for a spectator one that is not for everybody */
export function namedChannel({ realm, user }: Reader, operand: string | number): Channel {
  const channel = findChannel(realm, operand) ?? badNarrow(`unknown ${channelInNarrows(realm)} ${operand}`);
  return user || channel.is_web_public ? channel : badNarrow(`unknown web-public ${channelInNarrows(realm)} ${operand}`);
}

export function inChannel(reader: Reader, operand: string | number): Test {
  const { recipient_id } = namedChannel(reader, operand);
  return ({ place }) => place.recipient === recipient_id;
}

const kinds: Readonly<Record<string, (channel: Channel) => boolean>> = {
  public: (channel) => !channel.invite_only,
  "web-public": (channel) => channel.is_web_public && !channel.is_archived,
  archived: (channel) => channel.is_archived,
};

/** Messages of all channels of one kind. */
export function inChannels({ realm }: Reader, operand: string): Test {
  const isKnown = operand !== "archived" || has(realm, "archivedOperand");
  const isOfKind = (isKnown && own(kinds, operand)) || badNarrow(`unknown ${channelInNarrows(realm)}s operand ${operand}`);
  const wanted = new Set([...realm.channels.values()].filter(isOfKind).map(({ id }) => id));
  return ({ place }) => place.channel !== undefined && wanted.has(place.channel);
}

export function inTopic(_: Reader, operand: string): Test {
  const folded = foldTopic(operand);
  return ({ place }) => place.channel !== undefined && foldTopic(place.topic) === folded;
}
