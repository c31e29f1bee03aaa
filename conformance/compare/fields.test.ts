import { test } from "uvu";
import * as assert from "uvu/assert";
import { sets as variedSets } from "../../sim/vary/body.ts";
import { eventTypes, steps } from "../catalogue/catalogue.ts";
import { drawn, scenariosOn } from "../generate/draw.ts";
import { oracleFor } from "../model/oracle.ts";
import { playedOnModel } from "../play/play.ts";
import { embedded } from "../targets/embedded.ts";
import { named, records } from "../text/index.ts";
import { kindOf } from "./matched-ids.ts";
import { absences, keyed, rendered, sets, times, typedOnly } from "./values.ts";

/** Fields that come and go without saying anything: a long text of a profile is rendered beside its source, and only people are recipients of typing. */
const free: ReadonlySet<string> = new Set(["rendered_value", "recipients"]);

/** Lists whose order counts. */
const inOrder = named(records, ({ compared }) => compared === "in order");
const lists: ReadonlySet<string> = new Set([...inOrder, "linkifiers", "messages", "muted_topics", "new_domain"]);

/** One kind of object in answers, by what is around it: how many there were, and how many had each field. */
interface Shape {
  count: number;
  readonly fields: Map<string, number>;
}

/** Fields of answers that no list classifies, by what they look like. */
class Survey {
  readonly shapes = new Map<string, Shape>();
  readonly found = new Set<string>();
  #op = "";
  /** Whether the specification says anything of the object: not of most events. */
  #isDescribed = true;

  /** An answer, as it is compared: the events of a queue each for itself, without the ids that count in the queue only. */
  answer(op: string, body: Readonly<Record<string, unknown>>): void {
    this.#op = op;
    if (op !== "events.get") this.value(body, "", op === "messages.post" ? "message" : "");
    else for (const { id: _, ...event } of body.events as { id: number; type: string }[]) this.#event(event);
  }

  #event(event: { readonly type: string }): void {
    this.#isDescribed = eventTypes.has(event.type);
    this.value(event, "", "");
    this.#isDescribed = true;
  }

  #object(value: Readonly<Record<string, unknown>>, around: string): void {
    const key = [this.#op, around || "top", value.type ?? "-", value.op ?? "-"].join(" ");
    const shape = this.shapes.get(key) ?? { count: 0, fields: new Map() };
    if (this.#isDescribed) this.shapes.set(key, shape);
    shape.count++;
    for (const [name, inner] of Object.entries(value)) {
      if (inner === undefined) continue;
      shape.fields.set(name, (shape.fields.get(name) ?? 0) + 1);
      if (!typedOnly.has(name)) this.value(inner, name, around);
    }
  }

  value(value: unknown, name: string, around: string): void {
    if (Array.isArray(value)) {
      if (!sets.has(name) && !lists.has(name)) this.found.add(`the list ${name} is neither among sets nor among lists`);
      for (const item of value) this.#item(item, name, around);
    } else if (typeof value === "object" && value !== null) {
      if (keyed(name, around)) for (const entry of Object.values(value)) this.value(entry, "", `${name}.entry`);
      else this.#object(value as Readonly<Record<string, unknown>>, name === "" ? around : name);
    } else this.#scalar(value, name, around);
  }

  #item(item: unknown, name: string, around: string): void {
    if (typeof item === "object" && item !== null && !Array.isArray(item)) this.#object(item as Readonly<Record<string, unknown>>, name);
    else this.#scalar(item, name, around);
  }

  #scalar(value: unknown, name: string, around: string): void {
    const isNumber = typeof value === "number";
    if (isNumber && /(^|_)ids?$/.test(name) && !kindOf(name, around))
      this.found.add(`the id ${name} in ${around || "an answer"} has no kind`);
    if (isNumber && /(timestamp|_updated|_created|_at|_time)$/.test(name) && !times.has(name))
      this.found.add(`the instant ${name} is not among times`);
    if (/^(rendered|match)_/.test(name) && !rendered.has(name)) this.found.add(`the HTML ${name} is not among the rendered`);
  }

  /** Fields that some objects of one kind have and others have not. */
  optional(): string[] {
    return [...this.shapes].flatMap(([key, { count, fields }]) =>
      [...fields].flatMap(([name, times]) => (times < count && !absences.has(name) && !free.has(name) ? [`${name} in ${key}`] : [])),
    );
  }
}

/** Answers whose fields are compared one by one; those of register.post by a list of their own. */
const survey = new Survey();

test.before(async () => {
  const target = embedded({ realm: "crowded" });
  const oracle = await oracleFor(target);
  const scenarios = scenariosOn(oracle, 30);
  for (let i = 0; i < 150; i++) {
    for (const { step, expected } of playedOnModel(drawn(scenarios, 11, i), { oracle, suffix: "", choices: {} }))
      if (step.op !== "register.post" && !steps.get(step.op)?.action && expected.body.result === "success")
        survey.answer(step.op, expected.body);
  }
});

test("every list, id, instant and piece of HTML in an answer is classified", () => {
  assert.equal([...survey.found].sort(), []);
});

test("every field that is there only sometimes says something by its absence, or is named as one that does not", () => {
  assert.equal(survey.optional().sort(), []);
});

test("the simulator's variations reorder no list whose order the comparison looks at", () => {
  assert.equal(
    [...variedSets].filter((name) => !sets.has(name)),
    [],
  );
  // Of the lists that the comparison takes for sets, two come in no variation.
  assert.equal(
    [...sets].filter((name) => !variedSets.has(name)),
    ["message_ids", "stream_ids"],
  );
});

test.run();
