/** Returns the mistake in a text that is not JSON. Its words are not repeated: they may be secrets. */
function problemOf(text: string, error: unknown): string {
  if (text.trim() === "") return "not valid JSON: it is empty";
  const position = /position (\d+)/.exec(String(error))?.[1] ?? (/end of JSON/.test(String(error)) ? text.length : undefined);
  return position === undefined
    ? "not valid JSON"
    : `not valid JSON, at line ${text.slice(0, Number(position)).trimEnd().split("\n").length}`;
}

/**
 * Parses the JSON text of a file. A byte order mark, which some editors write, is skipped.
 * @throws SyntaxError that names the line where the text stops being JSON, if that is known
 */
export function parsedJson(file: string): unknown {
  const text = file.replace(/^\uFEFF/, "");
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SyntaxError(problemOf(text, error));
  }
}
