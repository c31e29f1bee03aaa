import type { Endpoint } from "./endpoint.ts";

/** The endpoints of one path, by method, in order of registration. */
export interface Resource {
  readonly methods: ReadonlyMap<string, Endpoint>;
  /** Names of the path parameters, in order; those of text end in `:text`. */
  readonly names: readonly string[];
}

export interface Found {
  readonly resource: Resource;
  readonly path: Readonly<Record<string, number | string>>;
}

const prefix = "/api/v1/";
const noPath = {};

interface Node {
  readonly literal: Map<string, Node>;
  integer: Node | undefined;
  text: Node | undefined;
  resource: { methods: Map<string, Endpoint>; names: string[] } | undefined;
}

const node = (): Node => ({ literal: new Map(), integer: undefined, text: undefined, resource: undefined });

function step(from: Node, segment: string): Node {
  if (segment.endsWith(":text}")) return (from.text ??= node());
  if (segment.startsWith("{")) return (from.integer ??= node());
  let next = from.literal.get(segment);
  if (!next) from.literal.set(segment, (next = node()));
  return next;
}

/** A table of endpoints by path and method. Literal segments win over integers, integers over text. */
export class Routes {
  readonly #root = node();

  constructor(endpoints: readonly Endpoint[]) {
    for (const endpoint of endpoints) {
      const [method, path] = endpoint.route.split(" ") as [string, string];
      const segments = path.slice(1).split("/");
      const end = segments.reduce(step, this.#root);
      end.resource ??= { methods: new Map(), names: segments.filter((s) => s.startsWith("{")).map((s) => s.slice(1, -1)) };
      end.resource.methods.set(method, endpoint);
    }
  }

  /** The resource at a path, its integers read; undefined where there is none. */
  find(path: string): Found | undefined {
    if (!path.startsWith(prefix)) return undefined;
    let at: Node | undefined = this.#root;
    const values: (number | string)[] = [];
    for (const segment of path.slice(prefix.length).split("/")) {
      const next: Node | undefined = at.literal.get(segment);
      if (next) at = next;
      else if (at.integer && /^\d{1,15}$/.test(segment)) [at] = [at.integer, values.push(Number(segment))];
      else if (at.text && segment !== "") [at] = [at.text, values.push(decoded(segment))];
      else return undefined;
    }
    const { resource } = at;
    if (!resource) return undefined;
    const path_ =
      values.length === 0 ? noPath : Object.fromEntries(resource.names.map((name, i) => [name.replace(":text", ""), values[i]!]));
    return { resource, path: path_ };
  }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
