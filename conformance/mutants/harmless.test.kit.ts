import {
  contradicted,
  createSimulator,
  type Held,
  type RulingName,
  rulings,
  type SimulatorOptions,
  variationNames,
} from "../../sim/index.ts";
import type { Credentials, WireResponse } from "../../sim/protocol/wire.ts";
import { isObject, itemAt, present } from "../client/json.ts";
import type { Served } from "../targets/embedded.ts";
import { type Change, inSuccess, type MutableFields } from "./kit/bodies.ts";
import type { Mutant } from "./kit/mutant.ts";
import { MutantProxy } from "./proxy.ts";

/** A correct server that looks different from the simulator as it comes. */
interface Variant {
  readonly name: string;
  readonly says: string;
  /** Other choices of rulings, another realm. */
  readonly options?: SimulatorOptions;
  /** Stated points that the suite accepts otherwise. */
  readonly accepts?: readonly RulingName[];
  /** Prepares the server. Returns the credentials of somebody who is not of the cast, if there is one. */
  readonly before?: (served: Served) => Credentials | undefined;
  /** Something that happens besides, before each request: `count` requests came so far. */
  readonly meanwhile?: (served: Served, count: number, stranger: Credentials | undefined) => void;
  /** Changes its successes. */
  readonly answer?: Change;
}

/** Objects whose keys are data, not names of fields: they get no further ones. */
const keyed = new Set(["presences", "messages", "devices", "authentication_methods", "profile_data", "realm_emoji", "presence"]);
/** Adds fields to successes. A refusal carries the extra fields of its code and no others. */
const furtherFields = (body: MutableFields): MutableFields => {
  const add = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => add(item, ""));
    if (!isObject(value)) return value;
    const inner = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, add(each, key)]));
    return keyed.has(name) || Object.keys(inner).length === 0 || Object.keys(inner).some((key) => /^[^a-z]|@/.test(key))
      ? inner
      : { ...inner, x_newer_field: { of: "a newer server" } };
  };
  const { presences, messages } = body;
  const untouched = isObject(presences) ? { presences } : isObject(messages) ? { messages } : {};
  return { ...(add(body, "") as MutableFields), ...untouched };
};

const say = (served: Served, name: string, route: string, fields: Readonly<Record<string, string>>): WireResponse | Held => {
  const { email, api_key } = present(served.cast[name], name);
  const [method = "", path = ""] = route.split(" ");
  const credentials = { kind: "basic", email, api_key } as const;
  return served.exchange({ method, path: `/api/v1${path}`, query: new Map(), form: new Map(Object.entries(fields)), credentials });
};

const stranger = { email: "walter@example.com", password: "a walnut in the attic", full_name: "Walter Walnut" };

/** Lets somebody in who is not of the cast. Returns their credentials. */
function letIn(served: Served): Credentials {
  say(served, "owen", "POST /users", stranger);
  const form = new Map(Object.entries({ username: stranger.email, password: stranger.password }));
  const wire = { method: "POST", path: "/api/v1/fetch_api_key", query: new Map(), form, credentials: { kind: "none" } } as const;
  const answer = served.exchange(wire);
  const api_key = "text" in answer ? answer.body.api_key : undefined;
  if (typeof api_key !== "string") throw new Error("the stranger got no key");
  return { kind: "basic", email: stranger.email, api_key };
}

/** Sends a note to oneself: it takes an id, and reaches nobody else. */
function note(served: Served, credentials: Credentials): void {
  const form = new Map(Object.entries({ type: "direct", to: JSON.stringify([stranger.email]), content: "memo" }));
  served.exchange({ method: "POST", path: "/api/v1/messages", query: new Map(), form, credentials });
}

const send = (served: Served, name: string, to: string, topic: string, content: string): void =>
  void say(served, name, "POST /messages", { type: "stream", to, topic, content });

function fill(served: Served): undefined {
  const writers = ["bob", "cara", "dana", "owen"];
  for (let i = 0; i < 400; i++)
    send(served, itemAt(writers, i % 4), "general", `old talk ${i % 23}`, `Word ${i} of it, with https://example.com/${i}`);
  for (let i = 0; i < 60; i++)
    say(served, itemAt(writers, i % 4), "POST /messages", {
      type: "direct",
      to: JSON.stringify([present(served.cast.alice, "alice").user_id]),
      content: `Letter ${i}`,
    });
  for (let i = 0; i < 20; i++) {
    say(served, "dana", "POST /channel_folders/create", { name: `Old folder ${i}`, description: "Full" });
    say(served, "owen", "POST /user_groups/create", { name: `old-group-${i}`, description: "", members: "[]" });
  }
}

/** A choice that the simulator does not make, for every point on which the text is silent. */
const otherChoices = Object.fromEntries(
  Object.entries(rulings).flatMap(([name, { kind, choices }]) => (kind === "silent" ? [[name, choices.at(-1)]] : [])),
);

/** Correct servers on which the suite may raise no alarm. */
export const variants: readonly Variant[] = [
  {
    name: "ids-offset",
    says: "The ids of messages begin much later.",
    before: (served) => {
      for (let i = 0; i < 1500; i++) send(served, "owen", "general", "earlier", "x");
      return undefined;
    },
  },
  {
    name: "gaps-in-ids",
    says: "Other people write in between, so that ids have gaps.",
    before: letIn,
    meanwhile: (served, count, credentials) => {
      if (credentials && count % 3 === 0) note(served, credentials);
    },
  },
  { name: "all-variations", says: "It varies in all that the simulator can.", options: { vary: { seed: 1, only: variationNames } } },
  { name: "further-fields", says: "Successes have fields that the specification does not know.", answer: furtherFields },
  { name: "full-server", says: "The server is full of other people's messages, folders and groups.", before: fill },
  {
    name: "observed-rulings",
    says: "Where servers contradict the text, it does as they do.",
    options: { rulings: "observed" },
    accepts: contradicted,
  },
  {
    name: "other-free-choices",
    says: "Wherever the text is silent, it does what the simulator does not.",
    options: { rulings: otherChoices },
  },
  { name: "large-realm", says: "The realm is large.", options: { realm: "crowded" } },
];

/** A server of a variant. */
export function variantServer({ name, says, options, before, meanwhile, answer }: Variant, seed: number): Served {
  const served = createSimulator({ seed, ...options });
  const stranger = before?.(served);
  const dressed: Mutant = {
    name,
    breaks: [],
    says,
    instead: (request) => {
      meanwhile?.(request.served, request.count("requests") - 1, stranger);
      return undefined;
    },
    ...(answer && { answer: inSuccess(answer) }),
  };
  return new MutantProxy(served, dressed, { fired: false });
}
