import { call } from '../api/call.ts'
import { everyPage } from '../api/pages.ts'
import { byteOrderMark } from '../ui/csv.ts'
import { auditHead, auditLine } from './line.ts'
import { type AuditSearch, askedOf } from './search.ts'
import { withNames } from './with-names.ts'

/**
 * Every entry that the filters leave, page by page, waiting where it is told to; `tell` hears how far it is, in
 * entries.
 */
export async function readAll(
  search: AuditSearch,
  { signal, tell }: { signal: AbortSignal; tell: (read: number, total: number) => void },
): Promise<string[]> {
  const ask = (page: number) =>
    call('GET /audit-log', { query: { ...askedOf(search), ...withNames(), limit: 100, page }, signal })
  const lines = [byteOrderMark, auditHead]
  for await (const { entries, pagination } of everyPage(ask, signal)) {
    lines.push(...entries.map(auditLine))
    tell(lines.length - 2, pagination.total)
  }
  return lines
}
