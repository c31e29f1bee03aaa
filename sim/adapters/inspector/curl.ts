/** A request of a journal, and the accounts that may have sent it. */
export interface Repeatable {
  readonly as: string | null;
  readonly request: { readonly method: string; readonly path: string; readonly fields: Readonly<Record<string, string>> };
}

export type Logins = Readonly<Record<string, { readonly email: string; readonly api_key: string }>>;

/** A text as a shell takes it whole. */
const quoted = (text: string): string => (/^[\w./:@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** Returns the curl line that sends a request again. @param base address of the server, without `/api/v1` */
export function curlOf({ as, request: { method, path, fields } }: Repeatable, base: string, cast: Logins): string {
  const login = as === null ? undefined : cast[as];
  const pairs = Object.entries(fields).map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`);
  const verb = method === "GET" ? (pairs.length > 0 ? ["-G"] : []) : method === "POST" && pairs.length > 0 ? [] : [`-X ${method}`];
  return ["curl", ...verb, ...(login ? [`-u ${quoted(`${login.email}:${login.api_key}`)}`] : []), quoted(base + path), ...pairs].join(" ");
}
