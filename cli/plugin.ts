import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { addDeclared, removeDeclared } from "../conformance/catalogue/catalogue.ts";
import { isObject } from "../conformance/client/json.ts";
import { CannotTest, Differs, Untestable } from "../conformance/client/thrown.ts";
import type { Folder } from "../conformance/declare/folder.ts";
import type { Property } from "../conformance/declare/property.ts";
import { PluginFault } from "../conformance/run/properties.ts";
import type { BeforeRequest } from "../conformance/targets/connection.ts";
import { type Io, importModule, UsageError } from "./io.ts";

const hooks = new Map<string, Promise<BeforeRequest | undefined>>();

const added: Folder[] = [];

const isFolder = (value: unknown): value is Folder =>
  typeof value === "object" && value !== null && "properties" in value && value.properties instanceof Map;

const words = (thrown: unknown): string => String(thrown).replaceAll(/\s+/g, " ");

/** Returns a property that names its file where its code fails. */
const named = (file: string, address: string, property: Property): Property => ({
  ...property,
  async holds(session, given) {
    try {
      await property.holds(session, given);
    } catch (thrown) {
      if (thrown instanceof Differs || thrown instanceof Untestable || thrown instanceof CannotTest) throw thrown;
      throw new PluginFault(`--plugin ${file}: its property ${address} failed: ${words(thrown)}`, { cause: thrown });
    }
  },
});

const isRequest = (value: unknown): boolean =>
  isObject(value) && typeof value.method === "string" && typeof value.path === "string" && isObject(value.headers);

/** Returns what a plugin does to each request, which ends the run with a line that names its file where its code fails. */
const guarded =
  (file: string, before: BeforeRequest): BeforeRequest =>
  async (request) => {
    const failed = (why: string): CannotTest => new CannotTest(`--plugin ${file}: its before ${why}`);
    const changed = await Promise.resolve(request)
      .then(before)
      .catch((thrown: unknown) => {
        throw failed(`failed: ${words(thrown)}`);
      });
    if (!isRequest(changed)) throw failed(`returned ${JSON.stringify(changed)}, expected the request with its method, path and headers`);
    return changed;
  };

async function loaded(file: string, imported: typeof importModule): Promise<BeforeRequest | undefined> {
  const {
    default: declared = [],
    before,
    ...others
  } = await imported(pathToFileURL(resolve(file)).href).catch((problem: Error) => {
    throw new UsageError(`--plugin ${file}: it cannot be loaded: ${words(problem.message)}`);
  });
  const [other] = Object.keys(others);
  if (other !== undefined) throw new UsageError(`--plugin ${file}: it exports ${other}; accepted are default and before`);
  if (before !== undefined && typeof before !== "function")
    throw new UsageError(`--plugin ${file}: before is ${typeof before}, expected a function that takes a request and returns one`);
  const all: unknown[] = Array.isArray(declared) ? declared : [declared];
  for (const [i, folder] of all.entries()) {
    if (!isFolder(folder))
      throw new UsageError(`--plugin ${file}: default${all.length > 1 ? `[${i}]` : ""}: expected what declare(…) returns`);
    const own = { ...folder, properties: new Map([...folder.properties].map(([name, one]) => [name, named(file, name, one)])) };
    const taken = addDeclared(own);
    if (taken !== undefined) throw new UsageError(`--plugin ${file}: ${taken} is there already; another name is accepted`);
    added.push(own);
  }
  return before && guarded(file, before as BeforeRequest);
}

/** Takes out of the suite what plugins have declared. */
export function unplugged(): void {
  for (const folder of added.splice(0)) removeDeclared(folder);
  hooks.clear();
}

/** Loads plugins, each once: what they declare joins the suite. Returns what they do to each request, one after the other. @throws UsageError */
export async function plugged(
  files: readonly string[] = [],
  { imports = importModule }: Pick<Io, "imports">,
): Promise<BeforeRequest | undefined> {
  const all: BeforeRequest[] = [];
  for (const file of files) {
    const loading = hooks.get(file) ?? loaded(file, imports);
    hooks.set(file, loading);
    const before = await loading;
    if (before) all.push(before);
  }
  if (all.length === 0) return undefined;
  return async (request) => {
    let now = request;
    for (const before of all) now = await before(now);
    return now;
  };
}
