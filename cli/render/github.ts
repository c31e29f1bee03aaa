import type { Clause } from "../../conformance/declare/clause.ts";
import { isRefusedKeyNote } from "../../conformance/results/refused-keys.ts";
import { routesOfEndpoints } from "../../conformance/run/needs.ts";
import { type CauseView, type Failure, notRunText, staleLine, type View } from "./view.ts";
import { counted, firstOf, visibleLines } from "./visible.ts";
import { moreText, wholeIn } from "./work-list.ts";

const data = (text: string): string =>
  visibleLines(text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A")).replaceAll("\t", " ");
const property = (text: string): string => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

const annotation = (level: "error" | "warning" | "notice", title: string, message: string): string =>
  `::${level} title=${property(title)}::${data(message)}`;

const cited = (clauses: readonly Clause[]): string[] => clauses.map(({ section, statement }) => `${section}: ${statement}`);

/** GitHub shows ten annotations of one level of a step, and one of them says what came of the whole. */
const mostShown = 9;

function causeLine({ cause, clauses, example, known, replay }: CauseView, isAbove: boolean): string {
  const counts = `results that show it: ${cause.shows.length}, that wait for it: ${cause.waiting.length}`;
  const [plainest, again] = example ? [[example.result.reason ?? ""], replay] : [[], []];
  const rest = [cause.signature, ...cited(clauses), counts];
  const lines = known === undefined ? [...plainest, ...rest, ...again] : [...rest, `known: ${known}`];
  const level = known === undefined && example && !isAbove ? "error" : "warning";
  return annotation(level, `${cause.id} ${clauses.map(({ id }) => id).join(" ")}`.trim(), lines.join("\n"));
}

function failureLine({ result, clauses, known, replay }: Failure, isAbove: boolean): string {
  const lines = [...cited(clauses), result.reason ?? "", ...(known === undefined ? replay : [`known: ${known}`])];
  const title = `${clauses.map(({ id }) => id).join(" ") || result.address} differs`;
  return annotation(known === undefined && !isAbove ? "error" : "warning", title, lines.join("\n"));
}

/** The first nine of what differs, what no baseline lists before what one does, and a line for what is left. */
function differences(view: View): string[] {
  const { causes, causeless, isAbove } = view;
  const all = [
    ...causes.map((each) => ({ known: each.known, line: () => causeLine(each, isAbove) })),
    ...causeless.map((each) => ({ known: each.known, line: () => failureLine(each, isAbove) })),
  ];
  const inOrder = [...all.filter(({ known }) => known === undefined), ...all.filter(({ known }) => known !== undefined)];
  const left = inOrder.slice(mostShown);
  const unknown = left.filter(({ known }) => known === undefined).length;
  const more = moreText({ left: unknown, known: left.length - unknown }, wholeIn(view, "html")).map((line) =>
    annotation("warning", "more causes", line),
  );
  return [...inOrder.slice(0, mostShown).map(({ line }) => line()), ...more];
}

/** So many endpoints that are not there are named. */
const mostEndpoints = 6;

/** A warning that names the endpoints which the target does not have: what is about them was not tried. */
function absentLines({ properties }: View["report"]): string[] {
  const waits = properties.flatMap(({ verdict, reason = "" }) => (verdict === "untestable" ? [reason] : []));
  const absent = [...routesOfEndpoints.values()].filter((route) => waits.includes(`waits for ${route}`));
  if (absent.length === 0) return [];
  const words = `${counted(absent.length, "endpoint is", "endpoints are")} not there, so that what needs them was not tried`;
  return [annotation("warning", "endpoints that are not there", `${words}: ${firstOf(absent, mostEndpoints)}`)];
}

/** A report as workflow commands of GitHub Actions: what came of the whole, an error for each of the first causes, warnings for those that are known. */
export function github(view: View): string {
  const { unsteady, report, closing, isSuccess } = view;
  const stale = (report.baseline?.stale ?? []).map((each) => annotation("error", "stale baseline", staleLine(each)));
  const once = unsteady.map(({ result: { address, reason = "", again = "" }, replay }) =>
    annotation("warning", `${address} is unsteady`, `once: ${reason}\nthen: ${again}\n${replay.join("\n")}`),
  );
  const failed = (report.failures ?? []).map(({ part, reason }) => annotation("error", `${part} was not run to the end`, reason));
  const missed = notRunText(view);
  const { notes: all = [] } = report;
  const keys = all.filter(isRefusedKeyNote).map((note) => annotation("warning", "target", note));
  const notes = [
    ...all.filter((note) => !isRefusedKeyNote(note)).map((note) => annotation("notice", "target", note)),
    ...(missed === undefined ? [] : [annotation("notice", "not run", missed)]),
  ];
  const whole = annotation(isSuccess ? "notice" : "error", "touchstone", closing);
  return [whole, ...keys, ...differences(view), ...once, ...stale, ...failed, ...absentLines(report), ...notes, ""].join("\n");
}
