import { variableOf } from "../curl.ts";
import { comments, head, joined, literal, neededBy, placeList } from "./literals.ts";
import { type Call, type Check, type Program, run, type Text, variablesOf } from "./program.ts";
import { helpers } from "./python-helpers.ts";

const expression = (text: Text): string =>
  joined(text, (name) => (name.endsWith("_PASSWORD") ? `os.environ[${literal(name)}]` : `str(${name})`));

function callLines(call: Call, isLast: boolean, index: number): string[] {
  const { told, as, method, path, fields, body, saves } = call;
  const where = expression(path);
  const name = isLast ? "answer" : `answer${index + 1}`;
  const kept = isLast || saves.length > 0 ? `${name} = ` : "";
  const given = body
    ? `body=${expression(body)}`
    : `{${fields.map(([field, value]) => `${literal(field)}: ${expression(value)}`).join(", ")}}`;
  const who = as === null ? "None" : literal(variableOf(as));
  return [
    ...comments("#", told),
    `${kept}call(${who}, ${literal(method)}, ${where}, ${given})`,
    ...saves.map(({ variable, place }) => `${variable} = take(${name}, ${JSON.stringify(place)})`),
  ];
}

function checkLine(check: Check): string {
  const given = "value" in check ? `, ${expression(check.value)}` : "type" in check ? `, ${literal(check.type)}` : "";
  return `check(answer, ${placeList(check.place, (name) => `str(${name})`)}, ${literal(check.must)}${given})`;
}

/** A program for Python 3 with the package \`requests\`. */
export function pythonProgram(program: Program): string {
  const { url, calls, checks } = program;
  const needed = neededBy(program);
  return [
    ...head("#", program, "python3 this_file.py"),
    "import json",
    "import os",
    "import sys",
    "import time",
    "",
    "import requests",
    "",
    `url = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("TOUCHSTONE_URL", ${literal(url)})${helpers}`,
    ...needed.flatMap((name) => [`if not os.environ.get(${literal(name)}):`, `    give_up(${literal(`${name} is not set`)})`]),
    ...(variablesOf(program).has(run) ? [`${run} = f"{int(time.time()) % 0x1000000:06x}"`] : []),
    ...calls.flatMap((call, i) => callLines(call, i === calls.length - 1, i)),
    ...checks.map(checkLine),
    "sys.exit(1 if failed else 0)",
    "",
  ].join("\n");
}
