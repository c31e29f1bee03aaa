import type { Endpoint } from "./endpoint.ts";

/** The endpoints of one path, by method, in order of registration. */
export interface Resource {
  readonly methods: ReadonlyMap<string, Endpoint>;
  /** Names of the path parameters, in order. */
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
      end.resource ??= {
        methods: new Map(),
        names: segments.filter((s) => s.startsWith("{")).map((s) => s.slice(1, -1).replace(":text", "")),
      };
      end.resource.methods.set(method, endpoint);
    }
  }

  /** The resource at a path, its integers read; undefined where there is none. */
  find(path: string): Found | undefined {
    if (!path.startsWith(prefix)) return undefined;
    const values: (number | string)[] = [];
    let at: Node | undefined = this.#root;
    for (let start = prefix.length; at && start <= path.length; ) {
      const slash = path.indexOf("/", start);
      const end = slash < 0 ? path.length : slash;
      at = next(at, path.slice(start, end), values);
      start = end + 1;
    }
    if (!at?.resource) return undefined;
    const { resource } = at;
    if (values.length === 0) return { resource, path: noPath };
    const given: Record<string, number | string> = {};
    for (let i = 0; i < values.length; i++) given[resource.names[i]!] = values[i]!;
    return { resource, path: given };
  }
}

/** The node that a segment leads to; a segment that is a parameter adds its value. */
function next(from: Node, segment: string, values: (number | string)[]): Node | undefined {
  const literal = from.literal.get(segment);
  if (literal) return literal;
  if (from.integer && /^\d{1,15}$/.test(segment)) {
    values.push(Number(segment));
    return from.integer;
  }
  if (!from.text || segment === "") return undefined;
  values.push(percentDecoded(segment));
  return from.text;
}

/** A text with its percent signs decoded; where they are malformed, as it stands. */
export function percentDecoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
