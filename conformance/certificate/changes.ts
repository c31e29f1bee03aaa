import type { Transcript, TranscriptRequest } from "./transcript.ts";

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
export interface ChangedField {
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

type Members = Readonly<Record<string, unknown>>;
const isMembers = (value: unknown): value is Members => typeof value === "object" && value !== null;

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
export function routeOf(request: TranscriptRequest): string {
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
