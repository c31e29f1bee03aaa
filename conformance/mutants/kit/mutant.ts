import type { RulingChoices } from "../../../sim/index.ts";
import type { WireRequest } from "../../../sim/protocol/wire.ts";
import {
  type AlterAnswer,
  type Change,
  changeFields,
  ignoring,
  inEach,
  inEvents,
  inMessages,
  inSuccess,
  isSuccess,
  type MutableFields,
  reading,
  refusal,
  success,
  withoutEvents,
} from "./bodies.ts";
import type { InterceptedRequest, MutableAnswer } from "./intercepted.ts";

/** A named fault of a server. Of its parts it has at least one. */
export interface Mutant {
  readonly name: string;
  /** The clauses that it breaks: more than one where the specification says a thing twice. */
  readonly breaks: readonly string[];
  /** The wrong behaviour of the server, in one sentence. */
  readonly says: string;
  /** The realm that shows it, default `small`. */
  readonly realm?: string;
  /** The feature level of the server behind, default the newest. */
  readonly level?: number;
  /** Choices of the server behind on points that the text leaves open, where the fault is one only so; default as the simulator decides. */
  readonly rulings?: Partial<RulingChoices>;
  /** The level that the broken server calls itself, where that is not its own. */
  readonly claims?: number;
  /** The route that is broken, as `InterceptedRequest.route` spells it, or several; without it, all. */
  readonly on?: string | readonly string[];
  /** Another request to pass on in place of this one; none where that stays as it is. */
  readonly request?: (request: InterceptedRequest) => WireRequest | false | undefined;
  /** An answer given without asking; none where the server behind is asked. */
  readonly instead?: (request: InterceptedRequest) => MutableAnswer | false | undefined;
  /** Does something besides, once the answer is known. Returns whether it did. */
  readonly besides?: (request: InterceptedRequest, said: MutableAnswer) => boolean;
  /** Changes the answer; also of a poll that was held. */
  readonly answer?: AlterAnswer;
}

export type Breaks = string | readonly string[];

type Parts = Omit<Mutant, "name" | "breaks" | "says">;
type Picks = (request: InterceptedRequest) => boolean;

/** A mutant of which all is said but its fault: each method makes one with a fault of that kind. */
export class NamedMutant {
  readonly #named: Mutant;

  constructor(named: Mutant) {
    this.#named = named;
  }

  /** A fault of several parts, or of no other kind. */
  with(parts: Parts): Mutant {
    return { ...this.#named, ...parts };
  }

  /** Does not read fields of requests. */
  ignores(...fields: readonly string[]): Mutant {
    return this.with({ request: ignoring(...fields) });
  }

  /** Reads a field of requests otherwise. */
  reads(field: string, change: (text: string, request: InterceptedRequest) => unknown): Mutant {
    return this.with({ request: reading(field, change) });
  }

  /** Takes a request for another one. */
  takes(request: NonNullable<Mutant["request"]>): Mutant {
    return this.with({ request });
  }

  /** Does what it has to refuse as if it were asked by another account, which may. */
  servesAs(name: string, picked: Picks = () => true): Mutant {
    return this.takes((request) => picked(request) && request.caller !== undefined && !request.wouldSucceed() && request.by(name));
  }

  /** Answers what it has to, and does nothing. */
  swallows(picked: Picks = () => true): Mutant {
    return this.replies((request) => {
      const said = picked(request) && request.wouldSay();
      return said && isSuccess(said) && said;
    });
  }

  /** Answers by a success, and does nothing. */
  accepts(picked: Picks, fields?: MutableFields): Mutant {
    return this.replies((request) => picked(request) && success(fields));
  }

  /** Refuses what it has to accept. */
  refuses(picked: Picks, code?: string): Mutant {
    return this.replies((request) => picked(request) && request.wouldSucceed() && refusal(code));
  }

  /** Gives an answer of its own. */
  replies(instead: NonNullable<Mutant["instead"]>): Mutant {
    return this.with({ instead });
  }

  /** Does something besides. */
  also(besides: NonNullable<Mutant["besides"]>): Mutant {
    return this.with({ besides });
  }

  /** Does something besides once it has done what somebody of the cast asked. */
  afterwards(does: (request: InterceptedRequest, caller: string, body: MutableFields) => boolean): Mutant {
    return this.also((request, said) => isSuccess(said) && request.caller !== undefined && does(request, request.caller, said.body));
  }

  /** Does something though it has refused what somebody of the cast asked. */
  nevertheless(does: (request: InterceptedRequest, caller: string, body: MutableFields) => boolean): Mutant {
    return this.also((request, said) => !isSuccess(said) && request.caller !== undefined && does(request, request.caller, said.body));
  }

  /** Does another request, which would succeed, though it has refused the one that somebody of the cast sent. */
  doesInstead(other: NonNullable<Mutant["request"]>): Mutant {
    return this.nevertheless((request) => {
      const wire = other(request);
      return wire ? request.wouldSucceed(wire) && request.does(wire) : false;
    });
  }

  /** Changes any answer. */
  changes(answer: AlterAnswer): Mutant {
    return this.with({ answer });
  }

  /** Changes successes. */
  answers(change: Change): Mutant {
    return this.with({ answer: inSuccess(change) });
  }

  /** Changes each object of a list in successes. */
  answersEach(list: string, change: Change): Mutant {
    return this.answers(inEach(list, change));
  }

  /** Has another value in a field of successes. */
  tells(field: string, change: (value: unknown, request: InterceptedRequest) => unknown): Mutant {
    return this.answers((body, request) => ({ [field]: change(body[field], request) }));
  }

  /** Leaves fields of successes out. */
  lacks(...fields: readonly string[]): Mutant {
    return this.answers(Object.fromEntries(fields.map((name) => [name, undefined])));
  }

  /** Changes refusals with a code; with undefined, every refusal. */
  refusesWith(code: string | undefined, change: Change): Mutant {
    return this.changes(({ body }, request) => {
      if (body.result === "error" && (code === undefined || body.code === code)) changeFields(body, change, request);
    });
  }

  /** Has another code for refusals. */
  recodes(code: string, other: string): Mutant {
    return this.refusesWith(code, { code: other });
  }

  /** Changes every message wherever it is shown. */
  shows(change: Change): Mutant {
    return this.with({ answer: inMessages(change) });
  }

  /** Changes each object of a list in every message. */
  showsEach(list: string, change: Change): Mutant {
    return this.shows(inEach(list, change));
  }

  /** Changes events of a type. */
  delivers(type: string, change: Change): Mutant {
    return this.with({ answer: inEvents(type, change) });
  }

  /** Does not deliver events. */
  drops(picked: (event: MutableFields, request: InterceptedRequest) => boolean): Mutant {
    return this.with({ answer: withoutEvents(picked) });
  }
}

/**
 * Returns what makes mutants of one route or several, with undefined of all: of their names and what they break, then their sentences, then their
 * faults.
 * @param stem the folder of clauses that are named without theirs
 * @param common what the mutants have in common beside the route
 */
export function onRoute(on: Mutant["on"], stem = "", common: Parts = {}) {
  const whole = (id: string): string => (id.includes("/") ? id : `${stem}/${id}`);
  return (name: string, breaks: Breaks) => ({
    says: (says: string) => new NamedMutant({ name, breaks: [breaks].flat().map(whole), says, ...(on !== undefined && { on }), ...common }),
  });
}

/** Whether a mutant touches a route. */
export const touches = ({ on }: Mutant, route: string): boolean =>
  on === undefined || (typeof on === "string" ? on === route : on.includes(route));
