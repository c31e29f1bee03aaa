const isUnexpected = (error: unknown): boolean => /^SyntaxError: Unexpected token/.test(String(error));

/** Returns the position of the character that the engine calls unexpected, of which it does not say where it is. */
function unexpectedAt(text: string): number {
  let [least, most] = [1, text.length];
  while (least < most) {
    const length = Math.floor((least + most) / 2);
    if (isUnexpected(errorOf(text.slice(0, length)))) most = length;
    else least = length + 1;
  }
  return least - 1;
}

/** Returns the error of a text that is not JSON; undefined for one that is. */
function errorOf(text: string): unknown {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return error;
  }
}

function positionOf(text: string, error: unknown): number | undefined {
  const position = /position (\d+)/.exec(String(error))?.[1];
  if (position !== undefined) return Number(position);
  if (isUnexpected(error)) return unexpectedAt(text);
  return /end of JSON/.test(String(error)) ? text.length : undefined;
}

/** Returns the mistake in a text that is not JSON. Its words are not repeated: they may be secrets. */
export function problemOf(text: string, error: unknown): string {
  if (text.trim() === "") return "not valid JSON: it is empty";
  const position = positionOf(text, error);
  if (position === undefined) return "not valid JSON";
  const lines = text.slice(0, Math.min(position, text.trimEnd().length)).split("\n");
  return `not valid JSON, at line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`;
}

/** An object or a list in a JSON text, up to where it is read. */
interface Container {
  /** The lines of the keys so far; undefined of a list. */
  readonly keys: Map<string, number> | undefined;
  /** The key or the index of what comes next. */
  step: string | number;
}

/** A key that an object has twice, by the steps to it, and the lines on which it stands. */
interface RepeatedKey {
  readonly path: readonly (string | number)[];
  readonly lines: readonly [first: number, second: number];
}

/** Returns the position behind the string that begins at one. */
function endOfString(text: string, start: number): number {
  let end = start + 1;
  while (text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
  return end + 1;
}

/** Finds the first key that an object has twice in a text that is JSON; undefined where there is none. */
export function repeatedKey(text: string): RepeatedKey | undefined {
  const around: Container[] = [];
  let [inner, isKey]: [Container | undefined, boolean] = [undefined, false];
  let line = 1;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      const end = endOfString(text, at);
      if (isKey && inner?.keys) {
        const key = JSON.parse(text.slice(at, end)) as string;
        const first = inner.keys.get(key);
        if (first !== undefined) return { path: [...around.map(({ step }) => step), key], lines: [first, line] };
        inner.keys.set(key, line);
        inner.step = key;
        isKey = false;
      }
      at = end - 1;
    } else if (character === "\n") line++;
    else if (character === "{" || character === "[") {
      if (inner) around.push(inner);
      isKey = character === "{";
      inner = { keys: isKey ? new Map() : undefined, step: 0 };
    } else if (character === "}" || character === "]") inner = around.pop();
    else if (character === "," && inner?.keys) isKey = true;
    else if (character === "," && inner) inner.step = Number(inner.step) + 1;
  }
  return undefined;
}
