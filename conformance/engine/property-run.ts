import { rulings } from "../../sim/index.ts";
import type { Session } from "../client/session.ts";
import type { Property } from "../declare/property.ts";
import { Differs, NoAnswer, Untestable } from "../expect.ts";
import { Choices } from "../report/choices.ts";
import type { PropertyResult, Verdict } from "../report/report.ts";
import { CannotTest } from "../targets/cannot-test.ts";
import { LostRun } from "./unanswered.ts";

/** An error in the suite's own code: nothing is known of the target. */
export class SuiteCrash extends Error {
  override name = "SuiteCrash";
  /** The address of the property that failed. */
  readonly address: string;

  constructor(address: string, cause: unknown) {
    const what = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    super(`the suite itself failed in ${address}: ${what}`, { cause });
    this.address = address;
  }
}

function silentVerdict({ chosen }: Session, strict: boolean): Verdict {
  const other = chosen.some(({ ruling, choice }) => rulings[ruling].choices[0] !== choice);
  if (chosen.length === 0) return "agrees";
  return strict && other ? "differs" : "silent";
}

/** What came of one run. */
export type Outcome = Pick<PropertyResult, "verdict" | "reason" | "seen">;

const profileOf = ({ chosen }: Session): object => Object.fromEntries(chosen.map(({ ruling, choice }) => [ruling, choice]));

/** Returns what a run proved that ended without an exception: nothing, where it asked nothing or looked at nothing. */
function outcomeOf(session: Session, strict: boolean): Outcome {
  if (session.exchanged === 0) return { verdict: "untestable", reason: "nothing was asked" };
  const verdict = silentVerdict(session, strict);
  if (verdict === "agrees" && session.expect.count === 0) return { verdict: "untestable", reason: "nothing was checked" };
  if (verdict !== "differs") return { verdict };
  return { verdict, reason: `the target chooses ${JSON.stringify(profileOf(session))}`, seen: session.seen };
}

async function outcome(address: string, property: Property, session: Session, given: object, strict: boolean): Promise<Outcome | LostRun> {
  try {
    await property.holds(session, given as never);
    return outcomeOf(session, strict);
  } catch (thrown) {
    if (thrown instanceof Differs) return { verdict: "differs", reason: thrown.message, seen: session.seen };
    if (thrown instanceof NoAnswer) return new LostRun(thrown, `${thrown.route} ${session.requests}`);
    if (thrown instanceof Untestable) return { verdict: "untestable", reason: thrown.message };
    throw thrown instanceof CannotTest ? thrown : new SuiteCrash(address, thrown);
  }
}

/** Runs a property once, in a session of its own. @throws SuiteCrash: its code failed; CannotTest: the target is out of reach */
export async function runOnce(
  address: string,
  property: Property,
  session: Session,
  given: object,
  { strict = false, choices = new Choices() }: { readonly strict?: boolean; readonly choices?: Choices },
): Promise<Outcome | LostRun> {
  const came = await outcome(address, property, session, given, strict);
  if (came instanceof LostRun) return came;
  // What was chosen before a run could go no further counts too.
  const contradicted = choices.contradicted(session.chosen, address);
  return contradicted && came.verdict !== "differs" ? { verdict: "differs", ...contradicted } : came;
}
