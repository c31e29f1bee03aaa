import { readFileSync } from "node:fs";
import { createSimulator } from "../../../sim/index.ts";
import { check } from "../../check/check.ts";
import type { CheckOptions } from "../../check/check-options.ts";
import { EmbeddedTarget, embeddedServer } from "../../targets/embedded.ts";
import { bundledWith, type Copy, compiled, root } from "../mutate/copy.ts";
import { CopyServer, type UnitConduct } from "../mutate/units.ts";
import type { SourceChange } from "./changes.ts";

/** Returns the code of a file of the simulator with a change in it. @throws Error: the piece to change does not occur in it once */
export function changedText({ name, file, from, to }: SourceChange): string {
  const parts = readFileSync(`${root}sim/${file}`, "utf8").split(from);
  if (parts.length !== 2) throw new Error(`${name}: sim/${file} has the piece to change ${parts.length - 1} times`);
  return parts.join(to);
}

/** Builds the simulator with a change in its code. */
async function changedSimulator(change: SourceChange): Promise<Copy> {
  const text = await bundledWith((file) => (file === `sim/${change.file}` ? changedText(change) : undefined));
  return compiled(text, "changed.cjs")();
}

/** The unit that noticed a change: the address of a property, scenario or monitor, with its reason; undefined where nothing did. */
export interface Notice {
  readonly by: string;
  readonly reason: string;
}

/** So many requests a whole check sends at most. */
const mostExchanges = 2_000_000;

/** Checks a simulator with a change in its code as `touchstone check` checks the embedded one, until something differs. */
export async function noticed(change: SourceChange, effort: Omit<CheckOptions, "target">): Promise<Notice | undefined> {
  const options = { ...embeddedServer, ...(change.level !== undefined && { level: change.level }) } as const;
  const right = createSimulator(options);
  const copy = await changedSimulator(change);
  const conduct: UnitConduct = { crash: undefined, exchanges: 0, most: mostExchanges };
  const server = new CopyServer(copy.createSimulator(options), copy, conduct);
  const target = new EmbeddedTarget(server, (rulings) =>
    Object.keys(rulings).length === 0 ? right.fork() : createSimulator({ ...options, rulings: { ...right.server.rulings, ...rulings } }),
  );
  const report = await check({ ...effort, target, bail: true, shrink: false });
  const differing = [...report.properties, ...report.scenarios].find(({ verdict }) => verdict === "differs");
  if (differing) return { by: differing.address, reason: differing.reason ?? "" };
  return conduct.crash === undefined ? undefined : { by: "crash", reason: conduct.crash };
}
