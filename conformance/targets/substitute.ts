import { routeOf } from "../catalogue/routes.ts";
import type { Outgoing, Reply, Steering, Target } from "../client/target.ts";
import type { Property } from "../declare/property.ts";
import { Untestable } from "../expect.ts";
import { modelLevel } from "../model/mirror/mirror.ts";
import { waitsFor } from "../run/needs.ts";
import { runProperty } from "../run/properties.ts";
import { embedded } from "./embedded.ts";
import { patient } from "./http.ts";
import { requireNoTrace } from "./ledger/entry.ts";
import { administratorsOf, stagingOn } from "./staging/index.ts";

/** A live target tells more of itself than any target does. */
export type Examined = Target & {
  readonly registers?: boolean;
  readonly notes?: readonly string[];
  /** The people beside the cast who could stage it, where the cast is not asked for that. */
  readonly stagers?: Target["cast"];
};

/** Staging of a simulator as a server without control API would be staged, but for waiting. */
function stagedLike(
  inner: Target,
  { cast, channels, level, spares, missing }: Pick<Target, "cast" | "channels" | "level" | "spares" | "missing">,
): Steering | undefined {
  const administrators = administratorsOf(cast, () => true);
  if (administrators.length === 0) return undefined;
  const upload = async (as: string, path: string): Promise<Reply> => {
    requireNoTrace({ as, method: "POST", path, fields: {} }, { spares, level, missing });
    await inner.steering?.act({ action: "add_emoji", name: path.split("/").at(-1) });
    return { status: 200, headers: {}, body: { result: "success", msg: "" } };
  };
  const send = (request: Outgoing) => {
    requireNoTrace(request, { spares, level, missing });
    return inner.send(request);
  };
  const staging = stagingOn({ level, cast, administrators, channels, send, upload }, async () => {}, patient.clock);
  const advance = async (milliseconds: number): Promise<void> =>
    milliseconds > patient.clock ? staging.advance(milliseconds) : inner.steering?.advance(milliseconds);
  return { ...staging, advance };
}

/** Called with each request to a substitute, and where the simulator has no such endpoint, although the target may. */
interface Notes {
  readonly asked: (request: Outgoing) => void;
  readonly unlike: () => void;
}

/**
 * Returns the simulator with no more than a target gives: the same cast and channels, and what it does not offer refused.
 * @param more accounts that it has although the target does not give them
 */
function substituteOf(model: Examined, inner: Target, more: readonly string[], notes: Notes): Target {
  const { kind, level, brand, like, missing, spares, registers } = model;
  const members = Object.entries(inner.cast).filter(([name]) => Object.hasOwn(model.cast, name) || more.includes(name));
  const passwordOf = (name: string, password: string | null) => (model.cast[name]?.password === null ? null : password);
  const cast = Object.fromEntries(members.map(([name, member]) => [name, { ...member, password: passwordOf(name, member.password) }]));
  const channels = Object.fromEntries(Object.entries(inner.channels).filter(([name]) => Object.hasOwn(model.channels, name)));
  const isStaged = !model.steering && (model.staging !== undefined || more.length > 0);
  return {
    ...{ kind, url: "", namespace: "", level, brand, like, missing, spares, cast, channels },
    steering: model.steering && inner.steering,
    staging: isStaged ? stagedLike(inner, { cast: model.stagers ?? cast, channels, level, spares, missing }) : undefined,
    async send(request) {
      notes.asked(request);
      const route = missing && missing.size > 0 ? routeOf(request.method, request.path) : undefined;
      if (route !== undefined && missing?.has(route)) throw new Untestable(waitsFor(route, { missing }));
      if (registers === false && request.path === "/register") throw new Untestable("the target registers no event queue");
      const reply = await inner.send(request);
      if (reply?.status === 404 || reply?.status === 405) notes.unlike();
      return reply;
    },
    isolated: () => substituteOf(model, inner.isolated(), more, notes),
    close: async () => {},
  };
}

/** A simulator for the understudies of a target: of its level, with its roles. */
export async function stageFor(target: Examined): Promise<Target> {
  const realm = Object.hasOwn(target.channels, "crowd") ? "crowded" : "small";
  const stage = embedded({ realm, level: modelLevel(target), brand: target.brand });
  for (const [name, { role }] of Object.entries(stage.cast)) {
    const given = (Object.hasOwn(target.cast, name) ? target.cast[name]?.role : undefined) ?? role;
    if (given !== role) await stage.steering.act({ action: "set_user", as: name, property: "role", value: given });
  }
  return stage;
}

/**
 * Returns why a property cannot be tried; undefined where it can, or where only the target itself can tell. What else comes of it here says nothing.
 * @param asked called with each request
 */
export async function obstacle(
  address: string,
  property: Property,
  target: Examined,
  stage: Target,
  more: readonly string[] = [],
  asked: (request: Outgoing) => void = () => {},
): Promise<string | undefined> {
  let isUnlike = false;
  const understudy = substituteOf(target, stage, more, { asked, unlike: () => (isUnlike = true) });
  try {
    const { verdict, reason } = await runProperty(address, property, understudy, { seed: 1, tries: 1, shrink: false });
    return verdict === "untestable" && !isUnlike ? reason : undefined;
  } catch {
    return undefined;
  }
}
