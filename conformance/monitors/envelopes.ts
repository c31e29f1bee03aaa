import { noObjectIn } from "../client/json.ts";
import { jsonText } from "../expect.ts";
import { codes } from "../text/limits.ts";
import type { WatchedExchange } from "./exchange.ts";
import type { Monitor } from "./monitor.ts";
import { isSpecified, specified } from "./returned-fields.ts";

/** A success of a specified endpoint is in the envelope. */
export const successEnvelope: Monitor = {
  name: "success-envelope",
  clauses: ["conventions/success-envelope"],
  sees: (route) => specified.has(route),
  watch: ({ level }, notes) => ({
    answered(exchange) {
      const { reply, body } = exchange;
      const { route } = exchange.request;
      // The text gives errors no status: one in an envelope of its own is an error whatever its status.
      if (reply.status < 200 || reply.status > 299 || body.result === "error" || !isSpecified(route, level)) return;
      notes.count();
      if (body.result !== "success" || body.msg !== "")
        notes.accuse(
          exchange,
          `${route} answers ${reply.status} ${noObjectIn(reply) ?? `${jsonText(body)}, not a success in the envelope`}`,
        );
    },
  }),
};

/** Statuses of refused logins, routes that do not exist, servers in front and limits: the text does not show their answers. */
const unspecified = new Set([401, 403, 404, 405, 407, 408, 411, 413, 414, 415, 429, 431]);

/** Returns what is wrong with an answer that is an error. */
function wrongError({ body: { result, msg, code } }: WatchedExchange): string | undefined {
  if (result !== "error") return `has the result ${jsonText(result)}`;
  if (typeof msg !== "string" || msg === "") return `has the msg ${jsonText(msg)}`;
  if (typeof code !== "string" || code === "") return `has the code ${jsonText(code)}`;
  return undefined;
}

/** An error of a specified endpoint has a result, a text for people and a code. */
export const errorEnvelope: Monitor = {
  name: "error-envelope",
  clauses: ["errors/body", "conventions/error-envelope"],
  sees: (route) => specified.has(route) || route === "GET /events",
  watch: ({ level }, notes) => ({
    answered(exchange) {
      const { status } = exchange.reply;
      const { route } = exchange.request;
      const isError = status >= 400 && status <= 499 ? !unspecified.has(status) : status <= 299 && exchange.body.result === "error";
      if (!isError || (route !== "GET /events" && !isSpecified(route, level))) return;
      notes.count();
      const wrong = wrongError(exchange);
      if (wrong !== undefined) notes.accuse(exchange, `the error of ${route} with the status ${status} ${wrong}`);
    },
  }),
};

const unknownChannel = ["errors/unknown-channel", "messages.post/unknown-channel"];
const unknownQueue = ["errors/unknown-queue", "errors/deleted-queue", "events/queue-deleted"];

/** The name of a channel in a text that neither escaping nor quoting changes. */
const plain = /^[A-Za-z][\w -]*$/;

/** Returns what is wrong with the field that a code carries; the empty text where nothing is, undefined where there is nothing to look at. */
function wrongExtra({ request, body }: WatchedExchange): readonly [says: string, clauses: readonly string[]] | undefined {
  const { code, stream, queue_id } = body;
  if (code === codes.noSuchChannel) {
    const { to } = request.fields;
    if (request.route !== "POST /messages" || typeof to !== "string" || !plain.test(to)) return undefined;
    return [stream === to ? "" : `the stream ${jsonText(stream)}, where ${jsonText(to)} was asked for`, unknownChannel];
  }
  if (code !== codes.noSuchQueue) return undefined;
  const { queue_id: asked } = request.fields;
  const isSame = typeof queue_id === "string" && (typeof asked !== "string" || asked === queue_id);
  return [isSame ? "" : `the queue_id ${jsonText(queue_id)}, where ${jsonText(asked)} was asked for`, unknownQueue];
}

/** An error has the fields that its code carries. */
export const errorFields: Monitor = {
  name: "error-fields",
  clauses: [...unknownChannel, ...unknownQueue],
  sees: (route) => route === "POST /messages" || route.endsWith(" /events"),
  watch: (_, notes) => ({
    answered(exchange) {
      if (!exchange.refused) return;
      const [says, clauses] = wrongExtra(exchange) ?? [];
      if (says === undefined) return;
      notes.count();
      if (says !== "") notes.accuse(exchange, `the refusal with ${exchange.body.code} has ${says}`, clauses);
    },
  }),
};
