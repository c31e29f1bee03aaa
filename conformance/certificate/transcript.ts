import type { Credentials, SimulatorOptions } from "../../sim/index.ts";

/** Names and texts in the order of the request. */
export type Pairs = readonly (readonly [name: string, text: string])[];

/** A request as the simulator takes it. */
export interface SentRequest {
  /** A cast member by name, whose credentials of the moment are sent; null for nobody; or credentials as they are. */
  readonly as: string | null | Credentials;
  /** Method and path, such as `GET /api/v1/messages`. */
  readonly send: string;
  readonly query?: Pairs;
  readonly form?: Pairs;
  /** Files of the form: name, media type and content in base64. */
  readonly files?: readonly (readonly [name: string, type: string, base64: string])[];
  readonly userAgent?: string;
}

/** An action of the control API. */
interface RequestedAction {
  readonly act: Readonly<Record<string, unknown>>;
}

/** A move of the clock, in milliseconds. */
interface ClockMove {
  readonly advance: number;
}

export type TranscriptRequest = SentRequest | RequestedAction | ClockMove;

/** Requests that are sent one after the other to a fork of the run's simulator, and what they were answered. */
export interface TranscriptScenario {
  readonly name: string;
  readonly requests: readonly TranscriptRequest[];
  /** One text for each request: status, headers and body; the ids of an action; `held` for a poll that is held. */
  readonly answers: readonly string[];
}

/** A simulator, what it is asked at the beginning, and scenarios that each begin there. */
export interface Transcript {
  readonly run: string;
  readonly options: SimulatorOptions;
  readonly opening: Omit<TranscriptScenario, "name">;
  readonly scenarios: readonly TranscriptScenario[];
}

const format = "touchstone-transcripts";

/** Returns the text of a file of transcripts: a line for the format, one for each run, one for each of its scenarios. */
export function transcriptsText(transcripts: readonly Transcript[]): string {
  const lines = transcripts.flatMap(({ scenarios, ...head }) => [head, ...scenarios]);
  return [{ format, version: 1 }, ...lines].map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** Reads the text of a file of transcripts. @throws Error: it is none, or of a later version */
export function readTranscripts(text: string): Transcript[] {
  if (typeof text !== "string") throw new TypeError("text: expected the text of a file of transcripts");
  const [first, ...lines] = text.split("\n").filter((line) => line !== "");
  const head = JSON.parse(first ?? "{}") as { format?: unknown; version?: unknown };
  if (head.format !== format || head.version !== 1)
    throw new Error(`line 1: no transcripts: {"format":"${format}","version":1} is accepted`);
  const read: (Omit<Transcript, "scenarios"> & { scenarios: TranscriptScenario[] })[] = [];
  for (const line of lines) {
    const record = JSON.parse(line) as Omit<Transcript, "scenarios"> | TranscriptScenario;
    if ("run" in record) read.push({ ...record, scenarios: [] });
    else read.at(-1)?.scenarios.push(record);
  }
  return read;
}
