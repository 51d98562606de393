import { z } from 'zod'
import { invalid } from './failure.ts'
import type { PageInfo, Result } from './operation.ts'
import { paginationOf, type RowRange } from './pagination.ts'

/** The position after which a page starts, as the page before gives it. Opaque for callers. */
export const Cursor = z
  .string()
  .max(4_000, 'is too long: at most 4000 characters')
  .optional()
  .meta({
    description:
      'Returns the entries after this cursor. The page before gives it: the API in its `Link` header ' +
      '(`rel="next"`), tools in their result. Reading a list by cursor skips and repeats nothing that is there all ' +
      "the time. Can't be combined with `page`, and needs the same sort order.",
    examples: ['WzEsInByb2ZpbGVzIl0'],
  })

/** Which list a cursor belongs to. It is refused everywhere else. */
export type CursorScope<K> = {
  /** The query parameter. */
  parameter: 'after' | 'afterEntry'
  list: string
  /** The sort order, for lists that have several. */
  order?: string
  accountId: string
  /** Checks the sort key of the last row; what passes must be valid in SQL. */
  key: z.ZodType<K>
}

/** Where a page starts: at an offset, or after a key. `page` counts from the first page of the walk. */
export type PageStart<K> = { page: number; limit: number; after: K | undefined }

/** Reads where the page starts. Fails as `invalid_input` for a cursor of another list, order or account. */
export function startOf<K>(
  { page, limit, cursor }: { page: number | undefined; limit: number; cursor: string | undefined },
  scope: CursorScope<K>,
): PageStart<K> {
  const param = scope.parameter
  if (cursor === undefined) return { page: page ?? 1, limit, after: undefined }
  if (page !== undefined) throw invalid(`Send either page or ${param}, not both.`, { param })
  const found = parse(cursor, scope)
  if (!found) {
    throw invalid(
      `${param} is not a cursor of this list in this order. Use the next link of the page before, or start without it.`,
      { param },
    )
  }
  return { page: found.page, limit, after: found.key }
}

/** Whether this is a cursor of that list in that order. */
export function isCursorOf<K>(cursor: string, scope: CursorScope<K>): boolean {
  return parse(cursor, scope) !== undefined
}

/** The rows to read: after a cursor one more than the page has, which says whether there is a next page. */
export function rowsToRead<K>({ page, limit, after }: PageStart<K>): RowRange & { after: K | undefined } {
  return after === undefined
    ? { limit, offset: (page - 1) * limit, after }
    : { limit: limit + 1, offset: 0, after }
}

/** The rows of the page, without the additional one, and what the response says about it. */
export function pageOf<T, K>(
  start: PageStart<K>,
  { rows, total }: { rows: readonly T[]; total: number },
  scope: CursorScope<K>,
  keyOf: (row: T) => NoInfer<K>,
): { rows: T[]; pagination: PageInfo; cursor: NonNullable<Result<unknown>['cursor']> } {
  const shown = rows.slice(0, start.limit)
  const counted = paginationOf(start, total)
  const hasMore = start.after === undefined ? counted.hasMore : rows.length > start.limit
  const last = shown.at(-1)
  const next = hasMore && last !== undefined ? format(scope, start.page + 1, keyOf(last)) : undefined
  return {
    rows: shown,
    pagination: { ...counted, hasMore },
    cursor: { parameter: scope.parameter, ...(next !== undefined && { next }) },
  }
}

const version = 1

/** Not signed: a forged cursor is a position in the caller's own list, which any page shows too. */
function format<K>({ list, order = '', accountId }: CursorScope<K>, page: number, key: K): string {
  return Buffer.from(JSON.stringify([version, list, order, accountId, page, key])).toString('base64url')
}

function parse<K>(text: string, scope: CursorScope<K>): { page: number; key: K } | undefined {
  const shape = z.tuple([
    z.literal(version),
    z.literal(scope.list),
    z.literal(scope.order ?? ''),
    z.literal(scope.accountId),
    z.int().min(2),
    scope.key,
  ])
  const parsed = shape.safeParse(parseJson(text))
  return parsed.success ? { page: parsed.data[4], key: parsed.data[5] as K } : undefined
}

/** Decoders skip characters that don't belong there, so only the text that encodes the same bytes is accepted. */
function parseJson(text: string): unknown {
  const bytes = Buffer.from(text, 'base64url')
  try {
    return bytes.toString('base64url') === text ? JSON.parse(bytes.toString()) : undefined
  } catch {
    return undefined
  }
}
