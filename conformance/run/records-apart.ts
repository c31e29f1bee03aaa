import { type Apart, Beside } from "../causes/against-model.ts";
import type { TraceEntry } from "../causes/tracing.ts";
import { at } from "../client/json.ts";
import type { Reply } from "../client/target.ts";
import type { Oracle } from "../model/oracle.ts";
import type { Candidate, FoundDifference } from "./failing-check.ts";

type Listed = readonly unknown[];

/** Returns whether a run named a record of a list, or may have made it: of what a live server has beside, runs before made most. */
export function namedIn(record: readonly TraceEntry[]): (record: unknown) => boolean {
  const asked = JSON.stringify(record.map((entry) => (entry.kind === "request" ? entry.request.fields : {})));
  return (one) => {
    const [text] = ["topic_name", "fragment", "domain"].map((name) => at(one, name)).filter((value) => typeof value === "string");
    return text === undefined || text === "" || asked.includes(JSON.stringify(text));
  };
}

const difference = ({ list, expected, actual }: Apart): FoundDifference => ({ path: list, expected, actual, isItem: true });

/** Returns events without one, or with one more. The last id stays what it is: the next poll acknowledges it. */
function otherEvents(events: Listed, { expected, actual, before }: Apart, acknowledged: unknown): Listed {
  if (actual) return events.map((event) => (event === actual ? { type: "heartbeat", id: at(event, "id") } : event));
  const found = before === undefined ? -1 : events.indexOf(before);
  const place = found === -1 ? events.length : found;
  const last = events[place - 1];
  return events.toSpliced(place, 0, { ...expected, id: last === undefined ? acknowledged : at(last, "id") });
}

const byId = (a: unknown, b: unknown): number => Number(at(a, "id")) - Number(at(b, "id"));

function otherRecords(records: Listed, { list, expected, actual }: Apart): Listed {
  const all = actual ? records.filter((one) => one !== actual) : [...records, expected];
  return list === "messages" ? all.toSorted(byId) : all;
}

/**
 * Returns the records that the target alone has in a list of an answer, and those that the model alone has, each with the answer without it, or with it,
 * the newest first.
 */
export function recordsApart(record: readonly TraceEntry[], oracle: Oracle, namespace: string): readonly Candidate[] {
  const beside = new Beside(oracle, { namespace });
  const isNamed = namedIn(record);
  const found = record.map((entry): Candidate[] => {
    beside.step(entry);
    if (entry.kind !== "request" || !entry.reply) return [];
    const { request, reply } = entry;
    const altered = (apart: Apart, body: Reply["body"]): Reply["body"] => {
      const records = body[apart.list] as Listed;
      const others = apart.list === "events" ? otherEvents(records, apart, request.fields.last_event_id) : otherRecords(records, apart);
      return { ...body, [apart.list]: others };
    };
    const apart = beside.apart.filter(({ list, actual }) => list === "events" || actual === undefined || isNamed(actual));
    const single = apart
      .toReversed()
      .map((one) => ({ request, reply, answer: { body: altered(one, reply.body) }, differences: [difference(one)] }));
    if (apart.length < 2) return single;
    const body = apart.reduce((all, one) => altered(one, all), reply.body);
    return [...single, { request, reply, answer: { body }, differences: apart.map(difference) }];
  });
  return found.reverse().flat();
}
