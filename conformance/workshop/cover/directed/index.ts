import { type Scenario, scenarioOf } from "../../../play/scenario.ts";
import * as messages from "./messages.ts";
import * as organization from "./organization.ts";

const { narrowed, personalSettings, ...conversations } = messages;

/** Scenarios for code that one step after another seldom comes to: where several have to fit together. */
export const directed: readonly Scenario[] = [
  ...narrowed,
  ...personalSettings,
  ...Object.values(conversations),
  ...Object.values(organization),
].map((list) => scenarioOf(list));
