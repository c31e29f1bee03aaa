import { refuse } from "../../core/refusal.ts";

/** The mistakes in a record, by field, in the order in which servers find them. */
export type Faults = Record<string, string[]>;

/** The key under which servers put mistakes in a record as a whole rather than in one of its fields. */
export const whole = "__all__";
export const blank = "This field cannot be blank.";
export const badTemplate = "Invalid URL template.";

/** @refuses BAD_REQUEST with the first fault as the message and all in `errors` */
export function refuseFaults(errors: Faults): void {
  const [first] = Object.values(errors).flat();
  if (first !== undefined) refuse(first, "BAD_REQUEST", { errors });
}
