import { saidIn } from "../../conformance/results/exchanges.ts";
import { counts, junitXml, type Node, writable } from "./junit-xml.ts";
import { exchangeLine } from "./text-failures.ts";
import { type Failure, notRunText, type Result, type Section, type View } from "./view.ts";

/** The results that differ by their addresses, and the causes that they show. */
interface Differing {
  readonly failures: ReadonlyMap<string, Failure>;
  readonly causes: ReadonlyMap<string, readonly string[]>;
}

/**
 * A JUnit case by what came of a result: known deviations, what could not be tested, and what shows a cause, which is a case of
 * its own, are skipped, with the reason.
 */
function outcome(result: Result, { failures, causes }: Differing): Node {
  const { verdict, reason = "", again = "", address } = result;
  const failure = failures.get(address);
  if (verdict === "untestable") return { skipped: { "@message": writable(reason) } };
  if (verdict === "unsteady")
    return { skipped: { "@message": writable(`it differed once: ${reason}; and when it was tried again: ${again}`) } };
  if (!failure) return {};
  if (failure.known !== undefined) return { skipped: { "@message": writable(`known deviation: ${failure.known}`) } };
  const shownCauses = causes.get(address);
  if (shownCauses) return { skipped: { "@message": writable(`it shows ${shownCauses.join(", ")}: ${reason.split("\n")[0]}`) } };
  const cited = failure.clauses.map(({ id, section, statement }) => `${id} (${section}): ${statement}`);
  const details = [...cited, reason, ...saidIn(result).map(exchangeLine), ...failure.replay].join("\n");
  return {
    failure: {
      "@message": writable(reason.replace(/\n.*/s, "")),
      "@type": writable(failure.clauses.map(({ id }) => id).join(" ")),
      "#text": writable(details),
    },
  };
}

function suite({ name, results, notRun }: Section, differing: Differing): Node {
  const cases: Node[] = results.map((result) => {
    const { address } = result;
    return { "@classname": writable(name), "@name": writable(address), "@time": "0", ...outcome(result, differing) };
  });
  const missed = notRun.map((address): Node => {
    return { "@classname": writable(name), "@name": writable(address), "@time": "0", skipped: { "@message": "it was not run" } };
  });
  return { "@name": writable(name), ...counts([...cases, ...missed]), testcase: [...cases, ...missed] };
}

/** A case for each cause, those that are known skipped. */
function causeSuite({ causes }: View): Node[] {
  const cases = causes.map(({ cause, clauses, example, known }): Node => {
    const place = { "@classname": "Causes", "@name": writable(`${cause.id} ${cause.signature}`), "@time": "0" };
    if (known !== undefined) return { ...place, skipped: { "@message": writable(`known deviation: ${known}`) } };
    const cited = clauses.map(({ id, section, statement }) => `${id} (${section}): ${statement}`);
    const shows = `shown by ${cause.shows.join(", ") || "nothing"}; waited for by ${cause.waiting.join(", ") || "nothing"}`;
    const plainest = example ? [example.result.reason ?? "", ...saidIn(example.result).map(exchangeLine), ...example.replay] : [];
    const type = writable(clauses.map(({ id }) => id).join(" "));
    const text = writable([...cited, shows, ...plainest].join("\n"));
    return { ...place, failure: { "@message": writable(cause.signature), "@type": type, "#text": text } };
  });
  return cases.length === 0 ? [] : [{ "@name": "Causes", ...counts(cases), testcase: cases }];
}

function staleSuite({ report }: View): Node[] {
  const cases = (report.baseline?.stale ?? []).map(({ entry, why }): Node => {
    const text = writable(why);
    const failure = { "@message": text, "@type": "stale", "#text": text };
    return { "@classname": "Baseline", "@name": writable(entry), "@time": "0", failure };
  });
  return cases.length === 0 ? [] : [{ "@name": "Baseline", ...counts(cases), testcase: cases }];
}

/** A case for what did not run, and one for each part that was not run to the end: neither says anything of the target. */
function missedSuite(view: View): Node[] {
  const missed = notRunText(view);
  const failed = (view.report.failures ?? []).map(({ part, reason }) => ({ name: part, message: `it was not run to the end: ${reason}` }));
  const told = [...(missed === undefined ? [] : [{ name: "not run", message: missed }]), ...failed];
  const cases = told.map(({ name, message }): Node => {
    return { "@classname": "Run", "@name": writable(name), "@time": "0", skipped: { "@message": writable(message) } };
  });
  return cases.length === 0 ? [] : [{ "@name": "Run", ...counts(cases), testcase: cases }];
}

/** A report as JUnit XML: a suite for the causes, then one for each section, with a case for each property and scenario. */
export function junit(view: View): string {
  const failures = new Map(view.failures.map((failure) => [failure.result.address, failure]));
  const causes = new Map<string, string[]>();
  for (const { id, shows } of view.report.causes) for (const address of shows) causes.set(address, [...(causes.get(address) ?? []), id]);
  const suites = [
    ...causeSuite(view),
    ...view.sections.map((section) => suite(section, { failures, causes })),
    ...staleSuite(view),
    ...missedSuite(view),
  ];
  return junitXml(view.heading, suites);
}
