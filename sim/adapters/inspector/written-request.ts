/** A request as the form of the page has it. */
export interface WrittenRequest {
  readonly method: string;
  /** Path with `/api/v1`. */
  readonly path: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** A value in one line: as it is, or as a JSON string where it has several lines or begins with a quotation mark. */
const written = (value: string): string => (/^"|[\r\n]/.test(value) ? JSON.stringify(value) : value);

function readValue(text: string, line: string): string {
  if (!text.startsWith('"')) return text;
  try {
    return String(JSON.parse(text));
  } catch {
    throw new Error(`${line}: a value that begins with " is a JSON string`);
  }
}

/** Returns fields as lines of `name=value`. */
export const fieldLines = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${written(value)}`)
    .join("\n");

/** Reads a request. @throws Error: the line that says what is wrong */
export function readRequest(route: string, lines: string): WrittenRequest {
  const [, method = "", path = ""] = /^([A-Za-z]+)\s+(\/\S*)$/.exec(route.trim()) ?? [];
  if (path === "") throw new Error(`“${route}” is no route such as POST /messages`);
  const open = /\{[^}]*\}/.exec(path)?.[0];
  if (open) throw new Error(`Put an id in the place of ${open}`);
  const fields = lines.split(/\r?\n/).flatMap((line, i): (readonly [string, string])[] => {
    if (line.trim() === "") return [];
    const [, name = "", value = ""] = /^\s*([^=]+?)\s*=(.*)$/s.exec(line) ?? [];
    if (name === "") throw new Error(`Line ${i + 1} of the fields: “${line}” is not name=value`);
    return [[name, readValue(value.trim(), `Line ${i + 1} of the fields`)]];
  });
  return { method: method.toUpperCase(), path: path.startsWith("/api/v1/") ? path : `/api/v1${path}`, fields };
}
