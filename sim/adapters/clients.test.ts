import { readdirSync, readFileSync } from "node:fs";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator, type SimulatorOptions } from "../server/simulator.ts";
import { listen } from "./node.ts";

/** Real clients, told by their requests: `fixtures/clients` has them as each spells them, and the keys that it cannot do without. */

/**
 * What a value has to be: `string`, `integer`, `number`, `boolean`, `any`, `nothing`, or `setting` (the value of a group setting),
 * with a question mark where null will do; a pattern between slashes; a list of the one shape that its elements have (an empty
 * one is to be empty), with a plus where there has to be one; an object with a shape for each key, `key?` for one that may be absent, `*` for all others.
 */
type Shape = string | readonly Shape[] | { readonly [key: string]: Shape };

interface Step {
  readonly does: string;
  /** The account that does it; null for nobody, absent for alice. */
  readonly as?: string | null;
  readonly route: string;
  /** In the query of a GET, in an urlencoded body otherwise. Words in braces are replaced. */
  readonly fields?: Readonly<Record<string, string>>;
  /** A file that makes the body one in parts. */
  readonly file?: { readonly part: string; readonly name: string; readonly content: string };
  readonly status?: number;
  readonly reply?: Shape;
  readonly ignored?: readonly string[];
  /** Shapes of events by type, of which each has to occur and no other may. */
  readonly events?: Readonly<Record<string, Shape>>;
  /** Words for later steps, and the fields of the reply that they stand for. */
  readonly keep?: Readonly<Record<string, string>>;
}

interface Story {
  readonly about: string;
  readonly rulings?: NonNullable<SimulatorOptions["rulings"]>;
  readonly user_agent: string;
  readonly accept?: string;
  readonly steps: readonly Step[];
}

type Fields = Readonly<Record<string, unknown>>;

const kinds: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === "string",
  integer: (value) => Number.isSafeInteger(value),
  number: (value) => typeof value === "number",
  boolean: (value) => typeof value === "boolean",
  setting: (value) => Number.isSafeInteger(value) || (value as Fields | null)?.direct_members !== undefined,
  any: (value) => value !== undefined,
  nothing: () => false,
};

function isOf(kind: string, value: unknown): boolean {
  if (kind.startsWith("/")) return typeof value === "string" && new RegExp(kind.slice(1, -1)).test(value);
  if (kind.endsWith("?")) return value === null || kinds[kind.slice(0, -1)]!(value);
  return kinds[kind]!(value);
}

/** The places at which a value has not its shape. */
function faults(shape: Shape, value: unknown, at: string): string[] {
  if (typeof shape === "string") return isOf(shape, value) ? [] : [`${at} is ${JSON.stringify(value)}, not ${shape}`];
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return [`${at} is ${JSON.stringify(value)}, not a list`];
    if (shape[1] === "+" && value.length === 0) return [`${at} is empty`];
    return value.flatMap((element, i) => faults(shape[0] ?? "nothing", element, `${at}[${i}]`));
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [`${at} is ${JSON.stringify(value)}, not an object`];
  const shapes = shape as Readonly<Record<string, Shape>>;
  const known = Object.keys(shapes).filter((key) => key !== "*");
  const missing = known.filter((key) => !key.endsWith("?") && !Object.hasOwn(value, key)).map((key) => `${at}.${key} is missing`);
  const wrong = Object.entries(value).flatMap(([key, inner]) => {
    const its = shapes[key] ?? shapes[`${key}?`] ?? shapes["*"];
    return its === undefined ? [] : faults(its, inner, `${at}.${key}`);
  });
  return [...missing, ...wrong];
}

function wordsOf({ cast, channels }: Simulator): Map<string, string> {
  const words = new Map<string, string>();
  for (const [name, { user_id, email, password = "" }] of Object.entries(cast)) {
    words.set(name, String(user_id)).set(`${name}.email`, email).set(`${name}.password`, String(password));
  }
  for (const [name, { stream_id }] of Object.entries(channels)) words.set(`#${name}`, String(stream_id));
  return words;
}

/** A text with its words replaced; braces of JSON stay. */
const told = (text: string, words: ReadonlyMap<string, string>): string =>
  text.replace(/\{(#?[a-z][a-z._-]*)\}/g, (_, word: string) => {
    const meant = words.get(word);
    if (meant === undefined) throw new Error(`nothing is called ${word}; there are ${[...words.keys()].join(", ")}`);
    return meant;
  });

function inParts(form: URLSearchParams, { part, name, content }: Required<Step>["file"]): FormData {
  const parts = new FormData();
  for (const [field, text] of form) parts.append(field, text);
  parts.append(part, new Blob([content]), name);
  return parts;
}

class Run {
  readonly #story: Story;
  readonly #sim: Simulator;
  readonly #url: string;
  readonly #words: Map<string, string>;

  constructor(story: Story, sim: Simulator, url: string) {
    this.#story = story;
    this.#sim = sim;
    this.#url = url;
    this.#words = wordsOf(sim);
  }

  #request({ as = "alice", route, fields = {}, file }: Step): Request {
    const [method = "", path] = told(route, this.#words).split(" ");
    const { user_agent, accept } = this.#story;
    const headers = new Headers({ "user-agent": user_agent, ...(accept && { accept }) });
    const member = as === null ? undefined : this.#sim.cast[as]!;
    if (member) headers.set("authorization", `Basic ${btoa(`${member.email}:${member.api_key}`)}`);
    const form = new URLSearchParams(Object.entries(fields).map(([name, text]) => [name, told(text, this.#words)]));
    if (method === "GET") return new Request(`${this.#url}/api/v1${path}${form.size > 0 ? `?${form}` : ""}`, { headers });
    return new Request(`${this.#url}/api/v1${path}`, {
      method,
      headers,
      ...(file ? { body: inParts(form, file) } : form.size > 0 && { body: form }),
    });
  }

  async step(step: Step): Promise<void> {
    const { does, status = 200, reply = {}, ignored, events, keep = {} } = step;
    const answer = await fetch(this.#request(step));
    const body = (await answer.json()) as Fields;
    const what = `it ${does}: ${step.route}`;
    assert.is(answer.status, status, `${what}: ${body.msg}`);
    assert.is(answer.headers.get("content-type"), "application/json", what);
    assert.is(answer.headers.get("connection"), "keep-alive", what);
    assert.is(body.result, status === 200 ? "success" : "error", what);
    assert.equal(body.ignored_parameters_unsupported, ignored, what);
    assert.equal(faults(reply, body, "reply"), [], what);
    if (events) assert.equal(this.#misheard(events, body.events as Fields[]), [], what);
    for (const [word, field] of Object.entries(keep)) this.#words.set(word, String(body[field]));
  }

  #misheard(shapes: Readonly<Record<string, Shape>>, events: readonly Fields[]): string[] {
    const heard = new Set(events.map(({ type }) => String(type)));
    const unheard = Object.keys(shapes).filter((type) => !heard.has(type));
    const wrong = events.flatMap((event, i) => faults(shapes[String(event.type)] ?? "nothing", event, `${event.type} (${i})`));
    return [...unheard.map((type) => `no ${type}`), ...wrong];
  }
}

const folder = new URL("../../fixtures/clients/", import.meta.url);
const read = (file: string): Story => JSON.parse(readFileSync(new URL(file, folder), "utf8"));
const files = readdirSync(folder)
  .filter((file) => file.endsWith(".json"))
  .sort();

async function run(story: Story): Promise<Simulator> {
  const sim = createSimulator({ brand: "zulip", ...(story.rulings && { rulings: story.rulings }) });
  const { url, close } = await listen(sim);
  try {
    const running = new Run(story, sim, url);
    for (const step of story.steps) await running.step(step);
  } finally {
    await close();
  }
  return sim;
}

for (const file of files) {
  const story = read(file);
  test(`${file.replace(".json", "")}: what it asks is answered, with all that it reads`, async () => {
    const sim = await run(story);
    assert.equal([...sim.journal.missing], []);
  });
}

test("each client has a story", () => {
  assert.equal(files, ["flutter.json", "go.json", "python.json", "terminal.json"]);
});

test("the terminal's first fetch is refused by the specification, which is why it wants the observed rulings", async () => {
  const { rulings: _, ...story } = read("terminal.json");
  const problem = await run(story).catch((thrown: Error) => thrown.message);
  assert.match(String(problem), /^it fetches from the first unread message on: GET \/messages: /);
});

test("a server is as old as its clock says, and its realm too unless its file says otherwise", () => {
  const born = ["realm_date_created", "server_generation"];
  const ages = (options: SimulatorOptions) => {
    const sim = createSimulator({ now: "2026-02-01T10:00:00.900Z", ...options });
    sim.advance({ ms: 5000 });
    const { body } = sim.as(Object.keys(sim.cast)[0]).send("POST /register", { fetch_event_types: ["realm"] });
    return born.map((name) => new Date((body[name] as number) * 1000).toISOString());
  };
  assert.equal(ages({}), ["2026-02-01T10:00:00.000Z", "2026-02-01T10:00:00.000Z"]);
  const realm = { settings: { date_created: "-2d" }, users: { ann: {} } };
  assert.equal(ages({ realm }), ["2026-01-30T10:00:00.000Z", "2026-02-01T10:00:00.000Z"]);
});

test("a key that is missing or of another type is noticed, and so is one too many", () => {
  const shape = { id: "integer", "name?": "string", list: [{ x: "integer?" }], map: { "*": "boolean" } };
  const wrong: [unknown, string][] = [
    [{ id: 1.5, list: [], map: {} }, "reply.id is 1.5, not integer"],
    [{ list: [], map: {} }, "reply.id is missing"],
    [{ id: 1, name: null, list: [], map: {} }, "reply.name is null, not string"],
    [{ id: 1, list: [{ x: null }, { x: "1" }], map: {} }, 'reply.list[1].x is "1", not integer?'],
    [{ id: 1, list: [], map: { a: 1 } }, "reply.map.a is 1, not boolean"],
    [[], "reply is [], not an object"],
  ];
  assert.equal(faults({ list: ["any", "+"] }, { list: [] }, "reply"), ["reply.list is empty"]);
  for (const [value, fault] of wrong) assert.equal(faults(shape, value, "reply"), [fault]);
  assert.equal(faults({ a: "any", "*": "nothing" }, { a: null, b: 1 }, "reply"), ["reply.b is 1, not nothing"]);
  assert.equal(faults(shape, { id: 1, list: [{ x: null }], map: { a: true }, more: 1 }, "reply"), []);
});

test.run();
