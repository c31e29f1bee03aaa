import type { Outgoing } from "../client/target.ts";
import type { Op } from "../declare/step.ts";
import type { ComparedAnswer } from "./answers.ts";

/** The registration that shows the id of what a request has made; undefined where the answer has it, or nothing was made. */
export function registrationFor({ makes }: Op, { as }: Outgoing, { body }: ComparedAnswer): Outgoing | undefined {
  if (!makes?.shownIn || body.result !== "success" || body[makes.field] !== undefined) return undefined;
  return { as, method: "POST", path: "/register", fields: { event_types: [], fetch_event_types: [makes.shownIn] } };
}

/** An answer with the id of what was made, from a registration. */
export function withId<A extends ComparedAnswer>({ makes }: Op, { fields }: Outgoing, answer: A, registered: ComparedAnswer): A {
  const rows = makes?.shownIn === undefined ? undefined : registered.body[makes.shownIn];
  if (!makes || !Array.isArray(rows)) return answer;
  const made = rows.find(({ name }) => name === fields.name);
  return made === undefined ? answer : { ...answer, body: { ...answer.body, [makes.field]: made.id } };
}
