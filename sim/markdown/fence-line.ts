/** A line that opens a fence (or closes one, if it has nothing but its run). */
interface FenceLine {
  readonly run: string;
  readonly language: string | undefined;
  readonly header: string | undefined;
}

const shape = /^(~{3,}|`{3,})([^~`]*)$/;
const label = /^ *(?:\{?\.?([a-zA-Z0-9_+,\-./#]+) *([^ ].*)?\}?)?$/s;

/** Whether a line begins with the sign of a fence. */
export function beginsFence(line: string): boolean {
  const first = line.charCodeAt(0);
  return first === 0x60 || first === 0x7e;
}

/** Reads a fence line: a run at column 0, then optionally a language, then optionally a header. */
export function parseFence(line: string): FenceLine | undefined {
  if (!beginsFence(line)) return undefined;
  const run = shape.exec(line);
  const labels = run && label.exec(run[2] ?? "");
  if (!labels) return undefined;
  return { run: run[1] as string, language: labels[1], header: labels[2] };
}
