import { NoProgram } from "./calls.ts";
import { looking, savesOf } from "./javascript.ts";
import { type Check, type Program, type ProgramCall, placeText, run, type Text, variablesOf } from "./program.ts";
import { base64Of, comments, joined, jsonExpression, key, literal, placeList } from "./texts.ts";

const own = (name: string): string => name;
const expression = (text: Text): string => joined(text, own);

const fieldsOf = ({ fields }: ProgramCall): string =>
  `{ ${fields.map(([name, value]) => `${key(name)}: ${expression(value)}`).join(", ")} }`;

function callLines(call: ProgramCall, isLast: boolean, index: number): string[] {
  const { told, kind, as, method, path, file, body, saves, credentials, millis } = call;
  if (kind === "wait") return [...comments("//", told), `sim.advance({ ms: ${millis} });`];
  if (credentials && "header" in credentials) throw new NoProgram("a simulator in the same process is sent no header");
  const name = isLast ? "answer" : `answer${index + 1}`;
  const kept = isLast || saves.length > 0 ? `const ${name} = ` : "";
  if (kind === "control") {
    const isClock = String(path[0]).endsWith("/clock");
    const given = jsonExpression(body ?? [], own);
    const did = isClock ? `sim.advance({ ms: (${given}).advance_ms })` : `sim.act(${given})`;
    return [...comments("//", told), `${kept}${did};`, ...savesOf(call, name)];
  }
  const given = credentials && `{ email: ${expression(credentials.email)}, api_key: ${expression(credentials.key)} }`;
  const who = given ? `, auth: ${given}` : as === null ? "" : `, auth: ${literal(as)}`;
  const bytes = file && `Buffer.from(${literal(base64Of(file))}, "base64")`;
  const files = file ? `, files: [{ name: ${literal(file.name)}, type: ${literal(file.type)}, bytes: ${bytes} }]` : "";
  const request = `{ method: ${literal(method)}, path: ${expression(path)}, fields: ${fieldsOf(call)}${files}${who} }`;
  return [...comments("//", told), kept === "" ? `sim.send(${request});` : `${kept}sent(sim.send(${request}));`, ...savesOf(call, name)];
}

const asserted: Readonly<Record<Check["must"], (value: string, wanted: string, name: string) => string>> = {
  be: (value, wanted, name) => `assert.equal(${value}, ${wanted}, ${name});`,
  "not be": (value, wanted, name) => `assert.not.equal(${value}, ${wanted}, ${name});`,
  "be a": (value, wanted, name) => `assert.is(typeOf(${value}), ${wanted}, ${name});`,
  "be absent": (value, _wanted, name) => `assert.is(${value}, undefined, ${name});`,
};

function checkLine(check: Check): string {
  const value = `at(answer, ${placeList(check.place, own)})`;
  const wanted = "value" in check ? jsonExpression(check.value, own) : "type" in check ? literal(check.type) : "";
  return asserted[check.must](value, wanted, literal(placeText(check.place)));
}

/** A test for uvu that asks a simulator in its process. */
export function uvuProgram(program: Program): string {
  const { title, level, brand, calls, checks, reason } = program;
  const passwords = new Set([...variablesOf(program)].filter((name) => name.endsWith("_PASSWORD")));
  const body = [
    `const sim = createSimulator({ realm: "crowded", level: ${level}, brand: ${literal(brand)} });`,
    ...[...passwords].map((name) => `const ${name} = sim.cast[${literal(name.replace(/_PASSWORD$/, "").toLowerCase())}].password;`),
    ...(variablesOf(program).has(run) ? [`const ${run} = "abcdef";`] : []),
    ...calls.flatMap((call, i) => callLines(call, i === calls.length - 1, i)),
    ...checks.map(checkLine),
  ];
  return [
    ...comments("//", ...reason),
    'import { createSimulator } from "team-chat-touchstone/sim";',
    `import { test } from ${literal("uvu")};`,
    `import * as assert from ${literal("uvu/assert")};`,
    "",
    looking,
    "const take = at;",
    "const sent = ({ status, body }) => ({ status, ...body });",
    "",
    `test(${literal(title)}, () => {`,
    ...body.map((line) => `  ${line}`),
    "});",
    "",
    "test.run();",
    "",
  ].join("\n");
}
