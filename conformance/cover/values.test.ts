import { test } from "uvu";
import * as assert from "uvu/assert";
import { properties } from "../catalogue/catalogue.ts";
import { closed } from "../generate/closing.ts";
import { drawn, scenariosOn } from "../generate/draw.ts";
import { oracleFor } from "../model/oracle.ts";
import { byDay } from "../night.test.kit.ts";
import { playedOnModel, type Turn } from "../play/play.ts";
import { embedded } from "../targets/embedded.ts";
import { message as record } from "../text/index.ts";
import { coveringSet } from "./set.ts";

/** Operations on a message that is there, by the fields of the message that they may change. */
const changes: Readonly<Record<string, readonly string[]>> = {
  "an edit": ["content", "edit_history", "flags", "is_me_message", "last_edit_timestamp"],
  "a move to a topic": ["edit_history", "last_moved_timestamp", "subject", "topic_links"],
  "a move to a channel": ["display_recipient", "edit_history", "last_moved_timestamp", "recipient_id", "stream_id"],
  "a reaction": ["reactions"],
  "a reaction taken back": ["reactions"],
  "a flag": ["flags"],
  "a vote": ["submessages"],
};

/** Cells that scenarios do not come to, since they seldom show one message twice, each with the property that does. */
const unreached: Readonly<Record<string, string>> = {
  "an edit: is_me_message": "message.shape/meMessage",
  "a move to a topic: topic_links": "linkifier/newInTopics",
  "a move to a channel: display_recipient": "message.values/movedRecipients",
  "a move to a channel: edit_history": "message.edits/history",
  "a move to a channel: last_moved_timestamp": "message.edits/lastMoved",
  "a move to a channel: recipient_id": "message.values/movedRecipients",
  "a move to a channel: stream_id": "message.values/movedRecipients",
};

type Fields = Readonly<Record<string, unknown>>;

/** Returns what a step does to one message, and to which; undefined where it does something else, or several things at once. */
function doneBy({ step: { op }, asked: { fields }, expected }: Turn): readonly [id: unknown, what: string] | undefined {
  if (op !== "actions" || expected.status !== 200) return undefined;
  const { action, message_id, topic, content, stream_id } = fields;
  if (action === "react") return [message_id, "a reaction"];
  if (action === "unreact") return [message_id, "a reaction taken back"];
  if (action === "set_flag") return [message_id, "a flag"];
  if (action === "add_submessage") return [message_id, "a vote"];
  if (action !== "edit_message" || [topic, content, stream_id].filter((part) => part !== undefined).length !== 1) return undefined;
  return [message_id, content !== undefined ? "an edit" : topic !== undefined ? "a move to a topic" : "a move to a channel"];
}

/** Returns the messages that an answer shows, fetched or told. */
function shownIn({ expected: { body } }: Turn): readonly Fields[] {
  const told = Array.isArray(body.events) ? body.events.flatMap(({ message, flags }) => (message ? [{ ...message, flags }] : [])) : [];
  const single = typeof body.message === "object" && body.message !== null ? [body.message as Fields] : [];
  return [...(Array.isArray(body.messages) ? (body.messages as Fields[]) : []), ...single, ...told];
}

/** Notes which fields took another value for one viewer after something was done to the message that alone may change them. */
function note(turns: readonly Turn[], reached: Set<string>): void {
  const seen = new Map<string, { readonly message: Fields; readonly done: Set<string> }>();
  for (const turn of turns) {
    const done = doneBy(turn);
    if (done) for (const [key, sight] of seen) if (key.endsWith(` ${done[0]}`)) sight.done.add(done[1]);
    for (const message of shownIn(turn)) {
      const key = `${turn.step.as} ${message.content_type} ${message.id}`;
      const before = seen.get(key);
      for (const field of before ? Object.keys(record.fields) : []) {
        if (JSON.stringify(before?.message[field]) === JSON.stringify(message[field])) continue;
        const [what, ...more] = [...(before?.done ?? [])].filter((one) => changes[one]?.includes(field));
        if (what !== undefined && more.length === 0) reached.add(`${what}: ${field}`);
      }
      seen.set(key, { message, done: new Set() });
    }
  }
}

test("each field of a message takes another value by whatever may change it, in some scenario or in a property", async () => {
  for (const address of Object.values(unreached)) assert.ok(properties.has(address), address);
  const oracle = await oracleFor(embedded({ realm: "crowded" }));
  const scenarios = scenariosOn(oracle, 30);
  const day = 60;
  const all = [...coveringSet, ...Array.from({ length: byDay(day, 400) }, (_, i) => drawn(scenarios, 1, i))];
  const [reached, reachedByDay] = [new Set<string>(), new Set<string>()];
  for (const [i, one] of all.entries()) {
    note(playedOnModel(closed(one, oracle.facts), { oracle, suffix: "", choices: {} }), reached);
    // The list is of what these come to; the further ones of a night may come to more.
    if (i < coveringSet.length + day) for (const cell of reached) reachedByDay.add(cell);
  }
  const cells = Object.entries(changes).flatMap(([what, fields]) => fields.map((field) => `${what}: ${field}`));
  assert.equal(
    cells.filter((cell) => !reached.has(cell) && !Object.hasOwn(unreached, cell)),
    [],
    "neither reached nor listed",
  );
  assert.equal(
    Object.keys(unreached).filter((cell) => reachedByDay.has(cell) || !cells.includes(cell)),
    [],
    "listed, but reached or gone",
  );
});

test.run();
