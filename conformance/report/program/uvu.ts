import { NoProgram } from "./calls.ts";
import { looking, take } from "./javascript.ts";
import { type Check, type Program, type ProgramCall, placeText, run, type Text, variablesOf } from "./program.ts";
import { base64Of, comments, type Dialect, joined, jsonExpression, key, linesOf, literal, placeList, wantedBy } from "./texts.ts";

const own = (name: string): string => name;
const expression = (text: Text): string => joined(text, own);

const fieldsOf = ({ fields }: ProgramCall): string =>
  `{ ${fields.map(([name, value]) => `${key(name)}: ${expression(value)}`).join(", ")} }`;

const asserted: Readonly<Record<Check["must"], (value: string, wanted: string, name: string) => string>> = {
  be: (value, wanted, name) => `assert.equal(${value}, ${wanted}, ${name});`,
  "not be": (value, wanted, name) => `assert.not.equal(${value}, ${wanted}, ${name});`,
  "be of the type": (value, wanted, name) => `assert.is(typeOf(${value}), ${wanted}, ${name});`,
  "be absent": (value, _wanted, name) => `assert.is(${value}, undefined, ${name});`,
};

const dialect: Dialect = {
  sign: "//",
  text: expression,
  // Who asks stands in the request itself.
  nobody: "",
  environment: own,
  newRun: `const ${run} = "abcdef";`,
  wait: (millis) => `sim.advance({ ms: ${millis} });`,
  ask(call, _, answer) {
    const { kind, as, method, path, file, body, credentials } = call;
    if (credentials && "header" in credentials) throw new NoProgram("a simulator in the same process is sent no header");
    const kept = answer === undefined ? "" : `const ${answer} = `;
    if (kind === "control") {
      const given = jsonExpression(body ?? [], own);
      return `${kept}${String(path[0]).endsWith("/clock") ? `sim.advance({ ms: (${given}).advance_ms })` : `sim.act(${given})`};`;
    }
    const given = credentials && `{ email: ${expression(credentials.email)}, api_key: ${expression(credentials.key)} }`;
    const who = given ? `, auth: ${given}` : as === null ? "" : `, auth: ${literal(as)}`;
    const bytes = file && `Buffer.from(${literal(base64Of(file))}, "base64")`;
    const files = file ? `, files: [{ name: ${literal(file.name)}, type: ${literal(file.type)}, bytes: ${bytes} }]` : "";
    const request = `{ method: ${literal(method)}, path: ${expression(path)}, fields: ${fieldsOf(call)}${files}${who} }`;
    return answer === undefined ? `sim.send(${request});` : `${kept}sent(sim.send(${request}));`;
  },
  take: take(own),
  check(check) {
    const json = (value: Text): string => jsonExpression(value, own);
    const wanted = wantedBy(check, json) ?? "";
    return asserted[check.must](`at(answer, ${placeList(check.place, own, json)})`, wanted, literal(placeText(check.place)));
  },
};

/** A test for uvu that asks a simulator in its process. */
export function uvuProgram(program: Program): string {
  const { title, level, brand, reason } = program;
  const passwords = new Set([...variablesOf(program)].filter((name) => name.endsWith("_PASSWORD")));
  const body = [
    `const sim = createSimulator({ realm: "crowded", level: ${level}, brand: ${literal(brand)} });`,
    ...[...passwords].map((name) => `const ${name} = sim.cast[${literal(name.replace(/_PASSWORD$/, "").toLowerCase())}].password;`),
    ...linesOf(program, dialect),
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
