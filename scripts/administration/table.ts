/** Aligns rows of plain text in columns, two spaces apart. Missing values are shown as a dash. */
export function table(rows: readonly (readonly (string | null | undefined)[])[]): string {
  const shown = rows.map((row) => row.map((cell) => cell || '-'))
  const widths = (shown[0] ?? []).map((_, column) =>
    Math.max(...shown.map((row) => row[column]?.length ?? 0)),
  )
  const lines = shown.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return lines.join('\n')
}
