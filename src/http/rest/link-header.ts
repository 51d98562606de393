import type { PageInfo, Result } from '../../contract/operation.ts'

/**
 * The `Link` header of a list (RFC 8288): first, prev, next and last page with the caller's filters. Lists with a cursor
 * also link the next page by cursor; a page that was requested by cursor has no number to go back or on from.
 */
export function linkHeader(address: URL, pagination: PageInfo, cursor?: Result<unknown>['cursor']): string {
  const last = Math.max(1, pagination.totalPages)
  const pages: [string, number][] = [['first', 1]]
  if (!cursor || !address.searchParams.has(cursor.parameter)) {
    if (pagination.page > 1) pages.push(['prev', Math.min(pagination.page - 1, last)])
    if (pagination.hasMore) pages.push(['next', pagination.page + 1])
  }
  pages.push(['last', last])
  const withoutCursor = cursor && { [cursor.parameter]: undefined }
  const links = pages.map(([relation, page]) => link(address, relation, { page, ...withoutCursor }))
  if (cursor?.next !== undefined)
    links.push(link(address, 'next', { page: undefined, [cursor.parameter]: cursor.next }))
  return links.join(', ')
}

function link(
  address: URL,
  relation: string,
  parameters: Readonly<Record<string, string | number | undefined>>,
): string {
  const target = new URL(address)
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) target.searchParams.delete(name)
    else target.searchParams.set(name, String(value))
  }
  return `<${target.href}>; rel="${relation}"`
}
