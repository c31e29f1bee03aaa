import { type AlterAnswer, inMessages, inSuccess, type MutableFields, refusal } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, mutant, onRoute } from "../../mutants/kit/mutant.ts";

const linkifier = onRoute("GET /realm/linkifiers");

const eachLinkifier = (change: (one: MutableFields) => void): AlterAnswer =>
  inSuccess((body) => void (body.linkifiers as MutableFields[]).forEach(change));

/** The part of a URL template before its first variable. */
const start = (template: unknown): string => String(template).replace(/\{.*/s, "");

const linkifiersOf = (request: InterceptedRequest): MutableFields[] =>
  request.also("alice", "GET /realm/linkifiers").body.linkifiers as MutableFields[];

/** Returns a text with the URLs of templates replaced by those of their first alternatives. */
const byAlternatives = (text: string, request: InterceptedRequest): string =>
  linkifiersOf(request).reduce((changed, { url_template, alternative_url_templates }) => {
    const [alternative] = alternative_url_templates as unknown[];
    return alternative === undefined ? changed : changed.replaceAll(start(url_template), start(alternative));
  }, text);

/** Changes the links of topics. */
const inTopicLinks = (change: (links: MutableFields[], request: InterceptedRequest) => MutableFields[]): AlterAnswer =>
  inMessages((message, request) => void (message.topic_links = change(message.topic_links as MutableFields[], request)));

const onMessages = ["GET /messages", "GET /messages/{id}"];

/** Faults of linkifiers, as they are listed and as they work. */
const ofRecord: readonly Mutant[] = [
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
  linkifier("linkifier-reverse-undefined", "linkifier/reverse_template", "Linkifiers without a reverse_template lack the field.", {
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
  linkifier("linkifiers-with-one-id", "linkifier/id", "All linkifiers have the id 1.", {
    answer: eachLinkifier((one) => void (one.id = 1)),
  }),
  linkifier("linkifier-pattern-called-regex", "linkifier/pattern", "The pattern stands under another name.", {
    answer: eachLinkifier((one) => {
      one.regex = one.pattern;
      delete one.pattern;
    }),
  }),
  linkifier("linkifier-example-not-matching", "linkifier/example_input", "Examples are texts that the pattern does not match.", {
    answer: eachLinkifier((one) => {
      if (one.example_input !== null) one.example_input = "such as this";
    }),
  }),
  linkifier("linkifier-reverse-without-example", "linkifier/reverse-needs-example", "Linkifiers that go back have no example.", {
    answer: eachLinkifier((one) => {
      if (one.reverse_template !== null) one.example_input = null;
    }),
  }),
  mutant({
    name: "linkifiers-not-in-messages",
    breaks: "linkifier/applies-to-messages",
    says: "What matches a linkifier in a message stays text.",
    on: onMessages,
    answer: inMessages((message) => {
      message.content = String(message.content).replaceAll(/<a href="https:\/\/\w+\.example\.com\/[^"]*">([^<:]*)<\/a>/g, "$1");
    }),
  }),
  mutant({
    name: "linkifiers-not-in-topics",
    breaks: "linkifier/applies-to-topics",
    says: "Only URLs in a topic are among its links.",
    on: onMessages,
    answer: inTopicLinks((links) => links.filter(({ text, url }) => text === url)),
  }),
  mutant({
    name: "linkifiers-with-any-pattern",
    breaks: "linkifier/pattern",
    says: "Whatever begins as a match does is a link too.",
    on: onMessages,
    answer: inMessages((message) => {
      message.content = String(message.content).replaceAll(/(\w+)-x/g, '<a href="https://tasks.example.com/new/">$1-x</a>');
    }),
  }),
  mutant({
    name: "linkifiers-to-alternatives",
    breaks: "linkifier/alternatives-not-forward",
    says: "Matches link to the first alternative where there is one.",
    on: onMessages,
    answer: inMessages((message, request) => {
      message.content = byAlternatives(String(message.content), request);
      message.topic_links = (message.topic_links as MutableFields[]).map((link) => ({
        ...link,
        url: byAlternatives(String(link.url), request),
      }));
    }),
  }),
];

/** Faults of GET /realm/linkifiers. */
export const mutants: readonly Mutant[] = [
  ...ofRecord,
  linkifier("linkifiers-in-other-order", "realm.linkifiers.get/order", "Linkifiers come in another order.", {
    answer: inSuccess((body) => void (body.linkifiers as MutableFields[]).reverse()),
  }),
  linkifier("linkifiers-in-other-order-for-bob", "realm.linkifiers.get/order", "Some get the linkifiers in another order.", {
    answer: inSuccess((body, request) => {
      if (request.caller === "bob") (body.linkifiers as MutableFields[]).reverse();
    }),
  }),
  linkifier("linkifiers-not-for-guests", "realm.linkifiers.get/order", "Guests get the first linkifier alone.", {
    answer: inSuccess((body, request) => {
      if (request.caller === "gus") body.linkifiers = (body.linkifiers as MutableFields[]).slice(0, 1);
    }),
  }),
  linkifier("linkifiers-need-a-parameter", "realm.linkifiers.get/no-parameters", "A client has to say how many linkifiers it takes.", {
    instead: (request) => (request.field("limit") === undefined ? refusal("REQUEST_VARIABLE_MISSING", { var_name: "limit" }) : undefined),
  }),
];
