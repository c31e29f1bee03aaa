import { XMLBuilder } from "fast-xml-parser";
import { exchangeLine } from "./text.ts";
import { type Failure, type Result, type Section, seenOf, type View } from "./view.ts";

/** Characters that XML 1.0 has no way to write. */
const unwritable = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const writable = (text: string): string => text.replace(unwritable, "\ufffd");

type Node = Readonly<Record<string, unknown>>;

/** A JUnit case by what came of a result: known deviations and what could not be tested are skipped, with the reason. */
function outcome(result: Result, failure: Failure | undefined): Node {
  const { verdict, reason = "" } = result;
  if (verdict === "untestable") return { skipped: { "@message": writable(reason) } };
  if (!failure) return {};
  if (failure.known !== undefined) return { skipped: { "@message": writable(`known deviation: ${failure.known}`) } };
  const cited = failure.clauses.map(({ id, section, statement }) => `${id} (${section}): ${statement}`);
  const details = [...cited, reason, ...seenOf(result).map(exchangeLine), failure.replay].join("\n");
  return {
    failure: {
      "@message": writable(reason.split("\n")[0]!),
      "@type": writable(failure.clauses.map(({ id }) => id).join(" ")),
      "#text": writable(details),
    },
  };
}

function suite({ name, results, notRun }: Section, failures: ReadonlyMap<string, Failure>): Node {
  const cases: Node[] = results.map((result) => {
    const { address } = result;
    return { "@classname": writable(name), "@name": writable(address), "@time": "0", ...outcome(result, failures.get(address)) };
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

function staleSuite({ report }: View): Node[] {
  const cases = (report.baseline?.stale ?? []).map(({ entry, why }): Node => {
    const told = writable(why);
    const failure = { "@message": told, "@type": "stale", "#text": told };
    return { "@classname": "Baseline", "@name": writable(entry), "@time": "0", failure };
  });
  return cases.length === 0 ? [] : [{ "@name": "Baseline", ...counts(cases), testcase: cases }];
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

/** A report as JUnit XML: a suite for each section, a case for each property and scenario. */
export function junit(view: View): string {
  const failures = new Map(view.failures.map((failure) => [failure.result.address, failure]));
  const suites = [...view.sections.map((section) => suite(section, failures)), ...staleSuite(view)];
  const sum = (name: string): number => suites.reduce((total, each) => total + Number(each[name]), 0);
  const all = { "@name": writable(view.heading), "@tests": sum("@tests"), "@failures": sum("@failures"), "@skipped": sum("@skipped") };
  return builder.build({
    "?xml": { "@version": "1.0", "@encoding": "UTF-8" },
    testsuites: { ...all, "@errors": 0, "@time": "0", testsuite: suites },
  });
}
