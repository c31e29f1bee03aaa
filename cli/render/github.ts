import type { Clause } from "../../conformance/declare/clause.ts";
import type { View } from "./view.ts";
import { visibleLines } from "./visible.ts";

const data = (text: string): string =>
  visibleLines(text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A")).replaceAll("\t", " ");
const property = (text: string): string => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

const annotation = (level: "error" | "warning" | "notice", title: string, message: string): string =>
  `::${level} title=${property(title)}::${data(message)}`;

const cited = (clauses: readonly Clause[]): string[] => clauses.map(({ section, statement }) => `${section}: ${statement}`);

/** A report as workflow commands of GitHub Actions: an error for each cause, warnings for those that are known. */
export function github({ causes, causeless, unsteady, report, closing, isSuccess }: View): string {
  const stale = (report.baseline?.stale ?? []).map(({ entry, why }) => annotation("error", "stale baseline", `${entry}: ${why}`));
  const ofCauses = causes.map(({ cause, clauses, example, known }) => {
    const counts = `results that show it: ${cause.shows.length}, that wait for it: ${cause.waiting.length}`;
    const plainest = example ? [example.result.reason ?? "", ...example.replay] : [];
    const lines = [cause.signature, ...cited(clauses), counts, ...(known === undefined ? plainest : [`known: ${known}`])];
    const level = known === undefined && example ? "error" : "warning";
    return annotation(level, `${cause.id} ${clauses.map(({ id }) => id).join(" ")}`.trim(), lines.join("\n"));
  });
  const alone = causeless.map(({ result, clauses, known, replay }) => {
    const lines = [...cited(clauses), result.reason ?? "", ...(known === undefined ? replay : [`known: ${known}`])];
    const title = `${clauses.map(({ id }) => id).join(" ") || result.address} differs`;
    return annotation(known === undefined ? "error" : "warning", title, lines.join("\n"));
  });
  const once = unsteady.map(({ result: { address, reason = "", again = "" }, replay }) =>
    annotation("warning", `${address} is unsteady`, `once: ${reason}\nthen: ${again}\n${replay.join("\n")}`),
  );
  const notes = (report.notes ?? []).map((note) => annotation("notice", "target", note));
  return [...ofCauses, ...alone, ...once, ...stale, ...notes, annotation(isSuccess ? "notice" : "error", "touchstone", closing), ""].join(
    "\n",
  );
}
