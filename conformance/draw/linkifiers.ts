import fc from "fast-check";

/** The way in which the number of a match goes into the URL: an expression of RFC 6570. */
type TemplateForm = "{n}" | "{?n}" | "{#n}" | "{/n}" | "{;n}";

const templateForms: readonly TemplateForm[] = ["{n}", "{?n}", "{#n}", "{/n}", "{;n}"];

/** A linkifier of a word, a hyphen and a number, as a property draws it; `linkifierFields` says its fields. */
export interface LinkifierShape {
  readonly form: TemplateForm;
  readonly hasExample: boolean;
  /** Whether it also goes back from a URL, which takes an example. */
  readonly isReverse: boolean;
  /** The number of its alternative templates. */
  readonly alternatives: number;
}

/** A linkifier. The plainest has a pattern and a template alone. */
export const aLinkifier: fc.Arbitrary<LinkifierShape> = fc
  .record({ form: fc.constantFrom(...templateForms), hasExample: fc.boolean(), isReverse: fc.boolean(), alternatives: fc.nat(2) })
  .map((shape) => ({ ...shape, hasExample: shape.hasExample || shape.isReverse }));

export const plainLinkifier: LinkifierShape = { form: "{n}", hasExample: false, isReverse: false, alternatives: 0 };

/** A linkifier with everything that a linkifier can have. */
export const fullLinkifier: LinkifierShape = { form: "{n}", hasExample: true, isReverse: true, alternatives: 1 };

const base = "https://tasks.example.com/new/";

/** The fields of a linkifier, as GET /realm/linkifiers has them, without the id. */
export interface LinkifierFields {
  readonly pattern: string;
  readonly url_template: string;
  readonly example_input: string | null;
  readonly reverse_template: string | null;
  readonly alternative_url_templates: readonly string[];
}

/** Returns the fields of a linkifier. @param word what its matches begin with */
export const linkifierFields = ({ form, hasExample, isReverse, alternatives }: LinkifierShape, word: string): LinkifierFields => ({
  pattern: `${word}-(?P<n>[0-9]+)`,
  url_template: `${base}${form}`,
  example_input: hasExample ? `${word}-7` : null,
  reverse_template: isReverse ? `${word}-{n}` : null,
  alternative_url_templates: Array.from({ length: alternatives }, (_, i) => `https://other${i}.example.com/{n}`),
});

/** Returns the URL of a match. @param number the digits of the match */
export function linkifiedUrl({ form }: LinkifierShape, number: string): string {
  if (form === "{?n}") return `${base}?n=${number}`;
  if (form === "{;n}") return `${base};n=${number}`;
  return `${base}${form === "{#n}" ? "#" : form === "{/n}" ? "/" : ""}${number}`;
}

/** The digits of a match. */
export const digits: fc.Arbitrary<string> = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength: 8 });
