import fc from "fast-check";
import type { OtherHeader } from "../../client/target.ts";

const malformed = (header: string): OtherHeader => ({ kind: "malformed", header });
const otherScheme = (header: string): OtherHeader => ({ kind: "otherScheme", header });

/** Base64 of letters, of which none stands for a colon. */
const noPair = fc.string({ unit: fc.constantFrom(..."abcdefgh"), minLength: 3, maxLength: 12 }).map(btoa);

/** Headers of the scheme Basic that hold no address with a key: nothing, no base64, no colon, more than two words. */
const unreadable = fc.oneof(
  noPair.map((text) => malformed(`Basic ${text}`)),
  fc.constantFrom("Basic", "Basic !", "Basic YWJjZ", "Basic a b", "Basic /w==").map(malformed),
);

const schemes = ["Bearer", "Digest", "Token", "Negotiate", "Basically", "ApiKey"] as const;

/** Headers of other schemes, some with what Basic credentials would hold. */
const foreign = fc
  .record({ scheme: fc.constantFrom(...schemes), text: fc.oneof(fc.constant("touchstone"), noPair, fc.constant(btoa("a@example.com:a"))) })
  .map(({ scheme, text }) => otherScheme(`${scheme} ${text}`));

/** An Authorization header without HTTP Basic credentials. */
export const otherHeader: fc.Arbitrary<OtherHeader> = fc.oneof({ withCrossShrink: true }, unreadable, foreign);

/** A header of each kind. */
export const eachHeader: readonly OtherHeader[] = [malformed(`Basic ${btoa("touchstone")}`), otherScheme("Bearer touchstone")];
