/**
 * The cursor in a `Link` header (RFC 8288) of the API. Its links have one relation and no comma: addresses encode theirs.
 * One link to the next page has a page number, the other has the cursor.
 */
export function nextCursor(header: string, parameter: string): string | undefined {
  for (const link of header.split(', ')) {
    if (!link.endsWith('; rel="next"')) continue
    const cursor = new URL(link.slice(1, link.indexOf('>'))).searchParams.get(parameter)
    if (cursor !== null) return cursor
  }
  return undefined
}
