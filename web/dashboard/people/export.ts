import { fetchAllPages } from '../client/fetch-all-pages.ts'
import type { Profile } from '../client/types.ts'
import { byteOrderMark } from '../ui/csv.ts'
import { peopleCsvHead, peopleCsvRow } from './csv.ts'
import type { PeopleAnswer, PeopleQuery } from './queries.ts'

type Ask = (query: PeopleQuery, signal: AbortSignal) => Promise<PeopleAnswer>

/**
 * Writes all filtered people into one file, 100 at a time, so that neither service nor browser holds them all as
 * objects. Someone who moves to another page meanwhile is written once.
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
  const parts = [byteOrderMark, peopleCsvHead()]
  const written = new Set<string>()
  const take = (profiles: readonly Profile[]) => {
    const fresh = profiles.filter(({ id }) => !written.has(id))
    for (const { id } of fresh) written.add(id)
    parts.push(fresh.map(peopleCsvRow).join(''))
  }
  let before = 0
  for (const query of queries) {
    let total = 0
    const pageOf = (page: number) => ask({ ...query, includeTags: true, limit: 100, page }, signal)
    for await (const { profiles, pagination } of fetchAllPages(pageOf, signal)) {
      take(profiles)
      total = pagination.total
      onProgress(written.size, before + total)
    }
    before += total
  }
  return { file: new Blob(parts, { type: 'text/csv;charset=utf-8' }), count: written.size }
}
