import { fetchAllPages } from '../client/fetch-all-pages.ts'
import type { Profile } from '../client/types.ts'
import { byteOrderMark } from '../ui/csv.ts'
import { peopleCsvHead, peopleCsvRow } from './csv.ts'
import type { PeopleAnswer, PeopleQuery } from './queries.ts'

type Ask = (
  query: PeopleQuery,
  signal: AbortSignal,
) => Promise<{ answer: PeopleAnswer; next: string | undefined }>

/**
 * Writes all filtered people into one file, 100 at a time, so that neither service nor browser holds them all as
 * objects. Someone who moves to another page meanwhile is written once. Lines become blobs, which browsers keep
 * outside of the page’s memory, and on disk if they are large.
 * @param ask reads one page
 * @param onProgress gets the number written and the total
 * @throws an `ApiError`, or the reason of the signal
 */
export async function exportPeople(
  queries: readonly PeopleQuery[],
  {
    ask,
    signal,
    onProgress,
  }: { ask: Ask; signal: AbortSignal; onProgress: (done: number, total: number) => void },
): Promise<{ file: Blob; count: number }> {
  const chunks: Blob[] = []
  let lines = [byteOrderMark, peopleCsvHead()]
  const written = new Set<string>()
  const take = (profiles: readonly Profile[]) => {
    const fresh = profiles.filter(({ id }) => !written.has(id))
    for (const { id } of fresh) written.add(id)
    lines.push(...fresh.map(peopleCsvRow))
    if (lines.length < linesOfChunk) return
    chunks.push(new Blob(lines))
    lines = []
  }
  let before = 0
  for (const query of queries) {
    let total = 0
    const { page: _, ...filters } = query
    const pageOf = (after: string | undefined) =>
      ask({ ...filters, includeTags: true, limit: 100, ...(after === undefined ? {} : { after }) }, signal)
    for await (const { profiles, pagination } of fetchAllPages(pageOf, signal)) {
      take(profiles)
      total = pagination.total
      onProgress(written.size, before + total)
    }
    before += total
  }
  const file = new Blob([...chunks, ...lines], { type: 'text/csv;charset=utf-8' })
  return { file, count: written.size }
}

const linesOfChunk = 5_000
