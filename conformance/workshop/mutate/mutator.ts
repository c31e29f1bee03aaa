import { type Breaks, breaksOf, type Form, isRefusal, type Kind, type Replacement } from "./kinds.ts";
import { importsOf, listOf, type Node, type Place, treeOf, walk } from "./syntax.ts";

/** One way in which a file can be broken. */
export interface SourceMutant {
  /** A name that lasts as long as the code that it changes stays: it does not depend on lines. */
  readonly name: string;
  readonly file: string;
  readonly kind: Kind;
  readonly line: number;
}

/** A piece of code with what can stand in its place. */
interface Site {
  readonly start: number;
  readonly end: number;
  readonly form: Form;
  readonly within: string;
  readonly replacements: Replacement[];
}

/** The purpose of switches in code: to choose a mutant, or to note which of them are reached; or the numbers of those that are on for good. */
export type Switching = "choosing" | "noting" | ReadonlySet<number>;

/** A file with what can be broken in it. */
export interface MutableFile {
  readonly file: string;
  readonly mutants: readonly SourceMutant[];
  /** The names that it imports beside types. */
  readonly imports: readonly string[];
  /** Returns its code with switches in it. @param first the number of its first mutant; the others follow */
  switched(first: number, how: Switching): string;
}

const shortened = (text: string): string => {
  const line = text.replace(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
};

/** Whether a node is text for people: the message of a refusal. */
const isMessage = (node: Node, { parent, part }: Place): boolean =>
  part === "arguments" && isRefusal(parent) && node.type === "TemplateLiteral" && listOf(parent, "arguments")[0] === node;

/** Returns the pieces of a module that can be broken, from its beginning; one that holds others stands before them. */
function sitesIn(tree: Node, text: string): readonly Site[] {
  const sites = new Map<string, Site>();
  const parents = new Map<Node, Node>();
  const source = ({ start, end }: Node): string => text.slice(start, end);
  const add = ({ node: { start, end }, form, replacements }: Breaks, within: string): void => {
    const key = `${start} ${end} ${form}`;
    const known = sites.get(key);
    if (known) known.replacements.push(...replacements);
    else sites.set(key, { start, end, form, within, replacements: [...replacements] });
  };
  walk(tree, { parent: tree, part: "", name: "" }, (node, place) => {
    if (isMessage(node, place)) return false;
    parents.set(node, place.parent);
    for (const breaks of breaksOf(node, place, parents.get(place.parent), source)) add(breaks, place.name);
    return true;
  });
  return [...sites.values()].sort((a, b) => a.start - b.start || b.end - a.end);
}

/** Returns names for the mutants of a file: equal ones are numbered. */
function named(file: string, text: string, sites: readonly Site[]): SourceMutant[] {
  const count = new Map<string, number>();
  return sites.flatMap(({ start, within, replacements }) =>
    replacements.map(({ kind, original, mutated }) => {
      const plain = `${file} | ${within} | ${kind} | ${shortened(original)} -> ${shortened(mutated)}`;
      const number = (count.get(plain) ?? 0) + 1;
      count.set(plain, number);
      return { name: number === 1 ? plain : `${plain} | ${number}`, file, kind, line: text.slice(0, start).split("\n").length };
    }),
  );
}

/** Returns a piece of code that notes that its mutants are reached. */
function noting({ form, replacements: { length } }: Site, first: number, code: string): string {
  const note = `$m.reached(${first}, ${length})`;
  if (form === "statement") return `{ ${note}; ${code} }`;
  return form === "property" ? `...(${note}, { ${code} })` : `(${note}, ${code})`;
}

/** Returns a piece of code that does as the mutant says that is chosen. */
function choosing({ form, replacements }: Site, first: number, code: string): string {
  if (form === "statement") return `{ if ($m.chosen !== ${first}) ${code} }`;
  if (form === "property") return `...($m.chosen === ${first} ? {} : { ${code} })`;
  const last = first + replacements.length - 1;
  if (last === first) return `($m.chosen === ${first} ? ${replacements[0]?.code} : ${code})`;
  const others = replacements.slice(0, -1).map(({ code: other }, i) => `$m.chosen === ${first + i} ? ${other} : `);
  return `($m.chosen < ${first} || $m.chosen > ${last} ? ${code} : ${others.join("")}${replacements.at(-1)?.code})`;
}

/** Returns what puts into code the mutants with some numbers, without switches. */
const broken =
  (on: ReadonlySet<number>): typeof noting =>
  ({ form, replacements }, first, code) => {
    const at = replacements.findIndex((_, i) => on.has(first + i));
    if (at === -1) return code;
    if (form === "property") return "...{}";
    return form === "statement" ? "{}" : `(${replacements[at]?.code})`;
  };

/** Returns a text with every site in it switched. */
function switchedText(text: string, sites: readonly Site[], first: number, put: typeof noting): string {
  let next = 0;
  let number = first;
  const upTo = (from: number, to: number): string => {
    let written = "";
    let at = from;
    for (let site = sites[next]; site && site.end <= to; site = sites[next]) {
      next++;
      const own = number;
      number += site.replacements.length;
      written += text.slice(at, site.start) + put(site, own, upTo(site.start, site.end));
      at = site.end;
    }
    return written + text.slice(at, to);
  };
  return upTo(0, text.length);
}

/** Reads a module in TypeScript. */
export function mutableFile(file: string, text: string): MutableFile {
  const tree = treeOf(text);
  const sites = sitesIn(tree, text);
  return {
    file,
    mutants: named(file, text, sites),
    imports: importsOf(tree),
    switched: (first, how) => switchedText(text, sites, first, how === "noting" ? noting : how === "choosing" ? choosing : broken(how)),
  };
}
