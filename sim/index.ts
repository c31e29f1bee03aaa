export { ActionError } from "./actions/action.ts";
export type { Codes, Linkifier, Message, QueueEvent, RealmFile, Replies, Requests, Route, TypedResponse } from "./answers/index.ts";
export { instantText, readInstant } from "./core/clock.ts";
export { newestLevel } from "./core/levels.ts";
export { fnv1a, sha256Hex } from "./core/rng.ts";
export type { Vary } from "./core/server.ts";
export { type Variation, type VariationName, variationNames, variations } from "./core/server.ts";
export { type Fault, FaultError } from "./faults/shape.ts";
export type { Coverage, RouteCoverage } from "./journal/coverage.ts";
export { PatternError, type RequestPattern } from "./journal/criteria.ts";
export {
  type Expectation,
  type ExpectedRequest,
  expectNoRequest,
  expectRequest,
  expectRequests,
  UnmetExpectation,
} from "./journal/expect.ts";
export { isRouteOfServers } from "./journal/known-routes.ts";
export { type DecidedBy, decidedBy } from "./judge/decided-by.ts";
export {
  type Finding,
  findingsOf,
  type JudgeOptions,
  type JudgeReport,
  type JudgeRule,
  judge,
  judgeReport,
  judgeRules,
  type Severity,
  type Watch,
} from "./judge/index.ts";
export type { Credentials, Exchange, Fields, WireFile, WireRequest, WireResponse } from "./protocol/wire.ts";
export { realmNames, realmSchema } from "./realm/load.ts";
export { RealmFileError } from "./realm/names.ts";
export { choices, contradicted, type Ruling, type RulingChoices, type RulingName, rulings } from "./rulings/index.ts";
export type { Client, Request } from "./server/client.ts";
export { Held, spelled } from "./server/client.ts";
export { createSimulator, type Simulator, type SimulatorOptions, type Snapshot } from "./server/simulator.ts";
