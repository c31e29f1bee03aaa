import type { Drawn } from "./combinators.ts";
import { deferred } from "./deferred.ts";
import { recent } from "./references.ts";
import { channelIn, type DrawnMessage } from "./symbolic-state.ts";

const isThere = ({ isGone }: DrawnMessage): boolean => !isGone;

/** The channel of a message that was sent and the actor reads. */
export const channelOfConversation = (ref: "channel" | "channel name"): Drawn =>
  deferred(({ messages, actor }, one) => {
    const last = recent(
      messages.filter((each) => isThere(each) && each.channel !== undefined && each.readers.has(actor)),
      one,
    );
    return last && { ref, of: last.channel };
  });

/** The topic of a message that was sent to the channel that the step names in a field. */
export const topicOfConversation = (field: string): Drawn =>
  deferred(({ messages, given }, one) => {
    const channel = channelIn(given[field]);
    return recent(
      messages.filter((each) => isThere(each) && each.channel !== undefined && each.channel === channel),
      one,
    )?.topic;
  });

/** The others in a conversation by direct messages that the actor takes part in. */
export const peopleOfConversation: Drawn = deferred(({ messages, actor }, one) => {
  const last = recent(
    messages.filter((each) => isThere(each) && each.people.includes(actor)),
    one,
  );
  const others = last?.people.filter((name) => name !== actor);
  return others && (others.length > 0 ? others : [actor]).map((of) => ({ ref: "user", of }));
});
