import type { Actor } from "../../client/actor.ts";
import { idsOf, messagesIn } from "../../client/messages.ts";
import { itemAt } from "../../client/present.ts";
import { type DateForm, type WrittenDate, writtenDate } from "../../draw/dates.ts";
import type { Body, Expect } from "../../expect.ts";
import { idAt, type Topic } from "./window.ts";

/** What of a topic the windows around an anchor need. */
type Place = Pick<Topic, "narrow" | "ids">;

/** Fetches a window of one message before its anchor and one after it, unless the fields say otherwise. */
export async function windowOf(actor: Actor, { narrow }: Place, fields: Body) {
  const reply = await actor.send("GET /messages", { num_before: 1, num_after: 1, narrow, ...fields });
  const body = actor.expect.succeeded(reply, `GET /messages with ${JSON.stringify(fields)}`);
  return { body, ids: idsOf(messagesIn(reply, actor.expect)) };
}

/** Requires a window with one message before its anchor and one after it to be that of the newest messages. */
export function requireNewest(expect: Expect, { ids }: Place, got: readonly number[], what: string): void {
  expect.holds(ids.length === 0 || got.length > 0, `${what} is empty`);
  expect.holds(got.length <= 2, `${what} lists ${got.length} messages, not the newest one or two`);
  expect.same(got, got.length === 0 ? [] : ids.slice(-got.length), what);
}

/** Requires the window around the message at a place of the topic. */
export const requireAround = (expect: Expect, { ids }: Place, i: number, got: readonly number[], what: string): void =>
  expect.same(got, ids.slice(Math.max(0, i - 1), i + 2), what);

/** Returns when the messages of a topic were sent, in UNIX seconds. */
function timesOf(expect: Expect, { messages }: Pick<Topic, "messages">): readonly number[] {
  const sent = messages.map(({ timestamp }) => expect.integer(timestamp, "the timestamp of a message"));
  for (const timestamp of sent) expect.holds(timestamp > 0 && timestamp < 1e11, `the timestamp ${timestamp} is none of this age`);
  return sent;
}

/** A date some seconds from the time of a message. */
export interface DateNear {
  readonly form: DateForm;
  /** The message near whose time the date lies. */
  readonly at: number;
  readonly seconds: number;
}

type DatedTopic = Pick<Topic, "actor" | "messages"> & Place;

/** Requires the window at a date near the time of a message to lie at the first message sent since. */
export const checkDate = (topic: DatedTopic, { form, at, seconds }: DateNear): Promise<void> =>
  checkWritten(topic, { at, seconds }, (instant) => writtenDate(form, instant));

/** Requires the same of a date near the time of a message as somebody writes it. */
export async function checkWritten(
  topic: DatedTopic,
  { at, seconds }: Omit<DateNear, "form">,
  write: (instant: number) => WrittenDate,
): Promise<void> {
  const { expect } = topic.actor;
  const sent = timesOf(expect, topic);
  const near = itemAt(sent, topic.ids.indexOf(idAt(topic.ids, at)));
  const { text, instant } = write((near + seconds) * 1000);
  const { body, ids } = await windowOf(topic.actor, topic, { anchor: "date", anchor_date: text });
  const first = sent.findIndex((time) => time * 1000 >= instant);
  if (first < 0) requireNewest(expect, topic, ids, `the window at ${text}, after the last message`);
  else {
    expect.same(body.anchor, topic.ids[first], `the anchor at ${text}, where messages were sent at ${sent.join(", ")}`);
    requireAround(expect, topic, first, ids, `the window at ${text}`);
  }
}

/** Returns a form of a date. */
export const inForm = (kind: DateForm["kind"], fraction: DateForm["fraction"] = 0, offset = 0): DateForm => ({ kind, fraction, offset });

/** In seconds. */
export const century = 100 * 365 * 86_400;

/** Forms that say an instant to the second. */
export const forms = [
  inForm("zulu"),
  inForm("zulu", 3),
  inForm("no zone"),
  inForm("offset"),
  inForm("offset", 0, 330),
  inForm("offset", 0, -480),
];
