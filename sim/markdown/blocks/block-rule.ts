import type { Element } from "../tree.ts";

/** The innermost construct that the parser is inside of. */
export type State = "list" | "looseList" | "detabbed" | "quote";

/** The block parser, as its rules see it. */
export interface Parser {
  readonly states: State[];
  /** Parses blocks (the next one last) into the parent, in a state of their own if one is given. */
  blocks(parent: Element, blocks: string[], state?: State): void;
  /** Splits a text at its empty lines and parses the blocks. */
  text(parent: Element, text: string, state?: State): void;
}

/**
 * One construct. Looks at the next block (the last of the array). Returns false and changes nothing if
 * the block is another construct; otherwise takes the block and may put the rest of it back.
 */
export type BlockRule = (parser: Parser, parent: Element, blocks: string[]) => boolean;

/** Real servers stop at the depth of their call stack; deeper quotes and lists stay text. */
export const deepest = 100;
