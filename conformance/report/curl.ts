import { concealed, type Seen } from "../client/seen.ts";

/** Characters that a terminal would act on, or show in another order. */
const invisible = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Returns a character as an escape. */
export const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Returns a word of a shell; with escapes, as bash and zsh read them, where it has characters that do not show. */
export function quoted(given: string): string {
  const text = given.replace(/\p{Surrogate}/gu, "\ufffd");
  if (text.search(invisible) === -1) return `'${text.replaceAll("'", "'\\''")}'`;
  return `$'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replace(invisible, escaped)}'`;
}

/** The environment variable that stands for somebody's `email:key`. */
export const variableOf = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9]/g, "_");

/** A field as options of curl. A secret is a variable of the shell. No word of a shell can hold a NUL: a value with one is encoded beforehand. */
function dataOf(name: string, value: string): string {
  if (value === concealed) return `--data-urlencode ${quoted(`${name}=`)}"$${variableOf(name)}"`;
  return value.includes("\0")
    ? `--data ${quoted(`${name}=${encodeURIComponent(value.toWellFormed())}`)}`
    : `--data-urlencode ${quoted(`${name}=${value}`)}`;
}

/** The credentials of an exchange as options of curl: somebody's own, what stood in their place, or none. */
function whoOf({ as, credentials }: Pick<Seen, "as" | "credentials">): string[] {
  if (credentials === undefined) return typeof as === "string" ? [`-u "$${variableOf(as)}"`] : [];
  if ("header" in credentials) return [`-H ${quoted(`Authorization: ${credentials.header}`)}`];
  const { email, key } = credentials;
  // A key that an answer gave is nobody's to print: the shell has to know it.
  if (key === "fetched") return [`-u ${quoted(`${email}:`)}"$FETCHED_KEY"`];
  return [`-u ${quoted(`${email}:${key === "none" ? "" : "a-wrong-key"}`)}`];
}

type Asked = Pick<Seen, "as" | "credentials" | "method" | "path" | "fields" | "query" | "prepares" | "after" | "file">;

/** Whether a request is one to a control API, which stands beside the API itself and takes JSON. One from a file may lack its path. */
const isControl = ({ path }: Asked): boolean => String(path).startsWith("/_control/");

/** A request to a control API as a command line. A step of a scenario says who acts beside its fields, and moves the clock by an action. */
function controlLine({ as, path, fields = {} }: Asked, url: string): string {
  const isClock = fields.action === "advance";
  const body = isClock ? { advance_ms: fields.ms } : { ...fields, ...(typeof as === "string" && { as }) };
  return `curl -sS ${quoted(`${url}${isClock ? "/_control/clock" : path}`)} -d ${quoted(JSON.stringify(body))}`;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** Returns the path of a request with those of its fields that stand in the query beside others in its body. */
export function pathWithQuery({ path, fields = {}, query = [] }: Pick<Asked, "path" | "fields" | "query">): string {
  const pairs = query
    .filter((name) => fields[name] !== undefined)
    .map((name) => `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(textOf(fields[name]).toWellFormed())}`);
  return pairs.length === 0 ? path : `${path}?${pairs.join("&")}`;
}

function requestLine(asked: Asked, url: string): string {
  const { as, credentials, method, fields = {}, query = [], file } = asked;
  const data = Object.entries(fields)
    .filter(([name, value]) => value !== undefined && !query.includes(name))
    .map(([name, value]) => dataOf(name, textOf(value)));
  const how = method === "GET" ? "-G" : `-X ${/^[A-Z]+$/.test(method) ? method : quoted(String(method))}`;
  const upload = file === undefined ? [] : [`-F ${quoted(`file=@${file}`)}`];
  const who = whoOf({ as, ...(credentials && { credentials }) });
  return ["curl -sS", how, quoted(`${url}/api/v1${pathWithQuery(asked)}`), ...who, ...upload, ...data].join(" ");
}

/** An exchange as a command line. Credentials are variables of the shell: `ALICE='email:key'`. */
export function curl(asked: Asked, url: string): string {
  const wait = asked.after === undefined ? "" : `sleep ${asked.after / 1000}; `;
  return wait + (isControl(asked) ? controlLine(asked, url) : requestLine(asked, url));
}

/** Returns the heading of command lines for some exchanges: which variables they need, what these hold, and whose key only prepares. */
export function curlHeading(exchanges: readonly Asked[]): string {
  const having = exchanges.filter((each) => typeof each.as === "string" && each.credentials === undefined && !isControl(each));
  const own = having.filter(({ prepares }) => prepares === undefined);
  // Who asks by themselves stands first: what they hold is told there.
  const roles = new Map([...own, ...having].map(({ as, prepares }) => [variableOf(String(as)), prepares]));
  for (const { as } of own) roles.set(variableOf(String(as)), undefined);
  const [first, ...others] = [...roles].map(([variable, role], i) => {
    const named = i === 0 ? `${variable}='email:key'` : variable;
    return role === undefined ? named : `${named} (of the ${role} who prepares it)`;
  });
  if (first === undefined) return "as curl";
  return `as curl, with ${first}${others.length === 0 ? "" : `, and so ${others.join(", ")}`}`;
}

/** Returns what to know of command lines that name queues and ids, which are those of the run; undefined where they name none. */
export function curlNote(exchanges: readonly Asked[]): string | undefined {
  const isOfRun = ({ path, fields = {} }: Asked): boolean =>
    /\/\d+(\/|$)/.test(path) || Object.keys(fields).some((name) => /(^|_)ids?$/.test(name));
  return exchanges.some(isOfRun)
    ? "queues and ids are those of that run: where they are gone, put the ones that the lines before it answer"
    : undefined;
}
