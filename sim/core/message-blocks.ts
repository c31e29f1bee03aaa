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
  mayHaveRow(block: number, user: UserId, messages: () => Iterable<Message>): boolean;
}

/** Whether a user has a row of a message that is not marked as read. */
export const isUnread = (message: Message, user: UserId): boolean => message.hasRow(user) && (message.flagsOf(user) & flagBits.read) === 0;

function some(messages: Iterable<Message>, test: (message: Message) => boolean): boolean {
  for (const message of messages) if (test(message)) return true;
  return false;
}

/** Up to so many answers on rows of users are remembered. */
const mostRemembered = 500_000;
/** More blocks than there can be, so that question and block fit one number. */
const mostBlocks = 2 ** 24;

/**
 * Which blocks of messages hold nothing of what a narrow asks for. Features and senders are only ever added, so that forks share
 * them: what another fork adds is looked at in vain, but nothing is missed. What rows users have is found out when it is asked for,
 * and holds until a message of the block is filed again.
 */
export class MessageBlocks implements MessageBlocksView {
  #facts: readonly BlockFacts[];
  /** How often messages of a block were filed. */
  readonly #filed = new Map<number, number>();
  /** For a question about a user and a block whose answer was no, how often messages of the block were filed by then. */
  readonly #lacking = new Map<number, number>();

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
    return this.#may(block, 2 * user, () => some(messages(), (message) => isUnread(message, user)));
  }
  mayHaveRow(block: number, user: UserId, messages: () => Iterable<Message>): boolean {
    return this.#may(block, 2 * user + 1, () => some(messages(), (message) => message.hasRow(user)));
  }
  #may(block: number, question: number, look: () => boolean): boolean {
    const key = question * mostBlocks + block;
    const filed = this.#filed.get(block) ?? 0;
    if (this.#lacking.get(key) === filed) return false;
    if (look()) return true;
    if (this.#lacking.size >= mostRemembered) this.#lacking.clear();
    this.#lacking.set(key, filed);
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
