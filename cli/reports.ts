import type { Report } from "../conformance/results/report.ts";
import { surprises } from "../conformance/run/baseline.ts";
import { isPipe } from "./files.ts";
import { writePipe, writeSafe } from "./gate.ts";
import { exitCodes, type Io } from "./io.ts";
import type { Requirement } from "./options.ts";
import { type Colours, coloursFor, plain } from "./render/colours.ts";
import type { Context } from "./render/replay-line.ts";
import { isShort, whyTooLow } from "./render/too-low.ts";
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

/** The values that `--require` takes, as help says it. */
export const requireWords =
  "what exit code 0 takes: a share of the clauses tried, such as 80%, or a level of touchstone next, such as level=3; nothing above that level counts (repeatable)";

export type Wanted = WantedReport<Format>;

/** Collects `<format>` and `<format>=<file>`. */
export const wanted = wantedAmong(Object.keys(renderers) as Format[]);

/** Writes a report in each of the formats. One that cannot be written keeps no other from being written. Returns whether all were. */
export async function write(report: Report, all: readonly Wanted[], context: Context, io: Io): Promise<boolean> {
  let isWhole = true;
  const written = new Map(all.flatMap(({ format, file }) => (file === undefined ? [] : [[format, file] as const])));
  const view = viewOf(report, { ...context, written });
  for (const { format, file } of all) {
    try {
      const rendered = await renderers[format](view, context, file === undefined ? coloursFor(io) : plain);
      if (file === undefined) io.out(rendered);
      else if (isPipe(file)) await writePipe(file, rendered, io.interrupted(), !context.interrupted);
      else writeSafe(file, rendered);
    } catch (problem) {
      isWhole = false;
      io.err(`touchstone: the report as ${format} could not be written: ${String(problem)}\n`);
    }
  }
  return isWhole;
}

/** Returns the exit code that a report stands for where a level is required: what differs on higher levels does not count. Says why it is that of no success. */
function codeOfLevel(report: Report, level: number, say: (line: string) => void): number {
  const why = whyTooLow(report, level);
  const isDiffering = surprises(report).length > 0;
  if (why !== undefined) {
    say(why);
    return isDiffering ? exitCodes.differs : exitCodes.untested;
  }
  if (isDiffering) say(`level ${level} is reached, as required; what differs is of higher levels, or shown by scenarios alone`);
  return exitCodes.ok;
}

/**
 * The exit code that a report stands for: never that of a success where too little was tested, or a part of the suite failed.
 * A line says what a level that is required has to do with it.
 */
export function exitCodeOf(report: Report, command: string, io: Io, { share, level }: Requirement = {}): number {
  if ((report.failures?.length ?? 0) > 0) return exitCodes.untested;
  if (level === undefined && surprises(report).length > 0) return exitCodes.differs;
  const code = level === undefined ? exitCodes.ok : codeOfLevel(report, level, (line) => io.err(`touchstone ${command}: ${line}\n`));
  if (code === exitCodes.differs) return code;
  if ((report.baseline?.stale.length ?? 0) > 0) return exitCodes.stale;
  return code !== exitCodes.ok ? code : isShort(report, share, level) ? exitCodes.untested : exitCodes.ok;
}
