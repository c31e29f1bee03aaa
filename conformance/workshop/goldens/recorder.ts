import { createSimulator, type Simulator, type SimulatorOptions, type WireRequest } from "../../../sim/index.ts";
import { answerText, type SentRequest, type TranscriptRequest } from "../../certificate/transcript.ts";

/** The requests to a simulator since it was made, its forebears included. */
export interface Log {
  readonly options: SimulatorOptions;
  readonly requests: readonly TranscriptRequest[];
  readonly answers: readonly string[];
  /** Whether the simulator returned to an earlier state, so that the requests alone do not lead to its answers. */
  readonly isBroken: boolean;
}

type OwnLog = { -readonly [K in keyof Log]: Log[K] } & { readonly requests: TranscriptRequest[]; readonly answers: string[] };

const logs = new WeakMap<Simulator, OwnLog>();
/** Every log since the last call of `collected`. */
let all: OwnLog[] = [];

/** Returns the log of a simulator. */
export function logOf(simulator: Simulator): OwnLog {
  let log = logs.get(simulator);
  if (!log) {
    log = { options: simulator.options, requests: [], answers: [], isBroken: false };
    logs.set(simulator, log);
    all.push(log);
  }
  return log;
}

/** Returns the logs of all simulators that were asked something since the last call. */
export function collected(): readonly Log[] {
  const found = all;
  all = [];
  return found;
}

function senderOf(simulator: Simulator, { credentials }: WireRequest): SentRequest["as"] {
  if (credentials.kind === "none") return null;
  if (credentials.kind !== "basic") return credentials;
  const { email, api_key } = credentials;
  return Object.entries(simulator.cast).find(([, member]) => member.email === email && member.api_key === api_key)?.[0] ?? credentials;
}

function sentRequest(simulator: Simulator, request: WireRequest): SentRequest {
  const { method, path, query, form, files, userAgent } = request;
  return {
    as: senderOf(simulator, request),
    send: `${method} ${path}`,
    ...(query.size > 0 && { query: [...query] }),
    ...(form.size > 0 && { form: [...form] }),
    ...(files && { files: files.map(({ name, type, bytes }) => [name, type, Buffer.from(bytes).toString("base64")] as const) }),
    ...(userAgent !== undefined && userAgent !== "touchstone/1" && { userAgent }),
  };
}

/** Whether a recorded call is under way, so that what it calls itself is no request. */
let isInside = false;

/** Calls what answers a request, and writes both down. */
function noted<T>(simulator: Simulator, request: () => TranscriptRequest, answers: () => T, textOf: (result: T) => string): T {
  if (isInside) return answers();
  const log = logOf(simulator);
  log.requests.push(request());
  isInside = true;
  try {
    const result = answers();
    log.answers.push(textOf(result));
    return result;
  } catch (thrown) {
    log.answers.push(String(thrown));
    throw thrown;
  } finally {
    isInside = false;
  }
}

/** Makes every simulator of this process write down what it is asked. */
export function startRecording(): void {
  const prototype = Object.getPrototypeOf(createSimulator()) as Simulator;
  const { exchange, act, advance, fork, restore } = prototype;
  prototype.exchange = function (arrived) {
    const textOf = (answer: ReturnType<typeof exchange>): string => ("text" in answer ? answerText(answer) : "held");
    return noted(
      this,
      () => sentRequest(this, arrived),
      () => exchange.call(this, arrived),
      textOf,
    );
  };
  prototype.act = function (this: Simulator, action: Readonly<Record<string, unknown>>) {
    return noted(
      this,
      () => ({ act: structuredClone(action) }),
      () => act.call(this, action as never),
      (ids) => JSON.stringify(ids),
    );
  };
  prototype.advance = function (by) {
    noted(
      this,
      () => ({ advance: by.ms }),
      () => advance.call(this, by),
      () => "",
    );
  };
  prototype.fork = function () {
    const copy = fork.call(this);
    // Its log begins with all that its parent was asked.
    const { requests, answers, ...log } = logOf(this);
    const own = { ...log, requests: [...requests], answers: [...answers] };
    logs.set(copy, own);
    all.push(own);
    return copy;
  };
  prototype.restore = function (snapshot) {
    logOf(this).isBroken = true;
    restore.call(this, snapshot);
  };
}
