import { type Credentials, createSimulator, type Simulator, type SimulatorOptions, type WireRequest } from "../../sim/index.ts";
import { credentialsOf } from "../model/credentials.ts";
import type { SentRequest, Transcript, TranscriptRequest, TranscriptScenario } from "./transcript.ts";

const nobody: Credentials = { kind: "none" };

/** Returns the credentials of a sender. @throws RangeError: the cast has nobody of that name */
function credentialsFor(simulator: Simulator, as: SentRequest["as"]): Credentials {
  if (as === null) return nobody;
  if (typeof as === "object") return as;
  const member = simulator.cast[as];
  if (!member) throw new RangeError(`the cast has no ${as}`);
  return credentialsOf(member);
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

function wireRequestOf(simulator: Simulator, { as, send, query = [], form = [], files, userAgent }: SentRequest): WireRequest {
  const space = send.indexOf(" ");
  return {
    method: send.slice(0, space),
    path: send.slice(space + 1),
    query: new Map(query),
    form: new Map(form),
    ...(files && { files: files.map(([name, type, base64]) => ({ name, type, bytes: bytesOf(base64) })) }),
    credentials: credentialsFor(simulator, as),
    userAgent: userAgent ?? "touchstone/1",
  };
}

/** Returns what a simulator answers to a request, an action or a move of its clock, as one text. */
function answerOf(simulator: Simulator, request: TranscriptRequest): string {
  try {
    if ("act" in request) return JSON.stringify(simulator.act(request.act));
    if ("send" in request) return answerText(simulator.exchange(wireRequestOf(simulator, request)));
    simulator.advance({ ms: request.advance });
    return "";
  } catch (thrown) {
    return String(thrown);
  }
}

/** Returns an answer as one text: status, headers and body. A held poll is cancelled. */
export function answerText(answer: ReturnType<Simulator["exchange"]>): string {
  if ("text" in answer) return `${answer.status} ${JSON.stringify(answer.headers)}\n${answer.text}`;
  answer.cancel();
  return "held";
}

/** Returns what a simulator answers to requests, one after the other. */
export const answersOf = (simulator: Simulator, requests: readonly TranscriptRequest[]): string[] =>
  requests.map((request) => answerOf(simulator, request));

/** Returns the simulator of a run behind its opening, with the answers to that. */
export function opened({ opening }: Transcript, options: SimulatorOptions): { readonly simulator: Simulator; readonly answers: string[] } {
  const simulator = createSimulator(options);
  return { simulator, answers: answersOf(simulator, opening.requests) };
}

/**
 * Sends the requests of a run again, as they stand in the transcript, and returns it with the answers that come now.
 * @param changed options that are to be others than those of the run
 */
export function replayed(transcript: Transcript, changed: SimulatorOptions = {}): Transcript {
  const { simulator, answers } = opened(transcript, { ...transcript.options, ...changed });
  const again = ({ name, requests }: TranscriptScenario) => ({ name, requests, answers: answersOf(simulator.fork(), requests) });
  return { ...transcript, opening: { ...transcript.opening, answers }, scenarios: transcript.scenarios.map(again) };
}
