import { flagBits } from "./flags.ts";
import type { UserId } from "./ids.ts";
import type { Message } from "./messages.ts";
import { blockOf } from "./word-filter.ts";

/** What a message can have that narrows ask for, as bits. */
export const features = { link: 1, image: 2, attachment: 4, reaction: 8, direct: 16 } as const;

export const featureBits = (message: Message): number =>
  (message.has_link ? features.link : 0) |
  (message.has_image ? features.image : 0) |
  (message.has_attachment ? features.attachment : 0) |
  (message.reactions.length > 0 ? features.reaction : 0) |
  (message.place.channel === undefined ? features.direct : 0);

/** What the messages of a block have had, all together. */
interface BlockFacts {
  features: number;
  readonly senders: Set<UserId>;
}

/** What may be read: whether a block of messages may hold what is asked for. */
export interface MessageBlocksView {
  mayHaveFeature(block: number, bits: number): boolean;
  mayBeFrom(block: number, sender: UserId): boolean;
  /** @param messages those of the block, which are looked at where it is not known */
  mayBeUnread(block: number, user: UserId, messages: () => Iterable<Message>): boolean;
}

/** Whether a user has a row of a message that is not marked as read. */
export const isUnread = (message: Message, user: UserId): boolean => message.hasRow(user) && (message.flagsOf(user) & flagBits.read) === 0;

/** Up to so many answers on what is unread are remembered. */
const mostRemembered = 500_000;
/** More blocks than there can be, so that user and block fit one number. */
const mostBlocks = 2 ** 24;

/**
 * Which blocks of messages hold nothing of what a narrow asks for. Features and senders are only ever added, so that forks share
 * them: what another fork adds is looked at in vain, but nothing is missed. What is unread is found out when it is asked for, and holds
 * until a message of the block is filed again.
 */
export class MessageBlocks implements MessageBlocksView {
  #facts: readonly BlockFacts[];
  /** How often messages of a block were filed. */
  readonly #filed = new Map<number, number>();
  /** For a user and a block without anything unread, how often its messages were filed by then. */
  readonly #read = new Map<number, number>();

  constructor(facts: readonly BlockFacts[] = []) {
    this.#facts = facts;
  }

  mayHaveFeature(block: number, bits: number): boolean {
    return ((this.#facts[block]?.features ?? 0) & bits) !== 0;
  }
  mayBeFrom(block: number, sender: UserId): boolean {
    return this.#facts[block]?.senders.has(sender) ?? false;
  }
  mayBeUnread(block: number, user: UserId, messages: () => Iterable<Message>): boolean {
    const key = user * mostBlocks + block;
    const filed = this.#filed.get(block) ?? 0;
    if (this.#read.get(key) === filed) return false;
    for (const message of messages()) if (isUnread(message, user)) return true;
    if (this.#read.size >= mostRemembered) this.#read.clear();
    this.#read.set(key, filed);
    return false;
  }

  add(message: Message): void {
    const at = blockOf(message.id);
    if (at >= this.#facts.length) {
      const missing = Array.from({ length: at + 1 - this.#facts.length }, () => ({ features: 0, senders: new Set<UserId>() }));
      this.#facts = [...this.#facts, ...missing];
    }
    const facts = this.#facts[at]!;
    facts.features |= featureBits(message);
    facts.senders.add(message.sender);
    this.#filed.set(at, (this.#filed.get(at) ?? 0) + 1);
  }
  fork(): MessageBlocks {
    return new MessageBlocks(this.#facts);
  }
}
