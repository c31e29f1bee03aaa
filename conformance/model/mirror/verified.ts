import { createSimulator } from "../../../sim/index.ts";
import { isObject } from "../../client/json.ts";
import type { Outgoing, Target } from "../../client/target.ts";
import { type Body, isEqual, jsonText } from "../../expect.ts";
import { mostMessages } from "../../text/limits.ts";
import { instantOf } from "../wire-request.ts";
import { capabilities, modelLevel } from "./mirror.ts";

/** One place at which a copy answers otherwise than its server, in an example. */
export interface CopyDifference {
  readonly route: string;
  /** Path in the answer, with `[]` for the places in lists. */
  readonly path: string;
  readonly as: string;
  readonly theirs: unknown;
  readonly ours: unknown;
  /** The number of times that it is found in all. */
  count: number;
}

const registration = { client_capabilities: capabilities, include_subscribers: true, apply_markdown: true };

/** The reads of each account. */
const reads: readonly (readonly [method: string, path: string, fields: Body])[] = [
  ["POST", "/register", registration],
  ["GET", "/users", { include_custom_profile_fields: true }],
  ["GET", "/users/me/subscriptions", { include_subscribers: true }],
  ["GET", "/streams", {}],
  ["GET", "/user_groups", { include_deactivated_groups: true }],
  ["GET", "/realm/linkifiers", {}],
  ["GET", "/realm/emoji", {}],
  ["GET", "/settings", {}],
  ["GET", "/drafts", {}],
  ["GET", "/saved_snippets", {}],
  ["GET", "/scheduled_messages", {}],
];

/** Names of what is each server's own: its queues, the present, its version, and what is drawn. */
const ownNames =
  /^(queue_id|last_event_id|server_timestamp|server_generation|event_queue_longpoll_timeout_seconds|msg|api_key|bots_api_key|zulip_(version|merge_base)|.*_version|realm_presence|presences?|presence_last_update_id|recipient_id|ignored_parameters_unsupported|client)$/;

/** Names of what older messages decide. */
const ofOlder: ReadonlySet<string> = new Set(["first_message_id", "found_oldest"]);

/** Since when the server's own bots are there, is its own too. */
const isOwn = (path: string, name: string): boolean => ownNames.test(name) || (path === ".cross_realm_bots[]" && name === "date_joined");

/** The key by which records of a list are matched. */
const keyOf = (value: unknown): unknown => (isObject(value) ? (value.id ?? value.user_id ?? value.stream_id ?? value.name) : undefined);

/** Compares two answers, and counts where they differ. */
class CopyComparison {
  readonly found = new Map<string, CopyDifference>();
  /** Whether older messages than those of the copy are left out: it cannot tell which is the first. */
  isPartial = false;
  readonly #urls: readonly string[];

  /** @param urls what both call themselves, which is not compared */
  constructor(urls: readonly string[]) {
    this.#urls = urls.filter((url) => url !== "");
  }

  compare(route: string, as: string, theirs: unknown, ours: unknown, path = ""): void {
    if (Array.isArray(theirs) && Array.isArray(ours)) this.#lists(route, as, theirs, ours, path);
    else if (isObject(theirs) && isObject(ours)) {
      for (const name of new Set([...Object.keys(theirs), ...Object.keys(ours)]))
        if (!isOwn(path, name) && !(this.isPartial && ofOlder.has(name)))
          this.compare(route, as, theirs[name], ours[name], `${path}.${/^\d+$/.test(name) ? "[]" : name}`);
    } else if (!isEqual(this.#plain(theirs), this.#plain(ours))) this.#note(route, as, path, theirs, ours);
  }

  #lists(route: string, as: string, theirs: readonly unknown[], ours: readonly unknown[], path: string): void {
    const isKeyed = [theirs, ours].every(
      (list) => !list.some((one) => keyOf(one) === undefined) && new Set(list.map(keyOf)).size === list.length,
    );
    if (!isKeyed) {
      const [a, b] = [theirs, ours].map((list) => list.map((one) => jsonText(this.#plain(one))).sort());
      if (!isEqual(a, b)) this.#note(route, as, path, theirs, ours);
      return;
    }
    const own = new Map(ours.map((one) => [keyOf(one), one]));
    for (const one of theirs) this.compare(route, as, one, own.get(keyOf(one)), `${path}[]`);
    const known = new Set(theirs.map(keyOf));
    for (const one of ours) if (!known.has(keyOf(one))) this.compare(route, as, undefined, one, `${path}[]`);
  }

  #plain(value: unknown): unknown {
    return typeof value === "string" ? this.#urls.reduce((text, url) => text.replaceAll(url, ""), value) : value;
  }

  #note(route: string, as: string, path: string, theirs: unknown, ours: unknown): void {
    const key = `${route} ${path}`;
    const former = this.found.get(key);
    if (former) former.count++;
    else this.found.set(key, { route, path: path.replace(/^\./, ""), as, theirs, ours, count: 1 });
  }
}

/**
 * Reads all that the accounts of a target can read, there and on a simulator with a realm file, and returns where the answers differ, the
 * most frequent first, and how many answers were compared.
 * @param most how many messages of each account are read
 */
export async function verified(
  target: Target,
  realm: Body,
  most: number,
): Promise<{ readonly differences: readonly CopyDifference[]; readonly compared: number }> {
  const now = await instantOf(target, Object.keys(target.cast));
  const copy = createSimulator({
    realm,
    now,
    level: modelLevel(target),
    brand: target.brand,
    ...(target.brand === "zulip" && { rulings: "observed" as const }),
  });
  const comparison = new CopyComparison([target.url, copy.server.url]);
  const messages = { anchor: "newest", num_before: Math.min(most, mostMessages), num_after: 0, allow_empty_topic_name: true };
  let compared = 0;
  for (const as of Object.keys(target.cast)) {
    if (!copy.cast[as]) continue;
    for (const [method, path, fields] of [["GET", "/messages", messages] as const, ...reads]) {
      const request: Outgoing = { as, method, path, fields };
      const reply = await target.send(request);
      if (reply?.body.result !== "success") continue;
      if (reply.body.found_oldest === false) comparison.isPartial = true;
      const ours = copy.as(as).send(`${method} ${path}` as "GET /users", fields as never).body as Body;
      comparison.compare(`${method} ${path}`, as, reply.body, ours);
      compared++;
      if (path === "/register") await target.send({ as, method: "DELETE", path: "/events", fields: { queue_id: reply.body.queue_id } });
    }
  }
  return { differences: [...comparison.found.values()].sort((a, b) => b.count - a.count), compared };
}
