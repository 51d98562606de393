import { printable, printableJson } from './printable.ts'

/** Prints what the API returned: JSON, or for people. */
export type Output = {
  print: (line: string) => void
  isJson: boolean
}

/** A table with a header for people, or an item a line. */
export function printItems<Item>(
  { print, isJson }: Output,
  items: readonly Item[],
  columns: Readonly<Record<string, (item: Item) => unknown>>,
): void {
  if (isJson) {
    for (const item of items) print(printableJson(item))
    return
  }
  const rows = items.map((item) => Object.values(columns).map((read) => printable(String(read(item) ?? ''))))
  const all = [Object.keys(columns), ...rows]
  const widths = Object.keys(columns).map((_, place) =>
    Math.max(...all.map((row) => row[place]?.length ?? 0)),
  )
  for (const row of all)
    print(
      row
        .map((cell, place) => cell.padEnd(widths[place] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}

/** One thing: its fields a line for people, or the whole answer. */
export function printOne(
  { print, isJson }: Output,
  answer: unknown,
  fields: Readonly<Record<string, unknown>>,
): void {
  if (isJson) {
    print(printableJson(answer))
    return
  }
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null && value !== '')
      print(printable(`${name.padEnd(14)}  ${value}`))
  }
}

/** The first items of a list; the API gives them page by page. */
export async function take<Item>(list: AsyncIterable<Item>, most: number): Promise<Item[]> {
  const items: Item[] = []
  if (most === 0) return items
  for await (const item of list) {
    items.push(item)
    if (items.length >= most) break
  }
  return items
}
