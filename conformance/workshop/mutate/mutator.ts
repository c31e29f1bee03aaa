import { parse } from "@babel/parser";

/** A node of the syntax tree, with its place in the text. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [part: string]: unknown;
}

interface NodePlace {
  readonly parent: Node;
  /** The name of the part of the parent that it is. */
  readonly part: string;
  /** The declarations around it, from the outermost: `sendMessage.effect`. */
  readonly name: string;
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value && "start" in value;

/** Parts that hold no code that runs. */
const idleParts = new Set([
  ...["loc", "extra", "errors", "comments", "leadingComments", "trailingComments", "innerComments"],
  ...["typeAnnotation", "returnType", "typeParameters", "typeArguments", "superTypeParameters", "implements", "predicate"],
]);

const wrappers = new Set(["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression", "TSTypeAssertion"]);

const isIdle = ({ type, ...node }: Node): boolean =>
  (type.startsWith("TS") && !wrappers.has(type)) ||
  type === "ImportDeclaration" ||
  type === "ExportAllDeclaration" ||
  (type === "ExportNamedDeclaration" && (node.exportKind === "type" || Boolean(node.source)));

const treeOf = (text: string): Node => parse(text, { sourceType: "module", plugins: ["typescript"] }).program as unknown as Node;

/** Returns the nodes of a part of a node that hold code. */
function nodesIn(node: Node, part: string): readonly Node[] {
  const value = node[part];
  const all = Array.isArray(value) ? value : [value];
  return all.filter(isNode).filter((each) => !isIdle(each));
}

/** Returns the node that a node has as a part. @throws TypeError: there is none */
function partOf(node: Node, part: string): Node {
  const value = node[part];
  if (!isNode(value)) throw new TypeError(`a ${node.type} has no ${part}`);
  return value;
}

/** Returns the nodes of a list that a node has as a part; holes are left out. */
const listOf = (node: Node, part: string): readonly Node[] => (node[part] as readonly unknown[]).filter(isNode);

const functions = new Set(["ArrowFunctionExpression", "FunctionExpression"]);

const isFunction = (node: Node): boolean => functions.has(node.type);

const nameIn = (node: unknown): string => (isNode(node) ? String(node.name ?? node.value ?? (isNode(node.id) ? nameIn(node.id) : "")) : "");

/** Returns the name that a node gives to what is inside it; empty for none. */
function ownName(node: Node, isOutermost: boolean): string {
  const { type, id, key, value } = node;
  if (type === "FunctionDeclaration" || type === "ClassDeclaration") return nameIn(id);
  if (type === "VariableDeclarator") return isOutermost || (isNode(node.init) && isFunction(node.init)) ? nameIn(id) : "";
  if (type === "ClassMethod" || type === "ClassPrivateMethod" || type === "ObjectMethod" || type === "ClassProperty") return nameIn(key);
  return type === "ObjectProperty" && isNode(value) && isFunction(value) ? nameIn(key) : "";
}

/** Calls `visit` on every node that holds code that runs, from the outside in, unless `visit` of one around it returns false. */
function walk(node: Node, place: NodePlace, visit: (node: Node, place: NodePlace) => boolean): void {
  if (!visit(node, place)) return;
  const name = [place.name, ownName(node, place.name === "")].filter((each) => each !== "").join(".");
  for (const part of Object.keys(node)) {
    if (idleParts.has(part)) continue;
    for (const child of nodesIn(node, part)) walk(child, { parent: node, part, name }, visit);
  }
}

/** Returns the modules of a tree's imports that load something: not those of types alone. */
const importsOf = (tree: Node): readonly string[] =>
  listOf(tree, "body")
    .filter(({ type, importKind }) => type === "ImportDeclaration" && importKind !== "type")
    .map((node) => String(partOf(node, "source").value));

type Kind =
  | "bound"
  | "number"
  | "boolean"
  | "equality"
  | "condition"
  | "operand"
  | "default"
  | "negation"
  | "field"
  | "call"
  | "method"
  | "code";

/** One way to break a piece of code. */
interface Replacement {
  readonly kind: Kind;
  /** The code that stands there, and the code instead, for people. */
  readonly original: string;
  readonly mutated: string;
  /** The code that stands in the place of the node. */
  readonly code: string;
}

/** A form in which a piece of code depends on a switch: as an expression, a statement, or a property of an object literal. */
type Form = "expression" | "statement" | "property";

interface Breaks {
  readonly node: Node;
  readonly form: Form;
  readonly replacements: readonly Replacement[];
}

type Source = (node: Node) => string;

const bounds: Readonly<Record<string, string>> = { "<": "<=", "<=": "<", ">": ">=", ">=": ">" };
const equalities: Readonly<Record<string, string>> = { "===": "!==", "!==": "===" };
const opposites: Readonly<Record<string, string>> = { some: "every", every: "some", min: "max", max: "min" };

/** Methods that return something like what they are called on. */
const passing = new Set(["filter", "slice", "sort", "toSorted", "reverse", "toReversed", "trim", "toLowerCase"]);

const expression = (node: Node, replacements: readonly Replacement[]): Breaks[] =>
  replacements.length > 0 ? [{ node, form: "expression", replacements }] : [];

const isTest = ({ parent: { type }, part }: NodePlace): boolean =>
  part === "test" && (type === "IfStatement" || type === "ConditionalExpression" || type === "WhileStatement");

const calleeName = (node: Node): string => {
  const callee = partOf(node, "callee");
  return String((callee.type === "Identifier" ? callee : (callee.property as Node | undefined))?.name ?? "");
};

const isCall = ({ type }: Node): boolean => type === "CallExpression" || type === "OptionalCallExpression";

/** Whether a node is a call that refuses the request. */
const isRefusal = (node: Node): boolean => isCall(node) && /^(refuse|missing)/.test(calleeName(node));

/** A test is always or never true. A loop that never ends would tell nothing. */
function testBreaks({ parent }: NodePlace, text: string): Replacement[] {
  const outcomes = parent.type === "WhileStatement" ? ["false"] : ["true", "false"];
  return outcomes.map((code) => ({ kind: "condition", original: text, mutated: code, code }));
}

function binary(node: Node, place: NodePlace, source: Source): Breaks[] {
  const operator = String(node.operator);
  const instead = bounds[operator] ?? (isTest(place) ? undefined : equalities[operator]);
  if (instead === undefined) return [];
  const code = `${source(partOf(node, "left"))} ${instead} ${source(partOf(node, "right"))}`;
  return expression(node, [{ kind: bounds[operator] ? "bound" : "equality", original: source(node), mutated: code, code }]);
}

function logical(node: Node, _: NodePlace, source: Source): Breaks[] {
  const [left, right] = [partOf(node, "left"), partOf(node, "right")];
  const kind = node.operator === "??" ? "default" : "operand";
  const kept = isRefusal(right) ? [left] : [left, right];
  return expression(
    node,
    kept.map((one) => ({ kind, original: source(node), mutated: source(one), code: source(one) })),
  );
}

function literal(node: Node, { parent, part }: NodePlace, source: Source): Breaks[] {
  if (part === "key" || (part === "property" && parent.computed !== true)) return [];
  const original = source(node);
  const other = (kind: Kind, code: string): Breaks[] => expression(node, [{ kind, original, mutated: code, code }]);
  if (node.type === "NumericLiteral") return other("number", String(Number(node.value) + 1));
  if (node.type === "BooleanLiteral") return other("boolean", String(node.value !== true));
  const isCode = /^[A-Z][A-Z_]{3,}$/.test(String(node.value)) && parent.type !== "BinaryExpression";
  return isCode ? other("code", node.value === "BAD_REQUEST" ? '"OTHER_CODE"' : '"BAD_REQUEST"') : [];
}

/** A literal with so many fields, or of so many characters, is not copied for each field that is left out. */
const longest = { fields: 10, text: 400 };

function objectLiteral(node: Node, place: NodePlace, source: Source): Breaks[] {
  const all = listOf(node, "properties");
  const isStatic = place.name !== "" && !place.name.includes(".");
  const isKept = ({ type, value }: Node): boolean => type === "ObjectMethod" || (isStatic && isFunction((value ?? node) as Node));
  const left = all.filter((one) => !isKept(one));
  const without = (field: Node): Replacement => {
    const others = all.filter((one) => one !== field).map(source);
    return { kind: "field", original: source(field), mutated: "left out", code: `{ ${others.join(", ")} }` };
  };
  const isShort = left.length <= longest.fields && node.end - node.start <= longest.text;
  if (isShort) return expression(node, left.map(without));
  return left.map((field) => ({
    node: field,
    form: "property",
    replacements: [{ kind: "field", original: source(field), mutated: "left out", code: "" }],
  }));
}

/** A call of a method that changes what it is called on, without the call; or of another method. */
function methodCall(node: Node, { parent, part }: NodePlace, source: Source): Breaks[] {
  const callee = partOf(node, "callee");
  const isInChain = parent.type.startsWith("Optional") && (part === "object" || part === "callee");
  if (!/MemberExpression$/.test(callee.type) || isInChain) return [];
  const [name, receiver] = [calleeName(node), source(partOf(callee, "object"))];
  const original = source(node);
  if (passing.has(name))
    return expression(node, [{ kind: "method", original: `${name}() in ${original}`, mutated: receiver, code: receiver }]);
  const other = Object.hasOwn(opposites, name) ? opposites[name] : undefined;
  if (other === undefined) return [];
  const property = partOf(callee, "property");
  const code = original.slice(0, property.start - node.start) + other + original.slice(property.end - node.start);
  return expression(node, [{ kind: "method", original, mutated: `${other} instead of ${name}`, code }]);
}

function negation(node: Node, place: NodePlace, source: Source): Breaks[] {
  if (node.operator !== "!" || isTest(place)) return [];
  const code = source(partOf(node, "argument"));
  return expression(node, [{ kind: "negation", original: source(node), mutated: code, code }]);
}

/** Whether a statement is all that an `if` without `else` does: to leave it out is the same as a condition that is never true. */
function isWholeBranch({ parent, part }: NodePlace, around: Node | undefined): boolean {
  if (parent.type === "IfStatement") return part === "consequent" && !parent.alternate;
  if (parent.type !== "BlockStatement" || listOf(parent, "body").length > 1) return false;
  return around?.type === "IfStatement" && around.consequent === parent && !around.alternate;
}

function statement(node: Node, place: NodePlace, source: Source, around: Node | undefined): Breaks[] {
  const done = node.type === "ThrowStatement" ? node : partOf(node, "expression");
  const isAct = isCall(done) || ["AssignmentExpression", "ThrowStatement"].includes(done.type) || done.operator === "delete";
  if (!isAct || isWholeBranch(place, around) || (isCall(done) && partOf(done, "callee").type === "Super")) return [];
  return [{ node, form: "statement", replacements: [{ kind: "call", original: source(node), mutated: "left out", code: "" }] }];
}

/** Returns the ways to break a node of a type. @param around the node around its parent */
type BreakNode = (node: Node, place: NodePlace, source: Source, around: Node | undefined) => Breaks[];

const breakers: Readonly<Record<string, BreakNode>> = {
  BinaryExpression: binary,
  LogicalExpression: logical,
  NumericLiteral: literal,
  BooleanLiteral: literal,
  StringLiteral: literal,
  UnaryExpression: negation,
  ObjectExpression: objectLiteral,
  CallExpression: methodCall,
  OptionalCallExpression: methodCall,
  ExpressionStatement: statement,
  ThrowStatement: statement,
};

/** Returns what can be broken at one node. @param around the node around its parent */
function breaksOf(node: Node, place: NodePlace, source: Source, around: Node | undefined): readonly Breaks[] {
  const own = breakers[node.type]?.(node, place, source, around) ?? [];
  return isTest(place) ? [...own, ...expression(node, testBreaks(place, source(node)))] : own;
}

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
const isMessage = (node: Node, { parent, part }: NodePlace): boolean =>
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
    for (const breaks of breaksOf(node, place, source, parents.get(place.parent))) add(breaks, place.name);
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
