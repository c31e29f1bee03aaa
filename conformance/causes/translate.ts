import type { Outgoing } from "../client/target.ts";
import type { Kind, MatchedIds } from "../compare/matched-ids.ts";

type Body = Readonly<Record<string, unknown>>;

/** Kinds of ids that parameters name, by the parameter. Values are one id or a list of them. */
const kinds: Readonly<Record<string, Kind>> = {
  message_id: "message",
  message_ids: "message",
  messages: "message",
  msg_ids: "message",
  anchor: "message",
  stream_id: "channel",
  user_group_id: "group",
  subgroups: "group",
  add_subgroups: "group",
  delete_subgroups: "group",
  direct_subgroups: "group",
  channel_folder_id: "folder",
  queue_id: "queue",
  device_id: "device",
  members: "user",
  direct_members: "user",
  add: "user",
  delete: "user",
  username: "email",
};

/** Kinds of ids that the operands of a narrow name, by the operator. */
const operands: Readonly<Record<string, Kind>> = {
  channel: "channel",
  stream: "channel",
  id: "message",
  with: "message",
  near: "message",
  sender: "user",
  from: "user",
  dm: "user",
  "pm-with": "user",
  "dm-including": "user",
  "dm-with": "user",
};

/** Kinds of ids that a number in a path names, by the segment before it. */
const segments: Readonly<Record<string, Kind>> = {
  messages: "message",
  streams: "channel",
  user_groups: "group",
  users: "user",
  channel_folders: "folder",
};

/** A text that holds JSON as what it holds; any other value as it is. */
function parsed(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*(\[|\{|\d+\s*$)/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** Spells requests to a target as the model has to be asked: ids of the target become those of the model. */
export class Translation {
  readonly #twins: Pick<MatchedIds, "back">;
  /** Ids of events by the model's queue: those of the target with those of the model. */
  readonly #events = new Map<unknown, Map<unknown, number>>();
  /** Ids in the last request of which the model has none. */
  readonly unmatched: number[] = [];

  constructor(twins: Pick<MatchedIds, "back">) {
    this.#twins = twins;
  }

  /** Notes that two events of a queue stand for the same place in it. */
  bindEvent(queue: unknown, target: unknown, model: number): void {
    const known = this.#events.get(queue) ?? new Map();
    this.#events.set(queue, known.set(target, model));
  }

  /** Returns the request to ask the model with. */
  request(request: Outgoing): Outgoing {
    const fields: Record<string, unknown> = {};
    this.unmatched.length = 0;
    for (const [name, value] of Object.entries(request.fields)) fields[name] = this.#field(name, value, request.fields);
    if (Object.hasOwn(fields, "last_event_id")) {
      fields.last_event_id = this.#events.get(fields.queue_id)?.get(parsed(request.fields.last_event_id)) ?? fields.last_event_id;
    }
    return { ...request, path: this.#path(request.path), fields };
  }

  #path(path: string): string {
    return path.replace(/\/(\w+)\/(\d+)(?=\/|$)/g, (whole, before: string, id: string) => {
      const kind = segments[before];
      return kind === undefined ? whole : `/${before}/${this.#id(kind, Number(id))}`;
    });
  }

  #id(kind: Kind, id: number): unknown {
    const ours = this.#twins.back(kind, id);
    if (ours === undefined) this.unmatched.push(id);
    return ours ?? id;
  }

  #field(name: string, given: unknown, fields: Body): unknown {
    if (name === "to") return this.#recipients(given, fields.type);
    if (name === "narrow") return this.#narrow(given);
    if (name === "password") return this.#twins.back("password", String(given)) ?? given;
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : name.endsWith("_group") ? "group" : undefined;
    if (kind !== undefined) return this.#ids(kind, given);
    return name === "data" ? this.#profile(given) : given;
  }

  #recipients(given: unknown, type: unknown): unknown {
    return type === "channel" || type === "stream" ? this.#ids("channel", given) : this.#ids("user", given);
  }

  /** Translates one id, a list of them, or an object with such lists. What stands for nothing stays as it is. */
  #ids(kind: Kind, given: unknown): unknown {
    const value = parsed(given);
    if (Array.isArray(value)) return value.map((item) => this.#ids(kind, item));
    if (typeof value === "number") return this.#id(kind, value);
    if (typeof value === "string") return this.#text(kind, value) ?? given;
    if (typeof value !== "object" || value === null) return given;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, this.#field(name, inner, {})]));
  }

  #text(kind: Kind, value: string): unknown {
    return this.#twins.back(kind === "user" ? "email" : kind, value);
  }

  #narrow(given: unknown): unknown {
    const terms = parsed(given);
    if (!Array.isArray(terms)) return given;
    return terms.map((term: unknown) => {
      if (typeof term !== "object" || term === null || Array.isArray(term)) return term;
      const { operator, operand, ...rest } = term as Record<string, unknown>;
      const kind = operands[String(operator)];
      if (kind === undefined) return term;
      return { operator, operand: this.#ids(kind, operand), ...rest };
    });
  }

  #profile(given: unknown): unknown {
    const entries = parsed(given);
    if (!Array.isArray(entries)) return given;
    return entries.map((entry: unknown) => {
      if (typeof entry !== "object" || entry === null) return entry;
      const { id, value } = entry as Record<string, unknown>;
      const people = Array.isArray(value) ? { value: this.#ids("user", value) } : {};
      return { ...entry, id: this.#ids("field", id), ...people };
    });
  }
}
