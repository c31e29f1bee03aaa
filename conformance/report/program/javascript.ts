import { type Program, type ProgramCall, run, type Text } from "./program.ts";
import { base64Of, type Dialect, head, joined, jsonExpression, key, linesOf, literal, neededBy, placeList, wantedBy } from "./texts.ts";

const variable = (name: string): string => (name.endsWith("_PASSWORD") ? `process.env.${name}` : name);
const expression = (text: Text): string => joined(text, variable);

const fieldsOf = ({ fields, file, body }: ProgramCall): string => {
  if (body) return jsonExpression(body, variable);
  if (file) return `upload(${[file.name, file.type, base64Of(file)].map(literal).join(", ")})`;
  return `{ ${fields.map(([name, value]) => `${key(name)}: ${expression(value)}`).join(", ")} }`;
};

/** Returns the line that keeps a value of an answer that later calls need. */
export const take =
  (variable: (name: string) => string): Dialect["take"] =>
  ({ variable: name, place }, answer) => {
    const json = (text: Text): string => jsonExpression(text, variable);
    return `const ${name} = take(${answer}, ${placeList(place, variable, json)});`;
  };

const dialect: Dialect = {
  sign: "//",
  text: expression,
  nobody: "null",
  environment: (name) => `process.env.${name}`,
  newRun: `const ${run} = Date.now().toString(36).slice(-6);`,
  wait: (millis) => `await new Promise((resolve) => setTimeout(resolve, ${millis}));`,
  ask(call, who, answer) {
    const kept = answer === undefined ? "" : `const ${answer} = `;
    return `${kept}await call(${who}, ${literal(call.method)}, ${expression(call.path)}, ${fieldsOf(call)});`;
  },
  take: take(variable),
  check(check) {
    const json = (value: Text): string => jsonExpression(value, variable);
    const wanted = wantedBy(check, json);
    const given = wanted === undefined ? "" : `, ${wanted}`;
    return `check(answer, ${placeList(check.place, variable, json)}, ${literal(check.must)}${given});`;
  },
};

/** Helpers of programs in JavaScript that look at answers. */
export const looking = `const at = (value, [key, ...rest]) => {
  if (key === undefined) return value;
  if (key === "*") return Array.isArray(value) ? value.map((item) => at(item, rest)) : undefined;
  const isPicked = (item) => key.every(([place, wanted]) => at(item, place) === wanted);
  if (Array.isArray(key)) return Array.isArray(value) ? at(value.find(isPicked), rest) : undefined;
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
    "be of the type": () => typeOf(value) === wanted,
    "be absent": () => value === undefined,
  };
  if (holds[must]()) return;
  process.exitCode = 1;
  console.log(\`\${place.join(".")} must \${must}\${wanted === undefined ? "" : \` \${JSON.stringify(wanted)}\`}; it is \${JSON.stringify(value)}\`);
}`;

/** A program for Node, which asks by \`fetch\`. */
export function fetchProgram(program: Program): string {
  return [
    ...head("//", program, "node this-file.mjs"),
    'import { isDeepStrictEqual } from "node:util";',
    "",
    helpers(neededBy(program)).replace("URL_OF_SERVER", literal(program.url)),
    "",
    ...linesOf(program, dialect),
    "",
  ].join("\n");
}
