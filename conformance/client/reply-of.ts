import type { WireResponse } from "../../sim/protocol/wire.ts";
import type { Reply } from "./target.ts";

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
      body ??= this.text.trimStart().startsWith("{") ? (JSON.parse(this.text) as Reply["body"]) : {};
      return body;
    },
    get headers() {
      return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    },
  };
}
