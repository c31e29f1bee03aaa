import { flagBits } from "./flags.ts";
import type { UserId } from "./ids.ts";
import type { Message } from "./messages.ts";
import { GrowingMap } from "./table.ts";

/** The number of consecutive ids in a block, of which filters tell whether it may hold a message that is looked for. */
export const perBlock = 256;

/** The block of a message, by its id. */
export const blockOf = (id: number): number => Math.floor(id / perBlock);

/** Ids from `low` up to but not including `high`. */
interface IdRange {
  readonly low: number;
  readonly high: number;
}

/** The number of blocks in a stretch: where it holds nothing, none of them is asked about. Most words would stand in a much longer one. */
const perStretch = 16;

/** The stretch of a block. */
export const stretchOf = (block: number): number => Math.floor(block / perStretch);

/** The blocks of a stretch. */
export const blocksOf = (stretch: number): number[] => Array.from({ length: perStretch }, (_, i) => stretch * perStretch + i);

/** As many blocks at most are one range: whoever reads the first of them may not want the others, which take time to test. */
const mostJoined = 8;

/** The tests of blocks, and of the stretches that they lie in. */
export interface BlockTest {
  readonly block: (block: number) => boolean;
  readonly stretch: (stretch: number) => boolean;
}

/** The blocks of a realm, from the first up to but not including the end. */
interface Blocks {
  readonly first: number;
  readonly end: number;
}

/** The ranges of ids from one on whose blocks pass a test, neighbours joined. */
export function* rangesUp({ first, end }: Blocks, from: number, { block: test, stretch }: BlockTest): IterableIterator<IdRange> {
  for (let at = Math.max(blockOf(from), first), known = -1; at < end; at++) {
    const here = stretchOf(at);
    if (here !== known && !stretch(here)) {
      at = (here + 1) * perStretch - 1;
      continue;
    }
    known = here;
    if (!test(at)) continue;
    const low = at;
    while (at + 1 < end && at - low < mostJoined && test(at + 1)) at++;
    yield { low: Math.max(low * perBlock, from), high: (at + 1) * perBlock };
  }
}

/** The same descending, up to and including an id. */
export function* rangesDown({ first, end }: Blocks, to: number, { block: test, stretch }: BlockTest): IterableIterator<IdRange> {
  for (let at = Math.min(blockOf(to), end - 1), known = -1; at >= first; at--) {
    const here = stretchOf(at);
    if (here !== known && !stretch(here)) {
      at = here * perStretch;
      continue;
    }
    known = here;
    if (!test(at)) continue;
    const high = at + 1;
    while (at > first && high - at < mostJoined && test(at - 1)) at--;
    yield { low: at * perBlock, high: Math.min(high * perBlock, to + 1) };
  }
}

/** Features of a message that narrows ask for, as bits. */
export const features = { link: 1, image: 2, attachment: 4, reaction: 8, direct: 16 } as const;

const featureBits = (message: Message): number =>
  (message.has_link ? features.link : 0) |
  (message.has_image ? features.image : 0) |
  (message.has_attachment ? features.attachment : 0) |
  (message.reactions.length > 0 ? features.reaction : 0) |
  (message.place.channel === undefined ? features.direct : 0);

/** Features of the messages of a block or of a stretch of blocks, all together. */
interface BlockFacts {
  features: number;
  readonly senders: Set<UserId>;
}

/** The kind of rows of a message that is asked for. */
export type RowKind = "any" | "unread";

/** Whether a user has a row of a message that is not marked as read. */
export const isUnread = (message: Message, user: UserId): boolean => (message.flagsFor(user) & flagBits.read) === 0;

function some(messages: Iterable<Message>, test: (message: Message) => boolean): boolean {
  for (const message of messages) if (test(message)) return true;
  return false;
}

/** Up to so many answers on rows of users are remembered. */
const mostRemembered = 500_000;
/** More blocks than there can be, so that question and block fit one number. */
const mostBlocks = 2 ** 24;

/** Facts by block or by stretch. Facts are only ever added, so that forks share them; how often messages were filed is a fork's own. */
class Facts {
  readonly #facts: GrowingMap<BlockFacts>;
  readonly #filed = new Map<number, number>();
  /** For a question whose answer was no, how often messages of the block were filed by then. */
  readonly #lacking = new Map<number, number>();

  constructor(facts = new GrowingMap<BlockFacts>(() => ({ features: 0, senders: new Set() }))) {
    this.#facts = facts;
  }

  at(at: number): BlockFacts | undefined {
    return this.#facts.at(at);
  }
  /** Whether the answer to a question about a block may be yes; it is looked for again once a message of the block was filed. */
  may(at: number, question: number, look: () => boolean): boolean {
    const key = question * mostBlocks + at;
    const filed = this.#filed.get(at) ?? 0;
    if (this.#lacking.get(key) === filed) return false;
    if (look()) return true;
    if (this.#lacking.size >= mostRemembered) this.#lacking.clear();
    this.#lacking.set(key, filed);
    return false;
  }
  add(at: number, message: Message): void {
    const facts = this.#facts.reach(at);
    facts.features |= featureBits(message);
    facts.senders.add(message.sender);
    this.#filed.set(at, (this.#filed.get(at) ?? 0) + 1);
  }
  fork(): Facts {
    return new Facts(this.#facts.fork());
  }
}

/** An index that tells which blocks of messages hold nothing of what a narrow asks for: the others are looked at in vain at worst, but nothing is missed. */
export class MessageBlocks {
  readonly #blocks: Facts;
  readonly #stretches: Facts;

  constructor(blocks = new Facts(), stretches = new Facts()) {
    this.#blocks = blocks;
    this.#stretches = stretches;
  }

  #having(test: (facts: BlockFacts) => boolean): BlockTest {
    const may = (facts: BlockFacts | undefined): boolean => facts !== undefined && test(facts);
    return { block: (block) => may(this.#blocks.at(block)), stretch: (stretch) => may(this.#stretches.at(stretch)) };
  }
  /** Blocks and stretches that may hold a message with one of these features. */
  withFeature(bits: number): BlockTest {
    return this.#having(({ features }) => (features & bits) !== 0);
  }
  /** Those that may hold a message of a sender. */
  from(sender: UserId): BlockTest {
    return this.#having(({ senders }) => senders.has(sender));
  }
  /** Those that may hold a message of which a user has a row of a kind. */
  withRow(user: UserId, kind: RowKind, messages: (block: number) => Iterable<Message>): BlockTest {
    const question = 2 * user + (kind === "any" ? 0 : 1);
    const test = (message: Message): boolean => (kind === "any" ? message.hasRow(user) : isUnread(message, user));
    const block = (at: number): boolean => this.#blocks.may(at, question, () => some(messages(at), test));
    return { block, stretch: (stretch) => this.#stretches.may(stretch, question, () => blocksOf(stretch).some(block)) };
  }

  add(message: Message): void {
    const block = blockOf(message.id);
    this.#blocks.add(block, message);
    this.#stretches.add(stretchOf(block), message);
  }
  fork(): MessageBlocks {
    return new MessageBlocks(this.#blocks.fork(), this.#stretches.fork());
  }
}
