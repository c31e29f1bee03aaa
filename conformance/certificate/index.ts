import { createSimulator, type Simulator, sha256Hex, spelled } from "../../sim/index.ts";
import type { Credentials } from "../../sim/protocol/wire.ts";
import type { Outgoing } from "../client/target.ts";
import { declaredStep } from "../engine/catalogue.ts";
import { drawn, scenariosOn } from "../engine/draw.ts";
import { oracleFor } from "../engine/oracle.ts";
import { foretold } from "../engine/play.ts";
import { actionOf } from "../engine/request.ts";
import { credentialsOf } from "../targets/credentials.ts";
import { embedded } from "../targets/embedded.ts";
import { type CertifiedRun, runs } from "./runs.ts";
import table from "./table.json" with { type: "json" };

/** What a run gave. */
export interface CertifiedRow {
  readonly name: string;
  readonly exchanges: number;
  /** SHA-256 of all exchanges. */
  readonly digest: string;
  /** The first four digits of the digest of each exchange, one after the other. */
  readonly parts: string;
}

/** A row beside that of the package. */
export interface Certified extends CertifiedRow {
  /** The first exchange that differs, counted from 1; 0 where the package has no such run; undefined where all are equal. */
  readonly differsAt: number | undefined;
  /** That exchange, without keys. */
  readonly exchange?: string;
}

const scenarios = 6;
const most = 30;
const digits = 4;
const none: Credentials = { kind: "none" };

/** Does on a simulator what a step asks. Returns its answer as one text: status, headers and body. */
function answered(simulator: Simulator, isAction: boolean, asked: Outgoing): string {
  if (isAction) {
    try {
      if (asked.fields.action !== "advance") return JSON.stringify(simulator.act(actionOf(asked)));
      simulator.advance({ ms: Number(asked.fields.ms) });
      return "";
    } catch (thrown) {
      return String(thrown);
    }
  }
  const { as, method, path, fields } = asked;
  const member = as === null ? undefined : simulator.cast[as];
  const [form, query] = method === "GET" ? [{}, fields] : [fields, {}];
  const answer = simulator.exchange({
    ...{ method, path: `/api/v1${path}`, query: spelled(query), form: spelled(form), userAgent: "touchstone/1" },
    credentials: member ? credentialsOf(member) : none,
  });
  if ("text" in answer) return `${answer.status} ${JSON.stringify(answer.headers)}\n${answer.text}`;
  answer.cancel();
  return "held";
}

/** Every exchange of a run, each as one text. */
async function exchangesOf({ seed, options }: CertifiedRun): Promise<readonly string[]> {
  const { vary: _, ...plain } = options;
  const oracle = await oracleFor(embedded(plain));
  const all = scenariosOn(oracle, most);
  const start = createSimulator(options);
  return Array.from({ length: scenarios }, (_each, i) => i).flatMap((i) => {
    const simulator = start.fork();
    return foretold(drawn(all, seed, i), { oracle, suffix: "", choices: {} }).map(({ step, asked }) => {
      const { as, method, path, fields } = asked;
      const request = `${as} ${method} ${path} ${JSON.stringify(fields)}`;
      return `${request}\n${answered(simulator, declaredStep(step.op).action === true, asked)}`;
    });
  });
}

const keys = /("(?:api_key|password)":")[^"]*/g;

const known: readonly CertifiedRow[] = table;

/** Returns where a row differs from that of the package. */
function differsAt(row: CertifiedRow, expected: CertifiedRow | undefined): number | undefined {
  if (!expected) return 0;
  if (row.digest === expected.digest) return undefined;
  for (let i = 0; i * digits < Math.max(row.parts.length, expected.parts.length); i++) {
    const [from, to] = [i * digits, (i + 1) * digits];
    if (row.parts.slice(from, to) !== expected.parts.slice(from, to)) return i + 1;
  }
  return row.exchanges;
}

/** Runs all that the certificate is about, and holds it against the table of the package, or another one. */
export async function certify(expected: readonly CertifiedRow[] = known): Promise<readonly Certified[]> {
  const rows: Certified[] = [];
  for (const run of runs) {
    const exchanges = await exchangesOf(run);
    const parts = exchanges.map((text) => sha256Hex(text).slice(0, digits)).join("");
    const row = { name: run.name, exchanges: exchanges.length, digest: sha256Hex(exchanges.join("\n")), parts };
    const at = differsAt(
      row,
      expected.find(({ name }) => name === run.name),
    );
    const exchange = at === undefined ? undefined : exchanges[at - 1]?.replace(keys, "$1(hidden)");
    rows.push({ ...row, differsAt: at, ...(exchange !== undefined && { exchange }) });
  }
  return rows;
}
