import type { Clause } from "../../conformance/declare/clause.ts";
import { saidIn } from "../../conformance/results/exchanges.ts";
import { erred, failed, junitXml, type Node, skipped, suite, testcase } from "./junit-xml.ts";
import { exchangeLine } from "./text-failures.ts";
import { type Failure, notRunText, type Result, type Section, staleLine, type View } from "./view.ts";

/** The results that differ by their addresses, and the causes that they show. */
interface Differing {
  readonly failures: ReadonlyMap<string, Failure>;
  readonly causes: ReadonlyMap<string, readonly string[]>;
  readonly isAbove: boolean;
}

/** The words for what differs and does not count. */
const above = "above the level that is required: ";

/**
 * A JUnit case by what came of a result: known deviations, what could not be tested, and what shows a cause, which is a case of
 * its own, are skipped, with the reason.
 */
function outcome(result: Result, { failures, causes, isAbove }: Differing): Node {
  const { verdict, reason = "", again = "", address } = result;
  const failure = failures.get(address);
  if (verdict === "untestable") return skipped(reason);
  if (verdict === "unsteady") return skipped(`it differed once: ${reason}; and when it was tried again: ${again}`);
  if (!failure) return {};
  if (failure.known !== undefined) return skipped(`known deviation: ${failure.known}`);
  const shownCauses = causes.get(address);
  if (shownCauses) return skipped(`it shows ${shownCauses.join(", ")}: ${reason.split("\n")[0]}`);
  if (isAbove) return skipped(`${above}${reason.split("\n")[0]}`);
  return breach(reason.replace(/\n.*/s, ""), failure.clauses, evidence(result, failure.replay));
}

const evidence = (result: Result, replay: readonly string[]): string[] => [
  result.reason ?? "",
  ...saidIn(result).map(exchangeLine),
  ...replay,
];

/** A failure, with the clauses that it breaks. */
function breach(message: string, clauses: readonly Clause[], lines: readonly string[]): Node {
  const cited = clauses.map(({ id, section, statement }) => `${id} (${section}): ${statement}`);
  return failed(message, clauses.map(({ id }) => id).join(" "), [...cited, ...lines].join("\n"));
}

function sectionSuite({ name, results, notRun }: Section, differing: Differing): Node {
  const cases = results.map((result) => testcase(name, result.address, outcome(result, differing)));
  return suite(name, [...cases, ...notRun.map((address) => testcase(name, address, skipped("it was not run")))]);
}

/** A case for each cause, those that are known skipped. */
const causeCases = ({ causes, isAbove }: View): Node[] =>
  causes.map(({ cause, clauses, example, known }) => {
    const shows = `shown by ${cause.shows.join(", ") || "nothing"}; waited for by ${cause.waiting.join(", ") || "nothing"}`;
    const lines = [cause.signature, shows, ...(example ? evidence(example.result, example.replay) : [])];
    // Lists of runs show the message alone: the plainest example says more than the place of the difference.
    const [message = ""] = (example?.result.reason ?? cause.signature).split("\n");
    const uncounted = known === undefined ? (isAbove ? `${above}${message}` : undefined) : `known deviation: ${known}`;
    const came = uncounted === undefined ? breach(message, clauses, lines) : skipped(uncounted);
    return testcase("Causes", `${cause.id} ${cause.signature}`, came);
  });

const staleCases = ({ report }: View): Node[] =>
  (report.baseline?.stale ?? []).map((each) => testcase("Baseline", each.entry, failed(each.why, "stale", staleLine(each))));

/** A case for what did not run, and one for each part that was not run to the end: neither says anything of the target. */
function missedCases(view: View): Node[] {
  const missed = notRunText(view);
  return [
    ...(missed === undefined ? [] : [testcase("Run", "not run", skipped(missed))]),
    ...(view.report.failures ?? []).map(({ part, reason }) => testcase("Run", part, skipped(`it was not run to the end: ${reason}`))),
  ];
}

/** A case that holds the last line, where the run is no success and no case fails: what differs and what is stale have cases that do. */
function verdictCases({ isSuccess, isAbove, surprises, report, closing }: View): Node[] {
  const fails = (isAbove ? 0 : surprises.length) + (report.baseline?.stale.length ?? 0) > 0;
  return isSuccess || fails ? [] : [testcase("Run", "verdict", erred(closing, "no success"))];
}

/** A report as JUnit XML: a suite for the causes, then one for each section, with a case for each property and scenario. */
export function junit(view: View): string {
  const failures = new Map(view.failures.map((failure) => [failure.result.address, failure]));
  const causes = new Map<string, string[]>();
  for (const { id, shows } of view.report.causes) for (const address of shows) causes.set(address, [...(causes.get(address) ?? []), id]);
  const some = (name: string, cases: readonly Node[]): Node[] => (cases.length === 0 ? [] : [suite(name, cases)]);
  return junitXml(view.heading, [
    ...some("Causes", causeCases(view)),
    ...view.sections.map((section) => sectionSuite(section, { failures, causes, isAbove: view.isAbove })),
    ...some("Baseline", staleCases(view)),
    ...some("Run", [...missedCases(view), ...verdictCases(view)]),
  ]);
}
