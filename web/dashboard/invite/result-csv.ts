import { csvLine } from '../ui/csv.ts'
import { resultWords } from './result-words.ts'
import type { Run } from './run.ts'
import { words } from './words.ts'

/** The list with two more columns: what happened, and the id of the person's profile. */
export function resultCsv({ source, people }: Pick<Run, 'source' | 'people'>): string[] {
  if (!source) return []
  const byLine = Map.groupBy(
    people.flatMap((person) => person.lines.map((line) => ({ line, person }))),
    ({ line }) => line,
  )
  const { heads } = words.results
  const width = Math.max(source.names.length, ...source.rows.map(({ cells }) => cells.length))
  const padded = (cells: readonly string[]) => Array.from({ length: width }, (_, place) => cells[place] ?? '')
  return [
    csvLine([...padded(source.names), heads.outcome, heads.profileId]),
    ...source.rows.map(({ line, cells, words: said }) => {
      const sent = (byLine.get(line) ?? []).map(({ person }) => person)
      const outcome = sent.length > 0 ? sent.map(resultWords).join('; ') : said
      const ids = sent.flatMap(({ profileId }) => profileId ?? [])
      return csvLine([...padded(cells), outcome, ids.join('; ')])
    }),
  ]
}
