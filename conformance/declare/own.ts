import { isObject } from "../client/json.ts";
import { clausesOf, type Statements } from "./clause.ts";
import { type Folder, topic } from "./folder.ts";
import type { Property } from "./property.ts";

/** A declaration of somebody else beside the suite. */
export interface Declaration {
  /** Promises, by a few words each, joined by dashes. */
  readonly clauses: Statements;
  /** Properties that show them, by a name each; `property(…)` makes one. Each names its clauses by the words that stand above. */
  readonly properties: Readonly<Record<string, Property>>;
}

const words = /^[a-z]\w*(-\w+)*$/i;

function check(isRight: boolean, place: string, accepted: string): void {
  if (!isRight) throw new TypeError(`declare: ${place}: expected ${accepted}`);
}

/**
 * Declares properties of one's own, which `check --plugin <file>` tries beside the suite's. Their addresses are `<name>/<property>`, their
 * clauses `<name>/<words>`.
 * @throws TypeError: a name or a clause is wrong; the message names the place and what is accepted
 */
export function declare(name: string, declaration: Declaration): Folder {
  check(words.test(name), `the name ${JSON.stringify(name)}`, "letters, digits and dashes, such as house");
  check(isObject(declaration), name, "an object with clauses and properties");
  const { clauses = {}, properties = {} } = declaration;
  check(isObject(clauses), `${name}.clauses`, "an object of promises by a few words each");
  check(isObject(properties), `${name}.properties`, "an object of properties by name");
  check(Object.keys(properties).length > 0, `${name}.properties`, "at least one property");
  const known = Object.keys(clauses);
  for (const one of known) check(words.test(one), `${name}.clauses.${one}`, "words joined by dashes, such as greets-guests");
  for (const [one, property] of Object.entries(properties)) {
    const { clauses: cited, holds }: Partial<Property> = property ?? {};
    const isProperty = Array.isArray(cited) && typeof holds === "function";
    check(words.test(one) && isProperty, `${name}.properties.${one}`, "what property(…) returns, by a name");
    for (const clause of cited ?? [])
      check(known.includes(clause), `${name}.properties.${one}: the clause ${JSON.stringify(clause)}`, known.join(" or "));
  }
  return topic(name, { clauses: clausesOf(`Own > ${name}`, name, clauses), properties: { "": properties } });
}
