import { readInstant } from "../../sim/index.ts";
import { type RecordedExchange, type Recording, RecordingError } from "./exchange.ts";
import { type Json, object, parsed, text, texts, whole, wrong } from "./values.ts";

/** The first line of a journal. */
export const journalHead = (url: string): object => ({ format: "touchstone-recording", version: 1, url });

export const isJournal = (content: string): boolean => /^\s*\{[^\n]*"touchstone-recording"/.test(content);

function instant(value: unknown, place: string): number {
  const found = readInstant(text(value, place));
  return found ?? wrong(place, value, "an ISO 8601 instant");
}

function accountOf(value: unknown, place: string): string | null | undefined {
  return value === null || value === undefined ? (value as null | undefined) : text(value, place);
}

function replyOf(value: unknown, place: string): RecordedExchange["reply"] {
  if (value === null) return undefined;
  const { status, body } = object(value, place);
  return { status: whole(status, `${place}.status`), headers: {}, body: body === undefined ? {} : object(body, `${place}.body`) };
}

function exchangeOf(given: Json, number: number, place: string): RecordedExchange {
  const request = object(given.request, `${place}: request`);
  const agent = request.user_agent === undefined ? {} : { userAgent: text(request.user_agent, `${place}: request.user_agent`) };
  return {
    number,
    at: instant(given.at, `${place}: at`),
    answeredAt: instant(given.answered ?? given.at, `${place}: answered`),
    as: accountOf(given.as, `${place}: as`),
    method: text(request.method, `${place}: request.method`),
    path: text(request.path, `${place}: request.path`),
    query: texts(request.query, `${place}: request.query`),
    form: texts(request.form, `${place}: request.form`),
    hasFiles: request.files === true,
    ...agent,
    reply: replyOf(given.response, `${place}: response`),
  };
}

/**
 * Reads the journal of `touchstone record`: a line that says what it is, then a line for each exchange or for an account that was seen.
 * A last line that was not written to its end is left out.
 * @throws RecordingError, which names the line
 */
export function readJournal(content: string): Recording {
  const lines = content.split("\n");
  const isWhole = lines.at(-1) === "";
  const cast: Record<string, string> = {};
  const exchanges: RecordedExchange[] = [];
  let url = "";
  for (const [i, line] of lines.entries()) {
    if (line === "" || (i === lines.length - 1 && !isWhole && i > 0)) continue;
    const place = `line ${i + 1}`;
    const given = object(parsed(line, place), place);
    if (i === 0) {
      if (given.version !== 1) throw new RecordingError(place, "a journal of another version; this touchstone reads version 1");
      url = text(given.url, `${place}: url`);
    } else if (given.account !== undefined) cast[text(given.account, `${place}: account`)] = text(given.email, `${place}: email`);
    else exchanges.push(exchangeOf(given, exchanges.length + 1, place));
  }
  return { url, cast, exchanges, notes: isWhole ? [] : ["the last line of the file is cut off and was left out"] };
}
