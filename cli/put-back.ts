import type { Body } from "../conformance/client/json.ts";
import { isHeldToObserved, type Target } from "../conformance/client/target.ts";
import type { DescribedAct } from "../conformance/run/counterexample.ts";
import { Ledger } from "../conformance/targets/ledger/ledger.ts";
import { administratorsOf } from "../conformance/targets/staging/index.ts";

/** Requests that change settings of the organization or of an account. */
const ofSettings = /^PATCH \/(realm|settings|users\/\d+)$/;

/** Returns what a registration tells an account of the settings; undefined where it is refused. */
async function toldTo(as: string, target: Target): Promise<Body | undefined> {
  const fields = { event_types: [], fetch_event_types: ["realm", "realm_user", "user_settings"] };
  const reply = await target.send({ as, method: "POST", path: "/register", fields });
  return reply?.body.result === "success" ? reply.body : undefined;
}

/**
 * Returns the requests that put back the settings which a run has changed, and the changes of which nobody knows what was there before. The run has put
 * them back itself: what a registration tells now is what was there.
 */
export async function puttingBack(
  target: Target,
  acts: readonly DescribedAct[],
): Promise<{ readonly undoes: readonly DescribedAct[]; readonly left: readonly string[] }> {
  const { kind, steering, level, cast, namespace } = target;
  if (kind === "embedded" || steering) return { undoes: [], left: [] };
  const administrators = administratorsOf(cast, () => true);
  const held = { level, isHeldToObserved: isHeldToObserved(target), cast, namespace };
  const ledger = new Ledger({ ...held, administrators, read: (as) => toldTo(as, target) });
  for (const act of acts) {
    if (act.kind !== "request" || !ofSettings.test(`${act.request.method} ${act.request.path}`)) continue;
    await ledger.before(act.request);
    ledger.after(act.request, act.reply);
  }
  const undoes = ledger.entries.toReversed().map(({ what, undo: { by, method, path, fields } }): DescribedAct => {
    const request = { as: by[0] ?? null, method, path, fields };
    return { kind: "request", request, reply: undefined, told: `to leave it as it was, ${what}` };
  });
  return { undoes, left: ledger.lost };
}
