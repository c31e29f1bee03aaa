import type { Numbered } from "./copy.ts";

/**
 * What came of a mutant: noticed; allowed, since it only decides a silent point otherwise, and a unit says so; survived all units that
 * reach it; or reached by nothing.
 */
export interface MutantOutcome {
  readonly verdict: "noticed" | "allowed" | "survived" | "unreached";
  /** The unit that noticed it, or one of the texts below. */
  readonly by?: string;
  /** A unit whose own code fails on a mutant that survived: a check would end with that, and say nothing of the server. */
  readonly failing?: string;
}

/** A mutant and what came of it. */
export interface JudgedMutant {
  readonly mutant: Numbered;
  readonly outcome: MutantOutcome;
}

/** Texts for what notices mutants beside the units. */
export const noticedBy = {
  loading: "it does not load",
  patience: "it runs without end",
  end: "the process ends",
} as const;

const drawn = " with drawn values";

export const withDrawnValues = (name: string): string => `${name}${drawn}`;

/** Whether an outcome is the same whatever is drawn. */
export const isOfEverySeed = ({ verdict, by = "" }: MutantOutcome): boolean =>
  verdict === "unreached" || (verdict === "noticed" && !by.endsWith(drawn) && !by.startsWith("scenario/"));

/** Whether what notices a mutant is too slow for a test: values that are drawn, or a process that has to be ended. */
export const isCostly = ({ by = "" }: MutantOutcome): boolean =>
  by.endsWith(drawn) || by.startsWith("scenario/") || by === noticedBy.patience || by === noticedBy.end;
