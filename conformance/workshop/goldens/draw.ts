import { createSimulator, type Simulator, type SimulatorOptions } from "../../../sim/index.ts";
import type { Transcript, TranscriptRequest, TranscriptScenario } from "../../certificate/transcript.ts";
import { allowedOn } from "../../cover/allowed.ts";
import { coveringSet } from "../../cover/set.ts";
import { drawn, scenariosOn } from "../../generate/draw.ts";
import { type Oracle, oracleFor } from "../../model/oracle.ts";
import { playedOnModel } from "../../play/play.ts";
import type { Scenario } from "../../play/scenario.ts";
import { EmbeddedTarget } from "../../targets/embedded.ts";
import { collected, logOf } from "./recorder.ts";

const drawnLevels = [120, 166, 219, 250, 300, 372, 430, 496];

/** The number of requests that are drawn for each run, beside the covering set. */
const drawnRequests = 2000;

const mostSteps = 30;

/** The declarations of the watchers: each hears in a form of its own. */
const watching: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  alice: { client_capabilities: { notification_settings_null: true, bulk_message_deletion: true, empty_topic_name: true } },
  bob: {},
  cara: { apply_markdown: true, client_gravatar: true, slim_presence: true },
  dana: {
    client_capabilities: {
      ...{ notification_settings_null: true, user_settings_object: true, stream_typing_notifications: true },
      ...{ include_deactivated_groups: true, archived_channels: true, simplified_presence_events: true },
    },
  },
  owen: { all_public_streams: true, client_capabilities: { notification_settings_null: true, linkifier_url_template: true } },
  gus: { client_capabilities: { notification_settings_null: true, user_list_incomplete: true, individual_emoji_changes: true } },
  robo: { apply_markdown: true, client_capabilities: { notification_settings_null: true, bulk_message_deletion: false } },
};

/** Registers a queue for each watcher. Returns the requests that read these queues. */
function watch(simulator: Simulator): readonly TranscriptRequest[] {
  return Object.entries(watching).flatMap(([as, asks]) => {
    const { queue_id } = simulator.as(as).send("POST /register" as string, { fetch_event_types: [], ...asks }).body;
    if (queue_id === undefined) return [];
    const query = [["queue_id", String(queue_id)] as const, ["last_event_id", "-1"] as const, ["dont_block", "true"] as const];
    return [{ as, send: "GET /api/v1/events", query }];
  });
}

/** Plays a scenario on the model. Returns the requests that it came to. */
function requestsOf(scenario: Scenario, oracle: Oracle, isOfOpening: number): readonly TranscriptRequest[] {
  let model: Simulator | undefined;
  const fresh: Oracle["fresh"] = (changed) => (model = oracle.fresh(changed));
  // A copy, of which no answer is remembered: the model is to be asked all of it.
  playedOnModel(structuredClone(scenario), { oracle: { ...oracle, fresh }, suffix: "", choices: {} });
  return model ? logOf(model).requests.slice(isOfOpening) : [];
}

/** Returns the scenarios of a run: the covering set as far as the level allows, and drawn ones. */
function scenariosOf(oracle: Oracle, seed: number): [name: string, scenario: Scenario][] {
  const scene = { oracle, suffix: "", choices: {} };
  const covering = coveringSet.map((one, i): [string, Scenario] => {
    const { historical: _, ...scenario } = { historical: undefined, ...allowedOn(one, scene).scenario };
    return [`cover/${i}`, scenario];
  });
  const all = scenariosOn(oracle, mostSteps);
  const found = [...covering];
  for (let i = 0, steps = 0; steps < drawnRequests; i++) {
    const scenario = drawn(all, seed, i);
    steps += scenario.steps.length;
    found.push([`drawn/${i}`, scenario]);
  }
  return found;
}

async function drawnRun(run: string, options: SimulatorOptions, seed: number): Promise<Transcript> {
  const start = createSimulator(options);
  const closing = watch(start);
  const opening = logOf(start).requests.slice();
  const oracle = await oracleFor(new EmbeddedTarget(start, () => start.fork()));
  const scenarios = scenariosOf(oracle, seed).map(([name, scenario]): TranscriptScenario => {
    return { name, requests: [...requestsOf(scenario, oracle, opening.length), ...closing], answers: [] };
  });
  collected();
  return { run, options, opening: { requests: opening, answers: [] }, scenarios };
}

/** Draws the runs of all levels, once with the defaults of the rulings and once as running servers decide. */
export async function drawnRuns(onRun: (run: string) => void): Promise<Transcript[]> {
  const runs: Transcript[] = [];
  for (const [i, level] of drawnLevels.entries()) {
    for (const rulings of ["text", "observed"] as const) {
      const run = `level ${level}, rulings ${rulings}`;
      onRun(run);
      const options = { realm: "crowded", level, rulings: rulings === "text" ? {} : ("observed" as const) };
      runs.push(await drawnRun(run, options, i + 1));
    }
  }
  return runs;
}
