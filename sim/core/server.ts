import type { RulingChoices, RulingName } from "../rulings/index.ts";
import { draw, drawnFrom } from "./rng.ts";

/** A way in which a correct server may be unlike this one. */
export interface Variation {
  /** The behaviour of a server that varies in it. */
  readonly does: string;
  /** The paragraph of the specification that leaves it free, and how. */
  readonly allowed: string;
}

/** Everything in which the simulator varies when asked to. Each is legal alone and beside all others. */
export const variations = {
  "id-gaps": {
    does: "Ids grow by more than one.",
    allowed: "Resources > Message: ids are unique and give the order, which gaps leave as it is; of other ids only the type is said",
  },
  "event-id-gaps": {
    does: "Ids of events grow by more than one.",
    allowed: "Events: retrieval of events is not shown",
  },
  "first-events": {
    does: "A new queue begins after events of the past: its last_event_id is not -1.",
    allowed: "Events: registration of queues is not shown",
  },
  "queue-ids": {
    does: "Queue ids are a pair of numbers, or long.",
    allowed: "Resources > Other records: a queue_id is a string",
  },
  heartbeats: {
    does: "Each queue has a heartbeat of its own, up to ten seconds later.",
    allowed: "Events: retrieval of events is not shown",
  },
  "further-fields": {
    does: "Answers with fields of their own, messages and events have fields that nobody knows.",
    allowed: "Versioning 2 and 3: levels only add, and clients read what they know",
  },
  "envelope-fields": {
    does: "Successes that are the envelope only have fields that nobody knows.",
    allowed: "Versioning 3: fields evolve by feature level, and what a newer level adds to the envelope is for clients to ignore as well",
  },
  "unordered-lists": {
    does: "Lists that are sets come in another order.",
    allowed: "Resources > Message, Group-setting value; Conventions 5: flags, recipients, members and ignored names have no stated order",
  },
  "avatar-addresses": {
    does: "Avatars stand at other addresses.",
    allowed: "Resources > Message: avatar_url is a string or null; where it leads is not said",
  },
  "avatars-always": {
    does: "Messages in events and alone have an address where avatar_url may be null.",
    allowed: "Resources > Message: null only where three conditions hold, which is no promise of null; only GET /messages promises it",
  },
  "merged-flags": {
    does: "Neighbouring events about the same flag come as one, under the newest id.",
    allowed: "Events: retrieval and payloads are not shown",
  },
  "poll-queue-ids": {
    does: "Every answer with events says its queue_id, or none does.",
    allowed: "Events: retrieval of events is not shown",
  },
  "fewer-settings": {
    does: "Some of the server's settings are absent.",
    allowed: "Endpoints > GET /server_settings: not all fields are guaranteed",
  },
  "fewer-registered": {
    does: "A registration lacks fields that no client needs.",
    allowed: "Events: registration of queues is not shown",
  },
  "far-anchor": {
    does: "The anchor beyond all messages is another number.",
    allowed: "Endpoints > GET /messages: the anchor used is an integer; which one stands for the end is not said",
  },
  "fractional-times": {
    does: "The server's timestamp has a fraction, which grows as time does.",
    allowed: "Endpoints > GET /realm/presence: server_timestamp is a number",
  },
  wording: {
    does: "Refusals are worded otherwise.",
    allowed: "Conventions 6: msg is a text for people",
  },
  statuses: {
    does: "Refusals that are 400 have another status of the 400s.",
    allowed: "Errors: status codes are not shown",
  },
  "retry-after": {
    does: "Retry-After is in whole seconds.",
    allowed: "Limits: rate limits are not shown",
  },
  "key-order": {
    does: "The fields of objects come in another order.",
    allowed: "Conventions 4: bodies are JSON objects, which have no order",
  },
  "white-space": {
    does: "There is white space around and between the parts of a body.",
    allowed: "Conventions 4: bodies are JSON, in which white space says nothing",
  },
  escapes: {
    does: "Characters beyond ASCII, and slashes, are escaped.",
    allowed: "Conventions 4: bodies are JSON, in which every character may be escaped",
  },
  "header-case": {
    does: "Names of headers are in other capitals.",
    allowed: "Conventions: JSON over HTTP, where capitals in names of headers say nothing",
  },
  "further-headers": {
    does: "Answers have headers that nobody knows, and a charset.",
    allowed: "Conventions: headers are not said",
  },
} as const satisfies Readonly<Record<string, Variation>>;

export type VariationName = keyof typeof variations;

export const variationNames = Object.keys(variations) as readonly VariationName[];

/** In what a server varies, and the seed of how. */
interface Varying {
  readonly seed: number;
  readonly on: ReadonlySet<VariationName>;
}

/** A seed that picks some variations, or a seed and those wanted. */
export type Vary = number | { readonly seed: number; readonly only: readonly VariationName[] };

/** Returns in what a server varies: in what is named, else in what the seed picks. */
export function varyingBy(vary: Vary): Varying {
  const { seed, only } = typeof vary === "number" ? { seed: vary, only: picked(vary) } : vary;
  return { seed, on: new Set(only) };
}

/** About half of the variations, at least one. */
function picked(seed: number): VariationName[] {
  const next = draw(seed, "variations", 0);
  const some = variationNames.filter(() => next(2) === 1);
  return some.length > 0 ? some : [drawnFrom(variationNames, next)];
}

type Below = (below: number) => number;

/** The chance of one variation for a use of it; undefined where the server does not vary in it. */
export const chanceOf = ({ varying }: Pick<ServerSettings, "varying">, name: VariationName, use = "", number = 0): Below | undefined =>
  varying?.on.has(name) ? draw(varying.seed, `${name} ${use}`, number) : undefined;

/** Returns how many ids are left out: mostly none or a few, now and then many. */
export function gap(next: Below | undefined): number {
  if (!next) return 0;
  const few = Math.max(0, next(8) - 3);
  return few === 4 ? next(200) : few;
}

/** The settings of the simulated server, fixed for its life. */
export interface ServerSettings {
  /** Feature level, from 1 to the newest. */
  readonly level: number;
  /** The word that names carry on the wire: `service_feature_level`, `Basic realm="service"`. */
  readonly brand: string;
  readonly rulings: RulingChoices;
  /** The rulings that decided with what the realm begins. */
  readonly rulingsAtStart?: ReadonlySet<RulingName>;
  readonly seed: number;
  /** UNIX seconds at which it was started. */
  readonly started: number;
  /** Base URL of the organization, without a slash at the end. */
  readonly url: string;
  /** The name of the realm that it was made from. */
  readonly realm: string;
  /** Number of UTF-16 units of texts that may be written into the realm; undefined for as many as is usual. */
  readonly mostWritten?: number;
  /** In what it is unlike other correct servers; undefined where in nothing. */
  readonly varying?: Varying;
}

/** The segment that stands for the provider of video calls in paths and names: the real one where the brand is. */
export const videoProvider = ({ brand }: Pick<ServerSettings, "brand">): "vc" | "webex" => (brand === "zulip" ? "webex" : "vc");

/** The brand as the name of the product, with a capital. */
export const productName = ({ brand }: Pick<ServerSettings, "brand">): string => `${brand.charAt(0).toUpperCase()}${brand.slice(1)}`;

/** The host of a URL without its port; the text itself where it is no URL. */
export const hostOf = (url: string): string => /^[a-z]+:\/\/([^/:]+)/i.exec(url)?.[1] ?? url;

/** The base URL that a server gives as its own unless it is told where it is reached. */
export const defaultUrl = "http://localhost:9991";
