import { sha256Hex } from "../core/digest.ts";
import { detached } from "../core/limits.ts";
import { Answer, type Cut, type Fields, type WireRequest, type WireResponse } from "../protocol/wire.ts";
import { isSecret, redactedStart } from "./redacted.ts";

/** An exchange as it is measured and cut. */
interface Measured {
  readonly request: WireRequest;
  readonly response: WireResponse;
}

/** What is known of the parts of an exchange that were cut. */
export interface CutParts {
  readonly fields: Readonly<Record<string, Cut>>;
  readonly body: Cut | undefined;
}

/** What an exchange takes beside its texts, about. */
const fixedBytes = 600;
const bytesPerUnit = 2;
/** A form of a megabyte with 130,000 fields takes 7 MB. */
const bytesPerField = 64;

/** A text longer than this is cut, to so many UTF-16 units, when the journal needs room. */
const largest = 256 * 1024;
const kept = 1000;

function bytesOfFields(fields: Fields): number {
  let length = 0;
  for (const [name, text] of fields) length += name.length + text.length;
  return bytesPerUnit * length + bytesPerField * fields.size;
}

const bodyLength = (response: WireResponse): number => (response instanceof Answer ? response.length : response.text.length);

/** About how many bytes an exchange takes in memory: two for each UTF-16 unit of its texts, and some for each field. */
export function bytesOf({ request: { path, query, form, userAgent = "" }, response }: Measured): number {
  const units = path.length + userAgent.length + bodyLength(response);
  return fixedBytes + bytesPerUnit * units + bytesOfFields(query) + bytesOfFields(form);
}

const cutText = (text: string): string => detached(text.slice(0, kept).toWellFormed());

/** A digest of a longer text takes too long. */
const longestDigested = 1024 * 1024 + 1024;

const cutOf = (text: string): Cut =>
  text.length > longestDigested ? { length: text.length } : { length: text.length, sha256: sha256Hex(text) };

/** Cuts the large ones of some fields, and notes what they were. The digest of a secret would tell too much. */
function cutFields(fields: Fields, cuts: Record<string, Cut>): Fields {
  return new Map(
    [...fields].map(([name, text]) => {
      if (text.length <= largest) return [name, text];
      cuts[name] = isSecret(name) ? { length: text.length } : cutOf(text);
      return [name, cutText(text)];
    }),
  );
}

const isLarge = ({ request: { query, form }, response }: Measured): boolean =>
  bodyLength(response) > largest || [...query.values(), ...form.values()].some((text) => text.length > largest);

/** An exchange whose large texts are cut; undefined where it has none. */
export function cutExchange<E extends Measured>(exchange: E): (E & { readonly cut: CutParts }) | undefined {
  if (!isLarge(exchange)) return undefined;
  const { request, response } = exchange;
  const fields: Record<string, Cut> = {};
  const smaller = { ...request, query: cutFields(request.query, fields), form: cutFields(request.form, fields) };
  if (bodyLength(response) <= largest) return { ...exchange, request: smaller, cut: { fields, body: undefined } };
  const { status, headers, text, delivery } = response;
  const answer = new Answer(status, redactedStart(cutText(text)), headers, delivery);
  return { ...exchange, request: smaller, response: answer, cut: { fields, body: cutOf(text) } };
}
