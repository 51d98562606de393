import type { PageInfo } from '../../contract/operation.ts'

/** The `Link` header of a list (RFC 8288): first, prev, next and last page with the caller's filters. */
export function linkHeader(address: URL, pagination: PageInfo): string {
  const last = Math.max(1, pagination.totalPages)
  const pages: [string, number][] = [['first', 1]]
  if (pagination.page > 1) pages.push(['prev', Math.min(pagination.page - 1, last)])
  if (pagination.hasMore) pages.push(['next', pagination.page + 1])
  pages.push(['last', last])
  return pages
    .map(([relation, page]) => {
      const target = new URL(address)
      target.searchParams.set('page', String(page))
      return `<${target.href}>; rel="${relation}"`
    })
    .join(', ')
}
