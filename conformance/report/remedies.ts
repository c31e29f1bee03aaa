import { groupedBy, mostFrequent } from "../client/lists.ts";

/** Reasons of what looks at answers as they come. */
const nothingMet = /^no answer of the run|^nothing to look at/;

/** The end of remedies that the doctor tells more about. */
export const doctorTells = ": touchstone doctor says how much each adds";

/** Returns what would let a result be tested, by the reason why it was not; of several that fit the first counts. */
const table: readonly (readonly [reason: RegExp, remedy: string])[] = [
  [
    /^only seen on running servers: .* (?:in|of) a registration$/,
    "once POST /register tells it as running servers do: conformance/contract.md lists what that unlocks",
  ],
  [/^only seen on running servers/, "nothing: no sentence asks for it (--like zulip holds the server to it all the same)"],
  [/no owner or administrator could prepare it/, 'an owner or administrator as "owen" or "dana" in the cast of the target file'],
  [
    /^waits for POST \/register$/,
    "once the server has POST /register, which the specification does not show: conformance/contract.md says what it tells",
  ],
  [/^waits for /, `once the server has the endpoint${doctorTells}`],
  [
    /no control API|moves the clock/,
    'a control API below the server\'s /_control, and "control": true of the target file (conformance/contract.md)',
  ],
  [/^the password of /, '"password" beside the account in the cast of the target file'],
  [/^the user id of /, '"user_id" beside the account in the cast of the target file'],
  [/^the cast has n|^no bob$/, `the account in the cast of the target file${doctorTells}`],
  [
    /^no channel stands for|^the id of a channel|^the name of the channel/,
    'the channel under "channels" of the target file, with its name or id there: conformance/contract.md says what it has to be',
  ],
  [/ change no policy by a send$/, "an account of the cast whose settings follow or unmute the topics in which it writes"],
  [/ is unreachable: /, "a server that answers to the end"],
  [/^the run was interrupted/, "the same command, run to its end"],
  [/ got no answer\b/, "once the server answers that request (--timeout sets how long it may take)"],
  [/limits the rate of/, "--allow-waits, which waits until the limit has passed"],
  [
    /\ba registration\b|^the registrations? (?:does|do|has|have|tells?)\b|registrations tell/,
    "once POST /register tells it: conformance/contract.md lists what helps",
  ],
  [/takes no query of that length/, "once the server takes headers of 64 kB"],
  [/\blevel \d+\b|older than|at this level/, "nothing: it is about servers of another level"],
  [/tried on the simulator alone$/, "nothing: it is tried on the simulator alone"],
  [/^a server that nobody else uses$/, "nothing: it takes a server that nobody else uses, of which every event is known"],
  [/^no profile field$/, "custom profile fields of each type in the organization"],
  [/no conversation with/, "a server on which the guest of the cast has written to nobody yet"],
  [nothingMet, "nothing: the run met nothing of the kind; more values with --tries may"],
  [/ is refused \(| answers \d{3}\b|not a success$/, "once the request that was to prepare it succeeds on the server"],
  [
    /\b(?:is|are) (?:not )?(?:subscribed|in the channel|in a channel)|\bmay (?:not )?(?:delete|mention|manage|edit|see)\b|knows of the channel|has access to/,
    "accounts and channels that are as conformance/contract.md has them, or an owner's or administrator's key, with which they are made",
  ],
];

/** The parts of a reason that names several things. */
const parts: readonly (readonly [part: string, reason: string])[] = [
  ["a control API", "the target has no control API"],
  ["an account that is missing", "the cast has no account"],
  ["a password that is not known", "the password of an account"],
  ["a channel that is missing", "no channel stands for it"],
  ["a profile field that is missing", "no profile field"],
  ["a server that nobody else uses", "a server that nobody else uses"],
];

const unknown = "nothing is known that would help";

/** Returns what a user can do so that what was not tested for a reason can be, or that nothing can be done. @param isRecorded whether a file was judged, which draws nothing */
export function remedyOf(reason: string, isRecorded = false): string {
  if (isRecorded && nothingMet.test(reason)) return "nothing: the file has nothing of the kind";
  const [, needs] = /^every step needs what the target does not allow: (.*)$/s.exec(reason) ?? [];
  if (needs === undefined) return table.find(([pattern]) => pattern.test(reason))?.[1] ?? unknown;
  const named = parts.flatMap(([part, alike]) => (needs.includes(part) ? [remedyOf(alike, isRecorded)] : []));
  return named.length === 0 ? unknown : named.join("; ");
}

/** Whether something is known that would let a result be tested, by the reason why it was not. */
export const isHelped = (reason: string): boolean => !remedyOf(reason).startsWith("nothing");

/** Results that the same would help. */
export interface Remedy {
  readonly remedy: string;
  readonly count: number;
  /** Their reasons with how many each has, the most frequent first. */
  readonly reasons: readonly (readonly [reason: string, count: number])[];
}

/** Counts reasons by what would help, that first which helps the most, and last that nothing does. */
export function remedies(reasons: readonly string[], isRecorded = false): Remedy[] {
  const byRemedy = groupedBy(reasons, (reason) => remedyOf(reason, isRecorded));
  const all = [...byRemedy].map(([remedy, own]): Remedy => ({ remedy, count: own.length, reasons: mostFrequent(own) }));
  const isVain = ({ remedy }: Remedy): boolean => remedy.startsWith("nothing");
  return all.sort((a, b) => Number(isVain(a)) - Number(isVain(b)) || b.count - a.count);
}
