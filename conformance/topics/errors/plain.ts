import type fc from "fast-check";
import type { ContentShape } from "../../draw/contents.ts";
import type { NameShape } from "../../draw/names.ts";
import { aTopic, type TopicShape } from "../../draw/topics.ts";

/** A topic that every server keeps as it is. */
export const aPlainTopic: fc.Arbitrary<TopicShape> = aTopic("plain", "text", "resolved");

export const plainTopic: TopicShape = { kind: "plain" };
export const plainContent: ContentShape = { kind: "phrase", text: "soup" };
export const plainName: NameShape = { tail: "", variant: "as it is" };
