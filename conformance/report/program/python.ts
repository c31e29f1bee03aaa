import { variableOf } from "../curl.ts";
import { type Check, type Program, type ProgramCall, run, type Text, variablesOf } from "./program.ts";
import { base64Of, comments, head, joined, literal, neededBy, otherCredentials, placeList } from "./texts.ts";

/** The functions of a program in Python that ask, and that look at answers. */
const helpers = `

def give_up(problem):
    print(problem, file=sys.stderr)
    sys.exit(3)


def call(who, method, path, fields=None, body=None, files=None):
    """Asks as an email:key, or with a header."""
    headers = {}
    if who is not None:
        basic = "Basic " + base64.b64encode(who.encode()).decode()
        headers["Authorization"] = who.removeprefix("Authorization: ") if who.startswith("Authorization: ") else basic
    given = {"params" if method == "GET" else "data": fields or {}}
    if body is not None:
        headers["Content-Type"] = "application/json"
        given = {"data": body.encode()}
    try:
        response = requests.request(method, url + path, headers=headers, files=files, timeout=60, **given)
    except requests.RequestException as problem:
        give_up(problem)
    try:
        return {"status": response.status_code, **response.json()}
    except ValueError:
        return {"status": response.status_code}


missing = object()


def at(value, place):
    for i, key in enumerate(place):
        if key == "*":
            return [at(item, place[i + 1 :]) for item in value] if isinstance(value, list) else missing
        try:
            value = value[key]
        except (KeyError, IndexError, TypeError):
            return missing
    return value


def take(answer, place):
    value = at(answer, place)
    if value is missing:
        give_up(f"an answer has no {place}: {answer}")
    return value


def same(a, b):
    return json.dumps(a, sort_keys=True) == json.dumps(b, sort_keys=True)


types = {dict: "object", list: "array", str: "string", bool: "boolean", int: "number", float: "number", type(None): "null"}
failed = False


def check(answer, place, must, wanted=None):
    global failed
    value = at(answer, place)
    holds = {
        "be": lambda: value is not missing and same(value, json.loads(wanted)),
        "not be": lambda: value is missing or not same(value, json.loads(wanted)),
        "be a": lambda: types.get(type(value)) == wanted,
        "be absent": lambda: value is missing,
    }
    if not holds[must]():
        failed = True
        print(f"{place} must {must} {wanted or ''}; it is {'nothing' if value is missing else json.dumps(value)}")

`;

const expression = (text: Text): string =>
  joined(text, (name) => (name.endsWith("_PASSWORD") ? `os.environ[${literal(name)}]` : `str(${name})`));

function callLines(call: ProgramCall, isLast: boolean, index: number): string[] {
  const { told, kind, as, method, path, fields, file, body, saves, millis = 0 } = call;
  if (kind === "wait") return [...comments("#", told), `time.sleep(${millis / 1000})`];
  const where = expression(path);
  const name = isLast ? "answer" : `answer${index + 1}`;
  const kept = isLast || saves.length > 0 ? `${name} = ` : "";
  const parts = file && [literal(file.name), `base64.b64decode(${literal(base64Of(file))})`, literal(file.type)];
  const given = parts
    ? `files={"file": (${parts.join(", ")})}`
    : body
      ? `body=${expression(body)}`
      : `{${fields.map(([field, value]) => `${literal(field)}: ${expression(value)}`).join(", ")}}`;
  const other = otherCredentials(call);
  const who = other ? expression(other) : as === null ? "None" : `os.environ[${literal(variableOf(as))}]`;
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
    "import base64",
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
