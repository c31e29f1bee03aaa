import fc from "fast-check";
import { declaredStep, steps as kinds } from "../../catalogue/catalogue.ts";
import { itemAt } from "../../client/json.ts";
import { unmet } from "../../cover/allowed.ts";
import { type StoredSet, scenariosIn } from "../../cover/stored.ts";
import { atOf, nobody } from "../../draw/symbols.ts";
import { drawn, scenariosOn } from "../../generate/draw.ts";
import type { Oracle } from "../../model/oracle.ts";
import { type Scenario, type Step, scenarioOf } from "../../play/scenario.ts";
import stored from "./directed.json" with { type: "json" };
import table from "./requests.json" with { type: "json" };

type Fields = Step["fields"];

const [rich, ...others] = scenariosIn(stored as unknown as StoredSet).map(({ steps }) => steps);
/** The number of scenarios of the file, after the first, that register queues. */
const registrations = 6;

/** Scenarios for code that one step after another seldom comes to: where several have to fit together. */
export const directed: readonly Scenario[] = others.slice(registrations).map((steps) => scenarioOf(steps));

/** A little of everything that steps can be about, after queues that hear of it. */
const beginnings = others.slice(0, registrations).map((queues): readonly Step[] => [...queues, ...(rich ?? [])]);

/** Values of every wrong kind. A field that is left out is undefined. */
const wrong: readonly unknown[] = [undefined, "nonsense", "", -1, 7.5, true, null, [], {}];

const requests = new Map<string, Fields[]>();
for (const [op, fields] of table as unknown as readonly (readonly [op: string, fields: Fields])[])
  requests.set(op, [...(requests.get(op) ?? []), fields]);

/** Actions that belong to nobody in particular: the clock, the organization and its channels. */
const ofNobody = /^(advance|deactivate_group|set_video_provider|add_|create_|set_realm|set_channel)/;

/** Operations of which wrong values say nothing of the specification. */
const unspecified = new Set(["actions", "devices", "register.post", "events.get"]);

/** Draws a request of the table for somebody, now and then with a field that is left out or of a wrong kind. */
function requestOn({ facts }: Oracle): fc.Arbitrary<Step> {
  const known = [...requests].filter(([op]) => kinds.has(op));
  const people = [...facts.cast, nobody];
  const most = ["actions", "actions", "messages.post", "messages.post", "messages.get"];
  return fc.constantFrom(...known.map(([op]) => op), ...most).chain((op) =>
    fc
      .tuple(
        fc.constantFrom(...(requests.get(op) ?? [])),
        fc.constantFrom("alice", ...people),
        fc.nat(),
        fc.constantFrom(...wrong),
        fc.nat(5),
      )
      .map(([fields, as, place, value, luck]): Step => {
        if (op === "actions" && ofNobody.test(String(fields.action)) && fields.action !== "add_submessage")
          return { as: nobody, op, fields };
        const names = Object.keys(fields).filter((name) => !declaredStep(op).route.includes(`{${name}}`));
        if (luck > 0 || unspecified.has(op) || names.length === 0) return { as, op, fields };
        const { [itemAt(names, place % names.length)]: _, ...rest } = fields;
        return { as, op, fields: value === undefined ? rest : { ...fields, [itemAt(names, place % names.length)]: value } };
      })
      .filter((step) => unmet(step, facts) === undefined),
  );
}

/** Polls of the queues that some steps register, as far as they are accepted. */
function pollsAfter(steps: readonly Step[]): Step[] {
  const owners = steps.filter(({ op, as }) => op === "register.post" && as !== nobody).map(({ as }) => as);
  return owners.map((as, i) => {
    const at = atOf(i, owners.length);
    return { as, op: "events.get", fields: { queue_id: { ref: "queue", at }, last_event_id: { ref: "event", at } } };
  });
}

/** The most steps of a scenario. */
const mostSteps = 30;

/**
 * Scenarios of which the search chooses, the same each time: those that the suite's generator draws, and its beginnings, or one with a
 * little of everything, with requests of the table after them.
 */
export function candidatesOn(oracle: Oracle, count: number): Scenario[] {
  const [whole, begun] = [scenariosOn(oracle, mostSteps), scenariosOn(oracle, 12)];
  const first = beginnings.map((steps) => steps.filter((step) => unmet(step, oracle.facts) === undefined));
  const request = requestOn(oracle);
  return Array.from({ length: count }, (_, i) => {
    if (i % 4 === 0) return drawn(whole, 1, i);
    const before = i % 4 === 1 ? drawn(begun, 2, i).steps : itemAt(first, i % first.length);
    const more = itemAt(fc.sample(fc.array(request, { minLength: 14, maxLength: 14 }), { seed: i, numRuns: 1 }), 0);
    return scenarioOf([...before, ...more.slice(0, 7), ...pollsAfter(before), ...more.slice(7), ...pollsAfter(before)]);
  });
}
