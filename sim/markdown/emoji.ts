import { emojiData } from "./data/emoji.ts";

interface Tables {
  readonly names: ReadonlyMap<string, readonly string[]>;
  readonly codes: ReadonlyMap<string, string>;
}

let tables: Tables | undefined;

/** The table of Unicode emoji: code -> names, the canonical one first. */
export function emojiTable(): ReadonlyMap<string, readonly string[]> {
  return read().names;
}

/** The code of a Unicode emoji: `thumbs_up` -> `1f44d`. */
export function emojiCode(name: string): string | undefined {
  return read().codes.get(name);
}

/** The canonical name of a Unicode emoji: `1f44d` -> `+1`. */
export function emojiName(code: string): string | undefined {
  return read().names.get(code)?.[0];
}

function read(): Tables {
  tables ??= parse();
  return tables;
}

function parse(): Tables {
  const names = new Map<string, readonly string[]>();
  const codes = new Map<string, string>();
  for (const entry of emojiData.split("\n")) {
    const [code = "", ...known] = entry.split(" ");
    names.set(code, known);
    for (const name of known) codes.set(name, code);
  }
  return { names, codes };
}
