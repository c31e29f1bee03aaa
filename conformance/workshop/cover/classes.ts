import { present } from "../../client/present.ts";
import { isSymbolic, nobody, type Symbolic } from "../../draw/symbols.ts";
import type { Oracle } from "../../model/oracle.ts";
import { alphabets } from "./alphabet/index.ts";

/** The role of each account of the cast by its name; that of a deactivated account, of a bot and of nobody is that word. */
export type Roles = Readonly<Record<string, string>>;

/** Returns the roles of a cast. */
export function rolesOf({ ground, fresh }: Oracle): Roles {
  const { cast } = fresh({});
  const roleOf = (name: string): string => {
    if (!ground.active.includes(name)) return "deactivated";
    const { password, role } = present(cast[name], `account ${name}`);
    return password === null ? "bot" : role;
  };
  return { ...Object.fromEntries(ground.cast.map((name) => [name, roleOf(name)])), [nobody]: nobody };
}

/** Features that tell texts apart, beside those that the search itself has made up. */
const features: Readonly<Record<string, RegExp>> = {
  blank: /^\s*$/,
  edged: /^\s|\s$/,
  capitals: /\p{Lu}/u,
  digits: /\d/,
  markup: /[*_`~#>$|@<&[]/,
  lines: /\n/,
  wide: /[\u0080-\uffff]/,
  astral: /[\u{10000}-\u{10ffff}]/u,
  long: /^.{51}/s,
};

const featuresOf = (text: string): string =>
  `a text: ${Object.entries(features)
    .flatMap(([name, pattern]) => (pattern.test(text) ? [name] : []))
    .join(" ")}`;

/** Every text in a value, within symbols too. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The texts of the alphabets. */
const vocabulary: ReadonlySet<string> = new Set(textsIn(alphabets));

const people = new Set<string>(["user", "email", "login", "full name", "password"]);
const longest = 40;

/** Tells values of requests apart: accounts by their roles and whether they are the caller, things that were made by their kind. */
export class Classes {
  readonly #roles: Roles;
  readonly #as: string;

  /** @param as the caller */
  constructor(roles: Roles, as: string) {
    this.#roles = roles;
    this.#as = as;
  }

  /** Returns the class of a value as text. Of a list the first few items count, in any order. */
  readonly of = (value: unknown): string => {
    if (isSymbolic(value)) return this.#ofSymbol(value);
    if (Array.isArray(value)) return `[${value.map(this.of).sort().slice(0, 3).join(",")}]`;
    if (typeof value === "string") return vocabulary.has(value) ? value.slice(0, longest) : featuresOf(value);
    if (typeof value !== "object" || value === null) return String(value);
    const fields = Object.entries(value).map(([name, inner]) => `${name}:${this.of(inner)}`);
    return `{${fields.join(",")}}`;
  };

  #ofSymbol(symbol: Symbolic): string {
    if (symbol.ref === "text") return symbol.of.map(this.of).join("");
    if (symbol.ref === "long") return `${symbol.of}+${symbol.plus}`;
    if ("at" in symbol) return symbol.ref;
    if (symbol.ref === "fresh") return `fresh ${this.of(symbol.of)}`;
    if (!people.has(symbol.ref)) return `${symbol.ref} ${symbol.of}`;
    return `${symbol.ref} of ${symbol.of === this.#as ? "the caller" : this.#roles[symbol.of]}`;
  }
}
