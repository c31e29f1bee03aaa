const names = "api_?key|(?:old_|new_)?password";

const secret = new RegExp(`^(?:${names})$`, "i");

/** Whether a field of this name holds a key or a password. */
export const isSecret = (name: string): boolean => secret.test(name);

/** Copies a JSON value without the keys and passwords in it. */
export function redacted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redacted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, isSecret(name) && typeof inner !== "boolean" ? "(hidden)" : redacted(inner)]),
  );
}

/** A body without the keys and passwords in it: parsed where it is JSON, else as it is. */
export function parsedBody(text: string): unknown {
  try {
    return redacted(JSON.parse(text));
  } catch {
    return text;
  }
}

/** A secret in JSON text, its end or not. */
const secretField = new RegExp(String.raw`("(?:${names})"\s*:\s*")(?:[^"\\]|\\.?)*`, "gi");

/** The beginning of a JSON text, which cannot be parsed, without the keys and passwords in it. */
export const redactedStart = (text: string): string => text.replace(secretField, "$1(hidden)");
