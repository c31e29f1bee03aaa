import type { Kind, Twins } from "../compare/twins.ts";
import type { RecordedExchange } from "./exchange.ts";

type Back = Pick<Twins, "back">;

/** Looks up what the model calls things of the server, and collects what the model does not have. */
export class Strangers implements Back {
  readonly #twins: Back;
  #found: string[] = [];

  constructor(twins: Back) {
    this.#twins = twins;
  }

  back(kind: Kind, target: string | number): string | number | undefined {
    const ours = this.#twins.back(kind, target);
    const isId = typeof target === "number" || kind === "queue" || kind === "device" || (kind === "email" && target.includes("@"));
    if (ours === undefined && isId) this.#found.push(`${kind} ${target}`);
    return ours;
  }

  /** Returns what was not found since the last call. The anchor of a window is no reference: any number is one. */
  taken({ query }: RecordedExchange): readonly string[] {
    const found = this.#found.filter((one) => one !== `message ${query.anchor}`);
    this.#found = [];
    return found;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

interface Term {
  readonly operator?: unknown;
  readonly operand?: unknown;
}

const ofChannel = /^(channel|stream)$/;

/** Channels that a request refers to by their names. */
export function channelNames({ query, form }: RecordedExchange): readonly string[] {
  const { to, type, narrow } = { ...query, ...form };
  const addressed = to !== undefined && ofChannel.test(type ?? "") ? [parsed(to)].flat() : [];
  const terms = narrow === undefined ? [] : [parsed(narrow)].flat();
  const narrowed = terms.flatMap((term) => {
    const { operator, operand } = (typeof term === "object" && term !== null ? term : {}) as Term;
    return ofChannel.test(String(operator)) ? [operand] : [];
  });
  return [...addressed, ...narrowed].filter((name): name is string => typeof name === "string");
}
