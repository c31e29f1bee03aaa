import type { IncomingMessage, ServerResponse } from "node:http";
import { limits } from "../core/limits.ts";
import { Refusal } from "../core/refusal.ts";
import { Held } from "../held.ts";
import { failure, jsonHeaders } from "../protocol/envelope.ts";
import { Answer, delivered, type Fields, type Headers, type WireResponse } from "../protocol/wire.ts";
import type { Simulator } from "../simulator.ts";
import type { Control } from "./control.ts";
import { type Body, hasBody, readBody } from "./node-body.ts";
import {
  apiPrefix,
  bodyKind,
  bodyTooLarge,
  corsHeaders,
  credentialsOf,
  fieldsOf,
  multipartFields,
  noFields,
  nothingAt,
  pathTooLong,
} from "./translate.ts";
import type { WallClock } from "./wall-clock.ts";

/** A request on its way through: what node:http gave, and its target in parts. */
interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly query: string;
}

export interface FrontParts {
  readonly simulator: Simulator;
  readonly clock: WallClock;
  readonly control: Control | undefined;
  readonly log: ((line: string) => void) | undefined;
}

const flat = new WeakMap<Headers, readonly string[]>();

function flatHeaders(headers: Headers): readonly string[] {
  let list = flat.get(headers);
  if (!list) flat.set(headers, (list = Object.entries(headers).flat()));
  return list;
}

const cors = Object.entries(corsHeaders).flat();
const preflight = new Answer(204, "", {});
const internalError = new Answer(500, '{"result":"error","msg":"Internal server error"}\n', jsonHeaders);

/** Bugs stay loud, but end one request only. */
function loudly(thrown: unknown): WireResponse {
  console.error(thrown);
  return internalError;
}

const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === "OPTIONS" && headers.origin !== undefined && headers["access-control-request-method"] !== undefined;

/** One simulator behind node:http: bytes to requests, answers to bytes. Nothing here waits except for what is on the wire. */
export class Front {
  readonly #parts: FrontParts;
  /** Set when the server goes down: connections end with their answer. */
  closing = false;

  constructor(parts: FrontParts) {
    this.#parts = parts;
  }

  /** Takes the head of a request; its body is read first where there is one that matters. */
  readonly take = (request: IncomingMessage, response: ServerResponse): void => {
    const target = request.url!.startsWith("/") ? request.url! : request.url!.replace(/^https?:\/\/[^/?]*/i, "");
    const mark = target.indexOf("?");
    const path = mark < 0 ? target : target.slice(0, mark);
    const visit = { request, response, path, query: mark < 0 ? "" : target.slice(mark + 1) };
    if (path.length > limits.pathLength) this.#reply(visit, pathTooLong);
    else if (path.startsWith(apiPrefix)) this.#api(visit);
    else if (this.#parts.control && path.startsWith("/_control/")) this.#steer(visit, this.#parts.control);
    else this.#reply(visit, nothingAt(path));
  };

  #api(visit: Visit): void {
    const { request } = visit;
    const { method } = request;
    if (method === "GET" || method === "HEAD" || !hasBody(request)) {
      if (isPreflight(request)) this.#reply(visit, preflight);
      else this.#answer(visit, noFields);
    } else readBody(request, (body) => this.#withBody(visit, body));
  }

  #withBody(visit: Visit, body: Body): void {
    if ("tooLarge" in body) {
      this.#reply(visit, bodyTooLarge, body.tooLarge === "cut");
      return;
    }
    const contentType = visit.request.headers["content-type"];
    const kind = bodyKind(visit.request.method!, contentType);
    if (kind === "ignored") this.#answer(visit, noFields);
    else if (kind === "urlencoded") this.#answer(visit, fieldsOf(body.bytes.toString("utf8")));
    else {
      multipartFields(Uint8Array.from(body.bytes), contentType!).then(
        (form) => this.#answer(visit, form),
        (thrown) => this.#reply(visit, thrown instanceof Refusal ? failure(thrown) : loudly(thrown)),
      );
    }
  }

  #answer(visit: Visit, form: Fields): void {
    const { simulator, clock } = this.#parts;
    const { request, response, path, query } = visit;
    const { headers } = request;
    let answer: WireResponse | Held;
    try {
      clock.catchUp();
      answer = simulator.exchange({
        method: request.method!,
        path,
        query: fieldsOf(query),
        form,
        credentials: credentialsOf(headers.authorization),
        userAgent: headers["user-agent"],
      });
    } catch (thrown) {
      answer = loudly(thrown);
    }
    if (!(answer instanceof Held)) {
      this.#reply(visit, answer);
      return;
    }
    const held = answer;
    held.onReply((reply) => this.#reply(visit, reply));
    response.on("close", () => held.cancel());
    clock.arm();
  }

  #steer(visit: Visit, control: Control): void {
    const { method, headers } = visit.request;
    readBody(visit.request, (body) => {
      if ("tooLarge" in body) {
        this.#reply(visit, bodyTooLarge, body.tooLarge === "cut");
        return;
      }
      const asked = { method: method!, path: visit.path, body: body.bytes.toString("utf8"), host: headers.host, origin: headers.origin };
      try {
        this.#parts.clock.catchUp();
        this.#reply(visit, control.answer(asked));
      } catch (thrown) {
        this.#reply(visit, loudly(thrown));
      }
    });
  }

  #reply(visit: Visit, answer: WireResponse, cut = false): void {
    const { delivery } = answer;
    if (delivery === undefined) this.#write(visit, answer, cut);
    else if (delivery.delayMillis > 0) {
      const later = delivered(answer, { ...delivery, delayMillis: 0 });
      setTimeout(() => this.#reply(visit, later, cut), delivery.delayMillis);
    } else if (delivery.drop) {
      this.#log(visit, "dropped");
      visit.request.socket.destroy();
    } else this.#write(visit, answer, cut);
  }

  #write(visit: Visit, { status, headers, text }: WireResponse, cut: boolean): void {
    const { request, response, path } = visit;
    const head = [...flatHeaders(headers)];
    if (status !== 204) head.push("Content-Length", String(Buffer.byteLength(text)));
    if (request.headers.origin !== undefined && path.startsWith(apiPrefix)) head.push(...cors);
    if (cut || this.closing) head.push("Connection", "close");
    this.#log(visit, status);
    response.sendDate = false;
    response.writeHead(status, head);
    if (text === "" || request.method === "HEAD") response.end();
    else response.end(text);
  }

  #log({ request, path }: Visit, outcome: string | number): void {
    this.#parts.log?.(`${request.method} ${path} ${outcome}`);
  }
}
