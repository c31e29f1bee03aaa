import { listOf, maybe, nullable, object, oneOf, Place, type Shape, shape, textLike, truth, whole, wrong } from "../../sim/reader/index.ts";
import type { Signature } from "../causes/signature.ts";
import {
  allVerdicts,
  type ByBaseline,
  type KnownDifference,
  type PropertyResult,
  type Report,
  type ScenarioResult,
  type SharedOptions,
  type Stale,
} from "../results/report.ts";

type Shapes<T> = { readonly [K in keyof T]?: Shape<T[K] | undefined> };

/** An object some keys of which are read. It stays as it is, with all other keys: a newer touchstone may have written more. */
export const holding = <T extends object>(shapes: Shapes<T>, expected = "an object"): Shape<T> =>
  shape<T>({ type: "object" }, (value, at) => {
    const given = object(value, at, expected);
    for (const [key, read] of Object.entries(shapes) as [string, Shape<unknown>][])
      read(Object.hasOwn(given, key) ? given[key] : undefined, at.at(key));
    return given as T;
  });

/** A report file is wrong at one place. The message names the file, the place, what stands there and what is accepted. */
export class ReportFileError extends Error {
  override name = "ReportFileError";
}

/** Any text: reports quote what servers send. */
const words = textLike(/^/, "text");
const address = textLike(/./s, "the address of a property or scenario");

const textByName = shape<Readonly<Record<string, string>>>({ type: "object" }, (value, at) => {
  const given = holding<Record<string, string>>({})(value, at);
  for (const [name, text] of Object.entries(given)) words(text, at.at(name));
  return given;
});

const signature = holding<Signature>({ at: words, path: words, expected: words, actual: words });

const resultKeys = {
  address,
  verdict: oneOf(...allVerdicts),
  clauses: listOf(words, "a list of clauses"),
  reason: maybe(words),
  causes: maybe(listOf(signature, "a list of what differs")),
};

const properties = listOf(holding<PropertyResult>({ ...resultKeys, runs: maybe(whole()) }), "a list of results");
const scenarios = listOf(
  holding<ScenarioResult>({ ...resultKeys, exchanges: maybe(whole()), exchangesAgree: maybe(whole()) }),
  "a list of results",
);

const format: Shape<"touchstone-report"> = (value, at) =>
  value === "touchstone-report" ? value : wrong(at, value, '"touchstone-report", as check --report json=<file> writes it');

const known = holding<KnownDifference>({ address, entry: words, reason: words, expires: maybe(words) });
const stale = holding<Stale>({ entry: words, why: words, reason: maybe(words) });

const wordList = listOf(words, "a list of texts");

const options = holding<SharedOptions>({
  ...{ only: maybe(wordList), endpoint: maybe(wordList), skip: maybe(wordList), failed: maybe(wordList) },
  ...{ runs: whole(), steps: whole(), tries: maybe(whole()), racing: maybe(whole()) },
});

const report = holding<Report>({
  format,
  version: oneOf(1),
  touchstone: maybe(words),
  options: maybe(options),
  target: holding<Report["target"]>({ kind: oneOf("embedded", "live"), url: words, level: whole(), brand: words }),
  seed: whole(),
  shard: nullable(textLike(/^\d+\/\d+$/, "a shard such as 1/3")),
  partial: truth,
  properties,
  scenarios,
  cover: maybe(holding<NonNullable<Report["cover"]>>({ steps: whole(), allowed: whole() })),
  requests: maybe(
    holding<NonNullable<Report["requests"]>>({
      ...{ properties: whole(), scenarios: whole(), staging: whole(), probe: whole(), cleanUp: whole() },
    }),
  ),
  choices: textByName,
  chosenIn: textByName,
  accepted: listOf(words, "a list of rulings"),
  notes: maybe(listOf(words, "a list of lines")),
  notRun: listOf(address, "a list of addresses"),
  baseline: maybe(
    holding<ByBaseline>({
      known: listOf(known),
      stale: listOf(stale),
      causes: maybe(listOf(words)),
      unjudged: maybe(listOf(words)),
      beyond: maybe(listOf(address)),
    }),
  ),
  summary: holding<Report["summary"]>({ expected: whole() }),
});

/**
 * Reads the parsed content of a report file, as far as merging looks at it.
 * @param file stands before the place in errors
 * @throws ReportFileError: it is wrong at the place named
 */
export function readReport(content: unknown, file: string): Report {
  const top = new Place({ name: "report", error: (path, problem) => new ReportFileError(`${file}: ${path}: ${problem}`) });
  const read = report(content, top);
  const chosenIn = top.at("chosenIn");
  for (const ruling of Object.keys(read.choices)) if (!Object.hasOwn(read.chosenIn, ruling)) address(undefined, chosenIn.at(ruling));
  return read;
}
