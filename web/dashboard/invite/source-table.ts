import { readRecords } from './csv-records.ts'
import type { ParsedList } from './read-list.ts'
import { words } from './words.ts'

/** The list as it was given: all its columns, and for each row why it isn't sent, if it isn't. */
export type SourceTable = {
  readonly names: readonly string[]
  readonly rows: readonly {
    readonly line: number
    readonly cells: readonly string[]
    readonly words: string
  }[]
}

/** `wordsOf`: what was said about a line before sending. */
export function sourceTableOf(
  text: string,
  { head, entries }: ParsedList,
  wordsOf: (line: number) => string,
): SourceTable {
  if (!head) {
    const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
    const numbers = [...new Set(entries.map(({ line }) => line))]
    return {
      names: [words.results.heads.line],
      rows: numbers.map((line) => ({ line, cells: [lines[line - 1] ?? ''], words: wordsOf(line) })),
    }
  }
  const known = new Set(entries.map(({ line }) => line))
  const all = readRecords(text.replace(/^\uFEFF/, ''), head.separator, entries[0]?.line)
  return {
    names: head.columns.map(({ name }) => name),
    rows: all
      .filter(({ line }) => known.has(line))
      .map(({ line, cells }) => ({ line, cells, words: wordsOf(line) })),
  }
}
