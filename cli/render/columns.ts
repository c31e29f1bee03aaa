/** Rows as lines, their cells under each other; a column of numbers is aligned at its right. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const isNumeric = widths.map((_, column) => rows.length > 1 && rows.slice(1).every((row) => /^\d*$/.test(row[column] ?? "")));
  return rows.map((row) =>
    row
      .map((cell, column) => (isNumeric[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}
