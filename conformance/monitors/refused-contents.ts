import type { Body } from "../expect.ts";
import { Attempts, isOwn } from "./attempts.ts";
import { isInteger, showing, type WatchedExchange } from "./exchange.ts";
import type { Monitor, Watcher, World } from "./monitor.ts";

/** The source of a content; that of HTML where it is one paragraph of plain words. */
function sourceOf({ content, content_type }: Body): string | undefined {
  if (typeof content !== "string") return undefined;
  return content_type === "text/html" ? /^<p>([^<&]*)<\/p>$/.exec(content)?.[1] : content;
}

const isWrite = (route: string): boolean => /^(POST|PATCH) \/(messages|scheduled_messages)(\/\{id\})?$/.test(route);

/** The content of a refused send is in no message that was sent since. */
export const refusedContents: Monitor = {
  name: "refused-contents",
  clauses: ["messages.post/no-trace", "conventions/refusals-leave-no-trace"],
  sees: (route) => isWrite(route) || route === "GET /events" || showing.includes(route),
  watch(world: World, notes): Watcher {
    const attempts = new Attempts();
    /** The highest id of a message known when a content was first sent. */
    const floors = new Map<string, number>();
    let highest = 0;
    const look = (exchange: WatchedExchange): void => {
      if (exchange.shown.length > 0 && attempts.size > 0) notes.count();
      for (const message of exchange.shown) {
        if (isInteger(message.id) && message.id > highest) highest = message.id;
        const source = attempts.size > 0 ? sourceOf(message)?.trim() : undefined;
        const refusal = source === undefined ? undefined : attempts.refusalOf(source);
        if (source === undefined || !refusal) continue;
        if (Number(message.id) > (floors.get(source) ?? Number.POSITIVE_INFINITY))
          notes.accuse(exchange, `the message ${message.id} has the content ${JSON.stringify(source)}, and ${refusal}`);
      }
    };
    return {
      sent({ route, fields: { content } }) {
        if (!isWrite(route)) return look;
        const text = typeof content === "string" ? content.trim() : "";
        if (!isOwn(text, world)) return undefined;
        if (!floors.has(text)) floors.set(text, highest);
        return attempts.begin(text);
      },
      steered: ({ action }) => {
        if (action !== "advance") attempts.forget();
      },
    };
  },
};
