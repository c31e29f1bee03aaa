import type { Element } from "../tree.ts";

/** The innermost construct that the parser is inside of. */
export type BlockState = "list" | "looseList" | "detabbed" | "quote";

/** A parser of blocks, as one construct sees it. */
export interface BlockParser {
  readonly states: BlockState[];
  /** Whether it is as deep in quotes and lists as it goes. */
  readonly isDeep: boolean;
  /** Parses blocks (the next one last) into the parent, in a state of their own if one is given. */
  blocks(parent: Element, waiting: string[], state?: BlockState): void;
  /** Splits a text at its empty lines and parses the blocks. */
  text(parent: Element, text: string, state?: BlockState): void;
}

/**
 * One construct. Looks at the next block (the last of the array). Returns false and changes nothing if
 * the block is another construct; otherwise takes the block and may put the rest of it back.
 */
export type BlockRule = (parser: BlockParser, parent: Element, blocks: string[]) => boolean;
