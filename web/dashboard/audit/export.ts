import { call } from '../api/call.ts'
import { byteOrderMark } from '../ui/csv.ts'
import { auditHead, auditLine } from './line.ts'
import { type AuditSearch, askedOf } from './search.ts'
import { withNames } from './with-names.ts'

/** Every entry that the filters leave, page by page; `tell` hears how far it is, in entries. */
export async function readAll(
  search: AuditSearch,
  { signal, tell }: { signal: AbortSignal; tell: (read: number, total: number) => void },
): Promise<string[]> {
  const lines = [byteOrderMark, auditHead]
  for (let page = 1; ; page += 1) {
    const { entries, pagination } = await call('GET /audit-log', {
      query: { ...askedOf(search), ...withNames(), limit: 100, page },
      signal,
    })
    lines.push(...entries.map(auditLine))
    tell(lines.length - 2, pagination.total)
    if (!pagination.hasMore) return lines
  }
}
