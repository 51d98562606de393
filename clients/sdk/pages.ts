import { lazyCallOf } from './call.ts'
import type { Answer, List } from './shapes/call.ts'

export type Query = Readonly<Record<string, unknown>>
export type ReadPage = (query: Query) => Promise<Answer<Record<string, unknown>>>

export function listOf(
  read: ReadPage,
  query: Query,
  items: string,
  allPages: (read: ReadPage, query: Query, items: string) => AsyncGenerator<Record<string, unknown>>,
): List<Record<string, unknown>, unknown> {
  const pages = () => allPages(read, query, items)
  return {
    ...lazyCallOf(() => read(query)),
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) yield* page[items] as unknown[]
    },
  }
}

/** Follows the service's own links, so lists with a cursor are read by cursor. One page is held at a time. */
export async function* linkedPages(read: ReadPage, query: Query): AsyncGenerator<Record<string, unknown>> {
  let next: Query | undefined = { limit: 100, ...query }
  while (next) {
    const { data, headers }: Answer<Record<string, unknown>> = await read(next)
    yield data
    const { page, hasMore } = data.pagination as { page: number; hasMore: boolean }
    next = hasMore ? { ...next, ...positionOf(headers.get('link'), page) } : undefined
  }
}

/** The cursor of the last link to the next page; without a link, the number of the next page. */
function positionOf(link: string | null, page: number): Query {
  const [, target] = [...(link ?? '').matchAll(/<([^>]*)>; rel="next"/g)].at(-1) ?? []
  const given = target ? new URL(target, 'http://localhost').searchParams : undefined
  for (const name of ['after', 'afterEntry']) {
    const cursor = given?.get(name)
    // A cursor and a page exclude each other.
    if (cursor && given?.get('page') === null) return { [name]: cursor, page: undefined }
  }
  return { page: page + 1 }
}

/** Lists of the newest first: the next page is what came before the last item. */
export async function* earlierPages(
  read: ReadPage,
  query: Query,
  items: string,
): AsyncGenerator<Record<string, unknown>> {
  let before = query.before
  for (let hasMore = true; hasMore; ) {
    const { data } = await read({ limit: 100, ...query, before })
    yield data
    const last = (data[items] as { id: string }[]).at(-1)
    hasMore = data.hasMore === true && last !== undefined
    before = last?.id
  }
}
