import type { RulingChoices } from "../../../sim/index.ts";
import type { WireRequest } from "../../../sim/protocol/wire.ts";
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
  /** Another request to pass on in place of this one. */
  readonly request?: (request: InterceptedRequest) => WireRequest | undefined;
  /** An answer given without asking. */
  readonly instead?: (request: InterceptedRequest) => MutableAnswer | undefined;
  /** Does something besides, once the answer is known. Returns whether it did. */
  readonly besides?: (request: InterceptedRequest, said: MutableAnswer) => boolean;
  /** Changes the answer, in place; also of a poll that was held. */
  readonly answer?: (said: MutableAnswer, request: InterceptedRequest) => void;
}

export type Breaks = string | readonly string[];

export const mutant = ({ breaks, ...parts }: Omit<Mutant, "breaks"> & { readonly breaks: Breaks }): Mutant => ({
  ...parts,
  breaks: typeof breaks === "string" ? [breaks] : breaks,
});

type Parts = Omit<Mutant, "name" | "breaks" | "says">;

/** Makes mutants of one route. */
export const onRoute =
  (on: string) =>
  (name: string, breaks: Breaks, says: string, parts: Parts): Mutant =>
    mutant({ name, breaks, says, on, ...parts });

/** Whether a mutant touches a route. */
export const touches = ({ on }: Mutant, route: string): boolean =>
  on === undefined || (typeof on === "string" ? on === route : on.includes(route));
