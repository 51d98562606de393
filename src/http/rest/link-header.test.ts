import { describe, expect, test } from 'vitest'
import { linkHeader } from './link-header.ts'

const address = 'https://timbre.example.com/api/v4/profiles'

/** Page numbers by link relation. */
function pagesOf(page: number, total: number, search = '?limit=10'): Record<string, string> {
  const totalPages = Math.ceil(total / 10)
  const pagination = { page, limit: 10, total, totalPages, hasMore: page * 10 < total }
  const header = linkHeader(new URL(address + search), pagination)
  const links = [...header.matchAll(/<([^>]+)>; rel="(\w+)"/g)]
  return Object.fromEntries(
    links.map(([, target, relation]) => [relation, new URL(target ?? '').searchParams.get('page')]),
  )
}

describe('linkHeader', () => {
  test.each([
    [1, 0, { first: '1', last: '1' }],
    [1, 10, { first: '1', last: '1' }],
    [1, 11, { first: '1', next: '2', last: '2' }],
    [2, 35, { first: '1', prev: '1', next: '3', last: '4' }],
    [4, 35, { first: '1', prev: '3', last: '4' }],
  ])('on page %i of %i entries', (page, total, pages) => expect(pagesOf(page, total)).toEqual(pages))

  test('links back from a page far past the end', () => {
    expect(pagesOf(1000, 35)).toEqual({ first: '1', prev: '4', last: '4' })
  })

  test("keeps the caller's filters, and replaces the page", () => {
    const pagination = { page: 2, limit: 5, total: 50, totalPages: 10, hasMore: true }
    const header = linkHeader(new URL(`${address}?search=Zo%C3%AB&page=2&limit=5`), pagination)
    expect(header).toContain(`<${address}?search=Zo%C3%AB&page=3&limit=5>; rel="next"`)
    expect(header.match(/page=/g)).toHaveLength(4)
  })

  test('escapes the address, so that it cannot inject links', () => {
    const pagination = { page: 1, limit: 5, total: 1, totalPages: 1, hasMore: false }
    const header = linkHeader(
      new URL(`${address}?search=>;rel="next",<https://evil.example>\r\nX: 1`),
      pagination,
    )
    expect(header).not.toMatch(/[\r\n]/)
    expect(header.match(/[<>]/g)).toHaveLength(4)
  })
})
