import { type TopicShape, topicOf } from "../draw/topics.ts";
import type { Actor } from "./actor.ts";
import { boundOf, ifTold } from "./registration.ts";

/** Returns the topic of a shape, with a name that nothing on the server has yet: that alone, where the server does not say its bound. @throws Untestable: the shape is as long as that */
export async function topicFor(actor: Actor, shape: TopicShape): Promise<string> {
  const bound = () => boundOf(actor, "max_topic_length");
  const limit = shape.kind === "filled" ? await bound() : shape.kind === "text" ? await ifTold(bound()) : undefined;
  return topicOf(shape, { fresh: actor.session.fresh(), limit: limit ?? 0 });
}
