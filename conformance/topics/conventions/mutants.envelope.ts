import { returnValues } from "../../client/return-values.ts";
import { becomes, inRefusal, inSuccess, lacking, success } from "../../mutants/kit/bodies.ts";
import { type Mutant, mutant } from "../../mutants/kit/mutant.ts";

/** Faults of successes and refusals: of every endpoint, and of what is no endpoint. */
export const envelopeMutants: readonly Mutant[] = [
  mutant({
    name: "success-with-msg",
    breaks: "conventions/success-envelope",
    says: "A success has a msg that is not empty.",
    answer: inSuccess((body) => void (body.msg = "OK")),
  }),
  mutant({
    name: "success-without-msg",
    breaks: "conventions/success-envelope",
    says: "A success has no msg.",
    answer: lacking("msg"),
  }),
  mutant({
    name: "success-called-ok",
    breaks: "conventions/success-envelope",
    says: "The result of a success is the word ok.",
    answer: inSuccess((body) => void (body.result = "ok")),
  }),
  mutant({
    name: "refusal-without-code",
    breaks: ["conventions/error-envelope", "errors/body"],
    says: "A refusal has no code.",
    answer: inRefusal(undefined, ({ body }) => void delete body.code),
  }),
  mutant({
    name: "refusal-with-numeric-code",
    breaks: ["conventions/error-envelope", "errors/body"],
    says: "The code of a refusal is a number.",
    answer: inRefusal(undefined, (said) => void (said.body.code = said.status)),
  }),
  mutant({
    name: "refusal-without-msg",
    breaks: ["conventions/error-envelope", "errors/body"],
    says: "A refusal has no msg.",
    answer: inRefusal(undefined, ({ body }) => void delete body.msg),
  }),
  mutant({
    name: "refusal-called-failure",
    breaks: ["conventions/error-envelope", "errors/body"],
    says: "The result of a refusal is the word failure.",
    answer: inRefusal(undefined, ({ body }) => void (body.result = "failure")),
  }),
  mutant({
    name: "success-outside-post-with-msg",
    breaks: "conventions/success-envelope",
    says: "A success of a request that is no POST has a msg that is not empty.",
    answer: inSuccess((body, { wire }) => {
      if (wire.method !== "POST") body.msg = "OK";
    }),
  }),
  mutant({
    name: "success-of-one-thing-with-msg",
    breaks: "conventions/success-envelope",
    says: "A success of a path with an id has a msg that is not empty.",
    answer: inSuccess((body, { pathId }) => {
      if (pathId !== undefined) body.msg = "OK";
    }),
  }),
  mutant({
    name: "success-without-return-values",
    breaks: ["conventions/success-returns", "messages.post/id-fetches"],
    says: "A success is the envelope alone.",
    answer: lacking(...returnValues),
  }),
  mutant({
    name: "wrong-method-succeeds",
    breaks: "conventions/error-wrong-method",
    says: "A method that a path does not have is answered by a success and does nothing.",
    answer: (said) => (said.status === 405 ? becomes(said, success()) : undefined),
  }),
  mutant({
    name: "unknown-route-succeeds",
    breaks: "conventions/error-unknown-route",
    says: "A path that does not exist is answered by a success.",
    answer: (said) => (said.status === 404 ? becomes(said, success()) : undefined),
  }),
];
