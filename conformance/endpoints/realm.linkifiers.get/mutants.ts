import { type Answer, type Fields, inSuccess } from "../../mutants/kit/bodies.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const linkifier = onRoute("GET /realm/linkifiers");

const eachLinkifier = (change: (one: Fields) => void): Answer => inSuccess((body) => void (body.linkifiers as Fields[]).forEach(change));

/** Faults of GET /realm/linkifiers. */
export const mutants: readonly Mutant[] = [
  linkifier("linkifiers-in-other-order", "realm.linkifiers.get/order", "Linkifiers come in another order.", {
    answer: inSuccess((body) => void (body.linkifiers as Fields[]).reverse()),
  }),
  linkifier("linkifiers-as-object", "realm.linkifiers.get/linkifiers", "Linkifiers are an object by pattern.", {
    answer: inSuccess(
      (body) => void (body.linkifiers = Object.fromEntries((body.linkifiers as Fields[]).map((one) => [one.pattern, one]))),
    ),
  }),
  linkifier(
    "linkifier-with-format",
    ["linkifier/url_template", "versioning/url-template"],
    "Linkifiers have a format string in place of a template.",
    {
      answer: eachLinkifier((one) => {
        one.url_format = one.url_template;
        delete one.url_template;
      }),
    },
  ),
  linkifier("linkifier-id-as-text", "linkifier/id", "Ids of linkifiers are strings.", {
    answer: eachLinkifier((one) => void (one.id = String(one.id))),
  }),
  linkifier("linkifier-without-example", "linkifier/example_input", "Linkifiers without an example lack the field.", {
    answer: eachLinkifier((one) => {
      if (one.example_input === null) delete one.example_input;
    }),
  }),
  linkifier("linkifier-reverse-undefined", "linkifier/reverse_template", "reverse_template is the empty string where there is none.", {
    answer: eachLinkifier((one) => {
      if (one.reverse_template === null) delete one.reverse_template;
    }),
  }),
  linkifier(
    "linkifier-alternatives-null",
    "linkifier/alternative_url_templates",
    "alternative_url_templates is null where there are none.",
    {
      answer: eachLinkifier((one) => {
        if ((one.alternative_url_templates as unknown[]).length === 0) one.alternative_url_templates = null;
      }),
    },
  ),
];
