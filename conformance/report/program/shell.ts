import { quoted } from "../curl.ts";
import { type CheckedPlace, isPicked, type Picked, type Program, placeText, run, type Text } from "./program.ts";
import { base64Of, type Dialect, head, linesOf, merged, neededBy, wantedBy } from "./texts.ts";

/** A text as a word of a shell. @param before what it begins with */
function word(text: Text, before = ""): string {
  const [first = "", ...rest] = text;
  const parts = typeof first === "string" ? [`${before}${first}`, ...rest] : [before, first, ...rest];
  const words = parts.filter((part) => part !== "").map((part) => (typeof part === "string" ? quoted(part) : `"$${part.variable}"`));
  return words.join("") || "''";
}

const hasNul = (text: Text): boolean => text.some((part) => typeof part === "string" && part.includes("\0"));

/** A field as words of a shell. None can hold a NUL: a value with one is encoded beforehand. */
function fieldWords(name: string, value: Text): string {
  if (!hasNul(value)) return ` ${word(value, `${name}=`)}`;
  const encoded = value.map((part) => (typeof part === "string" ? encodeURIComponent(part) : part));
  return ` --encoded ${word(encoded, `${name}=`)}`;
}

/** A name in a place, or an index, as jq has it. */
const keyText = (key: Exclude<CheckedPlace[number], Picked>): Text => (typeof key === "object" ? ['"', key, '"'] : [JSON.stringify(key)]);

/** The record that is picked; null where there is none. */
const picking = ({ where }: Picked): Text => {
  const conditions = where.map(([place, value], i): Text => [i === 0 ? "" : " and ", "(", ...filter(place), ") == ", ...value]);
  return ["([.[]? | select(", ...conditions.flat(), ")] | first)"];
};

const filter = (place: CheckedPlace): Text => {
  const [first, ...rest] = place;
  if (first === undefined) return ["."];
  if (first === "*") return ["[.[]? | ", ...filter(rest), "]"];
  const step: Text = isPicked(first) ? picking(first) : [".[", ...keyText(first), "]?"];
  return rest.length === 0 ? step : [...step, " | ", ...filter(rest)];
};

const helpers = `call() { # email:key or a header, method, path, fields (one behind --encoded or --form stands as it is sent): prints {"status": …} with the fields of the answer
  local who=$1 method=$2 path=$3 options=() how=--data-urlencode
  shift 3
  case $who in '') ;; Authorization:*) options+=(-H "$who") ;; *) options+=(-u "$who") ;; esac
  if [ "$method" = GET ]; then options+=(-G); else options+=(-X "$method"); fi
  for field; do
    case $field in
    --encoded) how=--data ;;
    --form) how=--form ;;
    *) options+=("$how" "$field") how=--data-urlencode ;;
    esac
  done
  answered "\${options[@]}" "$url$path"
}
control() { # path, JSON
  answered -H 'Content-Type: application/json' --data-binary "$2" "$url$1"
}
answered() {
  curl -sS -w '\\n%{http_code}' "$@" | jq -cs 'if length > 1 then .[0] + {status: .[1]} else {status: .[0]} end' || exit 3
}
take() { # answer, filter
  jq -er "$2" <<<"$1" || { echo "an answer has no $2: $1" >&2; exit 3; }
}
failed=0
check() { # answer, filter, what has to hold, what is wanted
  jq -e --argjson wanted "\${4:-null}" "$3" <<<"$1" >/dev/null && return
  failed=1
  echo "$2 must hold $3 with \${4:-nothing}; the answer is $1"
}`;

const dialect: Dialect = {
  sign: "#",
  text: (text) => word(text),
  nobody: "''",
  environment: (name) => `"$${name}"`,
  newRun: `${run}=$(printf %06x $(($(date +%s) % 16777216)))`,
  wait: (millis) => `sleep ${millis / 1000}`,
  ask({ kind, method, path, fields, file, body }, who, answer) {
    const form = file && ` --form ${quoted(`file=@-;filename=${file.name};type=${file.type}`)} < <(base64 -d <<<${base64Of(file)})`;
    const given = form ?? fields.map(([field, value]) => fieldWords(field, value)).join("");
    const asked = kind === "control" ? `control ${word(path)} ${word(body ?? [])}` : `call ${who} ${method} ${word(path)}${given}`;
    return `${answer === undefined ? `${asked} >/dev/null` : `${answer}=$(${asked})`} || exit 3`;
  },
  take: ({ variable, place }, answer) => `${variable}=$(take "$${answer}" ${word(merged(filter(place)))}) || exit 3`,
  check(check) {
    const value = filter(check.place);
    const [last] = check.place.slice(-1);
    const around = filter(check.place.slice(0, -1));
    // A field that is missing is null to jq.
    const isNull = check.must === "be" && merged(check.value).join("") === "null" && typeof last === "string" && last !== "*";
    const isThere: Text = isNull ? ["(", ...around, " | has(", ...keyText(last), ")) and "] : [];
    const absent: Text =
      last === undefined || isPicked(last)
        ? ["(", ...value, ") == null"]
        : ["((", ...around, ") // {} | has(", ...keyText(last), ")) | not"];
    const holds: Text = {
      be: [...isThere, "(", ...value, ") == $wanted"],
      "not be": ["(", ...value, ") != $wanted"],
      "be of the type": ["(", ...value, " | type) == $wanted"],
      "be absent": absent,
    }[check.must];
    const wanted = wantedBy(
      check,
      (text) => word(text),
      (type) => quoted(JSON.stringify(type)),
    );
    return `check "$answer" ${quoted(placeText(check.place))} ${word(merged(holds))}${wanted === undefined ? "" : ` ${wanted}`}`;
  },
};

/** A script for bash with curl and jq. */
export function shellProgram(program: Program): string {
  return [
    "#!/usr/bin/env bash",
    ...head("#", program, "bash this-file.sh"),
    "set -uo pipefail",
    `url=\${1:-\${TOUCHSTONE_URL:-${quoted(program.url)}}}`,
    helpers,
    ...neededBy(program).map((name) => `[ -n "\${${name}:-}" ] || { echo "${name} is not set" >&2; exit 3; }`),
    ...linesOf(program, dialect),
    "exit $failed",
    "",
  ].join("\n");
}
