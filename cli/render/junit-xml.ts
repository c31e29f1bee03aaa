import { XMLBuilder } from "fast-xml-parser";
import { visibleLines } from "./visible.ts";

/** Characters that XML 1.0 has no way to write. */
const unwritable = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
/** A text without characters that XML cannot write, and without those that do not show. */
const writable = (text: string): string => visibleLines(text).replace(unwritable, "\ufffd");

/** An element of XML: attributes begin with `@`. */
export type Node = Readonly<Record<string, unknown>>;

/** A case; without an outcome it passed. */
export const testcase = (suite: string, name: string, outcome: Node = {}): Node => {
  return { "@classname": writable(suite), "@name": writable(name), "@time": "0", ...outcome };
};

export const skipped = (message: string): Node => ({ skipped: { "@message": writable(message) } });

export const failed = (message: string, type: string, text: string): Node => {
  return { failure: { "@message": writable(message), "@type": writable(type), "#text": writable(text) } };
};

/** The outcome of a case that says nothing of what it is about. */
export const erred = (message: string, type: string): Node => ({ error: { "@message": writable(message), "@type": writable(type) } });

/** A suite with its numbers. */
export const suite = (name: string, cases: readonly Node[]): Node => ({
  "@name": writable(name),
  "@tests": cases.length,
  "@failures": cases.filter(({ failure }) => failure).length,
  "@errors": cases.filter(({ error }) => error).length,
  "@skipped": cases.filter((each) => each.skipped).length,
  "@time": "0",
  testcase: cases,
});

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  format: true,
  suppressEmptyNode: true,
  // Else an attribute of the value "true" would be written without it, which is no XML.
  suppressBooleanAttributes: false,
  processEntities: true,
});

/** JUnit XML of suites, with their sums. */
export function junitXml(heading: string, suites: readonly Node[]): string {
  const sum = (name: string): number => suites.reduce((total, each) => total + Number(each[name]), 0);
  const all = { "@name": writable(heading), "@tests": sum("@tests"), "@failures": sum("@failures"), "@skipped": sum("@skipped") };
  return builder.build({
    "?xml": { "@version": "1.0", "@encoding": "UTF-8" },
    testsuites: { ...all, "@errors": sum("@errors"), "@time": "0", testsuite: suites },
  });
}
