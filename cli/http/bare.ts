// A server with nothing but node:http, in a process of its own: it parses the same forms and sends the same bytes.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { routeOf } from "./cases.ts";

/** The answer to a method and path. */
export interface BareAnswer {
  readonly route: string;
  readonly headers: readonly string[];
  readonly text: string;
}

const answers = new Map<string, { readonly headers: string[]; readonly body: Buffer }>();
let parsed: Record<string, string> = {};

process.on("message", (wanted: readonly BareAnswer[]) => {
  answers.clear();
  for (const { route, headers, text } of wanted) answers.set(route, { headers: [...headers], body: Buffer.from(text) });
  process.send?.({ ready: Object.keys(parsed).length });
});

const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
  const { url = "", method = "" } = request;
  const mark = url.indexOf("?");
  const path = mark < 0 ? url : url.slice(0, mark);
  const answer = answers.get(routeOf(method, path));
  response.sendDate = false;
  const reply = (encoded: string): void => {
    parsed = Object.fromEntries(new URLSearchParams(encoded));
    if (answer) response.writeHead(200, answer.headers).end(answer.body);
    else response.writeHead(404).end();
  };
  if (method === "GET") {
    reply(mark < 0 ? "" : url.slice(mark + 1));
    return;
  }
  let text = "";
  request.setEncoding("utf8");
  request.on("data", (chunk) => (text += chunk));
  request.on("end", () => reply(text));
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
