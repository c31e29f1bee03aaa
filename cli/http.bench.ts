import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { cases } from "./http/cases.ts";
import { type CasePace, measure } from "./http/measure.ts";
import { pin } from "./http/servers.ts";

/** The build that is measured: what users run, whichever way the benchmark is started. */
const dist = fileURLToPath(new URL(import.meta.url.includes("/dist/") ? "../../../dist" : "../dist", import.meta.url));

const ratio = (one: number | undefined, other: number | undefined): string =>
  one === undefined || other === undefined ? "?" : (one / other).toFixed(2);

const paceText = (pace: CasePace, against: CasePace): string =>
  `${Math.round(pace.perSecond)} of ${Math.round(against.perSecond)} a second: ${ratio(pace.perSecond, against.perSecond)}; ` +
  `${pace.micros?.toFixed(0) ?? "?"} of ${against.micros?.toFixed(0) ?? "?"} us: ${ratio(against.micros, pace.micros)}`;

interface HttpOptions {
  readonly tiny: boolean;
  /** A folder that holds another build, as `save` left it. */
  readonly against?: string | undefined;
  /** Measures only cases whose names contain it. */
  readonly only?: string | undefined;
}

/** The names of the measured cases. */
export const caseNames: readonly string[] = cases.map(({ name }) => name);

/** Keeps a copy of the build for a later comparison. */
export const save = (folder: string): void => cpSync(dist, folder, { recursive: true });

/**
 * `touchstone serve` against a bare node:http server that parses the same forms and sends the same bytes, in turn, one core for the
 * servers and one for the load: requests a second, and processor time for a request. Rows: what, figure, goal.
 */
export async function rows({ tiny, against, only = "" }: HttpOptions): Promise<string[][]> {
  if (!tiny) pin(process.pid, 1);
  const [rounds, millis] = tiny ? [1, 40] : [3, 2000];
  const builds = { serve: dist, ...(against !== undefined && { before: against }) };
  const table: string[][] = [];
  for (const one of cases.filter(({ name }) => name.includes(only))) {
    const started = ({ child }: { readonly child: { readonly pid?: number | undefined } }) => void (tiny || pin(child.pid!, 0));
    const paces = await measure(one, { builds, rounds, millis, started });
    const [now, bare] = [paces[0]!, paces.at(-1)!];
    table.push([`${one.name}, against bare`, paceText(now, bare), one.goal === undefined ? "none, 0 at least" : `${one.goal}`]);
    if (against !== undefined) table.push([`${one.name}, against the build before`, paceText(now, paces[1]!), "1"]);
  }
  return table;
}
