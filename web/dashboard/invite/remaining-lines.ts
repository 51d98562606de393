import type { ParsedList } from './read-list.ts'

/** The lines that were not invited, with the header of the table: what is left to correct after sending. */
export function remainingLines(
  text: string,
  { head, entries }: ParsedList,
  notTaken: ReadonlySet<number>,
): string {
  const kept = new Set<number>()
  for (const { line, until } of entries) {
    if (notTaken.has(line)) for (let at = line; at <= until; at += 1) kept.add(at)
  }
  if (kept.size === 0) return ''
  if (head) for (let at = head.line; at <= head.until; at += 1) kept.add(at)
  return text
    .split(/\r\n|\r|\n/)
    .filter((_line, place) => kept.has(place + 1))
    .join('\n')
}
