import { parse } from "@babel/parser";

/** A node of the syntax tree, with its place in the text. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [part: string]: unknown;
}

/** The place of a node. */
export interface NodePlace {
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

/** Returns the tree of a module in TypeScript. */
export const treeOf = (text: string): Node => parse(text, { sourceType: "module", plugins: ["typescript"] }).program as unknown as Node;

/** Returns the nodes of a part of a node that hold code. */
function nodesIn(node: Node, part: string): readonly Node[] {
  const value = node[part];
  const all = Array.isArray(value) ? value : [value];
  return all.filter(isNode).filter((each) => !isIdle(each));
}

/** Returns the node that a node has as a part. @throws TypeError: there is none */
export function partOf(node: Node, part: string): Node {
  const value = node[part];
  if (!isNode(value)) throw new TypeError(`a ${node.type} has no ${part}`);
  return value;
}

/** Returns the nodes of a list that a node has as a part; holes are left out. */
export const listOf = (node: Node, part: string): readonly Node[] => (node[part] as readonly unknown[]).filter(isNode);

const functions = new Set(["ArrowFunctionExpression", "FunctionExpression"]);

export const isFunction = (node: Node): boolean => functions.has(node.type);

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
export function walk(node: Node, place: NodePlace, visit: (node: Node, place: NodePlace) => boolean): void {
  if (!visit(node, place)) return;
  const name = [place.name, ownName(node, place.name === "")].filter((each) => each !== "").join(".");
  for (const part of Object.keys(node)) {
    if (idleParts.has(part)) continue;
    for (const child of nodesIn(node, part)) walk(child, { parent: node, part, name }, visit);
  }
}

/** Returns the modules of a tree's imports that load something: not those of types alone. */
export const importsOf = (tree: Node): readonly string[] =>
  listOf(tree, "body")
    .filter(({ type, importKind }) => type === "ImportDeclaration" && importKind !== "type")
    .map((node) => String(partOf(node, "source").value));
