import { createSimulator, fnv1a, type Held, type SimulatorOptions } from "../../../sim/index.ts";
import { Answer, type WireRequest, type WireResponse } from "../../../sim/protocol/wire.ts";
import { idOf } from "../../causes/signature.ts";
import { type CheckOptions, check } from "../../check/check.ts";
import { allMutants } from "../../mutants/index.ts";
import type { Mutant } from "../../mutants/kit/mutant.ts";
import { MutantProxy, ServedProxy } from "../../mutants/proxy.ts";
import { exampleOf } from "../../results/causes.ts";
import type { Cause, Report } from "../../results/report.ts";
import { EmbeddedTarget, modelOf, type Served } from "../../targets/embedded.ts";
import { bundled, catalogueOf, compiled, type MutantCatalogue, type Numbered, readSources } from "../mutate/copy.ts";
import { counting } from "../mutate/run.ts";
import { listing, readStored } from "../mutate/stored.ts";
import { CopyServer } from "../mutate/units.ts";

/** One mistake of a server: a named mutant, or a place in the simulator's code that is broken. */
export interface ServerMistake {
  readonly name: string;
  /** The clauses that it breaks; none where nobody says. */
  readonly breaks: readonly string[];
  readonly by: { readonly mutant: Mutant } | { readonly source: Numbered };
}

const realm: SimulatorOptions = { realm: "small", seed: 1 };

let read: MutantCatalogue | undefined;
const catalogue = (): MutantCatalogue => (read ??= catalogueOf(readSources()));

/** A server that answers 500 where the code behind it throws, as a live one does. */
class Caught extends ServedProxy {
  exchange(wire: WireRequest): WireResponse | Held {
    try {
      const answer = this.served.exchange(wire);
      if ("text" in answer) void answer.body;
      return answer;
    } catch (thrown) {
      const body = { result: "error", msg: String(thrown), code: "INTERNAL_SERVER_ERROR" };
      return new Answer(500, `${JSON.stringify(body)}\n`, { "content-type": "application/json" });
    }
  }

  fork(): Caught {
    return new Caught(this.served.fork());
  }
}

/** Returns a server with some faults at once, as a target. */
async function targetWith(faults: readonly ServerMistake[]): Promise<EmbeddedTarget> {
  const plain = createSimulator(realm);
  const on = new Set(faults.flatMap(({ by }) => ("source" in by ? [by.source.id] : [])));
  let served: Served = plain.fork();
  if (on.size > 0) {
    const copy = compiled(await bundled(catalogue(), on), "broken.cjs")();
    served = new Caught(new CopyServer(copy.createSimulator(realm), copy, { crash: undefined, exchanges: Number.NEGATIVE_INFINITY }));
  }
  for (const { by } of faults) if ("mutant" in by) served = new MutantProxy(served, by.mutant, { fired: false });
  return new EmbeddedTarget(served, modelOf(plain.server));
}

/** The named mutants of the plain simulator. */
export async function namedFaults(): Promise<readonly ServerMistake[]> {
  const plain = (await allMutants()).filter(({ realm, level, rulings, claims }) => !realm && level === undefined && !rulings && !claims);
  return plain.map((mutant) => ({ name: mutant.name, breaks: mutant.breaks, by: { mutant } }));
}

/** The places in the simulator's code whose mutants the suite notices at small cost. */
export function sourceFaults(): readonly ServerMistake[] {
  const stored = readStored();
  const [isListed, costly] = [listing(stored), new Set(stored.costly)];
  const noticed = counting(catalogue().mutants).filter(({ name }) => !isListed(name) && !costly.has(name));
  return noticed.map((source) => ({ name: source.name, breaks: [], by: { source } }));
}

/** Returns so many of some faults, by a seed. */
export const drawn = (faults: readonly ServerMistake[], count: number, seed: number): ServerMistake[] =>
  faults.toSorted((a, b) => fnv1a(`${seed} ${a.name}`) - fnv1a(`${seed} ${b.name}`)).slice(0, count);

/** The findings of a check of a server with some faults. */
export interface CheckFindings {
  /** The causes that something shows. */
  readonly causes: readonly Cause[];
  /** Those whose example does not show them. */
  readonly unshown: readonly Cause[];
  /** Those whose first clause, and those of whose three clauses one, is broken by a fault. */
  readonly first: readonly Cause[];
  readonly among: readonly Cause[];
}

/** Whether the example of a cause shows it, or goes against the clause that it is. */
function isShown({ properties, scenarios }: Report, { id, alike = [], signature, shows }: Cause): boolean {
  const result = [...properties, ...scenarios].find(({ address }) => address === shows[0]);
  if (result !== undefined && signature.endsWith(`: against ${result.clauses[0]}`)) return true;
  return result !== undefined && exampleOf(result, { id, alike }).causes?.some((one) => [id, ...alike].includes(idOf(one))) === true;
}

/** Checks a server with some faults at once. */
export async function told(
  faults: readonly ServerMistake[],
  effort: Pick<CheckOptions, "seed" | "tries" | "runs" | "only">,
): Promise<CheckFindings> {
  const report = await check({ target: await targetWith(faults), shrink: false, ...effort });
  const causes = report.causes.filter(({ shows }) => shows.length > 0);
  const broken = new Set(faults.flatMap(({ breaks }) => breaks));
  return {
    causes,
    unshown: causes.filter((cause) => !isShown(report, cause)),
    first: causes.filter(({ clauses: [id = ""] }) => broken.has(id)),
    among: causes.filter(({ clauses }) => clauses.some((id) => broken.has(id))),
  };
}
