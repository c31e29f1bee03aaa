import { foldTopic, resolvedPrefix } from "../../core/channels.ts";
import { flagBits } from "../../core/flags.ts";
import { has } from "../../core/levels.ts";
import { withoutSpaceAround } from "../../core/limits.ts";
import type { Message } from "../../core/messages.ts";
import type { QueueOperator, QueueOptions } from "../../core/queues.ts";
import type { Realm } from "../../core/realm.ts";

type Test = (realm: Realm, queue: QueueOptions, message: Message, operand: string) => boolean;

const channelIs: Test = (realm, _, { place }, operand) =>
  place.channel !== undefined && realm.channels.require(place.channel).name.toLowerCase() === withoutSpaceAround(operand).toLowerCase();

const isTests = {
  private: ({ place }) => place.channel === undefined,
  dm: ({ place }) => place.channel === undefined,
  starred: (_, flags) => (flags & flagBits.starred) !== 0,
  unread: (_, flags) => (flags & flagBits.read) === 0,
  mentioned: (_, flags) => (flags & flagBits.mentioned) !== 0,
  alerted: (_, flags) => (flags & flagBits.mentioned) !== 0,
  resolved: (message) => message.topic.startsWith(resolvedPrefix),
} satisfies Readonly<Record<string, (message: Message, flags: number) => boolean>>;

/** Whether queues look at an operand of `is`. All others pass. */
const hasTest = (operand: string): operand is keyof typeof isTests => Object.hasOwn(isTests, operand);

/** Tests of a message by each operator of a queue's narrow. */
const tests: Readonly<Record<QueueOperator, Test>> = {
  channel: channelIs,
  stream: channelIs,
  topic: (_, __, message, operand) => message.place.channel !== undefined && foldTopic(message.topic) === foldTopic(operand),
  sender: (realm, _, message, operand) =>
    realm.users.require(message.sender).email.toLowerCase() === withoutSpaceAround(operand).toLowerCase(),
  is: (_, queue, message, operand) => !hasTest(operand) || isTests[operand](message, message.flagsOf(queue.owner)),
};

/** Whether the narrow of a queue may use an operator. Before `channel` is one for fetches, queues know `stream` alone too. */
export const isQueueOperator = (realm: Realm, name: string): name is QueueOperator =>
  Object.hasOwn(tests, name) && (name !== "channel" || has(realm, "channelNarrows"));

/** Whether a message passes the narrow of a queue: all its pairs together, none of them negated. */
export const matchesQueueNarrow = (realm: Realm, queue: QueueOptions, message: Message): boolean =>
  queue.narrow.every(([operator, operand]) => tests[operator](realm, queue, message, operand));
