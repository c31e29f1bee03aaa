import type { IncomingMessage, ServerResponse } from "node:http";
import { limits } from "../core/limits.ts";
import { Refusal } from "../core/refusal.ts";
import { failure, jsonHeaders } from "../protocol/envelope.ts";
import { Answer, type WireResponse } from "../protocol/wire.ts";
import { Held } from "../server/held.ts";
import type { Simulator } from "../server/simulator.ts";
import { outside } from "./arrival.ts";
import type { Control } from "./control.ts";
import { sendAnswer } from "./node-answer.ts";
import { type Body, BodyBuffers, type Encoded, encoded, hasBody, isBodiless, readBody } from "./node-body.ts";
import { headerOf, isPreflight } from "./node-head.ts";
import { Intake } from "./node-intake.ts";
import { Outbox } from "./node-outbox.ts";
import { enterPipeline, noteAnswer } from "./node-pipeline.ts";
import { type Visit, visitOf } from "./node-visit.ts";
import {
  apiPath,
  bodyKind,
  bodyLimit,
  bodyTooLarge,
  corsHeaders,
  type Form,
  isApi,
  multipartForm,
  noForm,
  pathTooLong,
  senderOf,
} from "./translate.ts";
import { fieldsOf, spaced } from "./urlencoded.ts";
import type { WallClock } from "./wall-clock.ts";

/** An answer but for its body. */
type Headed = Pick<WireResponse, "status" | "headers" | "delivery">;

interface FrontParts {
  readonly simulator: Simulator;
  readonly clock: WallClock;
  readonly control: Control | undefined;
  readonly log: ((line: string) => void) | undefined;
}

const cors = Object.entries(corsHeaders).flat();
const preflight = new Answer(204, "", {});
const internalError = new Answer(500, '{"result":"error","msg":"Internal server error"}\n', jsonHeaders);

/** Whether something is longer than a text can be: an answer that cannot be put together. */
const isTooLong = (thrown: unknown): boolean => thrown instanceof RangeError && thrown.message === "Invalid string length";
const tooLong = failure(new Refusal("The answer would be longer than it can be", { status: 507 }));

/** Bugs stay loud, but end one request only. */
function loudly(thrown: unknown): WireResponse {
  if (isTooLong(thrown)) return tooLong;
  console.error(thrown);
  return internalError;
}

/** One simulator behind node:http: bytes to requests, answers to bytes. Nothing here waits except for what is on the wire. */
export class Front {
  readonly #parts: FrontParts;
  /** Parts that all behind one port share. */
  readonly #port: { readonly large: Intake; readonly buffers: BodyBuffers; readonly outbox: Outbox };
  /** Set when the server goes down: connections end with their answer. */
  closing = false;

  /** @param beside another behind the same port */
  constructor(parts: FrontParts, beside?: Front) {
    this.#parts = parts;
    this.#port = beside ? beside.#port : { large: new Intake(limits.multipartBytes), buffers: new BodyBuffers(), outbox: new Outbox() };
  }

  /** Answers a request that is for nobody. */
  refuse(request: IncomingMessage, response: ServerResponse, answer: WireResponse): void {
    enterPipeline(request, () => this.#reply(visitOf(request, response), answer));
  }

  /** Takes a request, which begins when its connection has room for an answer. */
  readonly take = (request: IncomingMessage, response: ServerResponse): void => {
    enterPipeline(request, () => this.#begin(visitOf(request, response)));
  };

  /** Finds out what is asked for; a body that matters is read before it is answered. */
  #begin(visit: Visit): void {
    const { path } = visit;
    if (path.length > limits.pathLength) this.#reply(visit, pathTooLong);
    else if (isApi(path)) this.#api(visit);
    else if (this.#parts.control && /^\/_control(\/|$)/.test(path)) this.#steer(visit, this.#parts.control);
    else this.#file(visit);
  }

  #file(visit: Visit): void {
    const { simulator, clock } = this.#parts;
    const { method, path } = visit;
    clock.catchUp();
    const answer = outside(simulator, { method, path, header: headerOf(visit.request) });
    this.#write(visit, answer, encoded(answer.text), false);
  }

  #api(visit: Visit): void {
    const { request, method } = visit;
    if (method === "GET" || method === "HEAD" || !hasBody(request)) {
      if (isPreflight(request)) this.#reply(visit, preflight);
      else this.#answer(visit, noForm);
    } else {
      const limit = bodyLimit(method, request.headers["content-type"]);
      const read = (): void => readBody(request, limit, (body) => this.#withBody(visit, body, limit));
      const size = Math.min(Number(request.headers["content-length"] ?? limit), limit);
      if (size <= limits.bodyBytes) read();
      else visit.response.on("close", this.#port.large.enter(size, read));
    }
  }

  #withBody(visit: Visit, body: Body, limit: number): void {
    if ("tooLarge" in body) {
      this.#reply(visit, bodyTooLarge(limit), body.tooLarge === "cut");
      return;
    }
    const contentType = visit.request.headers["content-type"] ?? "";
    const kind = bodyKind(visit.method, contentType);
    if (kind === "ignored") this.#answer(visit, noForm);
    else if (kind === "urlencoded") this.#answer(visit, { fields: fieldsOf(spaced(body.bytes).toString("utf8")) });
    else {
      multipartForm(Uint8Array.from(body.bytes), contentType).then(
        (form) => this.#answer(visit, form),
        (thrown) => this.#reply(visit, thrown instanceof Refusal ? failure(thrown) : loudly(thrown)),
      );
    }
  }

  #answer(visit: Visit, { fields, files }: Form): void {
    const { simulator, clock } = this.#parts;
    const { request, method, path, query } = visit;
    const { headers } = request;
    let answer: WireResponse | Held;
    try {
      clock.catchUp();
      answer = simulator.exchange({
        method,
        path: apiPath(path),
        query: fieldsOf(query),
        form: fields,
        files,
        credentials: senderOf(path, headerOf(request), fields),
        userAgent: headers["user-agent"],
      });
    } catch (thrown) {
      answer = loudly(thrown);
    }
    if (answer instanceof Held) this.#hold(visit, answer);
    else this.#reply(visit, answer);
    // What is to happen may be due before what the timer waits for.
    if (request.method !== "GET") clock.arm();
  }

  #hold(visit: Visit, held: Held): void {
    const { clock, control } = this.#parts;
    held.onReply((reply) => this.#reply(visit, reply));
    visit.response.on("close", () => {
      held.cancel();
      control?.changes.tell();
    });
    clock.arm();
    control?.changes.tell();
  }

  #steer(visit: Visit, control: Control): void {
    const { method, path, query } = visit;
    readBody(visit.request, limits.bodyBytes, (body) => {
      if ("tooLarge" in body) {
        this.#reply(visit, bodyTooLarge(limits.bodyBytes), body.tooLarge === "cut");
        return;
      }
      const { host, origin } = visit.request.headers;
      const asked = { method, path, query, body: body.bytes.toString("utf8"), host, origin };
      control.answer(asked).then(
        (answer) => this.#reply(visit, answer),
        (thrown) => this.#reply(visit, loudly(thrown)),
      );
    });
  }

  #reply(visit: Visit, answer: WireResponse, cut = false): void {
    const send = (): void => {
      let [sent, body] = [answer, encoded("")];
      try {
        body = this.#port.buffers.encode(answer, visit.response);
      } catch (thrown) {
        sent = loudly(thrown);
        body = encoded(sent.text);
      }
      this.#write(visit, sent, body, cut);
    };
    if (answer.delivery?.drop) {
      this.#log(visit, `dropped (fault ${answer.delivery.fault})`);
      visit.request.socket.destroy();
    } else if (typeof answer.raw === "string") this.#port.outbox.add(send);
    else send();
  }

  #write(visit: Visit, { status, headers, delivery }: Headed, body: Encoded, cut: boolean): void {
    const { request, response, path } = visit;
    const further = status === 204 ? [] : ["Content-Length", String(body.length)];
    if (request.headers.origin !== undefined && isApi(path)) further.push(...cors);
    this.#log(visit, delivery ? `${status} (fault ${delivery.fault})` : status);
    const sent = isBodiless(request.method, status) ? encoded("") : body;
    noteAnswer(request, response, sent.length);
    sendAnswer(response, { status, headers, further, body: sent, isLast: cut || this.closing, cutBytes: delivery?.cutBytes });
  }

  #log({ request, path }: Visit, outcome: string | number): void {
    this.#parts.log?.(`${request.method} ${path} ${outcome}`);
  }
}
