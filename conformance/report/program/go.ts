import { variableOf } from "../curl.ts";
import { helpers } from "./go-helpers.ts";
import { comments, head, joined, literal, neededBy } from "./literals.ts";
import { type Call, type Check, type CheckedPlace, type Program, run, type Text, variablesOf } from "./program.ts";

const expression = (text: Text): string => joined(text, (name) => (name.endsWith("_PASSWORD") ? `os.Getenv(${literal(name)})` : name));
const keyOf = (key: CheckedPlace[number]): string =>
  typeof key === "object" ? key.variable : typeof key === "number" ? String(key) : literal(key);
const placed = (place: CheckedPlace): string => `[]any{${place.map(keyOf).join(", ")}}`;

function callLines(call: Call, isLast: boolean, index: number): string[] {
  const { told, as, method, path, fields, body, saves } = call;
  const where = expression(path);
  const name = isLast ? "answer" : `answer${index + 1}`;
  const kept = isLast || saves.length > 0 ? `${name} := ` : "";
  const given = fields.map(([field, value]) => `${literal(field)}: {${expression(value)}}`).join(", ");
  const who = as === null ? '""' : literal(variableOf(as));
  return [
    ...comments("//", told),
    `${kept}call(${who}, ${literal(method)}, ${where}, url.Values{${given}}, ${body ? expression(body) : '""'})`,
    ...saves.map(({ variable, place }) => `${variable} := take(${name}, ${placed(place)})`),
  ];
}

const checkLine = (check: Check): string => {
  const given = "value" in check ? expression(check.value) : "type" in check ? literal(check.type) : '""';
  return `check(answer, ${placed(check.place)}, ${literal(check.must)}, ${given})`;
};

/** The lines of `main`. */
function mainLines(program: Program): string[] {
  const { calls, checks } = program;
  return [
    'if given := os.Getenv("TOUCHSTONE_URL"); given != "" {',
    "\tserver = given",
    "}",
    "if len(os.Args) > 1 {",
    "\tserver = os.Args[1]",
    "}",
    `for _, name := range []string{${neededBy(program).map(literal).join(", ")}} {`,
    '\tif os.Getenv(name) == "" {',
    '\t\tgiveUp(name + " is not set")',
    "\t}",
    "}",
    ...(variablesOf(program).has(run) ? [`${run} := fmt.Sprintf("%06x", time.Now().Unix()%0x1000000)`] : []),
    ...calls.flatMap((call, i) => callLines(call, i === calls.length - 1, i)),
    ...checks.map(checkLine),
    "if failed {",
    "\tos.Exit(1)",
    "}",
  ];
}

/** A program for Go, of one file and its standard library. */
export function goProgram(program: Program): string {
  const { url } = program;
  const isNew = variablesOf(program).has(run);
  const packages = ["bytes", "encoding/json", "fmt", "io", "net/http", "net/url", "os", "reflect", "strings", ...(isNew ? ["time"] : [])];
  return [
    ...head("//", program, "go run this_file.go"),
    "package main",
    "",
    "import (",
    ...packages.map((name) => `\t${literal(name)}`),
    ")",
    "",
    `var server = ${literal(url)}`,
    "var failed = false",
    helpers,
    "func main() {",
    ...mainLines(program).map((line) => `\t${line}`),
    "}",
    "",
  ].join("\n");
}
