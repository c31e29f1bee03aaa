import { type CheckedPlace, type Program, type ProgramCall, run, type Text } from "./program.ts";
import { base64Of, type Dialect, head, joined, linesOf, literal, neededBy, placeList, wantedBy } from "./texts.ts";

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


def fits(item, pairs):
    return all(at(item, place) == json.loads(wanted) for place, wanted in pairs)


def at(value, place):
    for i, key in enumerate(place):
        if key == "*":
            return [at(item, place[i + 1 :]) for item in value] if isinstance(value, list) else missing
        if isinstance(key, list):
            value = next((item for item in value if fits(item, key)), missing) if isinstance(value, list) else missing
            continue
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
        "be of the type": lambda: types.get(type(value)) == wanted,
        "be absent": lambda: value is missing,
    }
    if not holds[must]():
        failed = True
        print(f"{place} must {must}{f' {wanted}' if wanted else ''}; it is {'nothing' if value is missing else json.dumps(value)}")

`;

const expression = (text: Text): string =>
  joined(text, (name) => (name.endsWith("_PASSWORD") ? `os.environ[${literal(name)}]` : `str(${name})`));

const placed = (place: CheckedPlace): string => placeList(place, (name) => `str(${name})`, expression);

function givenTo({ fields, file, body }: ProgramCall): string {
  if (body) return `body=${expression(body)}`;
  if (!file) return `{${fields.map(([field, value]) => `${literal(field)}: ${expression(value)}`).join(", ")}}`;
  return `files={"file": (${literal(file.name)}, base64.b64decode(${literal(base64Of(file))}), ${literal(file.type)})}`;
}

const dialect: Dialect = {
  sign: "#",
  text: expression,
  nobody: "None",
  environment: (name) => `os.environ[${literal(name)}]`,
  newRun: `${run} = f"{int(time.time()) % 0x1000000:06x}"`,
  wait: (millis) => `time.sleep(${millis / 1000})`,
  ask(call, who, answer) {
    const kept = answer === undefined ? "" : `${answer} = `;
    return `${kept}call(${who}, ${literal(call.method)}, ${expression(call.path)}, ${givenTo(call)})`;
  },
  take: ({ variable, place }, answer) => `${variable} = take(${answer}, ${placed(place)})`,
  check(check) {
    const wanted = wantedBy(check, expression);
    const given = wanted === undefined ? "" : `, ${wanted}`;
    return `check(answer, ${placed(check.place)}, ${literal(check.must)}${given})`;
  },
};

/** A program for Python 3 with the package \`requests\`. */
export function pythonProgram(program: Program): string {
  return [
    ...head("#", program, "python3 this_file.py"),
    "# Needs: pip install requests",
    "import base64",
    "import json",
    "import os",
    "import sys",
    "import time",
    "",
    "import requests",
    "",
    `url = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("TOUCHSTONE_URL", ${literal(program.url)})${helpers}`,
    ...neededBy(program).flatMap((name) => [`if not os.environ.get(${literal(name)}):`, `    give_up(${literal(`${name} is not set`)})`]),
    ...linesOf(program, dialect),
    "sys.exit(1 if failed else 0)",
    "",
  ].join("\n");
}
