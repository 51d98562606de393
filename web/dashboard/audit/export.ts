import { callForPage } from '../client/call-for-page.ts'
import { fetchAllPages } from '../client/fetch-all-pages.ts'
import { byteOrderMark } from '../ui/csv.ts'
import { auditCsvHead, auditCsvLine } from './csv-line.ts'
import { includeNamesQuery } from './include-names.ts'
import { auditQuery } from './request.ts'
import type { AuditSearch } from './search.ts'

/**
 * Reads all filtered entries page by page, with waits as long as the API asks for. `onProgress` gets the number of
 * entries read.
 */
export async function readAllEntries(
  search: AuditSearch,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (read: number, total: number) => void },
): Promise<string[]> {
  const ask = (afterEntry: string | undefined) => {
    const query = { ...auditQuery(search), ...includeNamesQuery(), limit: 100 }
    const position = afterEntry === undefined ? {} : { afterEntry }
    return callForPage('GET /audit-log', { query: { ...query, ...position }, signal }, 'afterEntry')
  }
  const lines = [byteOrderMark, auditCsvHead]
  for await (const { entries, pagination } of fetchAllPages(ask, signal)) {
    lines.push(...entries.map(auditCsvLine))
    onProgress(lines.length - 2, pagination.total)
  }
  return lines
}
