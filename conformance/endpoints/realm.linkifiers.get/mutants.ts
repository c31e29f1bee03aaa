import { listOf, refusal } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const messages = onRoute(["GET /messages", "GET /messages/{id}"], "linkifier");
const linkifier = onRoute("GET /realm/linkifiers", "linkifier");

/** The part of a URL template before its first variable. */
const start = (template: unknown): string => String(template).replace(/\{.*/s, "");

/** Returns a text with the URLs of templates replaced by those of their first alternatives. */
const byAlternatives = (text: string, request: InterceptedRequest): string =>
  listOf(request.also("alice", "GET /realm/linkifiers").body.linkifiers).reduce((changed, { url_template, alternative_url_templates }) => {
    const [alternative] = alternative_url_templates as unknown[];
    return alternative === undefined ? changed : changed.replaceAll(start(url_template), start(alternative));
  }, text);

export const mutants: readonly Mutant[] = [
  // Linkifiers as they are listed and as they work.
  linkifier("linkifier-with-format", ["url_template", "versioning/url-template"])
    .says("Linkifiers have a format string in place of a template.")
    .answersEach("linkifiers", ({ url_template }) => ({ url_format: url_template, url_template: undefined })),
  linkifier("linkifier-id-as-text", "id")
    .says("Ids of linkifiers are strings.")
    .answersEach("linkifiers", ({ id }) => ({ id: String(id) })),
  linkifier("linkifier-without-example", "example_input")
    .says("Linkifiers without an example lack the field.")
    .answersEach("linkifiers", ({ example_input }) => example_input === null && { example_input: undefined }),
  linkifier("linkifier-reverse-undefined", "reverse_template")
    .says("Linkifiers without a reverse_template lack the field.")
    .answersEach("linkifiers", ({ reverse_template }) => reverse_template === null && { reverse_template: undefined }),
  linkifier("linkifier-alternatives-null", "alternative_url_templates")
    .says("alternative_url_templates is null where there are none.")
    .answersEach(
      "linkifiers",
      ({ alternative_url_templates }) => (alternative_url_templates as unknown[]).length === 0 && { alternative_url_templates: null },
    ),
  linkifier("linkifiers-with-one-id", "id").says("All linkifiers have the id 1.").answersEach("linkifiers", { id: 1 }),
  linkifier("linkifier-pattern-called-regex", "pattern")
    .says("The pattern stands under another name.")
    .answersEach("linkifiers", ({ pattern }) => ({ regex: pattern, pattern: undefined })),
  linkifier("linkifier-example-not-matching", "example_input")
    .says("Examples are texts that the pattern does not match.")
    .answersEach("linkifiers", ({ example_input }) => example_input !== null && { example_input: "such as this" }),
  linkifier("linkifier-reverse-without-example", "reverse-needs-example")
    .says("Linkifiers that go back have no example.")
    .answersEach("linkifiers", ({ reverse_template }) => reverse_template !== null && { example_input: null }),
  messages("linkifiers-not-in-messages", "applies-to-messages")
    .says("What matches a linkifier in a message stays text.")
    .shows(({ content }) => ({
      content: String(content).replaceAll(/<a href="https:\/\/\w+\.example\.com\/[^"]*">([^<:]*)<\/a>/g, "$1"),
    })),
  messages("linkifiers-not-in-topics", "applies-to-topics")
    .says("Only URLs in a topic are among its links.")
    .shows(({ topic_links }) => ({ topic_links: listOf(topic_links).filter(({ text, url }) => text === url) })),
  messages("linkifiers-with-any-pattern", "pattern")
    .says("Whatever begins as a match does is a link too.")
    .shows(({ content }) => ({ content: String(content).replaceAll(/(\w+)-x/g, '<a href="https://tasks.example.com/new/">$1-x</a>') })),
  messages("linkifiers-to-alternatives", "alternatives-not-forward")
    .says("Matches link to the first alternative where there is one.")
    .shows(({ content, topic_links }, request) => ({
      content: byAlternatives(String(content), request),
      topic_links: listOf(topic_links).map((link) => ({ ...link, url: byAlternatives(String(link.url), request) })),
    })),
  // The list.
  linkifier("linkifiers-in-other-order", "realm.linkifiers.get/order")
    .says("Linkifiers come in another order.")
    .tells("linkifiers", (all) => listOf(all).toReversed()),
  linkifier("linkifiers-in-other-order-for-bob", "realm.linkifiers.get/order")
    .says("Some get the linkifiers in another order.")
    .answers(({ linkifiers }, { caller }) => caller === "bob" && { linkifiers: listOf(linkifiers).toReversed() }),
  linkifier("linkifiers-not-for-guests", ["realm.linkifiers.get/linkifiers", "realm.linkifiers.get/order"])
    .says("Guests get the first linkifier alone.")
    .answers(({ linkifiers }, { caller }) => caller === "gus" && { linkifiers: listOf(linkifiers).slice(0, 1) }),
  linkifier("linkifiers-need-a-parameter", "realm.linkifiers.get/no-parameters")
    .says("A client has to say how many linkifiers it takes.")
    .replies((request) => request.field("limit") === undefined && refusal("REQUEST_VARIABLE_MISSING", { var_name: "limit" })),
];
