import { present } from "../client/json.ts";
import { type Clause, placeOf } from "../declare/clause.ts";
import type { Endpoint, Folder } from "../declare/folder.ts";
import type { Property } from "../declare/property.ts";
import type { Op } from "../declare/step.ts";
import * as endpointFolders from "../endpoints/index.ts";
import type { Mutant } from "../mutants/kit/mutant.ts";
import { endpoints as tables } from "../text/index.ts";
import * as topicFolders from "../topics/index.ts";
import * as controlSteps from "./control-steps.ts";

const endpoints: readonly Endpoint[] = Object.values(endpointFolders);
const topics: readonly Folder[] = Object.values(topicFolders);

/** Every folder that declares something: those of the endpoints, then those of the topics. */
const folders: readonly Folder[] = [...endpoints, ...topics];

const stepsOf = (declaring: readonly Folder[]): [string, Op][] => declaring.flatMap((folder) => [...folder.steps]);

const allClauses: Clause[] = folders.flatMap((folder) => folder.clauses).toSorted((a, b) => placeOf(a.section) - placeOf(b.section));

/** Every clause, in the order of the specification's chapters; those of plugins last. */
export const clauses: readonly Clause[] = allClauses;

const clausesById = new Map(clauses.map((clause) => [clause.id, clause]));

/** Returns the clause of an id; undefined where there is none. */
export const clauseOf = (id: string): Clause | undefined => clausesById.get(id);

const allProperties = new Map(folders.flatMap((folder) => [...folder.properties]));

/** Every property by its address. */
export const properties: ReadonlyMap<string, Property> = allProperties;

/** Adds what somebody else declares. Returns the address or the id that is there already, and then adds nothing. */
export function addDeclared(folder: Folder): string | undefined {
  const ids = folder.clauses.map(({ id }) => id);
  const taken = [...folder.properties.keys()].find((address) => properties.has(address)) ?? ids.find((id) => clausesById.has(id));
  if (taken !== undefined) return taken;
  allClauses.push(...folder.clauses);
  for (const clause of folder.clauses) clausesById.set(clause.id, clause);
  for (const [address, property] of folder.properties) allProperties.set(address, property);
  return undefined;
}

/** Takes out what was added. */
export function removeDeclared(folder: Folder): void {
  for (const clause of folder.clauses) {
    allClauses.splice(allClauses.indexOf(clause), 1);
    clausesById.delete(clause.id);
  }
  for (const address of folder.properties.keys()) allProperties.delete(address);
}

/** Returns the property of an address. An address that no property has is a bug of the caller: what a user names is checked first. */
export const declaredProperty = (address: string): Property => present(properties.get(address), `property ${address}`);

/** Every kind of step by its name: the steps of endpoints, of a control API, and of topics. */
export const steps: ReadonlyMap<string, Op> = new Map([...stepsOf(endpoints), ...Object.entries(controlSteps), ...stepsOf(topics)]);

/** Returns the kind of step of a name. A name that no kind has is a bug of the caller: files are checked when they are read. */
export const declaredStep = (name: string): Op => present(steps.get(name), `step ${name}`);

/** The types of events that the specification names. */
export const eventTypes: ReadonlySet<string> = new Set(folders.flatMap((folder) => folder.events));

/** The mutants of every folder that has some, by its name, with those that follow from its table, and those of the monitors. */
export async function mutantsByFolder(): Promise<ReadonlyMap<string, readonly Mutant[]>> {
  const { borderMutants } = await import("../mutants/borders.ts");
  const { mutants } = await import("../monitors/mutants.ts");
  const all = await Promise.all(
    folders.map(async ({ name, mutants: own }) => {
      const table = tables.get(name);
      return [name, [...(await own()), ...(table ? borderMutants(table) : [])]] as const;
    }),
  );
  return new Map([...all, ["monitors", mutants] as const].filter(([, { length }]) => length > 0));
}
