import { type LevelChange, levels } from "../../core/levels.ts";
import { own } from "../../core/lookup.ts";
import type { Endpoint } from "../../protocol/endpoint.ts";
import { endpointOf, fieldOf, type JudgedExchange, namesOf, quoted } from "../judged-exchange.ts";
import { type ClientRule, each, type Levels } from "../rule.ts";

const levelOf = (change: LevelChange | undefined): number => (change === undefined ? 0 : levels[change]);

const sinceOf = (endpoint: Endpoint | undefined, name: string): number => levelOf(endpoint && own(endpoint.params, name)?.since);

/** Values that came later than the parameter that they are given to. */
const values: readonly (readonly [route: string, name: string, value: string, since: LevelChange])[] = [
  ["POST /messages", "type", "direct", "directType"],
  ["POST /messages", "type", "channel", "channelType"],
  ["POST /typing", "type", "channel", "channelType"],
  ["GET /messages", "anchor", "date", "anchorDate"],
];

function newerThan(seen: JudgedExchange, { served, newest }: Levels): string[] {
  const endpoint = endpointOf(seen);
  const names = [...namesOf(seen)].filter((name) => sinceOf(endpoint, name) > newest);
  const given = values.filter(
    ([route, name, value, since]) => seen.route === route && fieldOf(seen, name) === value && levels[since] > newest,
  );
  return [
    ...names.map((name) => `${name} is there from level ${sinceOf(endpoint, name)} on, and the server has level ${served}`),
    ...given.map(
      ([, name, value, since]) => `${name}=${value} is there from level ${levels[since]} on, and the server has level ${served}`,
    ),
  ];
}

/** Parameters that the answer lists as unsupported, without those that only came later, and `client`, which running servers read. */
function unsupportedIn(seen: JudgedExchange, { served }: Levels): string[] {
  const { ignored_parameters_unsupported: listed } = seen.body;
  if (!Array.isArray(listed)) return [];
  const endpoint = endpointOf(seen);
  return listed
    .filter((name) => name !== "client" && sinceOf(endpoint, name) <= served)
    .map((name) => `${quoted(String(name))} is no parameter of this endpoint`);
}

/** Names that are deprecated though they are still there, with what took their place. */
const outdated: Readonly<Record<string, readonly [instead: string, since: number]>> = {
  "PATCH /users/me/subscriptions/muted_topics": ["POST /user_topics", levels.userTopics],
  "PATCH /settings/display": ["PATCH /settings", levels.settingsAtOnce],
  "PATCH /settings/notifications": ["PATCH /settings", levels.settingsAtOnce],
  "POST /mark_all_as_read": ["POST /messages/flags/narrow", levels.flagsInNarrow],
  "POST /mark_stream_as_read": ["POST /messages/flags/narrow", levels.flagsInNarrow],
  "POST /mark_topic_as_read": ["POST /messages/flags/narrow", levels.flagsInNarrow],
};

function outdatedBy({ route }: JudgedExchange, { oldest }: Levels): string | undefined {
  const [instead, since = 0] = own(outdated, route) ?? [];
  return instead !== undefined && oldest >= since ? `deprecated since level ${since}; ${instead} takes its place` : undefined;
}

/** Rules about what servers of a level know, and know no longer. */
export const levelRules: readonly ClientRule[] = [
  {
    name: "newer-parameter",
    severity: "error",
    section: "Versioning",
    clause: "versioning/level-implies",
    wants: "Parameters and values are sent to servers whose feature level has them.",
    watch: each(newerThan),
  },
  {
    name: "newer-endpoint",
    severity: "error",
    section: "Versioning",
    clause: "versioning/level-implies",
    wants: "Endpoints are called on servers whose feature level has them.",
    watch: each((seen, { served, newest }) => {
      const since = levelOf(endpointOf(seen)?.since);
      return since > newest ? `it is there from level ${since} on, and the server has level ${served}` : undefined;
    }),
  },
  {
    name: "removed-endpoint",
    severity: "error",
    section: "Versioning",
    wants: "Endpoints are not called on servers whose feature level has them no longer.",
    watch: each((seen, { oldest }) => {
      const until = endpointOf(seen)?.until;
      return until && oldest >= levels[until] ? `it is gone since level ${levels[until]}` : undefined;
    }),
  },
  {
    name: "deprecated-endpoint",
    severity: "warning",
    section: "Versioning",
    wants: "What took the place of a deprecated endpoint is called where the server has it.",
    watch: each(outdatedBy),
  },
  {
    name: "unsupported-parameter",
    severity: "warning",
    section: "What the service does > Conventions for every endpoint",
    clause: "conventions/ignored-listed",
    wants: "Only parameters of the endpoint are sent to it.",
    watch: each(unsupportedIn),
  },
];
