import { call } from '../client/call.ts'
import { fetchAllPages } from '../client/fetch-all-pages.ts'
import { byteOrderMark } from '../ui/csv.ts'
import { auditCsvHead, auditCsvLine } from './csv-line.ts'
import { includeNamesQuery } from './include-names.ts'
import { type AuditSearch, auditQuery } from './search.ts'

/**
 * Every entry that the filters leave, page by page, waiting where it is told to; `tell` hears how far it is, in
 * entries.
 */
export async function readAllEntries(
  search: AuditSearch,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (read: number, total: number) => void },
): Promise<string[]> {
  const ask = (page: number) =>
    call('GET /audit-log', {
      query: { ...auditQuery(search), ...includeNamesQuery(), limit: 100, page },
      signal,
    })
  const lines = [byteOrderMark, auditCsvHead]
  for await (const { entries, pagination } of fetchAllPages(ask, signal)) {
    lines.push(...entries.map(auditCsvLine))
    onProgress(lines.length - 2, pagination.total)
  }
  return lines
}
