import { XMLBuilder } from "fast-xml-parser";
import { exchangeLine } from "./text-failures.ts";
import { type Failure, notRunText, type Result, type Section, seenOf, type View } from "./view.ts";

/** Characters that XML 1.0 has no way to write. */
const unwritable = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const writable = (text: string): string => text.replace(unwritable, "\ufffd");

type Node = Readonly<Record<string, unknown>>;

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
  const details = [...cited, reason, ...seenOf(result).map(exchangeLine), ...failure.replay].join("\n");
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

const counts = (cases: readonly Node[]): Node => ({
  "@tests": cases.length,
  "@failures": cases.filter(({ failure }) => failure).length,
  "@errors": 0,
  "@skipped": cases.filter(({ skipped }) => skipped).length,
  "@time": "0",
});

/** A case for each cause, those that are known skipped. */
function causeSuite({ causes }: View): Node[] {
  const cases = causes.map(({ cause, clauses, example, known }): Node => {
    const place = { "@classname": "Causes", "@name": writable(`${cause.id} ${cause.signature}`), "@time": "0" };
    if (known !== undefined) return { ...place, skipped: { "@message": writable(`known deviation: ${known}`) } };
    const cited = clauses.map(({ id, section, statement }) => `${id} (${section}): ${statement}`);
    const shows = `shown by ${cause.shows.join(", ") || "nothing"}; waited for by ${cause.waiting.join(", ") || "nothing"}`;
    const plainest = example ? [example.result.reason ?? "", ...seenOf(example.result).map(exchangeLine), ...example.replay] : [];
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

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  format: true,
  suppressEmptyNode: true,
  // Else an attribute of the value "true" would be written without it, which is no XML.
  suppressBooleanAttributes: false,
  processEntities: true,
});

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
  const sum = (name: string): number => suites.reduce((total, each) => total + Number(each[name]), 0);
  const all = { "@name": writable(view.heading), "@tests": sum("@tests"), "@failures": sum("@failures"), "@skipped": sum("@skipped") };
  return builder.build({
    "?xml": { "@version": "1.0", "@encoding": "UTF-8" },
    testsuites: { ...all, "@errors": 0, "@time": "0", testsuite: suites },
  });
}
