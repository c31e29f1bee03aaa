import type { CallBeside } from "../declare/call.ts";
import { rest, type StepBeside } from "../declare/step.ts";
import { fields, unsupported } from "../draw/combinators.ts";
import { people } from "../draw/people.ts";

/** Returns call and step of a GET without parameters. @param words the sentence after the actor's name */
export const bareGet = (route: string, words: string): { readonly call: CallBeside; readonly step: StepBeside } => ({
  call: { by: people, prepare: async ({ as }, by = as.alice) => ({ actor: by, route, fields: {} }) },
  step: {
    weight: () => 1,
    draw: () => ({ accepted: fields({ colour: unsupported }) }),
    tell: (given, say) => `${words}${rest(given, [], say)}`,
  },
});
