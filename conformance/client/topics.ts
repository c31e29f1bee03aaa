import { type TopicShape, topicOf } from "../draw/topics.ts";
import type { Actor } from "./actor.ts";
import { boundOf } from "./registration.ts";

/** Returns the topic of a shape, with a name that nothing on the server has yet. @throws Unprepared: the server does not say its bound */
export const topicFor = async (actor: Actor, shape: TopicShape): Promise<string> =>
  topicOf(shape, { fresh: actor.session.fresh(), limit: await boundOf(actor, "max_topic_length") });
