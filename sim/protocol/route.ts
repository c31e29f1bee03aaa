import type { Endpoint } from "./endpoint.ts";

/** The endpoints of one path, by method, in order of registration. */
export interface Resource {
  readonly methods: ReadonlyMap<string, Endpoint>;
  /** Names of the path parameters, in order. */
  readonly names: readonly string[];
  /** Methods that servers have here and that are not simulated. */
  readonly missing: ReadonlySet<string>;
}

export interface Found {
  readonly resource: Resource;
  readonly path: Readonly<Record<string, number | string | undefined>>;
}

const prefix = "/api/v1/";

interface Node {
  readonly literal: Map<string, Node>;
  integer: Node | undefined;
  text: Node | undefined;
  /** The node for the rest of a path, however many segments it has. */
  rest: Node | undefined;
  resource: { methods: Map<string, Endpoint>; names: string[]; missing: Set<string> } | undefined;
}

const node = (): Node => ({ literal: new Map(), integer: undefined, text: undefined, rest: undefined, resource: undefined });

function step(from: Node, segment: string): Node {
  if (segment.endsWith(":text}")) return (from.text ??= node());
  if (segment.endsWith(":rest}")) return (from.rest ??= node());
  if (segment.startsWith("{")) return (from.integer ??= node());
  let next = from.literal.get(segment);
  if (!next) from.literal.set(segment, (next = node()));
  return next;
}

/** A table of endpoints by path and method. Literal segments win over integers, integers over text, text over the rest of a path. */
export class Routes {
  readonly #root = node();

  /** `missing`: routes that servers have and that are not simulated. */
  constructor(endpoints: readonly Endpoint[], missing: readonly string[] = []) {
    for (const endpoint of endpoints) {
      const [method, path] = endpoint.route.split(" ") as [string, string];
      this.#resource(path).methods.set(method, endpoint);
    }
    for (const route of missing) {
      const [method, path] = route.split(" ") as [string, string];
      this.#resource(path).missing.add(method);
    }
  }

  #resource(path: string): NonNullable<Node["resource"]> {
    const segments = path.slice(1).split("/");
    return (segments.reduce(step, this.#root).resource ??= {
      methods: new Map(),
      names: segments.filter((s) => s.startsWith("{")).map((s) => s.slice(1, -1).replace(/:(text|rest)$/, "")),
      missing: new Set(),
    });
  }

  /** The resource at a path without percent signs that stand for others, its integers read; undefined where there is none. */
  find(path: string): Found | undefined {
    if (!path.startsWith(prefix)) return undefined;
    const values: (number | string)[] = [];
    let at: Node | undefined = this.#root;
    for (let start = prefix.length; at && start <= path.length; ) {
      const slash = path.indexOf("/", start);
      const end = slash < 0 ? path.length : slash;
      const behind: Node | undefined = next(at, path.slice(start, end), values);
      if (!behind && at.rest && start < path.length) {
        values.push(path.slice(start));
        at = at.rest;
        break;
      }
      at = behind;
      start = end + 1;
    }
    const resource = at?.resource;
    return resource && { resource, path: Object.fromEntries(resource.names.map((name, i) => [name, values[i]])) };
  }
}

/** The node that a segment leads to; a segment that is a parameter adds its value. */
function next(from: Node, segment: string, values: (number | string)[]): Node | undefined {
  const literal = from.literal.get(segment);
  if (literal) return literal;
  if (from.integer && /^\d+$/.test(segment)) {
    values.push(Number(segment));
    return from.integer;
  }
  if (!from.text || segment === "") return undefined;
  values.push(segment);
  return from.text;
}

/** The bytes that a run of percent signs stands for, as text; where they are no UTF-8, the run as it is. */
function decodedRun(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run;
  }
}

/** A text with its percent signs decoded. Those that stand for nothing are left as they are. */
export const percentDecoded = (encoded: string): string =>
  encoded.includes("%") ? encoded.replace(/(?:%[0-9a-f]{2})+/gi, decodedRun) : encoded;
