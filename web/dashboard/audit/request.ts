import type { AuditSearch } from './search.ts'

/** The filters as the API takes them: days become their first and last moment. */
export function auditQuery({ after, before, page: _, ...rest }: AuditSearch) {
  return {
    ...rest,
    ...(after ? { after: `${after}T00:00:00.000Z` } : {}),
    ...(before ? { before: `${before}T23:59:59.999Z` } : {}),
  }
}
