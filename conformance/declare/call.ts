import type fc from "fast-check";
import type { Actor, EventQueue } from "../client/actor.ts";
import type { Session } from "../client/session.ts";
import type { PersonName } from "../draw/people.ts";
import type { Body } from "../expect.ts";

/** A request that is ready to be sent. */
export interface Ready {
  readonly actor: Actor;
  /** Method and path with its ids, as `actor.send` takes it. */
  readonly route: string;
  readonly fields: Body;
  /** The event queue that it is about. */
  readonly queue?: EventQueue;
}

interface Beside {
  readonly value: unknown;
  /** The feature level that brought it. */
  readonly since: number;
  /** Whether the text can also be read so that it may not stand there. */
  readonly isOpen?: true;
}

/** The forms of an endpoint's valid calls. A parameter on which it depends whether others count has its own name here. */
interface Shapes<S> {
  readonly drawn: fc.Arbitrary<S>;
  /** Tried first, the plainest first of all; at least one. */
  readonly examples: readonly [S, ...S[]];
}

/** Valid calls of an endpoint, for what holds of every call. */
export interface Call {
  /** That of the endpoint's folder. */
  readonly stem: string;
  /** As the specification writes it. */
  readonly route: string;
  /** The feature level from which the endpoint exists. */
  readonly since: number;
  /** Whether it is called without credentials. */
  readonly isOpen?: true;
  /** Whether the endpoint has no parameters at all. */
  readonly isBare?: true;
  /** Required parameters whose absence is refused on every server. */
  readonly required: readonly string[];
  /** Fields that a success returns beside the envelope: types by names. */
  readonly returns: Readonly<Record<string, string>>;
  /** Documented parameters that may stand beside the fields without changing what is asked, each with its level. */
  readonly beside?: Readonly<Record<string, Beside>>;
  /** The name of what runs on a shared server must not change or watch at the same time, where the call does. */
  readonly serial?: string;
  /** Why a correct server may refuse it; where that can be seen, what looks for the reason. */
  readonly mayRefuse?: string | ((actor: Actor) => Promise<string | undefined>);
  /** Those of the cast who may make it, where several may; the first is the one whom most targets give. */
  readonly by?: readonly PersonName[];
  /** Absent where all calls are alike but for who makes them. */
  readonly shapes?: Shapes<unknown>;
  /** Sets the stage and gives the request. @param by one of those who may make it, default the first; @param shape default the plainest */
  readonly prepare: (session: Session, by?: Actor, shape?: never) => Promise<Ready>;
  /** Reads what the call changes, and nothing that anybody else can change. */
  readonly trace?: (ready: Ready) => Promise<unknown>;
  /** Reads what became of the fields, by their names, as somebody sees it. @param answer the body of the success */
  readonly kept?: (viewer: Actor, ready: Ready, answer: Body) => Promise<Body>;
  /** The event that tells of a success. */
  readonly told?: CallEvent;
  /** The people who see what it does and hear of it, default the caller alone. */
  readonly seenBy?: readonly PersonName[];
}

/** The event that tells of a call. */
export interface CallEvent {
  readonly types: readonly string[];
  /** As it follows "waiting until". */
  readonly what: string;
  readonly isIt: (event: Body, ready: Ready, answer: Body) => boolean;
}

/** Parts of a call that no table says: of a parameter that may stand beside others its value, and its level where the table has no such parameter. */
export interface CallBeside extends Omit<Call, "stem" | "route" | "since" | "required" | "returns" | "isBare" | "beside"> {
  readonly beside?: Readonly<Record<string, Omit<Beside, "since"> & Partial<Beside>>>;
}
