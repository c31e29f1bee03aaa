import fc from "fast-check";
import { basic } from "../../client/login.ts";
import type { Session } from "../../client/session.ts";
import type { Reply } from "../../client/target.ts";
import type { Call, Ready } from "../../declare/call.ts";
import { aSlip, eachLeftOut, type Slip, withSlip } from "../../derive/slips.ts";
import { keyText } from "../../draw/secrets.ts";
import type { Body } from "../../expect.ts";

/** How a call is made so that it is refused. */
export type Refusal =
  | { readonly kind: "by nobody" }
  | { readonly kind: "with a wrong key"; readonly key: string }
  | (Slip & { readonly kind: "without" });

export const needsParameters = ({ required }: Call): boolean => required.length > 0;
export const isClosed = ({ isOpen }: Call): boolean => !isOpen;

/** A way in which a call is refused: without something that it needs, by nobody, or with a wrong key. */
export function aRefusal(call: Call): fc.Arbitrary<Refusal> {
  const without = (): fc.Arbitrary<Refusal> => aSlip(call).map((slip) => ({ ...slip, kind: "without" }));
  const nobody: fc.Arbitrary<Refusal> = fc.constant({ kind: "by nobody" });
  const wrongKey: fc.Arbitrary<Refusal> = keyText.map((key) => ({ kind: "with a wrong key", key }));
  const ways = [...(needsParameters(call) ? [without()] : []), ...(isClosed(call) ? [nobody, wrongKey] : [])];
  return fc.oneof({ withCrossShrink: true }, ...ways);
}

/** Each way in which a call is refused, in its plainest form. */
export const eachRefusal = (call: Call): readonly Refusal[] => [
  ...eachLeftOut(call).map((slip) => ({ ...slip, kind: "without" }) as const),
  ...(isClosed(call) ? ([{ kind: "by nobody" }, { kind: "with a wrong key", key: "0".repeat(32) }] as const) : []),
];

/** Sends a call so that it is refused, with more fields beside its own. */
export function sendRefused({ nobody }: Session, { actor, route, fields }: Ready, way: Refusal, more: Body = {}): Promise<Reply> {
  if (way.kind === "by nobody") return nobody.send(route, { ...fields, ...more });
  if (way.kind === "without") return actor.send(route, { ...withSlip(fields, way), ...more });
  return actor.send(route, { ...fields, ...more }, basic(actor.email, way.key));
}

/** Returns a way in words that follow the name of a call. */
export const sayWay = (way: Refusal): string => (way.kind === "without" ? `without ${way.name}` : way.kind);
