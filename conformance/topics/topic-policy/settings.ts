import fc from "fast-check";
import { register } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { anActor, type PersonName } from "../../draw/people.ts";
import { prepared } from "../../expect.ts";

type Policy = 0 | 1 | 2 | 3;

export const policies = [0, 1, 2, 3] as const satisfies readonly Policy[];

/** The plainest is a mute. */
export const aPolicy: fc.Arbitrary<Policy> = fc.constantFrom(1, 2, 3, 0);

/** One request of somebody's for a topic of a channel. */
interface Setting {
  readonly who: "alice" | "bob";
  readonly channel: "general" | "team";
  readonly topic: 0 | 1;
  readonly policy: Policy;
}

export const aSetting: fc.Arbitrary<Setting> = fc.record({
  who: anActor("alice", "bob"),
  channel: fc.constantFrom("general", "team"),
  topic: fc.constantFrom(0, 1),
  policy: aPolicy,
});

export const setting = (who: Setting["who"], channel: Setting["channel"], topic: Setting["topic"], policy: Policy): Setting => ({
  who,
  channel,
  topic,
  policy,
});

/** Returns what a registration shows of somebody's policies of some topics. */
export async function shownOf(session: Session, who: PersonName, topics: readonly string[]): Promise<unknown[]> {
  const { user_topics } = await register(session.actor(who), ["user_topic"]);
  const own = prepared
    .objects(user_topics, "user_topics in a registration")
    .filter(({ topic_name }) => topics.includes(String(topic_name)));
  return own.map(({ stream_id, topic_name, visibility_policy }) => [stream_id, topic_name, visibility_policy]);
}
