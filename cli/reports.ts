import { isTooLittle } from "../conformance/report/tried.ts";
import type { Report } from "../conformance/results/report.ts";
import { writeSafe } from "./gate.ts";
import { exitCodes, type Io } from "./io.ts";
import { type Colours, coloursFor, plain } from "./render/colours.ts";
import type { Context } from "./render/replay-line.ts";
import { type View, viewOf } from "./render/view.ts";
import { type WantedReport, wantedAmong } from "./wanted.ts";

export { prepare, removeOutdated, withText } from "./wanted.ts";

type Renderer = (view: View, context: Context, colours: Colours) => Promise<string>;

/** Each format, loaded when it is asked for. */
const renderers = {
  text: async (view, _context, colours) => (await import("./render/text.ts")).text(view, colours),
  details: async (view, _context, colours) => (await import("./render/details.ts")).details(view, colours),
  agent: async (view) => (await import("./render/agent.ts")).agent(view),
  json: async (view) => (await import("./render/json.ts")).json(view),
  junit: async (view) => (await import("./render/junit.ts")).junit(view),
  html: async (view, { clauses }) => (await import("./render/html.ts")).html(view, clauses),
  github: async (view) => (await import("./render/github.ts")).github(view),
  badge: async ({ report }) => (await import("./render/badge.ts")).badge(report),
  baseline: async (view, { listed }) => (await import("./render/baseline.ts")).baseline(view, listed),
} as const satisfies Record<string, Renderer>;

type Format = keyof typeof renderers;

/** The formats that `--report` takes, as help says it. */
export const reportWords = `${Object.keys(renderers).join(", ")} (repeatable)`;

export type Wanted = WantedReport<Format>;

/** Collects `<format>` and `<format>=<file>`. */
export const wanted = wantedAmong(Object.keys(renderers) as Format[]);

/** Writes a report in each of the formats. One that cannot be written keeps no other from being written. Returns whether all were. */
export async function write(report: Report, all: readonly Wanted[], context: Context, io: Io): Promise<boolean> {
  let isWhole = true;
  for (const { format, file } of all) {
    try {
      const rendered = await renderers[format](viewOf(report, context), context, file === undefined ? coloursFor(io) : plain);
      if (file === undefined) io.out(rendered);
      else writeSafe(file, rendered);
    } catch (problem) {
      isWhole = false;
      io.err(`touchstone: the report as ${format} could not be written: ${String(problem)}\n`);
    }
  }
  return isWhole;
}

/**
 * The exit code that a report stands for: never that of a success where too little was tested, or a part of the suite failed.
 * @param required the share of the clauses that has to be tried
 */
export function exitCodeOf(report: Report, surprises: number, required?: number): number {
  if ((report.failures?.length ?? 0) > 0) return exitCodes.untested;
  if (surprises > 0) return exitCodes.differs;
  if ((report.baseline?.stale.length ?? 0) > 0) return exitCodes.stale;
  return isTooLittle(report, required) ? exitCodes.untested : exitCodes.ok;
}
