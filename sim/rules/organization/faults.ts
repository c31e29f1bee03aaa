import { refuse } from "../../core/refusal.ts";

/** What is wrong with a record, by field, in the order in which servers find it. */
export type Faults = Record<string, string[]>;

/** Where servers put what is wrong with a record as a whole rather than with one of its fields. */
export const whole = "__all__";
export const blank = "This field cannot be blank.";
export const badTemplate = "Invalid URL template.";

/** @refuses BAD_REQUEST with the first fault as the message and all in `errors` */
export function refuseFaults(errors: Faults): void {
  const [first] = Object.values(errors).flat();
  if (first !== undefined) refuse(first, "BAD_REQUEST", { errors });
}
