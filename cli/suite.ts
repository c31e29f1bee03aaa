/** The commands of the conformance suite: a bundle of their own, so that those of the simulator start without it. */
export * as certify from "./commands/certify.ts";
export * as check from "./commands/check.ts";
export { runPart } from "./commands/check-part.ts";
export * as compare from "./commands/compare.ts";
export * as doctor from "./commands/doctor.ts";
export * as explain from "./commands/explain.ts";
export * as list from "./commands/list.ts";
export * as merge from "./commands/merge.ts";
export * as mutants from "./commands/mutants.ts";
export * as next from "./commands/next.ts";
export * as realm from "./commands/realm.ts";
export * as record from "./commands/record.ts";
export * as replay from "./commands/replay.ts";
export * as undo from "./commands/undo.ts";
