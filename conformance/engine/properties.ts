import { rulings } from "../../sim/index.ts";
import { Session } from "../client/session.ts";
import type { Target } from "../client/target.ts";
import type { Property } from "../declare/property.ts";
import { Differs, Untestable } from "../expect.ts";
import { Choices } from "../report/choices.ts";
import type { PropertyResult, Verdict } from "../report/report.ts";
import { CannotTest } from "../targets/cannot-test.ts";
import { clauses } from "./catalogue.ts";

/** An error in the suite's own code: nothing is known of the target. */
export class SuiteCrash extends Error {
  override name = "SuiteCrash";

  constructor(address: string, cause: unknown) {
    const what = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    super(`the suite itself failed in ${address}: ${what}`, { cause });
  }
}

const byId = new Map(clauses.map((clause) => [clause.id, clause]));

/** The feature level from which all clauses of a property hold. */
const sinceOf = (property: Property): number => Math.max(0, ...property.clauses.map((id) => byId.get(id)?.since ?? 0));

function silentVerdict({ chosen }: Session, strict: boolean): Verdict {
  const other = chosen.some(({ ruling, choice }) => rulings[ruling].choices[0] !== choice);
  if (chosen.length === 0) return "agrees";
  return strict && other ? "differs" : "silent";
}

/** A few letters for an address (FNV-1a), so that the names of different properties on one server differ. */
function mark(address: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < address.length; i++) hash = Math.imul(hash ^ address.charCodeAt(i), 0x01000193) >>> 0;
  return hash.toString(36);
}

type Outcome = Pick<PropertyResult, "verdict" | "reason" | "seen">;

const profileOf = ({ chosen }: Session): object => Object.fromEntries(chosen.map(({ ruling, choice }) => [ruling, choice]));

/** Returns what a run proved that ended without an exception: nothing, where it asked nothing or looked at nothing. */
function outcomeOf(session: Session, strict: boolean): Outcome {
  if (session.exchanged === 0) return { verdict: "untestable", reason: "nothing was asked" };
  const verdict = silentVerdict(session, strict);
  if (verdict === "agrees" && session.expect.count === 0) return { verdict: "untestable", reason: "nothing was checked" };
  if (verdict !== "differs") return { verdict };
  return { verdict, reason: `the target chooses ${JSON.stringify(profileOf(session))}`, seen: session.seen };
}

/** Runs one sample of a property. @throws SuiteCrash: its code failed; CannotTest: the target is out of reach */
async function runSample(address: string, property: Property, session: Session, given: unknown, strict: boolean): Promise<Outcome> {
  try {
    await property.holds(session, given as never);
    return outcomeOf(session, strict);
  } catch (thrown) {
    if (thrown instanceof Differs) return { verdict: "differs", reason: thrown.message, seen: session.seen };
    if (thrown instanceof Untestable) return { verdict: "untestable", reason: thrown.message };
    throw thrown instanceof CannotTest ? thrown : new SuiteCrash(address, thrown);
  }
}

/** Runs one property: all its samples, until one differs or cannot be tested. */
export async function runProperty(
  address: string,
  property: Property,
  target: Target,
  seed: number,
  strict = false,
  choices = new Choices(),
): Promise<PropertyResult> {
  const { clauses: ids } = property;
  const since = sinceOf(property);
  if (since > target.level)
    return { address, clauses: ids, verdict: "untestable", reason: `the target is of level ${target.level}, before ${since}` };
  const run = async (given: unknown, name: string): Promise<Outcome> => {
    const own = target.isolated();
    const session = new Session(own, `${mark(address)}${name}`);
    const outcome = await runSample(address, property, session, given, strict).finally(() => own.close());
    const contradicted = choices.contradicted(session.chosen, address);
    return contradicted && outcome.verdict !== "differs" ? { verdict: "differs", ...contradicted } : outcome;
  };
  let verdict: Verdict = "agrees";
  for (const [i, given] of property.samples(seed).entries()) {
    const outcome = await run(given, i.toString(36));
    if (outcome.verdict === "silent") verdict = "silent";
    if (outcome.verdict === "untestable") return { address, clauses: ids, ...outcome };
    if (outcome.verdict !== "differs") continue;
    // In process nothing can come of chance; a server is asked again.
    const again = target.kind === "live" ? await run(given, `${i.toString(36)}x`) : outcome;
    const flaky = again.verdict === "differs" ? {} : { flaky: `the second run ${again.reason ?? "agreed"}` };
    return { address, clauses: ids, ...outcome, given, ...flaky };
  }
  return { address, clauses: ids, verdict };
}
