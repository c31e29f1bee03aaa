import { base, tell } from "./ask.ts";
import { cast } from "./cast.ts";
import type { Repeatable } from "./curl.ts";
import { field, openPart, the } from "./dom.ts";
import { fieldLines, readRequest } from "./written-request.ts";

/** Sends a request to the API as one of the cast, as any client does: it stands in the journal. */

let running: AbortController | undefined;

const form = (): HTMLFormElement => the<HTMLFormElement>("send-form");

/** Fills the form with a request, to be changed and sent. */
export function editRequest({ as, request: { method, path, fields } }: Repeatable): void {
  openPart("send");
  field(form(), "as").value = as ?? "";
  field(form(), "route").value = `${method} ${path.replace("/api/v1", "")}`;
  field(form(), "fields").value = fieldLines(fields);
  field(form(), "fields").focus();
}

async function send(signal: AbortSignal): Promise<void> {
  const { method, path, fields } = readRequest(field(form(), "route").value, field(form(), "fields").value);
  const member = cast[field(form(), "as").value];
  const encoded = new URLSearchParams(fields.map(([name, value]) => [name, value])).toString();
  const inQuery = method === "GET" || method === "HEAD";
  const headers = member ? { Authorization: `Basic ${btoa(`${member.email}:${member.api_key}`)}` } : undefined;
  the("answer-status").textContent = "waits for the answer";
  const answer = await fetch(`${base}${path}${inQuery && encoded ? `?${encoded}` : ""}`, {
    method,
    signal,
    credentials: "omit",
    ...(headers && { headers }),
    ...(!inQuery && { body: new URLSearchParams(encoded) }),
  });
  const text = await answer.text();
  the("answer-status").textContent = `${answer.status}`;
  the("answer-status").className = answer.ok ? "good" : "odd";
  the("answer").hidden = false;
  the("answer").textContent = answer.headers.get("content-type")?.startsWith("application/json")
    ? JSON.stringify(JSON.parse(text), null, 2)
    : text;
}

export function wireSend(): void {
  form().onsubmit = async (event) => {
    event.preventDefault();
    running?.abort();
    running = new AbortController();
    const { signal } = running;
    try {
      await send(signal);
      tell("");
    } catch (problem) {
      if (signal.aborted) return;
      the("answer-status").textContent = "";
      tell((problem as Error).message, true);
    }
  };
}
