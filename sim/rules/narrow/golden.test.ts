import { readdirSync, readFileSync } from "node:fs";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator, type SimulatorOptions } from "../../server/simulator.ts";

type Json = Readonly<Record<string, unknown>>;

/** One table of cases over one realm. A message is called by the first word with which its content was sent. */
interface Table {
  readonly about: string;
  readonly realm: Json;
  /** The acts before the cases are asked. */
  readonly acts?: readonly Json[];
  /** For cases that do not say it themselves. */
  readonly as?: string | null;
  readonly fields?: Json;
  readonly rulings?: SimulatorOptions["rulings"];
  readonly cases: readonly Golden[];
}

/** One request and what comes of it. Terms are pairs; a minus before the operator negates. `raw` is the narrow as text. */
interface Golden {
  readonly why?: string;
  readonly as?: string | null;
  readonly level?: number;
  readonly rulings?: SimulatorOptions["rulings"];
  readonly narrow?: readonly (readonly [string, unknown])[];
  readonly raw?: string;
  /** The request: fetching, matching all messages of the realm against the narrow, or one message by its name. */
  readonly ask?: "fetch" | "match" | { readonly message: string };
  readonly fields?: Json;
  /** The messages found, by name; `everything` and `nothing` are what they say. */
  readonly found?: string;
  /** The messages that the only term finds when it is negated; `the rest` is everything that is not found. */
  readonly negated?: string;
  /** The found messages that were never received: those with the flags of history. */
  readonly historical?: string;
  /** found_anchor, found_oldest, found_newest: T or F each. */
  readonly ends?: string;
  /** The anchor used: a name, or a number. */
  readonly anchor?: string | number;
  /** Fields of the answer, or with names of messages fields of them; null where a field is absent. */
  readonly answer?: Json;
  readonly shown?: Readonly<Record<string, Json>>;
  /** The `desc` of a BAD_NARROW, the `msg` of a BAD_REQUEST, or the whole refusal with its status. */
  readonly desc?: string;
  readonly msg?: string;
  readonly refusal?: Json;
}

const newest = 10_000_000_000_000_000;

const keysOfTable = ["about", "realm", "acts", "as", "fields", "rulings", "cases"];
const keysOfCase = [
  ...["why", "as", "level", "rulings", "narrow", "raw", "ask", "fields"],
  ...["found", "negated", "historical", "ends", "anchor", "answer", "shown", "desc", "msg", "refusal"],
];

function checkKeys(value: object, known: readonly string[], at: string): void {
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined) throw new Error(`${at}.${unknown}: no such key; known here are ${known.join(", ")}`);
}

function checkTable(table: Table, at: string): void {
  checkKeys(table, keysOfTable, at);
  if (!Array.isArray(table.cases)) throw new Error(`${at}.cases: a list is wanted`);
  for (const [index, one] of table.cases.entries()) {
    const place = `${at}.cases[${index}]`;
    checkKeys(one, keysOfCase, place);
    const outcomes = [one.found, one.desc, one.msg, one.refusal, one.answer, one.shown, one.anchor];
    if (outcomes.every((outcome) => outcome === undefined)) throw new Error(`${place}: says nothing of what comes of it`);
  }
}

/** A realm at one level under one set of rulings, with the ids of what its file names. */
class Stage {
  readonly sim: Simulator;
  readonly ids: ReadonlyMap<string, number>;
  readonly names: ReadonlyMap<number, string>;

  constructor({ realm, acts = [] }: Table, options: SimulatorOptions) {
    this.sim = createSimulator({ realm, ...options });
    const first = [...this.sim.snapshot().world.messages.values()];
    this.names = new Map(first.map(({ id, content, edits }) => [id, (oldest(edits) ?? content).split(/\s/)[0]!]));
    this.ids = new Map([...this.names].map(([id, name]) => [name, id]));
    for (const act of acts) this.sim.act(this.resolved(act) as never);
  }

  named(kind: string, name: string): number | string {
    const { cast, channels } = this.sim;
    const found = {
      user: cast[name]?.user_id,
      email: cast[name]?.email,
      channel: channels[name]?.stream_id,
      message: this.ids.get(name),
    }[kind];
    if (found === undefined) throw new Error(`the realm has no ${kind} ${name}`);
    return found;
  }

  /** A value with the ids in place of `<user una>`, `<channel P>`, `<message p1>`: numbers, or digits within a longer text. */
  resolved(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.resolved(item));
    if (typeof value === "object" && value !== null) {
      if ("digits" in value) return String(this.resolved(value.digits));
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.resolved(item)]));
    }
    if (typeof value !== "string") return value;
    const whole = /^<(user|channel|message) ([^>]+)>$/.exec(value);
    return whole ? this.named(whole[1]!, whole[2]!) : this.text(value);
  }

  text(value: string): string {
    return value.replaceAll(/<(user|email|channel|message) ([^>]+)>/g, (_, kind, name) => String(this.named(kind, name)));
  }

  get everything(): string {
    return [...this.names.values()].join(" ");
  }

  namesOf(ids: readonly number[]): string {
    return ids.map((id) => this.names.get(id) ?? id).join(" ");
  }
}

const oldest = (edits: readonly { prev_content?: string }[]): string | undefined =>
  edits.findLast(({ prev_content }) => prev_content !== undefined)?.prev_content;

interface Answer {
  readonly status: number;
  readonly body: Json;
}

/** The narrow of a case as the wire spells it. */
function narrowOf(stage: Stage, { narrow, raw }: Golden, negate: boolean): unknown {
  if (raw !== undefined) return stage.text(raw);
  return narrow?.map(([operator, operand]) => ({
    operator: operator.replace(/^-(?=.)/, ""),
    operand: stage.resolved(operand),
    negated: negate !== /^-./.test(operator),
  }));
}

function ask(stage: Stage, table: Table, golden: Golden, negate = false): Answer {
  const as = golden.as === undefined ? table.as : golden.as;
  const client = stage.sim.as(as ?? undefined);
  const narrow = narrowOf(stage, golden, negate);
  const fields = stage.resolved({ ...table.fields, ...golden.fields }) as Json;
  if (golden.ask === "match")
    return client.send("GET /messages/matches_narrow" as string, { msg_ids: [...stage.names.keys()], narrow, ...fields });
  if (typeof golden.ask === "object") return client.send(`GET /messages/${stage.resolved(`<message ${golden.ask.message}>`)}`, fields);
  const range = { anchor: "newest", num_before: 100, num_after: 0 };
  const given = { ...("message_ids" in fields ? {} : range), ...fields };
  const sent = { ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)), narrow };
  return as === null ? askForPage(stage.sim, sent) : client.send("GET /messages" as string, sent);
}

/** Fetches messages as a page does to which nobody is logged in. */
function askForPage(sim: Simulator, sent: Json): Answer {
  const credentials = { kind: "session", session: undefined, cookieToken: undefined, sentToken: undefined } as const;
  const texts = Object.entries(sent).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)] as const);
  const fields = { query: new Map(texts), form: new Map(), userAgent: "page" };
  return sim.exchange({ method: "GET", path: "/api/v1/messages", credentials, ...fields }) as Answer;
}

interface Shown extends Json {
  readonly id: number;
  readonly flags: readonly string[];
}

/** The messages of an answer, in the order in which they stand there. */
function messagesOf({ body }: Answer): readonly Shown[] {
  if (body.message) return [body.message as Shown];
  if (Array.isArray(body.messages)) return body.messages as Shown[];
  return Object.entries(body.messages as Record<string, Json>).map(([id, match]) => ({ id: Number(id), flags: [], ...match }));
}

function refusalOf(stage: Stage, { desc, msg, refusal }: Golden): Json | undefined {
  if (refusal) return { status: 400, code: "BAD_REQUEST", ...(stage.resolved(refusal) as Json) };
  if (msg !== undefined) return { status: 400, msg: stage.text(msg), code: "BAD_REQUEST" };
  if (desc === undefined) return undefined;
  const said = stage.text(desc);
  return { status: 400, msg: `Invalid narrow operator: ${said}`, code: "BAD_NARROW", desc: said };
}

function contents(stage: Stage, found: string): string {
  if (found === "everything") return stage.everything;
  return found === "nothing" ? "" : found;
}

/** Everything in the realm that is not among some names. */
function theRest(stage: Stage, found: string): string {
  const gone = new Set(contents(stage, found).split(" "));
  return [...stage.names.values()].filter((name) => !gone.has(name)).join(" ");
}

const pick = (value: Json, keys: readonly string[]): Json => Object.fromEntries(keys.map((key) => [key, value[key] ?? null]));

function checkFound(stage: Stage, table: Table, golden: Golden, answer: Answer): void {
  const messages = messagesOf(answer);
  const ids = messages.map(({ id }) => id);
  if (golden.found !== undefined) assert.is(stage.namesOf(ids), contents(stage, golden.found), "found");
  if (golden.historical !== undefined) {
    const history = messages.filter(({ flags }) => flags.join() === "read,historical").map(({ id }) => id);
    assert.is(stage.namesOf(history), contents(stage, golden.historical), "historical");
  }
  if (golden.ends !== undefined) {
    const { found_anchor, found_oldest, found_newest } = answer.body;
    assert.is([found_anchor, found_oldest, found_newest].map((end) => (end ? "T" : "F")).join(""), golden.ends, "ends");
  }
  for (const [name, fields] of Object.entries(golden.shown ?? {})) {
    const message = messages.find(({ id }) => id === stage.ids.get(name));
    assert.ok(message, `${name} is not there`);
    assert.equal(pick(message, Object.keys(fields)), stage.resolved(fields), name);
  }
  if (golden.negated === undefined) return;
  const rest = golden.negated === "the rest" ? theRest(stage, golden.found!) : contents(stage, golden.negated);
  const negated = ask(stage, table, golden, true);
  assert.is(negated.status, 200, JSON.stringify(negated.body));
  assert.is(stage.namesOf(messagesOf(negated).map(({ id }) => id)), rest, "negated");
}

function check(stage: Stage, table: Table, golden: Golden): void {
  const answer = ask(stage, table, golden);
  const refusal = refusalOf(stage, golden);
  if (refusal) {
    const { status, ...body } = refusal;
    assert.equal([answer.status, answer.body], [status, { result: "error", ...body }]);
    return;
  }
  assert.is(answer.status, 200, JSON.stringify(answer.body));
  if (golden.anchor !== undefined) {
    const { anchor } = golden;
    const named = anchor === "newest" ? newest : typeof anchor === "string" ? stage.named("message", anchor) : anchor;
    assert.is(answer.body.anchor, named, "anchor");
  }
  if (golden.answer) assert.equal(pick(answer.body, Object.keys(golden.answer)), stage.resolved(golden.answer));
  checkFound(stage, table, golden, answer);
}

const folder = new URL("../../../fixtures/narrows/", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".json"));

for (const file of files) {
  const table = JSON.parse(readFileSync(new URL(file, folder), "utf8")) as Table;
  const stages = new Map<string, Stage>();
  checkTable(table, file);
  for (const golden of table.cases) {
    const { why, as, level, raw, ask: asked, narrow, fields } = golden;
    const rulings = golden.rulings ?? table.rulings;
    const question = JSON.stringify({ as, level, raw, asked, narrow, fields });
    test(`${file}: ${question.slice(0, 160)}${why ? ` (${why})` : ""}`, () => {
      const options = { ...(level !== undefined && { level }), ...(rulings !== undefined && { rulings }) };
      const key = JSON.stringify(options);
      const stage = stages.get(key) ?? new Stage(table, options);
      stages.set(key, stage);
      check(stage, table, golden);
    });
  }
}

test("there are golden cases", () => assert.ok(files.length > 9));

test.run();
