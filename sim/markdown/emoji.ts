import { itemAt } from "../core/lookup.ts";
import { emojiCodes, emojiNames } from "./data/emoji.ts";

interface Tables {
  readonly names: ReadonlyMap<string, readonly string[]>;
  readonly codes: ReadonlyMap<string, string>;
}

/** The face that is the `smile`: older servers gave the name to the slighter one. */
export type Smiles = "current" | "former";

const formerNames: Readonly<Record<string, string>> = { "1f604": "big_smile", "1f642": "smile" };
const formerCodes: Readonly<Record<string, string | undefined>> = { big_smile: "1f604", smile: "1f642", slight_smile: undefined };

let tables: Tables | undefined;

/** The table of Unicode emoji: code -> names, the canonical one first. */
export function emojiTable(): ReadonlyMap<string, readonly string[]> {
  return read().names;
}

/** The code of a Unicode emoji: `thumbs_up` -> `1f44d`. */
export function emojiCode(name: string, smiles: Smiles = "current"): string | undefined {
  return smiles === "former" && Object.hasOwn(formerCodes, name) ? formerCodes[name] : read().codes.get(name);
}

/** The canonical name of a Unicode emoji: `1f44d` -> `+1`. */
export function emojiName(code: string, smiles: Smiles = "current"): string | undefined {
  return (smiles === "former" ? formerNames[code] : undefined) ?? read().names.get(code)?.[0];
}

function read(): Tables {
  tables ??= parse();
  return tables;
}

function parse(): Tables {
  const names = new Map<string, readonly string[]>();
  const codes = new Map<string, string>();
  const lines = emojiNames.split("\n");
  emojiCodes.split(" ").forEach((code, i) => {
    const known = itemAt(lines, i).split(" ");
    names.set(code, known);
    for (const name of known) codes.set(name, code);
  });
  return { names, codes };
}
