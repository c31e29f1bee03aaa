import { type Credentials, createSimulator, type Simulator, type SimulatorOptions, type WireRequest } from "../../sim/index.ts";
import { credentialsOf } from "../model/wire-request.ts";

/** Names and texts in the order of the request. */
export type Pairs = readonly (readonly [name: string, text: string])[];

/** A request as the simulator takes it. */
export interface SentRequest {
  /** A cast member by name, whose credentials of the moment are sent; null for nobody; or credentials as they are. */
  readonly as: string | null | Credentials;
  /** Method and path, such as `GET /api/v1/messages`. */
  readonly send: string;
  readonly query?: Pairs;
  readonly form?: Pairs;
  /** Files of the form: name, media type and content in base64. */
  readonly files?: readonly (readonly [name: string, type: string, base64: string])[];
  readonly userAgent?: string;
}

/** A request, an action of the control API, or a move of the clock in milliseconds. */
export type TranscriptRequest = SentRequest | { readonly act: Readonly<Record<string, unknown>> } | { readonly advance: number };

/** Requests that are sent one after the other to a fork of the run's simulator, and what they were answered. */
export interface TranscriptScenario {
  readonly name: string;
  readonly requests: readonly TranscriptRequest[];
  /** One text for each request: status, headers and body; the ids of an action; `held` for a poll that is held. */
  readonly answers: readonly string[];
}

/** A simulator, what it is asked at the beginning, and scenarios that each begin there. */
export interface Transcript {
  readonly run: string;
  readonly options: SimulatorOptions;
  readonly opening: Omit<TranscriptScenario, "name">;
  readonly scenarios: readonly TranscriptScenario[];
}

const format = "touchstone-transcripts";

/** Returns the text of a file of transcripts: a line for the format, one for each run, one for each of its scenarios. */
export function transcriptsText(transcripts: readonly Transcript[]): string {
  const lines = transcripts.flatMap(({ scenarios, ...head }) => [head, ...scenarios]);
  return [{ format, version: 1 }, ...lines].map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** Reads the text of a file of transcripts. @throws Error: it is none, or of a later version */
export function readTranscripts(text: string): Transcript[] {
  if (typeof text !== "string") throw new TypeError("text: expected the text of a file of transcripts");
  const [first, ...lines] = text.split("\n").filter((line) => line !== "");
  const head = JSON.parse(first ?? "{}") as { format?: unknown; version?: unknown };
  if (head.format !== format || head.version !== 1)
    throw new Error(`line 1: no transcripts: {"format":"${format}","version":1} is accepted`);
  const read: (Omit<Transcript, "scenarios"> & { scenarios: TranscriptScenario[] })[] = [];
  for (const line of lines) {
    const record = JSON.parse(line) as Omit<Transcript, "scenarios"> | TranscriptScenario;
    if ("run" in record) read.push({ ...record, scenarios: [] });
    else read.at(-1)?.scenarios.push(record);
  }
  return read;
}

/** Returns the credentials of a sender. @throws RangeError: the cast has nobody of that name */
function credentialsFor(simulator: Simulator, as: SentRequest["as"]): Credentials {
  if (as === null) return { kind: "none" };
  if (typeof as === "object") return as;
  const member = simulator.cast[as];
  if (!member) throw new RangeError(`the cast has no ${as}`);
  return credentialsOf(member);
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

function wireRequestOf(simulator: Simulator, { as, send, query = [], form = [], files, userAgent }: SentRequest): WireRequest {
  const space = send.indexOf(" ");
  return {
    method: send.slice(0, space),
    path: send.slice(space + 1),
    query: new Map(query),
    form: new Map(form),
    ...(files && { files: files.map(([name, type, base64]) => ({ name, type, bytes: bytesOf(base64) })) }),
    credentials: credentialsFor(simulator, as),
    userAgent: userAgent ?? "touchstone/1",
  };
}

function answerOf(simulator: Simulator, request: TranscriptRequest): string {
  try {
    if ("act" in request) return JSON.stringify(simulator.act(request.act));
    if ("send" in request) return answerText(simulator.exchange(wireRequestOf(simulator, request)));
    simulator.advance({ ms: request.advance });
    return "";
  } catch (thrown) {
    return String(thrown);
  }
}

/** Returns an answer as one text: status, headers and body. A held poll is cancelled. */
export function answerText(answer: ReturnType<Simulator["exchange"]>): string {
  if ("text" in answer) return `${answer.status} ${JSON.stringify(answer.headers)}\n${answer.text}`;
  answer.cancel();
  return "held";
}

/** Returns what a simulator answers to requests, one after the other. */
export const answersOf = (simulator: Simulator, requests: readonly TranscriptRequest[]): string[] =>
  requests.map((request) => answerOf(simulator, request));

/** Returns the simulator of a run behind its opening, with the answers to that. */
export function opened({ opening }: Transcript, options: SimulatorOptions): { readonly simulator: Simulator; readonly answers: string[] } {
  const simulator = createSimulator(options);
  return { simulator, answers: answersOf(simulator, opening.requests) };
}

/**
 * Sends the requests of a run again, as they stand in the transcript, and returns it with the answers that come now.
 * @param changed options that are to be others than those of the run
 */
export function replayed(transcript: Transcript, changed: SimulatorOptions = {}): Transcript {
  const { simulator, answers } = opened(transcript, { ...transcript.options, ...changed });
  const again = ({ name, requests }: TranscriptScenario) => ({ name, requests, answers: answersOf(simulator.fork(), requests) });
  return { ...transcript, opening: { ...transcript.opening, answers }, scenarios: transcript.scenarios.map(again) };
}

/** A request of a transcript that is answered otherwise than it was. */
export interface ChangedAnswer {
  readonly run: string;
  readonly scenario: string;
  /** The place of the request in its scenario, counted from 1. */
  readonly number: number;
  readonly request: TranscriptRequest;
  readonly before: string;
  readonly after: string;
}

/** A field of an answer that is another than it was; undefined where it is not there. */
interface ChangedField {
  /** `status`, `headers.…`, or the path in the body. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

const opening = "the opening";

/** Returns every request that two transcripts of the same requests answer otherwise. */
export function changedAnswers(before: Transcript, after: Transcript): ChangedAnswer[] {
  const parts = [{ name: opening, ...before.opening }, ...before.scenarios];
  const others = [{ name: opening, ...after.opening }, ...after.scenarios];
  return parts.flatMap(({ name, requests, answers }, part) =>
    requests.flatMap((request, i) => {
      const [was, is] = [answers[i] ?? "", others[part]?.answers[i] ?? ""];
      return was === is ? [] : [{ run: before.run, scenario: name, number: i + 1, request, before: was, after: is }];
    }),
  );
}

/** Returns a value that JSON describes; the text itself where it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Returns the parts of an answer: status, headers and body, or the ids of an action. */
function partsOf(answer: string): Readonly<Record<string, unknown>> {
  const [, status, headers = "", body = ""] = /^(\d{3}) (\{.*?\})\n(.*)$/s.exec(answer) ?? [];
  return status === undefined ? { body: parsed(answer) } : { status: Number(status), headers: parsed(headers), body: parsed(body) };
}

const isMembers = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null;

function changesIn(before: unknown, after: unknown, path: string): ChangedField[] {
  if (Object.is(before, after)) return [];
  if (!isMembers(before) || !isMembers(after) || Array.isArray(before) !== Array.isArray(after)) return [{ path, before, after }];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const prefix = path === "" || path === "body" ? "" : `${path}.`;
  return [...names].flatMap((name) => changesIn(before[name], after[name], `${prefix}${name}`));
}

/** Returns the fields in which two answers differ; `body` where they differ in nothing but their spelling or order. */
export function changedFields({ before, after }: Pick<ChangedAnswer, "before" | "after">): ChangedField[] {
  const found = changesIn(partsOf(before), partsOf(after), "");
  return found.length === 0 && before !== after ? [{ path: "body", before, after }] : found;
}

const ids = /(?<=\/)(?:\d+|[^/@]*@[^/]*)(?=\/|$)/g;

/** Returns what a request asks for, without the ids in its path. */
function routeOf(request: TranscriptRequest): string {
  if ("act" in request) return `action ${String(request.act.action)}`;
  return "send" in request ? request.send.replace("/api/v1", "").replace(ids, "{id}") : "advance";
}

const short = (value: unknown): string => {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 160 ? `${text.slice(0, 160)} …` : text;
};

const secrets = /("(?:api_key|password)\\?":\\?")[^"\\]*/g;
const hidden = (text: string): string => text.replace(secrets, "$1(hidden)");

/** Returns a changed answer as lines: where it stands, the request, and of up to five fields what was and what is. */
export function changeLines(change: ChangedAnswer): string[] {
  const { run, scenario, number, request } = change;
  const fields = changedFields(change).slice(0, 5);
  return [
    `${run}, ${scenario}, request ${number}: ${hidden(JSON.stringify(request)).slice(0, 400)}`,
    ...fields.map(({ path, before, after }) => hidden(`    ${path}: ${short(before)} before, ${short(after)} now`)),
  ];
}

/** Returns how often each field of each route changed, the most frequent first. */
export function summaryOf(changes: readonly ChangedAnswer[]): string[] {
  const counts = new Map<string, number>();
  for (const change of changes) {
    const paths = new Set(changedFields(change).map(({ path }) => path.replace(/(^|\.)\d+(?=\.|$)/g, "$1[]")));
    for (const path of paths) {
      const line = `${routeOf(change.request)}  ${path}`;
      counts.set(line, (counts.get(line) ?? 0) + 1);
    }
  }
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([line, count]) => `${count}  ${line}`);
}
