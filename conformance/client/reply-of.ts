import type { WireResponse } from "../../sim/protocol/wire.ts";
import type { Reply } from "./target.ts";

/** Returns the object that a text is; an empty one where it is none, or no JSON, as over HTTP. */
function parsed(text: string): Reply["body"] {
  if (!text.trimStart().startsWith("{")) return {};
  try {
    return JSON.parse(text) as Reply["body"];
  } catch {
    return {};
  }
}

let last = { text: "", body: parsed("") };

/** Returns what a text holds. In a scenario most answers of the target are those of the model to the letter, and are parsed once. */
function objectIn(text: string): Reply["body"] {
  if (text !== last.text) last = { text, body: parsed(text) };
  return last.body;
}

/** Returns a simulator's answer as a reply, whose text is put together, and whose body is parsed, once and when somebody looks at it. */
export function replyOf(wire: WireResponse): Reply & { readonly text: string } & Pick<WireResponse, "refusal"> {
  const { status, headers, refusal } = wire;
  let text: string | undefined;
  let body: Reply["body"] | undefined;
  return {
    status,
    ...(refusal !== undefined && { refusal }),
    get text() {
      text ??= wire.text;
      return text;
    },
    get body() {
      body ??= objectIn(this.text);
      return body;
    },
    get headers() {
      return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    },
  };
}
