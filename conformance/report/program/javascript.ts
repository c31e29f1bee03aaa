import { variableOf } from "../curl.ts";
import { type Check, type Program, type ProgramCall, run, type Text, variablesOf } from "./program.ts";
import { base64Of, comments, head, joined, jsonExpression, key, literal, neededBy, otherCredentials, placeList } from "./texts.ts";

const variable = (name: string): string => (name.endsWith("_PASSWORD") ? `process.env.${name}` : name);
const expression = (text: Text): string => joined(text, variable);

const checkLine = (check: Check): string => {
  const given = "value" in check ? `, ${jsonExpression(check.value, variable)}` : "type" in check ? `, ${literal(check.type)}` : "";
  return `check(answer, ${placeList(check.place, variable)}, ${literal(check.must)}${given});`;
};

const fieldsOf = ({ fields, file, body }: ProgramCall): string => {
  if (body) return jsonExpression(body, variable);
  if (file) return `upload(${[file.name, file.type, base64Of(file)].map(literal).join(", ")})`;
  return `{ ${fields.map(([name, value]) => `${key(name)}: ${expression(value)}`).join(", ")} }`;
};

/** Lines that keep the values of an answer that later calls need. */
export const savesOf = ({ saves }: ProgramCall, answer: string): string[] =>
  saves.map(({ variable, place }) => `const ${variable} = take(${answer}, ${JSON.stringify(place)});`);

function callLines(call: ProgramCall, isLast: boolean, index: number): string[] {
  const { told, kind, as, method, path, saves, millis } = call;
  if (kind === "wait") return [...comments("//", told), `await new Promise((resolve) => setTimeout(resolve, ${millis}));`];
  const where = expression(path);
  const name = isLast ? "answer" : `answer${index + 1}`;
  const kept = isLast || saves.length > 0 ? `const ${name} = ` : "";
  const other = otherCredentials(call);
  const who = other ? expression(other) : as === null ? "null" : `process.env.${variableOf(as)}`;
  return [...comments("//", told), `${kept}await call(${who}, ${literal(method)}, ${where}, ${fieldsOf(call)});`, ...savesOf(call, name)];
}

/** Helpers of programs in JavaScript that look at answers. */
export const looking = `const at = (value, [key, ...rest]) => {
  if (key === undefined) return value;
  if (key === "*") return Array.isArray(value) ? value.map((item) => at(item, rest)) : undefined;
  return at(Array.isArray(value) ? value.at(key) : value?.[key], rest);
};
const typeOf = (value) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);`;

const helpers = (needed: readonly string[]): string => `const url = process.argv[2] ?? process.env.TOUCHSTONE_URL ?? URL_OF_SERVER;
const give = (problem) => {
  console.error(problem);
  process.exit(3);
};
for (const name of ${JSON.stringify(needed)}) if (!process.env[name]) give(\`\${name} is not set\`);

function upload(name, type, base64) {
  const form = new FormData();
  form.append("file", new Blob([Buffer.from(base64, "base64")], { type }), name);
  return form;
}

// Who asks is an email:key, or a header.
async function call(who, method, path, fields) {
  const authorization = who && (/^Authorization: (.*)/.exec(who)?.[1] ?? \`Basic \${Buffer.from(who).toString("base64")}\`);
  const headers = who ? { authorization } : {};
  const isControl = path.startsWith("/_control/");
  const given = isControl ? JSON.stringify(fields) : fields instanceof FormData ? fields : new URLSearchParams(fields);
  const request = method === "GET" ? [\`\${url}\${path}?\${given}\`, { headers }] : [\`\${url}\${path}\`, { method, headers, body: given }];
  const response = await fetch(...request).catch((problem) => give(problem.cause ?? problem));
  return { status: response.status, ...(await response.json().catch(() => ({}))) };
}

${looking}
const take = (answer, place) => at(answer, place) ?? give(\`an answer has no \${place.join(".")}: \${JSON.stringify(answer)}\`);

function check(answer, place, must, wanted) {
  const value = at(answer, place);
  const holds = {
    be: () => isDeepStrictEqual(value, wanted),
    "not be": () => !isDeepStrictEqual(value, wanted),
    "be a": () => typeOf(value) === wanted,
    "be absent": () => value === undefined,
  };
  if (holds[must]()) return;
  process.exitCode = 1;
  console.log(\`\${place.join(".")} must \${must} \${JSON.stringify(wanted) ?? ""}; it is \${JSON.stringify(value)}\`);
}`;

const runLine = `const ${run} = Date.now().toString(36).slice(-6);`;

/** A program for Node, which asks by \`fetch\`. */
export function fetchProgram(program: Program): string {
  const { url, calls, checks } = program;
  const needed = neededBy(program);
  return [
    ...head("//", program, "node this-file.mjs"),
    'import { isDeepStrictEqual } from "node:util";',
    "",
    helpers(needed).replace("URL_OF_SERVER", literal(url)),
    "",
    ...(variablesOf(program).has(run) ? [runLine] : []),
    ...calls.flatMap((call, i) => callLines(call, i === calls.length - 1, i)),
    ...checks.map(checkLine),
    "",
  ].join("\n");
}
