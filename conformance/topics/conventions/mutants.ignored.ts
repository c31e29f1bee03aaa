import { parameterNames } from "../../derive/slips.ts";
import { inRefusal, inSuccess, lacking, refusal } from "../../mutants/kit/bodies.ts";
import { type Mutant, mutant } from "../../mutants/kit/mutant.ts";

/** Faults of the list of ignored parameters: of every endpoint. */
export const ignoredMutants: readonly Mutant[] = [
  mutant({
    name: "unsupported-not-listed",
    breaks: ["conventions/ignored-listed", "versioning/ignored"],
    says: "Parameters that are not supported are ignored without a word.",
    answer: lacking("ignored_parameters_unsupported"),
  }),
  mutant({
    name: "unsupported-as-text",
    breaks: ["conventions/ignored-listed", "versioning/ignored"],
    says: "The ignored parameters are one text.",
    answer: inSuccess((body) => {
      const ignored = body.ignored_parameters_unsupported;
      if (Array.isArray(ignored)) body.ignored_parameters_unsupported = ignored.join(", ");
    }),
  }),
  mutant({
    name: "supported-listed-too",
    breaks: ["conventions/ignored-listed", "versioning/ignored"],
    says: "Where one parameter is ignored, all that were sent are called ignored.",
    answer: inSuccess((body, request) => {
      if (body.ignored_parameters_unsupported) body.ignored_parameters_unsupported = [...request.fields.keys()].sort();
    }),
  }),
  mutant({
    name: "unsupported-refused",
    breaks: ["conventions/ignored-listed", "versioning/ignored"],
    says: "A parameter that is not supported is refused.",
    instead: (request) => (request.wouldSay().body.ignored_parameters_unsupported ? refusal() : undefined),
  }),
  mutant({
    name: "unsupported-listed-twice",
    breaks: ["conventions/ignored-listed", "conventions/ignored-without-parameters", "versioning/ignored"],
    says: "Each parameter that is not supported is listed twice.",
    answer: inSuccess((body) => {
      const ignored = body.ignored_parameters_unsupported;
      if (Array.isArray(ignored)) body.ignored_parameters_unsupported = [...ignored, ...ignored];
    }),
  }),
  mutant({
    name: "known-names-not-listed",
    breaks: ["conventions/ignored-listed", "versioning/ignored"],
    says: "Parameters that another endpoint has are ignored without a word.",
    answer: inSuccess((body) => {
      const ignored = body.ignored_parameters_unsupported;
      if (!Array.isArray(ignored)) return;
      const others = ignored.filter((name) => !parameterNames.has(name));
      if (others.length > 0) body.ignored_parameters_unsupported = others;
      else delete body.ignored_parameters_unsupported;
    }),
  }),
  mutant({
    name: "nothing-ignored-listed",
    breaks: "conventions/ignored-absent",
    says: "A success lists the ignored parameters where there are none too.",
    answer: inSuccess((body) => void (body.ignored_parameters_unsupported ??= [])),
  }),
  mutant({
    name: "refusal-with-ignored",
    breaks: "conventions/ignored-successes-only",
    says: "A refusal lists all parameters that were sent as ignored.",
    answer: inRefusal(undefined, ({ body }, { fields }) => void (body.ignored_parameters_unsupported = [...fields.keys()])),
  }),
];
