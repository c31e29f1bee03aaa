/** The results of a client's own live suite against a simulator. `fixtures/clients/suites` has one file for each client. */
export interface Suite {
  readonly about: string;
  /** The version of the client, and the day it is from. */
  readonly version: string;
  /** A realm that comes with the package, or the content of a realm file. */
  readonly realm: string | object;
  /** The account that the suite logs in with. */
  readonly as: string;
  /** The newest level of servers that the client knows, where that is not the newest of all. */
  readonly level?: number;
  /** The number of tests that pass. */
  readonly passes: number;
  /** The tests that fail, each with the reason. */
  readonly fails: Readonly<Record<string, string>>;
}

type Outcome = "pass" | "fail" | "skip";

type Outcomes = ReadonlyMap<string, Outcome>;

/** A line of `go test -json`. */
interface GoLine {
  readonly Action: string;
  readonly Package?: string;
  readonly Test?: string;
}

const isOutcome = (word: string): word is Outcome => ["pass", "fail", "skip"].includes(word);

/** Reads outcomes from what `go test -json` prints, by package and test. A test with parts is its parts. */
function goOutcomes(text: string): Outcomes {
  const lines = text
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line): GoLine => JSON.parse(line));
  const all = new Map<string, Outcome>();
  for (const { Action, Package = "", Test } of lines) if (Test !== undefined && isOutcome(Action)) all.set(`${Package} ${Test}`, Action);
  const whole = new Set([...all.keys()].map((name) => name.slice(0, Math.max(0, name.lastIndexOf("/")))));
  return new Map([...all].filter(([name]) => !whole.has(name)));
}

const testcase = /<testcase\b([^>]*?)(?:\/>|>(.*?)<\/testcase>)/gs;
const attribute = (text: string, name: string): string => new RegExp(`\\b${name}="([^"]*)"`).exec(text)?.[1] ?? "";

/** Reads outcomes from JUnit XML, by the class without its package and the name. */
function junitOutcomes(text: string): Outcomes {
  return new Map(
    [...text.matchAll(testcase)].map(([, head = "", body = ""]) => {
      const name = `${attribute(head, "classname").replace(/^.*\./, "")}.${attribute(head, "name")}`;
      return [name, /<(failure|error)\b/.test(body) ? "fail" : /<skipped\b/.test(body) ? "skip" : "pass"] as const;
    }),
  );
}

/** Reads outcomes of tests from JUnit XML, or from what `go test -json` prints. */
export const outcomesIn = (text: string): Outcomes => (text.includes("<testcase") ? junitOutcomes(text) : goOutcomes(text));

/** Says, a line each, where outcomes are not those that a suite expects. */
export function deviations({ passes, fails }: Suite, outcomes: Outcomes): string[] {
  const failed = [...outcomes].filter(([, outcome]) => outcome === "fail").map(([name]) => name);
  const passed = [...outcomes.values()].filter((outcome) => outcome === "pass").length;
  return [
    ...failed.filter((name) => !Object.hasOwn(fails, name)).map((name) => `fails, and is expected to pass: ${name}`),
    ...Object.keys(fails)
      .filter((name) => !failed.includes(name))
      .map((name) => `does not fail, and is expected to: ${name}`),
    ...(passed === passes ? [] : [`${passed} passed, expected ${passes}`]),
  ];
}
