import type { View } from "./view.ts";
import { visibleLines } from "./visible.ts";

const data = (text: string): string =>
  visibleLines(text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A")).replaceAll("\t", " ");
const property = (text: string): string => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

const annotation = (level: "error" | "warning" | "notice", title: string, message: string): string =>
  `::${level} title=${property(title)}::${data(message)}`;

/** A report as workflow commands of GitHub Actions: an error for each difference, warnings for those that are known. */
export function github({ failures, report, closing, surprises }: View): string {
  const stale = (report.baseline?.stale ?? []).map(({ entry, why }) => annotation("error", "stale baseline", `${entry}: ${why}`));
  const told = failures.map(({ result, clauses, known, replay }) => {
    const cited = clauses.map(({ section, statement }) => `${section}: ${statement}`);
    const lines = [...cited, result.reason ?? "", ...(known === undefined ? [replay] : [`known: ${known}`])];
    const title = `${clauses.map(({ id }) => id).join(" ") || result.address} differs`;
    return annotation(known === undefined ? "error" : "warning", title, lines.join("\n"));
  });
  const bad = surprises.length > 0 || stale.length > 0 || report.summary.run === 0;
  const notes = (report.notes ?? []).map((note) => annotation("notice", "target", note));
  return [...told, ...stale, ...notes, annotation(bad ? "error" : "notice", "touchstone", closing), ""].join("\n");
}
