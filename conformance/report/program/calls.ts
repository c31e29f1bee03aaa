import { steps } from "../../catalogue/catalogue.ts";
import { routed } from "../../catalogue/route.ts";
import { Translation } from "../../causes/translate.ts";
import { objectsIn, parsed } from "../../client/json.ts";
import type { Outgoing, Reply, Target } from "../../client/target.ts";
import type { Kind } from "../../compare/matched-ids.ts";
import { isEqual } from "../../expect.ts";
import type { Counterexample, DescribedAct } from "../../run/counterexample.ts";
import { variableOf } from "../curl.ts";
import { type ProgramCall, type ProgramCredentials, run, runLength, type Saved, type Text } from "./program.ts";
import { formText, jsonText, marked, merged, replacedIn } from "./texts.ts";

/** A counterexample that no program can show, and why. */
export class NoProgram extends Error {
  override name = "NoProgram";
}

/** Kinds of things that the answer to an action of a control API names, by the field. */
const madeByActions: Readonly<Record<string, Kind>> = { stream_id: "channel", device_id: "device" };

/** Kinds of things that requests name which stage a server: they are no steps of scenarios. */
const madeByStaging: Readonly<Record<string, readonly [field: string, kind: Kind]>> = {
  "GET /get_stream_id": ["stream_id", "channel"],
  "POST /realm/filters": ["id", "linkifier"],
  "POST /realm/profile_fields": ["id", "field"],
};

/** Whether a key is not one of an account, but shows most of what that is. */
const isNearly = (given: string, key: string): boolean =>
  given.length >= key.length - 1 &&
  [...key].filter((letter, i) => given[i]?.toLowerCase() === letter.toLowerCase()).length > key.length / 2;

/** The words of a header, those that are base64 as what they stand for. */
const wordsIn = (header: string): string[] => header.split(" ").map((word) => Buffer.from(word, "base64").toString());

const encoded = (text: Text): Text => text.map((part) => (typeof part === "string" ? encodeURIComponent(part) : part));

/** The calls of a run, with variables in place of the ids that its answers gave. */
export class Calls {
  readonly #target: Target;
  readonly #mark: string;
  /** Variables by kind and id of what they stand for. */
  readonly #made = new Map<string, string>();
  readonly #counts = new Map<Kind, number>();
  readonly #events = new Map<string, Map<unknown, string>>();
  /** Variables by the keys that answers gave. */
  readonly #keys = new Map<string, string>();
  readonly #translation: Translation;

  constructor(target: Target, { mark }: Counterexample) {
    this.#target = target;
    this.#mark = mark;
    this.#translation = new Translation({ back: (kind, id) => this.variable(kind, id) });
  }

  /** Returns what stands for something that an earlier answer named. */
  variable(kind: Kind, id: unknown): string | undefined {
    const name = this.#made.get(`${kind} ${id}`);
    return name && marked(name);
  }

  /** Returns a value with a variable in place of what is new with each run, as long as that: names may be as long as they can be. */
  unmarked = (value: unknown): unknown =>
    replacedIn(value, this.#mark, marked(run) + "0".repeat(Math.max(0, this.#mark.length - runLength)));

  #save(kind: Kind, id: unknown, place: Saved["place"]): Saved[] {
    if (id === undefined || this.#made.has(`${kind} ${id}`)) return [];
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    this.#made.set(`${kind} ${id}`, `${kind}${count}`);
    return [{ variable: `${kind}${count}`, place }];
  }

  /** Saves an id of an event, which counts in its queue only. */
  #saveEvent(queue: unknown, id: unknown, suffix: string, place: Saved["place"]): Saved[] {
    const name = this.#made.get(`queue ${queue}`);
    if (name === undefined || id === undefined) return [];
    const known = this.#events.get(name) ?? new Map<unknown, string>();
    if (known.has(id)) return [];
    // Languages refuse a second variable of one name.
    const variable = `${name}${suffix}${known.size < 2 ? "" : known.size}`;
    this.#events.set(name, known.set(id, variable));
    return [{ variable, place }];
  }

  /** Saves the channels that the run made, which a registration tells by their names. */
  #saveChannels(subscriptions: unknown): Saved[] {
    return objectsIn(subscriptions).flatMap(({ name, stream_id }) => {
      if (this.#mark === "" || !String(name).includes(this.#mark)) return [];
      const where = [[["name"], jsonText(this.unmarked(name))]] as const;
      return this.#save("channel", stream_id, ["subscriptions", { where }, "stream_id"]);
    });
  }

  #saveKey(key: string): Saved[] {
    if (this.#keys.has(key)) return [];
    const variable = `key${this.#keys.size + 1}`;
    this.#keys.set(key, variable);
    return [{ variable, place: ["api_key"] }];
  }

  #saves({ method, path, fields, mayBeKept }: Outgoing, reply: Reply | undefined): Saved[] {
    const { op = "" } = routed(method, path);
    // Its queue, of which no run hears, is one of another copy of the simulator, where another queue may have the same id as one here.
    if (op === "register.post" && mayBeKept === true) return [];
    const body = reply?.body ?? {};
    const [field, kind] = madeByStaging[`${method} ${path}`] ?? [];
    if (field !== undefined && kind !== undefined) return this.#save(kind, body[field], [field]);
    if (typeof body.api_key === "string" && body.api_key !== "") return this.#saveKey(body.api_key);
    const makes = steps.get(op)?.makes;
    const made = makes ? this.#save(makes.kind, body[makes.field], [makes.field]) : [];
    if (op === "register.post")
      return [
        ...made,
        ...this.#saveChannels(body.subscriptions),
        ...this.#saveEvent(body.queue_id, body.last_event_id, "Start", ["last_event_id"]),
      ];
    const last = Array.isArray(body.events) ? (body.events.at(-1) as { readonly id?: unknown } | undefined) : undefined;
    return [...made, ...this.#saveEvent(fields.queue_id, last?.id, "Read", ["events", -1, "id"])];
  }

  #eventId(queue: unknown, given: unknown): unknown {
    const name = this.#made.get(`queue ${queue}`);
    const known = name === undefined ? undefined : this.#events.get(name)?.get(given);
    return known === undefined ? given : marked(known);
  }

  #password(given: unknown): unknown {
    const [name] = Object.entries(this.#target.cast).find(([, { password }]) => password !== null && password === given) ?? [];
    return name === undefined ? given : marked(`${variableOf(name)}_PASSWORD`);
  }

  /** @throws NoProgram: they hold what nobody may print */
  #credentials(given: Outgoing["credentials"]): ProgramCredentials | undefined {
    if (given === undefined || given.kind === "none") return undefined;
    const keys = [...this.#keys];
    if ("header" in given) {
      if (wordsIn(given.header).some((word) => keys.some(([key]) => word.includes(key)))) throw new NoProgram("its header holds a key");
      return { header: given.header };
    }
    if (given.kind !== "basic") throw new NoProgram("its credentials are those of a browser");
    const key = keys.reduce((text, [known, variable]) => text.replaceAll(known, marked(variable)), given.api_key);
    if (keys.some(([known]) => isNearly(key, known))) throw new NoProgram("its key is nearly that of an account");
    return { email: formText(given.email), key: formText(key) };
  }

  /** The fields of a query as the end of a path. */
  #query(fields: Outgoing["query"] = {}): Text {
    const pairs = Object.entries(fields).filter(([, value]) => value !== undefined);
    const spelled = pairs.map(([name, value]): Text => [`${encodeURIComponent(name)}=`, ...encoded(formText(this.unmarked(value)))]);
    return spelled.flatMap((pair, i) => [i === 0 ? "?" : "&", ...pair]);
  }

  #request(told: string, request: Outgoing, reply: Reply | undefined): ProgramCall {
    const { method, query } = request;
    const isRead = method === "GET";
    const credentials = this.#credentials(request.credentials);
    const as = request.credentials === undefined ? request.as : null;
    const asked = isRead ? { ...request, fields: { ...query, ...request.fields } } : request;
    const { path, fields } = this.#translation.request(asked);
    // JSON is sent as it was spelled, where nothing in it is another in each run.
    const spelled = Object.entries(fields).map(([name, value]) => {
      const own = asked.fields[name];
      return [name, typeof own === "string" && isEqual(parsed(own), value) ? own : value] as const;
    });
    const given: Record<string, unknown> = Object.fromEntries(spelled);
    if (given.last_event_id !== undefined) given.last_event_id = this.#eventId(request.fields.queue_id, given.last_event_id);
    if (given.password !== undefined) given.password = this.#password(given.password);
    const named = Object.entries(given).filter(([, value]) => value !== undefined);
    return {
      ...{ told, kind: "request", as, method, ...(credentials && { credentials }) },
      path: merged([...formText(`/api/v1${path}`), ...(isRead ? [] : this.#query(query))]),
      fields: named.map(([name, value]) => [name, formText(this.unmarked(value))] as const),
      saves: this.#saves(request, reply),
    };
  }

  #control(told: string, path: string, body: unknown, saves: Saved[] = []): ProgramCall {
    return { told, kind: "control", as: null, method: "POST", path: [path], fields: [], body: jsonText(this.unmarked(body)), saves };
  }

  /** Returns what was done as a call. @throws NoProgram: it sends what programs have no words for */
  of(act: DescribedAct): ProgramCall {
    if (act.kind === "request") return { ...this.#request(act.told, act.request, act.reply), ...(act.file && { file: act.file }) };
    const isSteered = this.#target.kind !== "live" || this.#target.steering !== undefined;
    if (act.kind === "advance" && isSteered) return this.#control(act.told, "/_control/clock", { advance_ms: act.milliseconds });
    if (act.kind === "advance")
      return { told: act.told, kind: "wait", as: null, method: "", path: [], fields: [], millis: act.milliseconds, saves: [] };
    if (!isSteered) throw new NoProgram("it does what no request does, without a control API");
    const { fields } = this.#translation.request({ as: null, method: "", path: "", fields: act.action });
    const saves = Object.entries(madeByActions).flatMap(([name, kind]) => this.#save(kind, act.answer[name], [name]));
    return this.#control(act.told, "/_control/actions", fields, saves);
  }
}
