import { listen } from "../sim/adapters/node.ts";
import { type Finding, judge, type Simulator } from "../sim/index.ts";
import type { Entry } from "../sim/journal/filed.ts";
import { routeOf } from "../sim/journal/same-route.ts";
import { type CommandEnd, runCommand } from "./client-command.ts";
import { speakerTo } from "./client-speaker.ts";
import type { Situation, Stage } from "./situations.ts";

/** A way to run a client in each situation. */
export interface ClientRun {
  readonly command: readonly string[];
  /** The account that it is given. */
  readonly as: string;
  /** Rules of the judge that it need not keep. */
  readonly accept: readonly string[];
  /** The oldest level that it is made for; undefined for that of the server. */
  readonly oldest: number | undefined;
  /** The time it may run, in milliseconds. */
  readonly millis: number;
  /** Whether it is one that does not end by itself, and is ended when its time is over. */
  readonly isLasting: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Resolves when the user ends the run. */
  readonly stop: Promise<void>;
}

/** The outcome of a situation. */
export interface SituationResult {
  readonly name: string;
  readonly does: string;
  /** `untried`: it did not come about. */
  readonly verdict: "passed" | "failed" | "untried";
  /** Whether the command itself ended as it should; absent where it was not run. */
  readonly ended?: "well" | "badly";
  /** Why it is not passed. */
  readonly reasons: readonly string[];
  readonly requests: number;
  /** The messages to the account that could not be sent when it registered a queue, each with the reason; and that it missed some and did not fetch them. */
  readonly notes: readonly string[];
  /** Findings of the judge that it did not have in the plain situation. */
  readonly findings: readonly Finding[];
  /** All that the command wrote; of very much the end, below a line that says so. */
  readonly output?: string;
}

/** Requests for messages. */
const fetches = /^GET \/messages(\/\{message_id\})?$/;

/**
 * Lets a situation happen to the client of a simulator. Returns how much it has asked so far, whether the situation has come about, and the messages to it
 * that could not be sent; and how many it has missed without a queue and not fetched, where it has registered anew.
 */
function followed(sim: Simulator, situation: Situation, as: string) {
  const stage: Stage = { sim, fault: ({ match, ...fault }) => void sim.faults.add({ ...fault, match: { ...match, as } }) };
  for (const fault of situation.faults ?? []) stage.fault(fault);
  const follow = situation.follow?.(stage);
  const speaker = speakerTo(sim, as);
  const seen = { requests: 0, hasHappened: false, notes: speaker.notes };
  let isSpeaking = false;
  /** Messages that were written while the client had no queue. */
  const missed = new Set<number>();
  let isAnew = false;
  /** Somebody writes to whoever has begun to listen, and mentions them in a channel: without events most of what may go wrong never would. */
  const speak = (): readonly number[] => {
    isSpeaking = true;
    const ids = speaker.speak();
    isSpeaking = false;
    return ids;
  };
  const filed = (entry: Entry): void => {
    if (isSpeaking) return;
    seen.requests++;
    if (fetches.test(routeOf(entry.request)))
      for (const id of missed) if (new RegExp(`"id": ?${id}\\b`).test(entry.response.text)) missed.delete(id);
    if (entry.fault || (!follow && !situation.faults)) seen.hasHappened = true;
    // The request is still being answered.
    setImmediate(() => {
      const isNew = follow?.(entry) === true && !seen.hasHappened;
      if (isNew) seen.hasHappened = true;
      if (isNew && situation.leavesGap) for (const id of speak()) missed.add(id);
      if (routeOf(entry.request) !== "POST /register" || entry.response.status !== 200) return;
      isAnew ||= missed.size > 0;
      speak();
    });
  };
  sim.journal.readers.add({ filed, left: () => {} });
  return { seen, lost: (): number => (isAnew ? missed.size : 0) };
}

/** Returns what is wrong with how a command ended. */
function endReasons({ exitCode, signal, isOver }: CommandEnd, { isLasting, millis }: ClientRun): string[] {
  const said = signal === undefined ? `with exit code ${exitCode}` : `by ${signal}`;
  if (isLasting) return isOver ? [] : [`it ended ${said} before its time was over`];
  if (isOver) return [`it was still running after ${millis / 1000} s`];
  return exitCode === 0 ? [] : [`it ended ${said}`];
}

/**
 * Runs a client in one situation, with a server of its own.
 * @param known rules that are known to be broken, of which nothing more is said
 * @throws CannotStart
 */
export async function staged(sim: Simulator, situation: Situation, run: ClientRun, known: ReadonlySet<string>): Promise<SituationResult> {
  const { as, accept, oldest, command, env, millis, stop } = run;
  const { name, does, excuses = [] } = situation;
  const { seen, lost } = followed(sim, situation, as);
  const { level } = sim.server;
  const watch = judge(sim, undefined, { accept: [...accept, ...excuses], levels: [oldest ?? level, level] });
  const server = await listen(sim, { clock: "real" });
  const member = sim.cast[as];
  const given = {
    TOUCHSTONE_URL: server.url,
    TOUCHSTONE_EMAIL: member?.email,
    TOUCHSTONE_KEY: member?.api_key,
    TOUCHSTONE_SITUATION: name,
  };
  const ended = await runCommand(command, { ...env, ...given }, millis, stop).finally(() => server.close());
  const findings = watch.close().filter((finding) => (finding.as === as || finding.as === null) && !known.has(finding.rule));
  const errors = findings.filter(({ severity }) => severity === "error").map(({ rule, message }) => `${message} [${rule}]`);
  const ends = endReasons(ended, run);
  const reasons = [...ends, ...errors];
  const left = lost();
  const gap = `in ${name}, ${left} messages came while it had no queue, and it registered anew without fetching them`;
  const result = {
    name,
    does,
    ended: ends.length === 0 ? "well" : "badly",
    requests: seen.requests,
    notes: [...seen.notes, ...(left > 0 && ends.length === 0 ? [gap] : [])],
    findings,
    output: ended.output,
  } as const;
  if (reasons.length > 0) return { ...result, verdict: "failed", reasons };
  if (seen.hasHappened) return { ...result, verdict: "passed", reasons };
  return {
    ...result,
    verdict: "untried",
    reasons: [seen.requests === 0 ? "it asked nothing" : "nothing that it asked brought this about"],
  };
}
